"""Reading files document by document. A line that can't be read is told, and the next one is read."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.egn.documents import Document
from engine.egn.reader import BrokenTextError, parse_document
from engine.errors import UnreadableError

LONGEST = 2 * 1024 * 1024
"""Bytes of a document. A game of a hundred annotated deals has a tenth of that; memory stays bounded."""

_LINES = ".jsonl"


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document, or the reason why there is none; `line` is where it stands in its file, from 1."""

    line: int
    document: Document | None
    error: str = ""


def read_documents(path: Path) -> Iterator[ReadDocument]:
    """Every document of a file: one a line in `.jsonl`, else one. OSError if there is no such file."""
    with path.open("rb") as file:
        if path.suffix == _LINES:
            for number, line in _lines(file):
                if line is None or line:
                    yield _read(number, line)
        else:
            text = file.read(LONGEST + 1)
            yield _read(1, text if len(text) <= LONGEST else None)


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Lines and their numbers; None for one that is too long, of which the rest is skipped."""
    number = 0
    while line := file.readline(LONGEST + 1):
        number += 1
        if len(line) <= LONGEST:
            yield number, line.rstrip()
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(LONGEST)
        yield number, None


def _read(line: int, text: bytes | None) -> ReadDocument:
    if text is None:
        return ReadDocument(line, None, f"longer than {LONGEST:,} bytes")
    try:
        return ReadDocument(line, parse_document(text.decode("utf-8-sig")))
    except UnicodeDecodeError:
        return ReadDocument(line, None, "not UTF-8")
    except BrokenTextError as error:
        return ReadDocument(line + error.line - 1, None, str(error))
    except UnreadableError as error:
        return ReadDocument(line, None, str(error))
