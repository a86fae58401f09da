"""What tests of pages share: reading an answer, and counting what it cost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

NASTY_NAMES = ["0", "O'Brien", "<b>Bold</b> & Co", "יעל כהן", "🃏 👩‍👩‍👧", "小林 さくら", '"quoted"', "{{ 7|add:7 }}"]


def text_of(answer: Any) -> str:
    """The words of a page, as a reader sees them."""
    html = re.sub(r"<(head|script|svg).*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).replace("\u2068", "").replace("\u2069", "").split())


def errors_of(answer: Any, form: str = "form") -> dict[str, list[str]]:
    """A form's errors by field."""
    return {field: list(found) for field, found in answer.context[form].errors.items()}


def post_surrogate(client: Client, url: str, field: str, **form: str) -> Any:
    """Sends half a character, as a hostile client can: by a charset that spells it out."""
    parts = {field: r"a\ud800b"} | form
    body = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{part}\r\n' for name, part in parts.items()
    )
    return client.post(
        url, f"{body}--x--\r\n".encode(), content_type="multipart/form-data; boundary=x; charset=unicode_escape"
    )


@contextmanager
def at_most_statements(limit: int) -> Iterator[None]:
    """Fails with the statements themselves, so that the one too many can be seen."""
    with CaptureQueriesContext(connection) as captured:
        yield
    found = [query["sql"] for query in captured.captured_queries]
    assert len(found) <= limit, f"{len(found)} statements:\n" + "\n".join(found)
