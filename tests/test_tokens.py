"""A form that is included where the rest of the context is hidden has its token all the same."""

from __future__ import annotations

import re
from pathlib import Path

from tests.repository import ROOT, project_files

INCLUDE = re.compile(r"""{%\s*include\s+"([^"]+)"([^%]*)%}""")
TEMPLATES = ROOT / "templates"


def _holds_a_form(template: Path) -> bool:
    """Itself, or what it includes and lets see the token."""
    text = template.read_text(encoding="utf-8")
    seen = (TEMPLATES / file for file, options in INCLUDE.findall(text) if not _hides_the_token(options))
    return "{% csrf_token %}" in text or any(_holds_a_form(file) for file in seen if file != template)


def _hides_the_token(options: str) -> bool:
    return "only" in options.split() and "csrf_token=" not in options


def test_no_include_hides_the_token_of_its_form() -> None:
    bare = [
        f"{page.relative_to(ROOT)}: {file}"
        for page in project_files(".html")
        for file, options in INCLUDE.findall(page.read_text(encoding="utf-8"))
        if _hides_the_token(options) and _holds_a_form(TEMPLATES / file)
    ]
    # The list is for looking only there: nothing in it can be taken back.
    looks = ["templates/players/_profile.html: credits/_list.html", "templates/standings/why.html: credits/_list.html"]
    assert bare == looks
