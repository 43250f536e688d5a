"""Renews the PNG icons of the page from web/public/icon.svg, with Debian's Chromium.

python scripts/page_icons.py
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "web" / "public"
GROUND = "#14324A"
ICONS = {"icon-180": (180, 1.0), "icon-192": (192, 1.0), "icon-512": (512, 1.0)}
MASKABLE = {"icon-maskable-512": (512, 0.8)}
"""Name: its size, and how much of it the picture takes; systems cut maskable ones as they like."""


def main() -> None:
    """Write all of them."""
    drawing = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        for name, (size, share) in {**ICONS, **MASKABLE}.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            side = round(size * share)
            page.set_content(
                f"<body style='margin:0;background:{GROUND if share < 1 else 'transparent'}'>"
                f"<div style='width:{side}px;margin:{(size - side) // 2}px'>{drawing}</div>"
            )
            page.screenshot(path=FOLDER / f"{name}.png", omit_background=share == 1)
        browser.close()


if __name__ == "__main__":
    main()
