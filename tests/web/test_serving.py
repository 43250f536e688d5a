"""How the server serves the page: compressed, cached for good by hashed names, and by itself."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from qianma.server.page_files import FOLDER
from tests.web.conftest import Visit
from tests.web.figures import report
from tests.web.site import Site, build_page

MOST_BYTES = 150 * 1024
NAMESPACES = re.compile(r"http://www\.w3\.org/(?:2000/svg|1999/xhtml|1999/xlink|1998/Math/MathML)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("site")) as running:
        yield running


def index(site: Site) -> str:
    return str(site.ask("/").body.decode())


def assets(html: str) -> list[str]:
    return re.findall(r'(?:src|href)="(assets/[^"]+)"', html)


def test_the_index_is_asked_for_again_each_time(site: Site) -> None:
    answer = site.ask("/")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    tag = answer.headers["etag"]
    again = site.ask("/", headers={"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")


def test_hashed_files_are_kept_for_good_and_compressed(site: Site) -> None:
    found = assets(index(site))
    assert len(found) >= 4
    for path in found:
        plain = site.ask(f"/{path}")
        assert plain.status == 200
        assert "immutable" in plain.headers["cache-control"]
        assert re.search(r"-[0-9A-Z]{8}\.", path)
        if path.endswith(".png"):
            continue
        zipped = site.ask(f"/{path}", headers={"Accept-Encoding": "gzip, deflate"})
        assert zipped.headers["content-encoding"] == "gzip"
        assert gzip.decompress(zipped.body) == plain.body
        best = site.ask(f"/{path}", headers={"Accept-Encoding": "gzip, br"})
        assert best.headers["content-encoding"] == "br"
        assert len(best.body) <= len(zipped.body)
        refusing = site.ask(f"/{path}", headers={"Accept-Encoding": "br;q=0, gzip"})
        assert refusing.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    "path",
    ["/assets/", "/assets/nothing.js", "/assets/..%2findex.html", "/assets/../page.py", "/page.py"],
)
def test_there_is_nothing_but_the_page(site: Site, path: str) -> None:
    assert site.ask(path).status == 404


def test_an_address_that_leads_nowhere_is_explained_by_the_page(site: Site, visit: Visit) -> None:
    page = visit("/")
    page.goto(f"{site.url}nothing/here")
    expect(page.get_by_role("heading", name="没有这一页")).to_be_visible()
    # Programs, and files of the page itself, get the plain answer.
    assert site.ask("/nothing").status == 404


def test_the_policy_allows_no_script_in_the_page_itself(site: Site) -> None:
    answer = site.ask("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    html = answer.body.decode()
    for script in re.findall(r"<script[^>]*>(.*?)</script>", html, re.DOTALL):
        assert script == ""
    assert not re.search(r'<style|\sstyle=|\son[a-z]+="', html)


def test_the_manifest_can_be_installed(site: Site) -> None:
    answer = site.ask("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.body)
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        answer = site.ask(f"/{icon['src']}")
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
        assert len(answer.body) > 500


def built(*endings: str) -> Iterator[Path]:
    build_page()
    for path in sorted(FOLDER.rglob("*")):
        if path.name.endswith(endings):
            yield path


def test_no_file_names_another_host() -> None:
    for path in built(".js", ".css", ".html", ".svg", ".webmanifest"):
        found = set(re.findall(r"https?://[\w./-]+", path.read_text(encoding="utf-8")))
        assert [one for one in found if not NAMESPACES.fullmatch(one)] == [], path.name


def test_the_page_is_small() -> None:
    """All of it in one language; what is loaded at first is far less."""
    sizes = {
        path.name: len(gzip.compress(path.read_bytes(), 9))
        for path in built(".js", ".css", ".html")
    }
    other = [name for name in sizes if re.search(r"(zh-Hans|zh-Hant)-", name)]
    assert len(other) == 4
    whole = sum(size for name, size in sizes.items() if name not in other)
    report("the whole page in one language, compressed", f"{whole / 1024:.0f} KB", "150 KB")
    assert whole < MOST_BYTES
