"""A page as everybody may see it: on a phone and on a desk, light and dark, looked through by axe."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

PHONE, DESK = {"width": 360, "height": 640}, {"width": 1280, "height": 800}
EVERYTHING: list[str] = []
WHAT_COLOUR_CHANGES = ["color-contrast", "link-in-text-block"]
LOOKS = [
    (PHONE, "light", EVERYTHING),
    (PHONE, "dark", WHAT_COLOUR_CHANGES),
    (DESK, "dark", EVERYTHING),
    (DESK, "light", WHAT_COLOUR_CHANGES),
]

RUN = """(only) => axe.run({
    resultTypes: ["violations"],
    preload: false, // its style sheets are there already
    ...(only.length ? { runOnly: only } : { rules: { "target-size": { enabled: true } } }),
  })
  .then(({ violations }) => violations.flatMap(({ id, help, nodes }) => nodes.map((node) =>
    `${id} (${help}): ${node.html.slice(0, 160)} ${node.failureSummary.replaceAll("\\n", " ").slice(0, 240)}`)))"""


def findings(page: Page, name: str) -> list[str]:
    """What is wrong with the page as it stands, in every look; each with where it was seen."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = []
    for window, scheme, rules in LOOKS:
        page.set_viewport_size(window)  # type: ignore[arg-type]  # a dict of our own
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
        where = f"{name}, {window['width']} px, {scheme}: "
        found += [where + one for one in _overflow(page, window["width"]) + page.evaluate(RUN, rules)]
    return found


def _overflow(page: Page, width: int) -> list[str]:
    wide: int = page.evaluate("document.scrollingElement.scrollWidth")
    return [f"scrolls sideways: {wide} px"] if wide > width else []


def clipped(page: Page, within: str) -> list[dict[str, Any]]:
    """Controls whose words don't fit into them, or that stick out of the window."""
    return page.evaluate(CLIPPED, within)  # type: ignore[no-any-return]  # what the script returns


# Letters may reach over their line by a fifth of their size without being cut.
CLIPPED = """(within) => [...document.querySelectorAll(within)]
  .filter((control) => control.checkVisibility())
  .map((control) => ({ control, box: control.getBoundingClientRect(), font: getComputedStyle(control).fontSize }))
  .filter(({ control, box, font }) => box.left < -0.5 || box.right > innerWidth + 0.5
    || control.scrollWidth > control.clientWidth + 1
    || control.scrollHeight > control.clientHeight + parseFloat(font) / 5)
  .map(({ control, box }) => ({ says: control.innerText, left: box.left, right: box.right,
    wide: [control.scrollWidth, control.clientWidth], high: [control.scrollHeight, control.clientHeight] }))"""
