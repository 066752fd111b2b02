/** Marks what scrolls with `data-above` and `data-below` while there is more that way. */
export function showsMore(scroller: HTMLElement): () => void {
  const look = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    scroller.toggleAttribute('data-above', scrollTop > 1);
    scroller.toggleAttribute('data-below', scrollTop + clientHeight < scrollHeight - 1);
  };
  const resized = new ResizeObserver(look);
  const changed = new MutationObserver(look);
  scroller.addEventListener('scroll', look, { passive: true });
  resized.observe(scroller);
  changed.observe(scroller, { childList: true, subtree: true, characterData: true });
  return () => {
    scroller.removeEventListener('scroll', look);
    resized.disconnect();
    changed.disconnect();
  };
}
