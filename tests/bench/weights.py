"""What pages weigh on the line: compressed as a proxy does it."""

from __future__ import annotations

import gzip
import re
import urllib.parse
import urllib.request
from collections.abc import Mapping
from uuid import uuid4

from tests.bench.prepare import Prepared
from tests.bench.table import Row

KIB = 1024
LEVEL = 6
IMPORT = re.compile(r"""(?:\bimport\b|\bfrom\b)\s*["'](\.[^"']+\.js)["']""")
LINKED = re.compile(r"""<(?:link[^>]*rel="stylesheet"[^>]*href|script[^>]*src)="([^"]+)\"""")
FONT = re.compile(r"""url\(["']?([^"')]+-latin-wght-[^"')]+\.woff2)["']?\)""")


def weigh(address: str, prepared: Prepared) -> list[Row]:
    """The table screen for the first time, again, a hand, and a page of standings."""
    signed_in = {"Cookie": prepared.cookie}
    screen = _get(address + prepared.table, signed_in)
    assets, fonts = _assets(address + prepared.table, screen.decode())
    first = _packed(screen) + sum(_packed(text) for text in assets.values())
    swap = _packed(_record(address, prepared))
    standings = _packed(_get(address + prepared.standings))
    return [
        _row("table screen, first load without the font", first, 40),
        _row("table screen, first load with the font", first + sum(map(len, fonts.values())), 75),
        _row("table screen, again", _packed(screen), 6),
        _row("a hand's swap", swap, 3),
        _row("standings, 50 rows", standings, 5),
    ]


def _row(what: str, size: int, most: float) -> Row:
    return Row(what, project=round(size / KIB, 1), most=most, unit=" KiB")


def _packed(text: bytes) -> int:
    return len(gzip.compress(text, LEVEL))


def _get(url: str, headers: Mapping[str, str] | None = None, data: bytes | None = None) -> bytes:
    request = urllib.request.Request(url, data, dict(headers or {}))  # noqa: S310  # our own server
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310  # our own server
        content: bytes = answer.read()
        return content


def _record(address: str, prepared: Prepared) -> bytes:
    fields = {"csrfmiddlewaretoken": prepared.token, "client_id": str(uuid4()), "follows": "", "cell": "0:3"}
    headers = {"Cookie": prepared.cookie, "HX-Request": "true"}
    return _get(address + prepared.record[-1], headers, urllib.parse.urlencode(fields).encode())


def _assets(page: str, html: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Styles and scripts with what they import, and the typeface; each once."""
    waiting = [urllib.parse.urljoin(page, url) for url in LINKED.findall(html)]
    assets: dict[str, bytes] = {}
    fonts: dict[str, bytes] = {}
    while waiting:
        url = waiting.pop()
        if url in assets:
            continue
        assets[url] = _get(url)
        text = assets[url].decode()
        if url.partition("?")[0].endswith(".js"):
            waiting += [urllib.parse.urljoin(url, name) for name in IMPORT.findall(text)]
        fonts |= {font: _get(font) for font in (urllib.parse.urljoin(url, name) for name in FONT.findall(text))}
    return assets, fonts
