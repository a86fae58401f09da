"""Files as browsers send them."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile


def file(body: str | bytes, name: str = "game.egn") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, body.encode() if isinstance(body, str) else body)


def packed(*entries: tuple[str, str | bytes], **options: Any) -> bytes:
    """An archive of these files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in entries:
            archive.writestr(name, body, **options)
    return buffer.getvalue()
