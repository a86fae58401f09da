"""Games that came in a file: stored whole through the one door, or not at all, and once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.egn import Document, format_document, game_documents
from engine.house_rules import default_rules
from engine.variants import variants
from league.bridge.incoming import day_of, digest_of_game, judge_game, make_playable, read_game
from league.history import build_history
from league.models import (
    AuditEntry,
    Club,
    Game,
    GameEvent,
    HeldWrite,
    ImportedGame,
    Night,
    NightState,
    Player,
    Recorder,
    Season,
    SeasonRules,
    Tally,
)
from league.services.importing import Import, NewPlayer, Person, import_game, imported_games, own_games
from league.services.log import read_log
from league.services.players import add_players
from tests.engine.test_vectors import GAMES, real_games
from tests.factories import DAY, make_founded_club, make_recorder
from tests.league.egn_games import game_document
from tests.league.services.door import differences
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = make_founded_club()
    Season.objects.filter(club=club).update(starts=DAY.replace(year=2020))
    return club


@pytest.fixture
def recorder(club: Club) -> Recorder:
    return make_recorder(club)


def wanted(document: Document, *seated: Person, without: frozenset[int] = frozenset(), **fields: Any) -> Import:
    read = read_game(format_document(document))
    game_id = fields.get("game_id") or uuid4()
    people = seated or tuple(NewPlayer(str(name) or f"Player {seat}") for seat, name in enumerate(read.players))
    play = make_playable(read, game_id, judge_game(read, without), without)
    return Import(game_id, digest_of_game(read), play, people, day_of(read, "UTC") or DAY)


def statements(act: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


@pytest.mark.parametrize("variant", [variant.key for variant in variants()])
def test_a_game_is_stored_as_it_was_played(club: Club, recorder: Recorder, variant: str) -> None:
    document = game_document(default_rules(variant), seed=5)
    game = import_game(club, recorder, wanted(document))
    game.refresh_from_db()
    final = judge_game(document)[-1]
    assert (game.status, game.variant, tuple(game.scores)) == ("won", variant, final.scores)
    assert game.hands == len(document.deals)
    assert game.night.date.isoformat() == document.date
    assert [player.name for player in read_log(game).players] == list(document.players)
    assert [line.record.cards for line in read_log(game).state.lines] == [deal.record.cards for deal in document.deals]
    assert list(game.lines.order_by("position").values_list("full", flat=True)) == [True] * game.hands
    makers = [judged.result.maker for judged in judge_game(document) if judged.result]
    assert list(game.lines.order_by("position").values_list("maker", flat=True)) == makers
    assert sorted(Tally.objects.values_list("games", flat=True)) == [1] * len(document.players)
    assert differences() == []


def test_what_is_exported_again_is_the_same_game(club: Club, recorder: Recorder) -> None:
    document = game_document(seed=2, initial_score=(3, 0, 1))
    log = read_log(import_game(club, recorder, wanted(document)))
    (again,) = game_documents(log.start, log.events, Document(log.start.rules, players=document.players))
    assert digest_of_game(again) == digest_of_game(document)
    assert again.initial_score == (3, 0, 1)


def test_it_is_stored_once_however_often_it_is_sent(club: Club, recorder: Recorder) -> None:
    document = game_document()
    first = wanted(document)
    game = import_game(club, recorder, first)
    events = GameEvent.objects.count()
    renamed = replace(document, players=("Xaver", "Yara", "Zoë"), date="2026-10-08", title="Another file")
    for again in (first, wanted(document), wanted(renamed)):
        assert import_game(club, recorder, again) == game
    assert (Game.objects.count(), GameEvent.objects.count(), Player.objects.count()) == (1, events, 3)
    assert imported_games(club, [first.digest, "nothing"]) == {first.digest: game}
    assert own_games(club, [str(game.pk), str(uuid4())]) == {str(game.pk): game}


def test_another_club_may_have_the_same_game(club: Club, recorder: Recorder) -> None:
    document, other = game_document(), make_founded_club(name="Elsewhere")
    Season.objects.filter(club=other).update(starts=DAY.replace(year=2020))
    game = import_game(club, recorder, wanted(document))
    assert import_game(other, make_recorder(other), wanted(document)) != game
    assert imported_games(other, [wanted(document).digest])[wanted(document).digest].club == other
    assert own_games(other, [str(game.pk)]) == {}


def test_the_games_own_rules_are_kept(club: Club, recorder: Recorder) -> None:
    rules = default_rules("cutthroat").change(target=5, march=4, dummy=False)
    game = import_game(club, recorder, wanted(game_document(rules)))
    assert read_log(game).start.rules == rules


def test_a_season_without_rules_for_the_game_is_no_obstacle(club: Club, recorder: Recorder) -> None:
    SeasonRules.objects.filter(season__club=club).delete()
    game = import_game(club, recorder, wanted(game_document(default_rules("partnership"))))
    assert game.variant == "partnership"


def test_a_game_that_nobody_has_won_stays_open(club: Club, recorder: Recorder) -> None:
    game = import_game(club, recorder, wanted(game_document(most=3)))
    game.refresh_from_db()
    assert (game.status, game.hands, game.counted) == ("open", 3, False)


def test_a_dealer_out_of_turn_is_set(club: Club, recorder: Recorder) -> None:
    document = game_document(most=6)
    cut = replace(document, deals=(*document.deals[:1], *document.deals[3:4], *document.deals[5:]))
    game = import_game(club, recorder, wanted(cut))
    assert [line.dealer for line in read_log(game).state.lines] == [deal.dealer for deal in cut.deals]
    assert GameEvent.objects.filter(kind="dealer").count() == 2


def test_a_deal_left_out_is_no_hand(club: Club, recorder: Recorder) -> None:
    document = game_document(most=4)
    game = import_game(club, recorder, wanted(document, without=frozenset({1})))
    kept = [deal.record.cards for place, deal in enumerate(document.deals) if place != 1]
    assert [line.record.cards for line in read_log(game).state.lines] == kept


def test_players_of_the_club_sit_down_and_new_ones_are_added(club: Club, recorder: Recorder) -> None:
    (ann,) = add_players(club, ["Ann Kim"])
    game = import_game(
        club, recorder, wanted(game_document(), ann.pk, NewPlayer("Ben"), NewPlayer("Cleo", guest=False))
    )
    assert [(one.name, one.guest) for one in read_log(game).players] == [
        ("Ann Kim", False),
        ("Ben", True),
        ("Cleo", False),
    ]
    second = import_game(club, recorder, wanted(game_document(seed=2), NewPlayer("ben"), ann.pk, NewPlayer("CLEO")))
    assert [one.name for one in read_log(second).players] == ["Ben", "Ann Kim", "Cleo"]


@pytest.mark.parametrize("why", ["closed", "double", "unknown", "no season", "to come"])
def test_what_cannot_be_leaves_nothing_behind(club: Club, recorder: Recorder, why: str) -> None:
    document = game_document()
    order = wanted(document)
    if why == "closed":
        season = club.seasons.get()
        Night.objects.create(club=club, season=season, date=order.on, state=NightState.CLOSED)
    elif why == "double":
        order = replace(order, seated=(NewPlayer("Ann"), NewPlayer("ann"), NewPlayer("Ben")))
    elif why == "unknown":
        order = replace(order, seated=(10**6, NewPlayer("Ann"), NewPlayer("Ben")))
    else:
        order = replace(order, on=DAY.replace(year=1999 if why == "no season" else 2199))
    with pytest.raises(ValidationError):
        import_game(club, recorder, order)
    left = [Game, GameEvent, Player, ImportedGame, AuditEntry, HeldWrite]
    assert [model._default_manager.count() for model in left] == [0] * len(left)


def test_a_hand_that_the_door_refuses_takes_the_game_with_it(club: Club, recorder: Recorder) -> None:
    order = wanted(game_document())
    hand, deal = order.play.events[2]
    wrong = (*order.play.events[:2], (hand, replace(deal, follows=None)), *order.play.events[3:])
    with pytest.raises(ValidationError, match="can’t be stored here"):
        import_game(club, recorder, replace(order, play=replace(order.play, events=wrong)))
    assert (Game.objects.count(), GameEvent.objects.count(), Player.objects.count()) == (0, 0, 0)


def test_the_owners_log_tells_of_it(club: Club, recorder: Recorder) -> None:
    game = import_game(club, recorder, wanted(game_document()))
    entry = AuditEntry.objects.get(act="game_imported")
    assert (entry.subject_id, entry.recorder) == (str(game.pk), recorder)


def test_a_hand_takes_as_many_statements_as_ever(club: Club, recorder: Recorder) -> None:
    """However long the game is, and however many games came before."""
    rules = default_rules("cutthroat").change(target=50)
    short, long = game_document(rules, seed=3, most=5), game_document(rules, seed=4, most=25)
    first = statements(
        lambda: import_game(club, recorder, wanted(short, NewPlayer("A"), NewPlayer("B"), NewPlayer("C")))
    )
    known = [player.pk for player in Player.objects.order_by("pk")]
    of_long = statements(lambda: import_game(club, recorder, wanted(long, *known)))
    of_short = statements(lambda: import_game(club, recorder, wanted(replace(short, initial_score=(1, 0, 0)), *known)))
    assert of_short <= first
    assert (of_long - of_short) / 20 <= 14


def test_real_games_come_to_the_scores_that_are_told_of_them(club: Club, recorder: Recorder) -> None:
    for path in real_games():
        _deals, final, revokes = GAMES[path.name]
        read = read_game(path.read_text(encoding="utf-8"))
        judged = judge_game(read)
        if revokes:
            assert any(one.problems for one in judged)
            continue
        game = import_game(club, recorder, wanted(read))
        game.refresh_from_db()
        assert list(game.scores) == (final or []) * 2
        assert game.status == ("won" if max(game.scores) >= 10 else "open")
    assert differences() == []


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_import_one_file_at_once_store_its_game_once(club: Club, recorder: Recorder) -> None:
    orders = [wanted(game_document()) for _ in range(2)]
    first, second = at_once(*(partial(import_game, club, recorder, order) for order in orders))
    assert first == second
    assert (Game.objects.count(), ImportedGame.objects.count(), Player.objects.count()) == (1, 1, 3)
    assert differences() == []


def test_the_games_history_tells_of_it(club: Club, recorder: Recorder) -> None:
    game = import_game(club, recorder, wanted(game_document(initial_score=(4, 0, 2))))
    told = [entry.text for entry in build_history(read_log(game))]
    assert "The game was imported from a file." in told
    assert told[-1].endswith("dealt first. It began at 4–0–2.")
