"""A club's own web page, somewhere else, shows the table and reads the feed, and can show nothing else of the site."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, override

import pytest
from playwright.sync_api import expect

from league.models import Club, Visibility
from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)


class Elsewhere:
    """Another site: one page, whatever is asked."""

    def __init__(self) -> None:
        self.html = ""
        site = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(site.html.encode())

            @override
            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    site = Elsewhere()
    yield site
    site.server.shutdown()
    site.server.server_close()


READ = "(url) => fetch(url).then((answer) => answer.json()).then((feed) => feed.rows[0].player.name, () => 'refused')"
ASK = "(url) => fetch(url).then(() => 'read', () => 'refused')"


def test_another_web_page_shows_the_table_and_nothing_else(
    new_phone: Callable[..., Phone],
    hall: Hall,
    live_server: Any,
    elsewhere: Elsewhere,
    allow_console: Callable[[str], None],
) -> None:
    allow_console("frame-ancestors|X-Frame-Options|CORS policy|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE|favicon")
    Club.objects.update(visibility=Visibility.PUBLIC)
    table = hall.start()
    for tricks in (5, 5, 5, 3):
        table.record("Bogdan", tricks)
    desk = new_phone(hall.owner)
    desk.open(hall.path("standings"))
    desk.page.get_by_text("Show it on your web page").tap()
    expect(desk.page.get_by_label("Code for a web page")).to_be_visible()
    code = desk.page.get_by_label("Code for a web page").input_value()
    other = f'<iframe id="other" src="{live_server.url}{hall.path("standings")}"></iframe>'
    elsewhere.html = f"<!doctype html><title>Our club</title><h1>Our club</h1>{code}{other}"

    reader = new_phone()
    reader.page.goto(elsewhere.url)
    framed = reader.page.frame_locator("iframe[loading=lazy]")
    expect(framed.locator("tbody tr").first).to_contain_text("Bogdan")
    expect(framed.get_by_role("link", name="Harbour Euchre Club on Upcard")).to_have_attribute("target", "_blank")
    refused = reader.page.locator("#other").element_handle().content_frame()
    assert refused
    assert refused.url.startswith("chrome-error:")
    assert reader.page.context.cookies() == []

    feed = f"{live_server.url}{hall.path('standings-json')}"
    assert reader.page.evaluate(READ, feed) == "Bogdan"
    Club.objects.update(visibility=Visibility.UNLISTED)
    assert reader.page.evaluate(ASK, feed) == "refused"
