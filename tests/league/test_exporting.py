"""Games as files: by the names that everybody sees, whatever happened at the table, and no statement more for more."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.egn import parse_document, replay_document
from engine.events import Reseat, SetDealer, Substitute
from league.exporting import File, files_of, game_files, games_with_cards, hand_file, lines_of, zipped
from league.management.commands import export_egn
from league.models import Game, Hand, Player, Showing
from league.services.answers import Aside
from league.services.log import GameLog, read_log
from league.services.merging import merge_players
from league.services.play import write_event
from league.services.players import update_player
from tests.engine.builders import penalty
from tests.engine.egn_schema import breaches, published_schema
from tests.factories import DAY, make_founded_club, make_game, make_night, make_player, play_hand
from tests.league.services.door import MISDEAL, Phone, made, sit_down
from tests.league.with_cards import play_cards

pytestmark = pytest.mark.django_db

SEATED = {"cutthroat": 3, "two_handed": 2, "partnership": 4}
NAMES = ("Ann Kim", "Ben Ode", "Cleo Fay", "Dora Gul")


@pytest.fixture
def phone() -> Phone:
    """Ann, Ben and Cleo, who have played two hands with cards."""
    phone = sit_down(*NAMES[:3])
    for seed in (1, 2):
        play_cards(phone.game, seed)
    return phone


def files(phone: Phone) -> list[File]:
    return game_files(phone.log)


def metadata(file: File) -> dict[str, Any]:
    return json.loads(file.text)["metadata"]


def substitute(phone: Phone, seat: int, name: str) -> None:
    said = {"player": make_player(phone.game.club, name).pk, "gets_result": False}
    follows = phone.log.state.last_hand
    write_event(phone.game.pk, uuid4(), phone.recorder, Substitute(seat, follows), aside=Aside(None, said, ""))


# One game


def test_a_document_says_which_game_it_is(phone: Phone) -> None:
    (file,) = files(phone)
    told = metadata(file)
    assert told["gameId"] == str(phone.game.pk)
    assert told["title"] == f"Harbour Euchre Club · {phone.game.night.date} · table 1"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d", told["date"])
    assert told["players"] == list(NAMES[:3])
    assert re.fullmatch(rf"{phone.game.night.date}-table-1-ann-kim-ben-ode-cleo-fay-[0-9a-f]{{8}}\.egn", file.name)
    assert told["finalScore"] == phone.scores


def test_a_game_of_a_past_day_has_its_night_and_no_hour(phone: Phone) -> None:
    night = make_night(phone.game.club, date=date(2020, 2, 29))
    Game.objects.filter(pk=phone.game.pk).update(night=night)
    assert metadata(files(phone)[0])["date"] == "2020-02-29T00:00"


def test_a_hidden_name_is_shown_as_everywhere(phone: Phone) -> None:
    update_player(Player.objects.get(name="Ann Kim"), showing=Showing.INITIAL)
    (file,) = files(phone)
    assert metadata(file)["players"][0] == "Ann K."
    assert "kim" not in (file.name + file.text).lower()


def test_who_was_merged_is_who_they_became(phone: Phone) -> None:
    into = make_player(phone.game.club, "Annie")
    merge_players(Player.objects.get(name="Ann Kim"), into)
    assert metadata(files(phone)[0])["players"][0] == "Annie"


def test_a_substitute_stands_in_the_document_of_their_hands(phone: Phone) -> None:
    substitute(phone, 1, "Dora Gul")
    play_cards(phone.game, 3)
    first, second = files(phone)
    assert [metadata(file)["players"][1] for file in (first, second)] == ["Ben Ode", "Dora Gul"]
    assert (first.name[-11:], second.name[-11:]) == ("-part-1.egn", "-part-2.egn")
    assert parse_document(second.text).initial_score == phone.log.state.lines[1].scores


def test_long_names_and_titles_fit_the_schema() -> None:
    club = make_founded_club(name="A" * 80)
    phone = sit_down("Wolfeschlegelsteinhausen" * 3, "小林 さくら", "<b>Bold</b> / .. & Co", club=club)
    play_cards(phone.game)
    (file,) = game_files(phone.log)
    assert [len(name) <= 64 for name in metadata(file)["players"]] == [True] * 3
    assert re.fullmatch(r"[a-z0-9-]+\.egn", file.name)
    assert len(file.name) < 150
    if schema := published_schema():
        assert set(breaches(json.loads(file.text), schema)) <= {"$.metadata.finalScore: maxItems"}


def test_hands_without_cards_are_left_out(phone: Phone) -> None:
    phone.record(made(0, 3), MISDEAL)
    play_cards(phone.game, 5)
    first, second = files(phone)
    assert [len(parse_document(file.text).deals) for file in (first, second)] == [2, 1]
    assert "finalScore" not in metadata(first)
    quick = sit_down("Eve", "Fay", "Gus", club=phone.game.club)
    quick.record(made(0, 3))
    assert files(quick) == []


def test_one_hand_is_a_file_with_the_score_before_it(phone: Phone) -> None:
    hand = phone.log.state.lines[1]
    file = hand_file(phone.log, Hand.objects.get(position=1).hand)
    assert file is not None
    assert file.name.endswith("-hand-2.egn")
    (answer,) = replay_document(parse_document(file.text))
    assert answer["score"] == list(hand.scores)
    assert hand_file(phone.log, uuid4()) is None


HAPPENINGS = ("cards", "cards", "cards", "quick", "misdeal", "seats", "dealer", "substitute", "void", "penalty")


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(variant=st.sampled_from(sorted(SEATED)), steps=st.lists(st.sampled_from(HAPPENINGS), max_size=8), data=st.data())
def test_what_was_written_is_read_back_the_same(variant: str, steps: list[str], data: st.DataObject) -> None:
    """Scores, dealers and cards, by the names at that hand: through the door, the database and the file."""
    phone = sit_down(*NAMES[: SEATED[variant]], variant=variant, club=make_founded_club())
    for number, step in enumerate(steps):
        happen(phone, step, data.draw(st.integers(0, SEATED[variant] - 1)), number)
    check_files(phone.log, files(phone))


def happen(phone: Phone, step: str, seat: int, number: int) -> None:
    state = phone.log.state
    follows, order = state.last_hand, state.order
    match step:
        case "cards":
            play_cards(phone.game, number)
        case "quick":
            phone.record(made(seat, 3))
        case "misdeal":
            phone.record(MISDEAL)
        case "penalty":
            phone.record(penalty(seat, seat))
        case "seats":
            phone.write(Reseat((*order[seat:], *order[:seat]), follows))
        case "dealer":
            phone.write(SetDealer(seat, follows))
        case "substitute":
            substitute(phone, seat, f"Sub {number}")
        case "void" if follows:
            phone.void(follows)


def check_files(log: GameLog, written: list[File]) -> None:
    told = [(place, line) for place, line in enumerate(log.state.lines) if line.counts and line.record.cards]
    for file in written:
        document = parse_document(file.text)
        for deal, answer in zip(document.deals, replay_document(document), strict=True):
            place, line = told.pop(0)
            names = [player.shown for player in log.seated(place)]
            order = tuple(names.index(name) for name in document.players)
            assert (
                deal.record.cards == line.record.reseated(tuple(order.index(seat) for seat in range(len(order)))).cards
            )
            assert order[deal.dealer] == line.dealer
            assert answer["score"] == [line.scores[seat] for seat in order]
            assert answer["next_dealer"] == (deal.dealer + 1) % len(order)
        if schema := published_schema():
            long = {"$.metadata.initialScore: maxItems", "$.metadata.finalScore: maxItems"}
            assert set(breaches(json.loads(file.text), schema)) <= (long if len(document.players) == 3 else set())
    assert told == []


# Many games


def many(club: Any, games: int) -> None:
    players = [make_player(club, f"P{number}") for number in range(3)]
    for seed in range(games):
        game = make_game(club, players)
        play_cards(game, seed)


def test_more_games_take_no_more_statements() -> None:
    club = make_founded_club()
    found = []
    for games in (2, 4):
        many(club, 2)
        with CaptureQueriesContext(connection) as captured:
            assert len(list(files_of(games_with_cards(Q(club=club))))) == games
        found.append(len(captured))
    assert found[0] == found[1] <= 6


def test_pages_follow_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.exporting.GAMES_AT_ONCE", 2)
    club = make_founded_club()
    many(club, 5)
    heard: list[int] = []
    names = [file.name for file in files_of(games_with_cards(Q(club=club)), heard.append)]
    assert heard == [2, 2, 1]
    expected = [game_files(read_log(game))[0].name for game in Game.objects.order_by("play_order", "pk")]
    assert names == expected
    lines = list(lines_of(Hand.objects.filter(game__club=club).order_by("game__play_order", "game", "position")))
    assert [json.loads(line)["metadata"]["gameId"] for line in lines] == [
        str(game.pk) for game in Game.objects.order_by("play_order", "pk")
    ]


def test_a_zip_is_made_piece_by_piece_and_always_the_same() -> None:
    made_files = [File(f"{number}.egn", "{}\n" * 50, DAY) for number in range(3)]
    taken: list[str] = []

    def watched() -> Any:
        for file in made_files:
            taken.append(file.name)
            yield file

    pieces = zipped(watched())
    first = next(pieces)
    assert taken == ["0.egn"]  # nobody waits for the last file
    whole = first + b"".join(pieces)
    assert whole == b"".join(zipped(made_files))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        assert archive.testzip() is None
        assert [(info.filename, info.date_time[:3]) for info in archive.infolist()] == [
            (file.name, (2026, 10, 1)) for file in made_files
        ]
        assert archive.read("1.egn").decode() == made_files[1].text


def test_a_night_before_zips_were_made_fits_one() -> None:
    whole = b"".join(zipped([File("a.egn", "{}", date(1887, 5, 1))]))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        assert archive.infolist()[0].date_time[0] == 1980


# The command


def run(*args: object) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("export_egn", *map(str, args), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_files_are_written_into_a_folder(phone: Phone, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "egn"
    for chosen in (
        [],
        ["--season", phone.game.night.season_id],
        ["--night", phone.game.night_id],
        ["--game", phone.game.pk],
    ):
        out, err = run(phone.game.club.slug, *chosen, "--out", folder)
        assert (out, err) == (f"1 files written to {folder}.\n", "")
        (written,) = folder.iterdir()
        assert written.read_text(encoding="utf-8") == files(phone)[0].text


def test_a_document_a_line_on_standard_output(phone: Phone) -> None:
    phone.record(made(0, 3))
    play_cards(phone.game, 3)
    out, _err = run(phone.game.club.slug, "--out", "-")
    assert [parse_document(line).id for line in out.splitlines()] == [str(phone.game.pk)] * 2


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere"], "There is no club nowhere."),
        ([""], "There is no club (an empty name was given)."),
        (["{club}", "--season", "999"], "There is no season 999 in {club}: {season} is "),
        (["{club}", "--season", str(10**30)], "There is no season 1000000000000000000000000000000 in"),
        (["{club}", "--night", "{game}"], "There is no night {game} in {club}."),
        (["{club}", "--game", "{night}"], "There is no game {night} in {club}."),
        (["{club}", "--season", "{season}", "--game", "{game}"], "not allowed with argument"),
        (["{club}", "--game", "7"], "invalid UUID value"),
        (["{club}", "--out", "{file}/x"], "Can't write: "),
    ],
)
def test_what_there_is_not_is_said(phone: Phone, tmp_path: Path, args: list[str], said: str) -> None:
    file = tmp_path / "file"
    file.touch()
    game = phone.game
    names = {"club": game.club.slug, "season": game.night.season_id, "night": game.night_id, "game": game.pk}
    with pytest.raises(CommandError, match=re.escape(said.format(**names))):
        run(*(arg.format(file=file, **names) for arg in args))


def test_another_clubs_game_is_not_there(phone: Phone) -> None:
    with pytest.raises(CommandError, match="There is no game"):
        run(make_founded_club().slug, "--game", phone.game.pk)


def test_nothing_to_write_is_an_error(phone: Phone, tmp_path: Path) -> None:
    quick = sit_down("Eve", "Fay", "Gus", club=phone.game.club)
    play_hand(quick.game)
    with pytest.raises(CommandError, match="There is no hand with cards") as raised:
        run(phone.game.club.slug, "--game", quick.game.pk, "--out", tmp_path)
    assert raised.value.returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_stopped_by_hand(phone: Phone, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stop(*args: object) -> Callable[[], None]:
        raise KeyboardInterrupt

    monkeypatch.setattr(export_egn, "_save", stop)
    with pytest.raises(CommandError, match="Stopped") as raised:
        run(phone.game.club.slug, "--out", tmp_path)
    assert raised.value.returncode == 130
