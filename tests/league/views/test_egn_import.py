"""Games taken over from files: sent, looked at, who is who, and only then stored."""

from __future__ import annotations

import datetime
import json
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from engine.house_rules import default_rules
from league.models import Game, Night, NightState, Player, Role
from league.services.merging import merge_players
from league.services.players import add_players
from tests.factories import make_game, make_recorder, play_out
from tests.league.cast import Cast
from tests.league.egn_games import data_of_game, text_of_game
from tests.league.egn_page import cast as cast  # a fixture
from tests.league.egn_page import check, send, told
from tests.league.importing.files import file, packed
from tests.pages import text_of

pytestmark = pytest.mark.django_db


# From the file to the game


def test_a_game_is_looked_at_and_then_stored(cast: Cast) -> None:
    ann = add_players(cast.club, ["Ann"])[0]
    page = send(cast, file(text_of_game()))
    assert page.status_code == 200
    assert Game.objects.count() == 0
    assert [(one.name, one.chosen) for one in page.context["people"]] == [
        ("Ann", str(ann.pk)),
        ("Ben", "guest"),
        ("Cleo", "guest"),
    ]
    answer = check(cast, page, save=True, who_2="player")
    game = Game.objects.get()
    assert (answer.status_code, answer.url) == (303, reverse("game-detail", args=[cast.club.slug, game.pk]))
    assert game.status == "won"
    assert game.night.date == datetime.date(2026, 10, 3)
    assert list(Player.objects.order_by("pk").values_list("name", "guest")) == [
        ("Ann", False),
        ("Ben", True),
        ("Cleo", False),
    ]
    said = text_of(cast.client(Role.ORGANISER).get(answer.url))
    assert "1 game is stored:" in said


def test_the_page_sent_twice_stores_once(cast: Cast) -> None:
    page = send(cast, file(text_of_game()))
    for _ in range(2):
        check(cast, page, save=True)
    assert Game.objects.count() == 1
    again = send(cast, file(text_of_game(title="Another title")))
    assert "This game is here already." in text_of(again)
    assert reverse("game-detail", args=[cast.club.slug, Game.objects.get().pk]) in again.content.decode()
    answer = check(cast, again, save=True)
    assert (answer.status_code, told(answer), Game.objects.count()) == (422, "There is nothing to store.", 1)


def test_many_games_of_many_files_and_what_is_pasted(cast: Cast) -> None:
    lines = "\n".join(text_of_game(seed=seed) for seed in (1, 2)) + "\n\n"
    archive = packed(
        ("autumn/", ""),
        ("autumn/three.egn", text_of_game(seed=3)),
        ("../../etc/four.json", text_of_game(default_rules("two_handed"), seed=4)),
        ("__MACOSX/._three.egn", b"\x00\x05"),
        ("README.md", "# games"),
    )
    five = text_of_game(default_rules("partnership"), seed=5)
    page = send(cast, file(lines, "evening.jsonl"), file(archive, "all.zip"), text=five)
    shown = [view.where for view, _field in page.context["games"]]
    assert shown == [
        "Pasted text",
        "evening.jsonl, line 1",
        "evening.jsonl, line 2",
        "all.zip: three.egn",
        "all.zip: four.json",
    ]
    answer = check(cast, page, save=True)
    assert (answer.status_code, answer.url) == (303, reverse("game-list", args=[cast.club.slug]))
    assert sorted(Game.objects.values_list("variant", flat=True)) == [
        *["cutthroat"] * 3,
        "partnership",
        "two_handed",
    ]
    assert cast.client(Role.ORGANISER).get(answer.url).content.decode().count(f"/c/{cast.club.slug}/games/") > 9
    assert "Dora" in Player.objects.values_list("name", flat=True)


def test_lines_are_told_from_one_game_whatever_the_file_is_called(cast: Cast) -> None:
    lines = "\n".join(text_of_game(seed=seed) for seed in (1, 2))
    assert len(send(cast, file(lines, "evening.txt")).context["games"]) == 2
    pretty = json.dumps(data_of_game(), indent=1)
    assert len(send(cast, file(pretty, "one.txt")).context["games"]) == 1
    assert len(send(cast, file(b"\xef\xbb\xbf" + pretty.encode())).context["games"]) == 1


def test_the_same_game_twice_among_the_files_is_stored_once(cast: Cast) -> None:
    page = send(cast, file(text_of_game()), file(text_of_game(), "copy.egn"))
    assert "The same as game 1: it is stored once." in text_of(page)
    assert check(cast, page, save=True).status_code == 303
    assert Game.objects.count() == 1


def test_a_game_of_this_site_is_known_by_its_id(cast: Cast) -> None:
    game = play_out(make_game(cast.club, add_players(cast.club, ["Ann", "Ben", "Cleo"])))
    page = send(cast, file(text_of_game(id=str(game.pk))))
    assert "This game is here already." in text_of(page)
    elsewhere = send(cast, file(text_of_game(id=str(uuid4()))))
    assert "This game is here already." not in text_of(elsewhere)


# Who, when, by which rules


def test_names_are_found_as_people_write_them(cast: Cast) -> None:
    players = add_players(cast.club, ["Ann Kim", "José Ruiz", "Zoë"])
    Player.objects.filter(pk=players[1].pk).update(nickname="Pepe")
    data = data_of_game()
    data["metadata"]["players"] = [{"name": "ANN  kim"}, "pepe", "Zoe\u0308"]
    page = send(cast, file(json.dumps(data)))
    assert [one.chosen for one in page.context["people"]] == [str(player.pk) for player in players]


def test_a_name_that_two_share_is_not_guessed(cast: Cast) -> None:
    add_players(cast.club, ["Ann Kim", "Ann Lee"])
    Player.objects.update(nickname="Ann")
    page = send(cast, file(text_of_game()))
    assert page.context["people"][0].chosen == "guest"


def test_whoever_was_merged_or_forgotten_is_not_offered(cast: Cast) -> None:
    ann, anni = add_players(cast.club, ["Ann", "Anni"])
    merge_players(anni, ann, make_recorder(cast.club))
    data = data_of_game()
    data["metadata"]["players"] = ["Anni", "Ben", "Cleo"]
    page = send(cast, file(json.dumps(data)))
    assert [player.pk for player in page.context["players"]] == [ann.pk]
    assert check(cast, page, save=True, who_0=str(anni.pk)).status_code == 422


@pytest.mark.parametrize("value", ["0", "999999999999999", "9" * 40, "x", "-1", "guest ", "²"])
def test_somebody_who_is_not_in_the_list_is_refused(cast: Cast, value: str) -> None:
    answer = check(cast, send(cast, file(text_of_game())), save=True, who_0=value)
    assert (answer.status_code, Game.objects.count()) == (422, 0)
    assert "Choose players from the list." in told(answer)


def test_nobody_sits_twice_and_nobody_is_nobody(cast: Cast) -> None:
    ann = str(add_players(cast.club, ["Ann"])[0].pk)
    page = send(cast, file(text_of_game()))
    answer = check(cast, page, save=True, who_1=ann)
    assert answer.status_code == 422
    assert "Somebody is chosen twice." in text_of(answer)
    assert "Choose who everybody is." in text_of(check(cast, page, save=True, who_1=""))
    assert Game.objects.count() == 0


@pytest.mark.parametrize("names", [None, [], ["Ann", "Ann", "\u200b"]])
def test_players_without_a_name_of_their_own_are_asked_for(cast: Cast, names: list[str] | None) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    data = data_of_game()
    data["metadata"]["players"] = names
    if names is None:
        del data["metadata"]["players"]
    page = send(cast, file(json.dumps(data)))
    assert [one.chosen for one in page.context["people"]][1:] == ["", ""]
    chosen = {f"who_{seat}": str(player.pk) for seat, player in enumerate(players)}
    assert check(cast, page, save=True, **chosen).status_code == 303


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2026-10-03", "2026-10-03"),
        ("2026/10/03", "2026-10-03"),
        ("2026-10-03T00:00", "2026-10-03"),
        ("2026-10-04T02:30", "2026-10-03"),  # after midnight is the same night
        ("2026-10-03T23:30:00Z", "2026-10-03"),
        ("last Saturday", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("", None),
    ],
)
def test_the_day_is_read_or_asked_for(cast: Cast, said: str, day: str | None) -> None:
    data = data_of_game()
    data["metadata"]["date"] = said
    page = send(cast, file(json.dumps(data)))
    ((view, _field),) = page.context["games"]
    assert view.day == (datetime.date.fromisoformat(day) if day else None)
    assert ("Say on which day it was played." in text_of(page)) is (day is None)
    other = send(cast, file(json.dumps(data)), date="2026-09-01")
    assert other.context["games"][0][0].day == (view.day or datetime.date(2026, 9, 1))


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("2199-01-01", "is still to come"),
        ("1999-01-01", "No season of this club holds"),
        ("2026-02-30", "Enter a valid date"),
        ("", "Say on which day it was played."),
    ],
)
def test_a_day_that_cannot_be_is_told_at_once(cast: Cast, day: str, words: str) -> None:
    answer = check(cast, send(cast, file(text_of_game())), save=True, date_0=day)
    assert (answer.status_code, Game.objects.count()) == (422, 0)
    assert words in text_of(answer)


def test_where_no_season_holds_the_day_the_way_to_the_seasons_is_shown(cast: Cast) -> None:
    page = send(cast, file(text_of_game()))
    way = f'href="/c/{cast.club.slug}/seasons/" target="_blank"'
    assert (page.context["games"][0][0].season, way in page.content.decode()) == (cast.club.seasons.get().name, False)
    answer = check(cast, page, date_0="1999-01-01")
    assert (answer.context["games"][0][0].season, way in answer.content.decode()) == ("", True)


def test_a_closed_night_is_told(cast: Cast) -> None:
    Night.objects.create(
        club=cast.club, season=cast.club.seasons.get(), date=datetime.date(2026, 10, 3), state=NightState.CLOSED
    )
    page = send(cast, file(text_of_game()))
    assert "is closed. Ask an organiser to open it again." in text_of(page)


def test_house_rules_that_are_not_the_seasons_are_told(cast: Cast) -> None:
    rules = default_rules("cutthroat").change(target=7, dummy=False)
    said = text_of(send(cast, file(text_of_game(rules))))
    assert "2 house rules are not the season’s" in said
    assert "The first to reach 7 points wins the game." in said
    assert "are not the season’s" not in text_of(send(cast, file(text_of_game())))


def test_a_game_that_nobody_has_won_is_stored_open(cast: Cast) -> None:
    page = send(cast, file(text_of_game(most=3)))
    assert "Nobody has won yet" in text_of(page)
    check(cast, page, save=True)
    assert (Game.objects.get().status, Game.objects.get().hands) == ("open", 3)


# Deals that are wrong


def spoilt(*places: int, most: int = 6) -> dict[str, Any]:
    """A game in which these deals hold a card twice."""
    data = data_of_game(seed=1, most=most)
    for place in places:
        data["deals"][place]["phases"][1]["tricks"][1][0] = data["deals"][place]["phases"][1]["tricks"][0][0]
    return data


def played(count: int) -> list[int]:
    """Deals of that game in which something was played."""
    deals = data_of_game(seed=1, most=6)["deals"]
    return [place for place, deal in enumerate(deals) if len(deal["phases"]) > 1][:count]


def test_a_bad_deal_is_told_by_place_and_stops_its_game_unless_it_is_left_out(cast: Cast) -> None:
    (place,) = played(1)
    page = send(cast, file(json.dumps(spoilt(place))))
    assert f"Deal {place + 1} Trick 2, card 1: " in text_of(page)
    answer = check(cast, page, save=True)
    assert (answer.status_code, Game.objects.count()) == (422, 0)
    assert told(answer) == "Nothing is stored yet: look at game 1."
    answer = check(cast, page, leave=[f"0.{place}"])
    assert answer.status_code == 200
    assert f'name="leave" value="0.{place}" checked' in answer.content.decode()
    assert check(cast, answer, save=True).status_code == 303
    assert Game.objects.get().hands == 5


def test_a_bad_game_beside_a_good_one_is_left_out_on_demand(cast: Cast) -> None:
    page = send(cast, file(text_of_game(seed=2)), file(json.dumps(spoilt(*played(1)))))
    assert check(cast, page, save=True).status_code == 422
    assert check(cast, page, save=True, skip=["1"]).status_code == 303
    assert Game.objects.count() == 1


def test_a_deal_that_is_not_finished_is_left_out_by_itself(cast: Cast) -> None:
    data = data_of_game(seed=1, most=6)
    place = played(1)[0]
    del data["deals"][place]["phases"][1]["tricks"][3:]
    page = send(cast, file(json.dumps(data)))
    assert "This deal is not finished" in text_of(page)
    assert check(cast, page, save=True).status_code == 303
    assert Game.objects.get().hands == 5


def test_a_game_without_a_hand_is_none(cast: Cast) -> None:
    data = data_of_game()
    data["deals"] = []
    page = send(cast, file(json.dumps(data)))
    assert "No deal of this game has a result." in text_of(page)
    assert check(cast, page, save=True).status_code == 422


def test_another_final_score_is_asked_about(cast: Cast) -> None:
    data = data_of_game()
    data["metadata"]["finalScore"] = [1, 2, 3]
    page = send(cast, file(json.dumps(data)))
    assert "not to 1-2-3." in text_of(page)
    assert check(cast, page, save=True).status_code == 422
    assert check(cast, page, save=True, leave=["0.final"]).status_code == 303
    assert Game.objects.get().status == "won"


def test_deals_behind_the_end_of_the_game_can_be_left_out(cast: Cast) -> None:
    data = data_of_game()
    data["deals"].append(data["deals"][0])
    page = send(cast, file(json.dumps(data)))
    assert "The game is over: no hand can be added." in text_of(page)
    last = len(data["deals"]) - 1
    assert check(cast, page, save=True, leave=[f"0.{last}"]).status_code == 303
    assert Game.objects.get().status == "won"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ["Ann", "Ben", "Cleo", "Dora"]}, "The number of players does not fit this game."),
        ({"players": ["Ann"]}, "The number of players does not fit this game."),
        ({"ruleset": {"num_players": 5}}, "The number of players does not fit this game."),
        ({"ruleset": {"num_players": 3, "farmers": True}}, "Farmers is a rule that is not played here."),
        ({"initialScore": [10, 0, 0]}, "The game is over"),
        ({"initialScore": [-(10**30), 0, 0]}, "must be a whole number from -99 to 9."),
    ],
)
def test_a_game_that_cannot_be_played_here_is_told(cast: Cast, change: dict[str, Any], words: str) -> None:
    data = data_of_game()
    data["metadata"] |= change
    page = send(cast, file(json.dumps(data)))
    assert words in text_of(page)
    assert check(cast, page, save=True).status_code == 422
    assert Game.objects.count() == 0
