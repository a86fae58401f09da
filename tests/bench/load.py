"""Load by wrk: how many requests a second a page answers, and how many hands are recorded."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

WRK = shutil.which("wrk")
WARM = 1


class LoadError(RuntimeError):
    """What was measured answered otherwise than it should: its figures would be worth nothing."""


def ask(url: str, seconds: int, headers: Mapping[str, str] | None = None) -> float:
    """Requests a second, eight at a time."""
    options = [part for name, value in (headers or {}).items() for part in ("-H", f"{name}: {value}")]
    return _run(["-t1", "-c8", *options, url], seconds)


def post_hands(address: str, games: Sequence[str], cookie: str, token: str, seconds: int, salt: int) -> float:
    """Hands a second, from four phones at a time, each at a table of its own. `salt`: another one, other ids."""
    script = HANDS % {
        "games": _lua(games),
        "cookie": json.dumps(cookie),
        "token": json.dumps(token),
        "salt": salt,
    }
    return _scripted(address, script, seconds)


def post_rows(url: str, seconds: int) -> float:
    """The same for the view that inserts a row."""
    return _scripted(url, ROWS, seconds)


def _scripted(url: str, script: str, seconds: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "load.lua"
        file.write_text(script, "utf-8")
        # A thread for each connection: wrk tells a script nothing else about who asks.
        return _run(["-t4", "-c4", "-s", str(file), url], seconds)


def _run(options: Sequence[str], seconds: int) -> float:
    assert WRK
    command = [WRK, f"-d{seconds}s", *options]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"Requests/sec:\s+([\d.]+)", told)
    if found is None or "Non-2xx" in told or re.search(r"Socket errors: (?!connect 0, read 0, write 0)", told):
        raise LoadError(f"{' '.join(command)}\n{told}")
    return float(found[1])


def _lua(texts: Sequence[str]) -> str:
    return "{" + ", ".join(json.dumps(text) for text in texts) + "}"


ROWS = """
wrk.method, wrk.body = "POST", "name=Ann"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
"""

HANDS = """
local games, salt, threads = %(games)s, %(salt)d, 0
local makers, hands_a_game = 3, 12

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

local function uuid()
  return string.format("%%08x-%%04x-4%%03x-8%%03x-%%06x%%06x", math.random(0, 0x7fffffff), math.random(0, 0xffff),
    math.random(0, 0xfff), math.random(0, 0xfff), math.random(0, 0xffffff), math.random(0, 0xffffff))
end

function init()
  math.randomseed(os.time() + number * 7919 + salt * 104729)
  game, hand, follows, id = number + 1, 0, "", ""
  wrk.headers["Cookie"], wrk.headers["HX-Request"] = %(cookie)s, "true"
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
end

-- wrk asks for one request more than it sends, so nothing is taken as done before it is answered.
function request()
  id = uuid()
  local body = "csrfmiddlewaretoken=" .. %(token)s .. "&client_id=" .. id .. "&follows=" .. follows
    .. "&cell=" .. (hand %% makers) .. ":3"
  return wrk.format("POST", games[game], nil, body)
end

function response()
  hand, follows = hand + 1, id
  if hand == hands_a_game then
    game, hand, follows = game + 4, 0, ""
  end
end
"""
