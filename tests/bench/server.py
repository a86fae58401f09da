"""Servers of this machine alone, with the settings that bin/serve gives gunicorn; stopped whatever happens."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 30.0


def gunicorn_settings() -> list[str]:
    """What bin/serve says behind the address."""
    text = (ROOT / "bin" / "serve").read_text("utf-8").replace("\\\n", " ")
    found = re.search(r"-m gunicorn league\.wsgi --bind \S+ (.*)", text)
    if found is None:
        raise RuntimeError("bin/serve no longer starts gunicorn as it did: see gunicorn_settings")
    return shlex.split(found[1])


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Run a program of ours: its exit status and what it told.

    Stopped by hand it hears that too, and is waited for: it has servers to stop and files to remove.
    """
    env = os.environ | dict(environment or {})
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            told, _nothing = process.communicate()
        except KeyboardInterrupt:
            process.wait()
            raise
    return process.returncode, told


@contextmanager
def serve(application: str, probe: str, **environment: str) -> Iterator[str]:
    """A server on a free port; its address."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}", *gunicorn_settings()]
    # Its own group: gunicorn's workers go with it.
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | environment, start_new_session=True)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(address + probe, process)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()  # noqa: S310  # our own server
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"The server at {address} did not start.")
