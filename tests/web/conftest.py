"""What the tests of the page share: a browser, servers, and pages that are watched for faults."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    StorageState,
    expect,
    sync_playwright,
)

from tests.web.site import CHROMIUM, LANGUAGES, SIZES, Site

expect.set_options(timeout=30_000)  # for machines with much else to do


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--screenshots", metavar="FOLDER", help="where the tests of the page put pictures of it"
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    if CHROMIUM is None:
        pytest.skip("chromium is missing (on Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for the tests of a module."""
    with Site(tmp_path_factory.mktemp("site")) as running:
        yield running


class Visit(Protocol):
    """Opens the page at a path such as `/history`, in a browser of somebody new or of a token's."""

    def __call__(
        self,
        path: str = "/",
        *,
        size: str = "phone",
        language: str = "zh-Hans",
        theme: str = "dark",
        touch: bool = False,
        token: str | None = None,
        context: BrowserContext | None = None,
    ) -> Page: ...


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visit]:
    """Open pages; in the end none of them has met an error or asked another host for anything."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def watched(page: Page) -> None:
        def printed(message: ConsoleMessage) -> None:
            # A server that is away, or refuses, is no fault of the page.
            if message.type in ("error", "warning") and not _of_network(message.text):
                faults.append(message.text)

        page.on("console", printed)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "request",
            lambda request: None if _is_own(request.url, site) else faults.append(request.url),
        )

    def opened(
        path: str = "/",
        *,
        size: str = "phone",
        language: str = "zh-Hans",
        theme: str = "dark",
        touch: bool = False,
        token: str | None = None,
        context: BrowserContext | None = None,
    ) -> Page:
        if context is None:
            width, height = SIZES[size]
            known: StorageState | None = None
            if token is not None:
                known = {
                    "origins": [
                        {
                            "origin": site.url,
                            "localStorage": [{"name": "qianma.token", "value": token}],
                        }
                    ]
                }
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale=LANGUAGES[language],
                color_scheme="light" if theme == "light" else "dark",
                has_touch=touch,
                storage_state=known,
            )
            contexts.append(context)
        page = context.new_page()
        watched(page)
        page.goto(f"{site.url}#{path}")
        page.wait_for_selector("main")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> "Picture":
    """Takes pictures of pages, where `--screenshots` says so."""
    folder = request.config.getoption("--screenshots")
    return Picture(Path(folder) if folder else None)


class Picture:
    """Takes pictures into a folder; without one, takes none."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def __call__(self, page: Page, name: str) -> None:
        if self._folder is not None:
            page.screenshot(path=self._folder / f"{name}.png")


def _of_network(text: str) -> bool:
    return text.startswith(("Failed to load resource", "WebSocket connection to"))


def _is_own(url: str, site: Site) -> bool:
    return url.startswith((site.url, f"ws://127.0.0.1:{site.port}/", "data:", "blob:"))
