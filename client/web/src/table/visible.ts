import { useEffect } from 'preact/hooks';

/**
 * The height of the visible page as `--visible-height`: bars and the keyboard taken off, also where
 * the browser lays the keyboard over the page. A page that is zoomed keeps its height.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const measure = () => {
      if (Math.abs(viewport.scale - 1) < 0.01) {
        style.setProperty('--visible-height', `${viewport.height}px`);
      }
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      style.removeProperty('--visible-height');
    };
  }, []);
}
