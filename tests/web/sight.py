"""What can be measured of a page: what is out of sight, covered, too small, too near."""

from __future__ import annotations

from playwright.async_api import Page


_LOOK = """
({ selectors, least }) => {
  const wrong = [];
  const name = one => one.getAttribute('aria-label') || one.dataset.tile || one.textContent.trim()
      || one.getAttribute('class');
  const shown = one => {
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && !one.closest('.unseen') && one.checkVisibility();
  };
  for (const one of [...document.querySelectorAll(selectors)].filter(shown)) {
    const box = one.getBoundingClientRect();
    const where = `${Math.round(box.x)},${Math.round(box.y)} ${box.width.toFixed(1)}x`
        + `${box.height.toFixed(1)}`;
    if (!one.matches('.plate') && (box.left < -0.6 || box.top < -0.6 || box.right > innerWidth + 0.6
        || box.bottom > innerHeight + 0.6))
      wrong.push(`out of the window: ${name(one)} at ${where}`);
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!one.matches('rect, svg') && hit && !one.contains(hit) && !hit.contains(one))
      wrong.push(`covered: ${name(one)} at ${where} by ${name(hit)}`);
    if (one.matches('button, a, input, select, summary')
        && (box.width < least - 0.1 || box.height < least - 0.1))
      wrong.push(`small: ${name(one)} at ${where}`);
  }
  return wrong;
}
"""

_OVERLAPS = """
() => {
  const lying = document.querySelectorAll('.board-tile .face-edge, .board-ghost-shown .face-edge');
  const tiles = [...lying].map(one => one.getBoundingClientRect());
  const wrong = [];
  tiles.forEach((one, at) => tiles.slice(0, at).forEach((other, before) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (across > 0.5 && down > 0.5) wrong.push(`tile ${at} lies on tile ${before}`);
  }));
  for (const order of document.querySelectorAll('.plate:not(.plate-under) .plate-order')) {
    const { left, right, top, bottom } = order.getBoundingClientRect();
    for (const tile of tiles) {
      const across = Math.min(right, tile.right) - Math.max(left, tile.left);
      const down = Math.min(bottom, tile.bottom) - Math.max(top, tile.top);
      if (across > 0 && down > 0 && across * down > (right - left) * (bottom - top) / 2)
        wrong.push(`the order ${order.textContent} lies on pips`);
    }
    for (const mark of order.parentElement.querySelectorAll('.plate-shape, .plate-plus')) {
      const box = mark.getBoundingClientRect();
      const across = Math.min(right, box.right) - Math.max(left, box.left);
      const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      if (across > 2 && down > 2)
        wrong.push(`the order ${order.textContent} lies on ${mark.className}`);
    }
  }
  return wrong;
}
"""

_SIDEWAYS = """
() => document.documentElement.scrollWidth > innerWidth
    ? [`scrolls sideways by ${document.documentElement.scrollWidth - innerWidth}`] : []
"""

TABLE = (
    "[data-tile], [data-branch], .plate-disc, [data-confirm], [data-chip], .actions-small, "
    ".header-menu, .header-scores, .badge-plate, "
    ".board-ghost-shown .face-edge, .board-tile .face-edge"
)
"""Whatever of a table has to be seen whole at any time."""


async def wrong_with(page: Page, selectors: str = TABLE, *, least: float = 44) -> list[str]:
    """Of these elements: which are not wholly in the window, covered, or too small to be hit.

    And whether tiles lie on each other, or what a plate says on pips.
    """
    found: list[str] = await page.evaluate(_LOOK, {"selectors": selectors, "least": least})
    found += await page.evaluate(_OVERLAPS)
    found += await page.evaluate(_SIDEWAYS)
    return found


SETTLED = """
() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(async () => {
  await Promise.allSettled(document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished));
  requestAnimationFrame(done);
})))
"""


async def settled(page: Page) -> None:
    """What was sent has been drawn, tiles laid out for it, and nothing moves any more."""
    await page.evaluate(_LAID)


LAYING = """
globalThis.laying = 0;
globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', () => { laying--; });
  }
  postMessage(order) {
    laying++;
    super.postMessage(order);
  }
};
"""
"""Before any script of a page: counts what its worker has still to lay out."""

_LAID = f"""
async () => {{
  const settled = {SETTLED};
  const end = performance.now() + 10000;  // where the worker has failed it answers no more
  let laid;
  do {{
    laid = !globalThis.laying;
    await settled();
  }} while ((!laid || globalThis.laying) && performance.now() < end);
}}
"""


async def resized(page: Page, size: tuple[int, int]) -> None:
    """The window has that size, and the tiles lie as the worker has laid them out for it."""
    width, height = size
    await page.set_viewport_size({"width": width, "height": height})
    await settled(page)


CONTROLS = (
    "button, a[href], select, summary, input:not([type=radio], [type=checkbox], [type=range])"
)

_SMALL = """
({ selectors, least }) => [...document.querySelectorAll(selectors)]
  .filter(one => one.checkVisibility() && !one.closest('.unseen'))
  .filter(one => !one.closest('p'))  // words of a sentence
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) > 1
      && Math.min(width, height) < least - 0.1)
  .map(([one, { width, height }]) => `small: ${one.getAttribute('aria-label')
      || one.textContent.trim() || one.className}: ${width.toFixed(1)}x${height.toFixed(1)}`)
"""

_CLIPPED = """
() => {
  const wrong = [];
  const ancestors = one => one ? [one, ...ancestors(one.parentElement)] : [];
  // What scrolls goes below what does not.
  const staysPut = one => ancestors(one).some(
      each => ['sticky', 'fixed'].includes(getComputedStyle(each).position)
          && !each.matches('.sheet'));
  const shown = one => ancestors(one.parentElement)
      .filter(each => getComputedStyle(each).overflowY !== 'visible')
      .map(each => each.getBoundingClientRect())
      .reduce((box, frame) => ({
          left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right),
          top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom),
      }), one.getBoundingClientRect());
  const inSight = one => one.checkVisibility() && !one.closest('.unseen, [aria-hidden=true]');
  const words = one => [...one.childNodes].some(
      ({ nodeType, data }) => nodeType === 3 && data.trim());
  for (const one of [...document.querySelectorAll('#app *')].filter(inSight)) {
    const box = one.getBoundingClientRect();
    if (box.width < 2) continue;
    const { left, right } = shown(one);
    if (words(one) && left < right && (right > innerWidth + 1 || left < -1))
      wrong.push(`beside the window: ${one.textContent.trim().slice(0, 60)} ${Math.round(box.left)}`
          + `..${Math.round(box.right)}`);
    const style = getComputedStyle(one);
    const isCut = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis'
        && !['auto', 'scroll'].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1;
    if (words(one) && isCut)
      wrong.push(`cut off: ${one.textContent.trim().slice(0, 60)}`);
    if (words(one) && one.closest('button') && one.scrollHeight > one.clientHeight + 2
        && style.overflowY === 'hidden' && style.webkitLineClamp === 'none')
      wrong.push(`cut off below: ${one.textContent.trim().slice(0, 60)}`);
  }
  const controls = [...document.querySelectorAll('button, a[href], select, input, summary')]
      .filter(inSight).filter(one => !one.matches('.plate'));
  controls.forEach((one, at) => controls.slice(0, at).forEach(other => {
    if (one.contains(other) || other.contains(one)) return;
    if (one.closest('label') && one.closest('label') === other.closest('label')) return;
    if (!!one.closest('[role=dialog]') !== !!other.closest('[role=dialog]')) return;
    if (staysPut(one) || staysPut(other)) return;
    const [a, b] = [shown(one), shown(other)];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 2 && down > 2)
      wrong.push(`overlap: ${one.textContent.trim() || one.className} and `
          + `${other.textContent.trim() || other.className}`);
  }));
  return wrong;
}
"""


async def small(page: Page, *, least: float = 44) -> list[str]:
    """Which controls are smaller than a finger needs; those in a line of text may be."""
    found: list[str] = await page.evaluate(_SMALL, {"selectors": CONTROLS, "least": least})
    return found


async def clipped(page: Page) -> list[str]:
    """Words that are cut off or beside the window, controls that lie on others, sideways scroll."""
    found: list[str] = await page.evaluate(_CLIPPED)
    found += await page.evaluate(_SIDEWAYS)
    return found
