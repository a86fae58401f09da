"""`python -m engine`: judge and score records of hands, make random ones, measure the engine."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from engine.bench import bench_table
from engine.egn import format_document, read_documents, replay_document
from engine.egn.replay import is_lawful
from engine.generate import random_documents, read_rules
from engine.variants import MAIN_GAME, variants

LAWFUL, UNLAWFUL, UNREADABLE = 0, 1, 2
"""Exit statuses of `replay`; the highest that anything gave is the answer."""


def main(arguments: Sequence[str]) -> int:
    """Run a command; the exit status."""
    try:
        said = _parser().parse_args(arguments)
    except SystemExit as stop:  # after --help, or after saying what is wrong with the arguments
        return int(stop.code or 0)
    match said.command:
        case "replay":
            return replay(said.files)
        case "generate":
            return generate(said)
        case _:
            print(bench_table())
            return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    replaying = commands.add_parser(
        "replay",
        help="judge and score records in Euchre Game Notation",
        description="Writes one JSON object a deal. Exit status: 0 if every deal is lawful, 1 if one is not, "
        "2 if a file or line can't be read.",
    )
    replaying.add_argument("files", metavar="FILE", nargs="+", help=".egn: one document; .jsonl: one document a line")
    _add_generate(commands)
    commands.add_parser("bench", help="how fast the engine is")
    return parser


def _add_generate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "generate",
        help="write random lawful records",
        description="Writes random lawful hands to standard output, in Euchre Game Notation, one document with one "
        "deal a line; finalScore is what the hand came to. The same seed gives the same hands.",
    )
    parser.add_argument("--variant", choices=[variant.key for variant in variants()], default=MAIN_GAME.key)
    parser.add_argument("--rules", metavar="FILE", help='house rules as JSON: {"stick_the_dealer": true}')
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--results", metavar="FILE", help="write here what replay answers to each, one a line")


def replay(files: Sequence[str]) -> int:
    """Answer for every deal of every file."""
    return max(_replay_file(name) for name in files)


def _replay_file(name: str) -> int:
    status = LAWFUL
    try:
        for number, found in enumerate(read_documents(Path(name))):
            if found.document is None:
                _complain(f"{name}: line {found.line}: {found.error}")
                status = UNREADABLE
                continue
            for answer in replay_document(found.document, number):
                print(json.dumps({"file": name, **answer}))
                status = max(status, LAWFUL if is_lawful(answer) else UNLAWFUL)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        _complain(f"{name}: {getattr(error, 'strerror', None) or error}")
        return UNREADABLE
    return status


def generate(said: argparse.Namespace) -> int:
    """Write random hands, and what they came to."""
    try:
        documents = islice(random_documents(read_rules(said.variant, said.rules), said.seed), max(said.count, 0))
        with Path(said.results or os.devnull).open("w", encoding="utf-8") as results:
            for document in documents:
                print(format_document(document))
                for answer in replay_document(document) if said.results else ():
                    print(json.dumps(answer), file=results)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        _complain(str(error))
        return UNREADABLE
    return LAWFUL


def _complain(text: str) -> None:
    print(text.encode("ascii", "backslashreplace").decode(), file=sys.stderr)


if __name__ == "__main__":
    try:
        STATUS = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read along has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        STATUS = UNREADABLE
    sys.exit(STATUS)
