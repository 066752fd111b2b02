"""Draws what chats and home screens show of Longana, into client/web/public.

The PNGs are committed, as they need a browser to be made; after a change here, in an environment
with the extra `test`:  python client/web/tools/pictures.py
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright


PUBLIC = Path(__file__).resolve().parents[1] / "public"

# The palette of src/style/base.css.
CLOTH, TILE, EDGE, PIP, DIVIDER = "#1e4a43", "#f7f1e3", "#d9cdb0", "#1c1b1a", "#8c7b5e"

_COLUMNS = {1: "4", 2: "28", 3: "248", 4: "0268", 5: "02468", 6: "035268", 7: "0352684"}
"""Which of nine places, row by row, have a pip."""
_PLACES = {0: "", 8: "01235678", 9: "012345678", **_COLUMNS, 2: "08", 3: "048"}


def half(value: int, x: float, y: float, side: float) -> str:
    """The pips of half a tile, around its centre."""
    step, radius = side * 0.27, side * 0.085
    return "".join(
        f'<circle cx="{x + (int(place) % 3 - 1) * step:.1f}"'
        f' cy="{y + (int(place) // 3 - 1) * step:.1f}" r="{radius:.1f}"/>'
        for place in _PLACES[value]
    )


def tile(first: int, second: int, x: float, y: float, side: float, *, upright: bool) -> str:
    """A tile around a point; the first half is on the left, or above."""
    width, height = (side, 2 * side) if upright else (2 * side, side)
    across, down = (0, side / 2) if upright else (side / 2, 0)
    left, top, radius, edge = x - width / 2, y - height / 2, side * 0.12, side * 0.05
    line = (
        f"M{x - 0.4 * side} {y}h{0.8 * side}" if upright else f"M{x} {y - 0.4 * side}v{0.8 * side}"
    )
    return (
        f'<rect x="{left + 1}" y="{top + 1}" width="{width - 2}" height="{height - 2}"'
        f' rx="{radius}" fill="{EDGE}"/>'
        f'<rect x="{left + 1}" y="{top + 1}" width="{width - 2}" height="{height - 2 - edge}"'
        f' rx="{radius}" fill="{TILE}"/>'
        f'<path d="{line}" stroke="{DIVIDER}" stroke-width="{side * 0.03}"/>'
        f'<g fill="{PIP}">{half(first, x - across, y - down, side)}'
        f"{half(second, x + across, y + down, side)}</g>"
    )


def svg(width: int, height: int, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{CLOTH}"/>{content}</svg>'
    )


def picture() -> str:
    """A table for a chat: four branches from the double nine, 1200 × 630."""
    side, x, y = 84.0, 600.0, 282.0
    tiles = [
        tile(9, 9, x, y, side, upright=True),
        tile(9, 4, x + 1.5 * side, y, side, upright=False),
        tile(4, 4, x + 3 * side, y, side, upright=True),
        tile(4, 7, x + 4.5 * side, y, side, upright=False),
        tile(7, 1, x + 6.5 * side, y, side, upright=False),
        tile(2, 9, x - 1.5 * side, y, side, upright=False),
        tile(6, 2, x - 3.5 * side, y, side, upright=False),
        tile(6, 6, x - 5 * side, y, side, upright=True),
        tile(0, 6, x - 6.5 * side, y, side, upright=False),
        tile(3, 9, x, y - 2 * side, side, upright=True),
        tile(8, 3, x, y - 4 * side, side, upright=True),
        tile(9, 5, x, y + 2 * side, side, upright=True),
        tile(5, 8, x, y + 4 * side, side, upright=True),
    ]
    word = (
        f'<text x="64" y="548" font-family="sans-serif" font-weight="600" font-size="92"'
        f' fill="{TILE}">Longana</text>'
    )
    return svg(1200, 630, "".join(tiles) + word)


def icon() -> str:
    """The double nine on the cloth; the outer fifth may be cut off by any shape."""
    return svg(512, 512, tile(9, 9, 256, 256, 182, upright=True))


def main() -> None:
    wanted = [("picture.png", picture(), 1200, 630)] + [
        (f"icon-{size}.png", icon(), size, size) for size in (180, 192, 512)
    ]
    browser_path = shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for name, drawing, width, height in wanted:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(f"<body style='margin:0'>{drawing}</body>")
            page.screenshot(path=PUBLIC / name)
        browser.close()


if __name__ == "__main__":
    main()
