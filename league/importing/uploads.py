"""From what was sent, files and pasted text, to the texts of documents. Nothing is unpacked or read beyond a limit."""

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO, StringIO
from itertools import islice
from typing import Protocol

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from league.text import UNSTORABLE

MEGABYTE = 1024 * 1024
MOST_BYTES = 5 * MEGABYTE
"""Of everything that is sent at once, and of all that comes out of archives."""

MOST_GAMES = 50
"""In one go. Texts behind the first that is too many are not looked for: a line may be two bytes long."""

MOST_ENTRIES = 200
"""In an archive, folders included."""

TIGHTEST = 200
"""So many times smaller nobody packs games; only what is made to fill a memory is packed so tightly."""

LONGEST_NAME = 60
READ = (".egn", ".jsonl", ".json")
LINES = ".jsonl"
ARCHIVE, ARCHIVE_STARTS = ".zip", b"PK\x03\x04"
_PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError),
    *(LookupError, OverflowError, NotImplementedError, struct.error),
)
"""What reading an archive raises that is none, or was cut off on the way."""

_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Sent(Protocol):
    """A file as a browser sends it."""

    name: str | None
    size: int | None

    def read(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Text:
    """The text of one document, and where it stood in words: a file, perhaps a line of it."""

    where: str
    text: str


@dataclass(slots=True)
class Uploads:
    """What was sent: the texts of documents, and why the rest is none of them."""

    texts: list[Text] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    left: int = MOST_BYTES


def read_uploads(files: Sequence[Sent], pasted: str = "") -> Uploads:
    """Everything that was sent. Names of files are shown, and never used as paths."""
    found = Uploads()
    if pasted.strip():
        _add(found, _documents(_("Pasted text"), pasted, lines=_are_lines(pasted)))
    for file in files:
        _read_file(found, _last_part(file.name or ""), file)
    return found


def shown_name(name: str) -> str:
    """The last part of a file's name, as far as it can be shown; cut off, it may have lost what it ends with."""
    return str(Truncator(_last_part(name)).chars(LONGEST_NAME)) or _("a file without a name")


def _last_part(name: str) -> str:
    last = re.split(r"[/\\]", name.rstrip("/\\"))[-1]
    return UNSTORABLE.sub("", _UNSHOWN.sub("", last)).strip()


def limit_text(limit: int = MOST_BYTES) -> str:
    """A limit in words."""
    return _("%(count)s MB") % {"count": limit // MEGABYTE}


def _read_file(found: Uploads, name: str, file: Sent) -> None:
    where = shown_name(name)
    if (file.size or 0) > found.left:
        found.refused.append(_too_much(where))
        return
    data = file.read()
    if name.lower().endswith(ARCHIVE) or data.startswith(ARCHIVE_STARTS):
        _read_archive(found, where, data)
    else:
        found.left -= len(data)
        _read_text(found, name, where, data)


def _too_much(name: str) -> str:
    told = _(
        "%(file)s: all files together may have %(limit)s at most, also when they are unpacked. Send them in parts."
    )
    return told % {"file": name, "limit": limit_text()}


def _read_text(found: Uploads, name: str, where: str, data: bytes) -> None:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        found.refused.append(
            _("%(file)s: this is not UTF-8 text. Save it as UTF-8 and send it again.") % {"file": where}
        )
        return
    if not text.strip():
        found.refused.append(_("%(file)s: this is empty.") % {"file": where})
        return
    _add(found, _documents(where, text, lines=name.lower().endswith(LINES) or _are_lines(text)))


def _add(found: Uploads, texts: Iterator[Text]) -> None:
    found.texts += islice(texts, max(MOST_GAMES + 1 - len(found.texts), 0))


def _are_lines(text: str) -> bool:
    """Whether there is a whole document on each line, as far as can be seen."""
    count = 0
    for line in map(str.strip, StringIO(text, newline="\n")):
        if line and not (line.startswith("{") and line.endswith("}")):
            return False
        count += bool(line)
    return count > 1


def _documents(where: str, text: str, *, lines: bool) -> Iterator[Text]:
    if not lines:
        yield Text(where, text)
        return
    for number, line in enumerate(StringIO(text, newline="\n"), 1):
        if line.strip():
            yield Text(_("%(file)s, line %(line)s") % {"file": where, "line": number}, line.removesuffix("\n"))


# Archives


def _read_archive(found: Uploads, name: str, data: bytes) -> None:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_ENTRIES:
                told = _("%(file)s: an archive may have %(count)s entries at most. Send it in parts.")
                found.refused.append(told % {"file": name, "count": MOST_ENTRIES})
                return
            before = len(found.texts) + len(found.refused)
            for entry in entries:
                _read_entry(found, name, archive, entry)
            if len(found.texts) + len(found.refused) == before:
                told = _("%(file)s: there is no .egn or .jsonl file in this archive.")
                found.refused.append(told % {"file": name})
    except _BROKEN:
        found.refused.append(_("%(file)s: this archive is damaged. Pack it anew.") % {"file": name})


def _read_entry(found: Uploads, name: str, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    """One entry; what is no game, such as a folder or what a Mac writes beside, is passed over."""
    last = _last_part(entry.filename)
    if entry.is_dir() or last.startswith("._"):
        return
    where = f"{name}: {shown_name(last)}"
    if last.lower().endswith(ARCHIVE):
        found.refused.append(
            _("%(file)s: an archive inside an archive is not read. Unpack it first.") % {"file": where}
        )
    elif last.lower().endswith(READ):
        if told := _why_not(entry):
            found.refused.append(told % {"file": where})
        else:
            _unpack(found, where, archive, entry)


def _why_not(entry: zipfile.ZipInfo) -> str:
    """Why an entry is not unpacked."""
    if entry.flag_bits & _ENCRYPTED:
        return _("%(file)s: this is encrypted. Pack it without a password.")
    if entry.compress_type not in _PLAIN:
        return _("%(file)s: this is packed in a way that is not read here. Pack it as a plain ZIP file.")
    if entry.file_size > TIGHTEST * max(entry.compress_size, 1):
        return _("%(file)s: this is packed so tightly that it can be no games. Send the file itself.")
    return ""


def _unpack(found: Uploads, where: str, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    with archive.open(entry) as unpacked:
        data = unpacked.read(found.left + 1)  # what the archive says of the size is not believed
    if len(data) > found.left:
        found.refused.append(_too_much(where))
        return
    found.left -= len(data)
    _read_text(found, entry.filename, where, data)
