import { Component, type ComponentChildren, type FunctionComponent, h } from 'preact';

/** A component that is drawn again only when a property changed. */
export function memo<P extends object>(
  draw: (props: P) => ComponentChildren,
): FunctionComponent<P> {
  class Kept extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const now = this.props as Record<string, unknown>;
      const keys = Object.keys(next) as (keyof P & string)[];
      return keys.some((key) => next[key] !== now[key]);
    }
    override render() {
      return draw(this.props as P);
    }
  }
  return ((props: P) => h(Kept, props)) as FunctionComponent<P>;
}
