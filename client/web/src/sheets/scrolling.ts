/** Whichever part of a sheet scrolls: in small windows with very large text it is all of it. */
export function scrollToTop(inside: HTMLElement | null): void {
  for (const part of ['.sheet-body', '.sheet']) inside?.closest(part)?.scrollTo(0, 0);
}
