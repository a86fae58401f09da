"""A player's page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from league.models import Player, Role, Season
from league.services.players import add_players
from league.services.rescore import rescore
from league.services.scope import Scope
from league.services.seasons import create_season, make_default
from league.standings.recent import LISTED
from tests.factories import DAY, make_game, make_player, make_tally, play_hand, play_out
from tests.league.cast import SIGNED_OUT, Cast
from tests.league.services.door import Phone, made
from tests.league.standings.test_profile import COUNTS
from tests.pages import NASTY_NAMES, at_most_statements, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(cast: Cast) -> Player:
    return make_player(cast.club, "Ann Pereira")


def page(cast: Cast, player: Player, **query: Any) -> Any:
    return cast.client(SIGNED_OUT).get(reverse("player-detail", args=[cast.club.slug, player.pk], query=query))


def test_facts_come_as_sentences_with_their_sizes(cast: Cast, season: Season, ann: Player) -> None:
    make_tally(season, ann, games=4, won12=18, points=31, nights=2, counts=COUNTS)
    text = text_of(page(cast, ann))
    assert "Played 4 games and won 1½ of them." in text
    assert "Made trump 10 times and was euchred in 3 of those." in text
    assert "Went alone 2 times and was euchred in 1 ." in text
    assert "Defended 20 times, 6 of them euchres." in text
    assert "Place 1 in" in text
    assert "7.75" in text


def test_nobody_is_he_or_she(cast: Cast, season: Season, ann: Player) -> None:
    make_tally(season, ann, games=1, counts=COUNTS)
    assert not {"he", "she", "his", "her", "him"} & set(text_of(page(cast, ann)).lower().split())


def test_one_game_is_told_in_the_singular(cast: Cast, season: Season, ann: Player) -> None:
    make_tally(season, ann, games=1, counts={"maker": 1, "maker.made": 1})
    text = text_of(page(cast, ann))
    assert "Played 1 game and won 0 of it." in text
    assert "Made trump 1 time; euchred 0 ." in text


def test_who_never_played_has_a_page_too(cast: Cast, ann: Player) -> None:
    text = text_of(page(cast, ann))
    assert "No finished game in this season yet." in text
    assert "None yet." in text
    assert "No finished game yet." in text_of(page(cast, ann, scope="all"))


def test_all_time_adds_the_seasons_up(cast: Cast, season: Season, ann: Player) -> None:
    make_tally(season, ann, games=3)
    make_tally(create_season(cast.club, "Spring", DAY), ann, games=2)
    assert "Played 3 games" in text_of(page(cast, ann))
    assert "Played 5 games" in text_of(page(cast, ann, scope="all"))


def test_last_games_with_the_others_and_the_result(cast: Cast) -> None:
    ann, ben, cleo = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, [ann, ben, cleo]), maker=1)
    assert "Cleo , Ann Won 12–0–0" in text_of(page(cast, ben))
    assert "Ben , Cleo Second 0–12–0" in text_of(page(cast, ann))


def test_last_games_are_of_the_season_and_of_the_kind_shown(cast: Cast, season: Season) -> None:
    ann, ben, cleo = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    old = play_out(make_game(cast.club, [ann, ben, cleo]), maker=1)
    old.night.season, old.night.date = create_season(cast.club, "Before", DAY), old.night.date - timedelta(days=400)
    old.night.save()
    for _game in range(2):
        play_out(make_game(cast.club, [ann, ben], "two_handed"))
    rescore_everything()
    assert "Second 0–12–0" not in text_of(page(cast, ann))
    assert "Last games Two-handed" not in text_of(page(cast, ann))
    of_two = text_of(page(cast, ann, scope="all"))
    assert "Last games Two-handed" in of_two
    assert of_two.count("Won 10–0") == 2
    assert "Second 0–12–0" not in of_two
    of_three = text_of(page(cast, ann, scope="all", variant="cutthroat"))
    assert "Last games Cutthroat" in of_three
    assert "Second 0–12–0" in of_three
    assert "Won 10–0" not in of_three


def test_kind_without_results_lists_its_own_games_alone(cast: Cast) -> None:
    """A game that is being played is told, of whichever kind; who asks for a kind gets that one."""
    ann, ben, cleo = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, [ann, ben, cleo]), maker=1)
    play_hand(make_game(cast.club, [ann, ben], "two_handed"))
    assert "Being played" in text_of(page(cast, ann))
    assert "Being played" not in text_of(page(cast, ann, variant="cutthroat"))
    asked = text_of(page(cast, ann, variant="two_handed"))
    assert "Being played" in asked
    assert "Second 0–12–0" not in asked


def test_game_of_a_kind_is_found_behind_many_others(cast: Cast) -> None:
    ann, ben, cleo = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, [ann, ben, cleo]), maker=1)
    for _game in range(LISTED):
        play_out(make_game(cast.club, [ann, ben], "two_handed"))
    assert "Second 0–12–0" in text_of(page(cast, ann, variant="cutthroat"))


@pytest.mark.parametrize(
    "query",
    [{"scope": "today"}, {"variant": "poker"}, {"season": "x"}, {"season": "9" * 60}, {"season": "-1"}, {"season": 0}],
)
def test_scope_that_is_none_is_404(cast: Cast, ann: Player, query: dict[str, Any]) -> None:
    assert page(cast, ann, **query).status_code == 404


def test_other_clubs_season_is_404(cast: Cast, ann: Player) -> None:
    assert page(cast, ann, season=cast.other.seasons.get().pk).status_code == 404


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**40])
def test_number_of_nobody_is_404(cast: Cast, number: int) -> None:
    assert cast.client(SIGNED_OUT).get(reverse("player-detail", args=[cast.club.slug, number])).status_code == 404
    assert page(cast, make_player(cast.other)).status_code == 404


def test_merged_player_leads_to_whom_they_became(cast: Cast, ann: Player) -> None:
    annie = make_player(cast.club, "Annie", merged_into=ann)
    answer = page(cast, annie)
    assert answer["Location"] == reverse("player-detail", args=[cast.club.slug, ann.pk])


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_any_name_is_shown_as_it_is(cast: Cast, name: str) -> None:
    answer = page(cast, make_player(cast.club, name))
    assert name in text_of(answer)
    assert "<b>Bold" not in answer.content.decode()


def test_only_who_may_is_offered_to_edit(cast: Cast, ann: Player) -> None:
    edit = reverse("player-edit", args=[cast.club.slug, ann.pk])
    assert edit not in page(cast, ann).content.decode()
    own = cast.client(Role.SCORER).get(reverse("player-detail", args=[cast.club.slug, ann.pk]))
    assert edit in own.content.decode()


def test_statements_stay_within_eight(cast: Cast, season: Season) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    for _ in range(3):
        play_out(make_game(cast.club, players))
    play_hand(make_game(cast.club, players), maker_tricks=3)
    client = cast.client(Role.SCORER)
    client.get(reverse("player-detail", args=[cast.club.slug, players[0].pk]))  # whoever looks first rates what is new
    for query in ({}, {"scope": "all"}, {"season": season.pk}, {"scope": "tonight"}):
        with at_most_statements(8):
            answer = client.get(reverse("player-detail", args=[cast.club.slug, players[0].pk], query=query))
        assert answer.status_code == 200


# Scopes


def euchred(cast: Cast, names: list[Player]) -> None:
    """The first makes trump five times and is euchred: 0-10-10."""
    game = make_game(cast.club, names)
    for _hand in range(5):
        play_hand(game, 0, 0)


def test_tonight_is_what_was_played_today(cast: Cast) -> None:
    ann, ben, cleo = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    old = play_out(make_game(cast.club, [ann, ben, cleo]), maker=1)
    night = old.night
    night.date -= timedelta(days=7)
    night.save()
    rescore_everything()
    assert "No finished game tonight yet." in text_of(page(cast, ann, scope="tonight"))
    euchred(cast, [ann, ben, cleo])
    text = text_of(page(cast, ben, scope="tonight"))
    assert "Played 1 game and won ½ of it." in text
    assert "Defended 5 times, 5 of them euchres." in text
    assert "Last games" in text
    assert "12–0–0" not in text
    assert "Played 2 games and won 1½ of them." in text_of(page(cast, ben))


def test_only_games_with_somebody(cast: Cast) -> None:
    ann, ben, cleo, dai = add_players(cast.club, ["Ann", "Ben", "Cleo", "Dai"])
    play_out(make_game(cast.club, [ann, ben, cleo]))
    euchred(cast, [ann, ben, dai])
    text = text_of(page(cast, ann, **{"with": dai.pk}))
    assert "Only games with Dai." in text
    assert "Played 1 game and won 0 of it." in text
    assert "Made trump 5 times and was euchred in 5 of those." in text
    assert "Gave away 20 points, 4.00 a hand." in text
    assert "12–0–0" not in text
    for scope in ("tonight", "all"):
        assert "Played 1 game" in text_of(page(cast, ann, scope=scope, **{"with": dai.pk}))


def test_with_whom_nobody_can_play_is_404(cast: Cast, ann: Player) -> None:
    for other in (ann.pk, 0, "x", make_player(cast.other).pk, make_player(cast.club, merged_into=ann).pk):
        assert page(cast, ann, **{"with": other}).status_code == 404


def test_figures_of_a_game_worked_by_hand(cast: Cast) -> None:
    """h1 Ann deals, Ben orders up, 3 tricks: 0-1-0. h2 Ben deals, Cleo names and is euchred: 2-3-0.

    h3 Cleo deals and accepts alone, all five: 2-3-3. h4 Ann deals and names, Ben defends alone, Ann takes none: 2-7-7.
    h5 Ben deals and makes it, all five: 2-10-7. As maker Ben was first to speak in h1, last in h5.
    """
    ann, ben, cleo = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    game = make_game(cast.club, [ann, ben, cleo])
    play_hand(game, 1, 3, round=1)
    play_hand(game, 2, 2, round=2)
    play_hand(game, 2, 5, round=1, alone=True)
    play_hand(game, 0, 0, round=2, lone_defender=1)
    play_hand(game, 1, 5)
    text = text_of(page(cast, ben))
    assert "Defended 3 times, 2 of them euchres." in text
    assert "Euchres 2 67 % Points 6 Lone defences 1 euchred 1, all five 1" in text
    assert "Turned the card down in 1 of 1 hand (100 %)" in text
    assert "First to speak 1 100 % +1.00" in text
    assert "Dealing, last to speak 1 100 % +3.00" in text
    assert "Lone defence of all five" in text
    text = text_of(page(cast, cleo))
    assert "Gave away 4 points, 2.00 a hand." in text
    assert "Alone 1 time: all five 1, euchred 0." in text
    assert "Accepted, dealing 1 100 % +3.00" in text


def test_streak_trend_and_whom_they_met(cast: Cast) -> None:
    """Ann loses, wins three, then two without; a fortnight of three nights."""
    ann, ben, cleo = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    for week, maker in enumerate((1, 0, 0, 0, 1, 1)):
        game = play_out(make_game(cast.club, [ann, ben, cleo]), maker=maker)
        game.night.date -= timedelta(days=70 - week)
        game.night.save()
    rescore_everything()
    answer = page(cast, ann)
    text = text_of(answer)
    assert "2 games without a win." in text
    assert "Longest run of wins in the last 6 games: 3 ." in text
    assert "Favourite" not in text  # above both in exactly half of the games
    assert "Nemesis" not in text
    assert "night by night, the last 6 games" in text
    assert '<polyline points="26,110 ' in answer.content.decode()
    assert "Nemesis: Ann , placed above in only 0 of 6 games." in text_of(page(cast, cleo))
    link = reverse("player-compare", args=[cast.club.slug])
    assert f"{link}?one={ann.pk}&amp;other={ben.pk}&amp;variant=cutthroat&amp;season=" in answer.content.decode()


def test_links_lead_to_every_scope(cast: Cast, season: Season) -> None:
    """To each season in which something was played, and to the games with each of the others."""
    ann, ben, cleo = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, [ann, ben, cleo]))
    spring = create_season(cast.club, "Spring", DAY)
    make_tally(spring, ann, games=1)
    for span, query in (("scope=all", {"scope": "all"}), (f"season={season.pk}", {})):
        answer = page(cast, ann, **query)
        assert f"?with={ben.pk}&amp;variant=cutthroat&amp;{span}" in answer.content.decode()
    assert f'href="?season={spring.pk}"' in page(cast, ann).content.decode()
    assert f'href="?season={spring.pk}"' not in page(cast, cleo).content.decode()
    with_ben = page(cast, ann, season=spring.pk, **{"with": ben.pk}).content.decode()
    assert f'href="?season={season.pk}&amp;with={ben.pk}"' in with_ben


def test_last_games_are_those_of_the_season(cast: Cast) -> None:
    people = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, people))
    spring = create_season(cast.club, "Spring", DAY)
    make_default(spring)
    assert "12–0–0" not in text_of(page(cast, people[0]))
    assert "12–0–0" in text_of(page(cast, people[0], scope="all"))


def test_partners_stand_apart(cast: Cast) -> None:
    people = add_players(cast.club, ["Ann", "Ben", "Cleo", "Dai"])
    play_out(make_game(cast.club, people, "partnership"))
    text = text_of(page(cast, people[0]))
    assert "3 players" not in text
    assert "2 players" in text
    assert "Beside Name Games Points Euchred together Cleo 1 Only games with Cleo. 10 0 /0" in text


def test_achievements_are_named(cast: Cast) -> None:
    people = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, people), alone=True)
    text = text_of(page(cast, people[0]))
    assert "First win" in text
    assert "All five alone" in text
    assert "Achievements When" not in text_of(page(cast, people[1]))


def test_the_tag_follows_a_correction(cast: Cast) -> None:
    people = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    phone = Phone(make_game(cast.club, people), cast.club.recorders.all()[0])
    first = phone.record(made(1, 3))
    phone.win()
    url, client = reverse("player-detail", args=[cast.club.slug, people[0].pk]), cast.client(SIGNED_OUT)
    tag = client.get(url, headers={"HX-Request": "true"})["HX-PTag"]
    polled = {"HX-Request": "true", "HX-PTag": tag}
    assert client.get(url, headers=polled).status_code == 304
    phone.correct(first, made(2, 5))
    assert client.get(url, headers=polled).status_code == 200


def rescore_everything() -> None:
    list(rescore(Scope()))
