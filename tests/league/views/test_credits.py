"""Credits and adjustments: a form, what it would change, and a list with reasons wherever standings are explained."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.bridge.credits import NewCredit
from league.forms.credits import CreditForm
from league.models import Credit, Player, Remark, Role, Season, Tally
from league.services.crediting import add_credit
from league.services.forgetting import erase_remark
from league.services.merging import merge_players
from league.services.season_end import close_season
from league.standings.credits import credit_text
from tests.factories import make_credit, make_game, make_player, play_out
from tests.league.cast import SIGNED_OUT, Cast, make_cast
from tests.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """A club in which Ann has won a game against Ben and Cleo, ten to nothing."""
    cast = make_cast()
    play_out(make_game(cast.club, [make_player(cast.club, name) for name in ("Ann", "Ben", "Cleo")]))
    return cast


@pytest.fixture
def organiser(cast: Cast) -> Client:
    return cast.client(Role.ORGANISER)


@pytest.fixture
def ben(cast: Cast) -> Player:
    return Player.objects.get(club=cast.club, name="Ben")


def url(cast: Cast, route: str = "credit-add", *args: object) -> str:
    return reverse(route, args=[cast.club.slug, cast.club.nights.get().pk, *args])


def said(player: Player, **fields: Any) -> dict[str, Any]:
    form = {"client_id": str(uuid4()), "player": player.pk, "variant": "cutthroat", "kind": "walkover", "games": "1"}
    return form | {"won": "1", "points": "10", "reason": ""} | fields


# Giving one


def test_the_places_that_would_change_are_shown_and_nothing_is_stored(
    cast: Cast, organiser: Client, ben: Player
) -> None:
    figures = {"kind": "totals", "games": "2", "won": "1½", "points": "17", "reason": "Paper was lost"}
    page = organiser.post(url(cast), said(ben, **figures))
    assert page.status_code == 200
    assert [(one.name, one.before, one.after) for one in page.context["changes"]] == [
        *(("Ben", 2, 1), ("Ann", 1, 2), ("Cleo", 2, 3))
    ]
    assert "2 games, 1½ won, 17 points" in text_of(page)
    assert "Paper was lost" in text_of(page)
    assert not Credit.objects.exists()
    again = organiser.post(url(cast), dict(page.context["sent"]) | {"edit": "1"})
    assert again.status_code == 200
    assert again.context["form"]["won"].value() == "1½"


def test_saved_it_counts_once_however_often_it_is_sent(cast: Cast, organiser: Client, ben: Player) -> None:
    sent = said(ben, save="1", reason="They never came")
    for _time in range(2):
        assert organiser.post(url(cast), sent).status_code == 303
    tally = Tally.objects.get(player=ben)
    assert (tally.games, tally.won12, tally.points) == (2, 12, 10)
    assert Remark.objects.get().text == "They never came"
    assert organiser.post(url(cast), sent | {"points": "9"}).status_code == 422


@pytest.mark.parametrize(
    ("written", "twelfths"),
    [
        *(("1", 12), ("½", 6), ("1/3", 4), ("1½", 18), ("1 1/2", 18), ("2 ⅓", 28), ("0.5", 6), ("0,25", 3), ("", 0)),
        *(("-1", -12), ("−½", -6), ("- 1/4", -3), ("+2", 24), ("1⁄6", 2), (" 3 ", 36), ("5/12", 5)),
    ],
)
def test_wins_are_read_as_people_write_them(ben: Player, written: str, twelfths: int) -> None:
    form = CreditForm(said(ben, won=written), [(ben.pk, "Ben")], [("cutthroat", "Cutthroat")])
    assert form.is_valid(), form.errors
    assert form.new.won12 == twelfths


@pytest.mark.parametrize(
    "written",
    ["one", "1/0", "0.33", "1/5", "½½", "1.5/2", "1/2/3", "٣", "9" * 50, "1e3", "-", "\x00", "1" + " " * 19 + "7"],
)
def test_what_is_no_share_of_a_win_is_said_beside_the_field(ben: Player, written: str) -> None:
    form = CreditForm(said(ben, won=written), [(ben.pk, "Ben")], [("cutthroat", "Cutthroat")])
    assert [*form.errors] == ["won"]


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("reason", {"kind": "adjustment"}),
        ("reason", {"reason": "\x00"}),
        ("won", {"won": "2"}),
        ("games", {"games": "100"}),
        ("games", {"games": ""}),
        ("games", {"games": "1_0"}),
        ("games", {"games": "٣"}),
        ("points", {"points": "1" * 400}),
        ("player", {"player": "999999"}),
        ("player", {"player": ""}),
        ("variant", {"variant": "bridge"}),
        ("kind", {"kind": "gift"}),
        ("client_id", {"client_id": "once"}),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(
    cast: Cast, organiser: Client, ben: Player, field: str, fields: dict[str, str]
) -> None:
    for save in ({}, {"save": "1"}):
        page = organiser.post(url(cast), said(ben, points="7") | fields | save)
        assert page.status_code == 422
        assert field in page.context["form"].errors
        assert field == "points" or page.context["form"]["points"].value() == "7"
    assert not Credit.objects.exists()


def test_nothing_is_credited_in_a_closed_season(cast: Cast, organiser: Client, ben: Player) -> None:
    given = make_credit(cast.club.nights.get(), ben)
    close_season(Season.objects.get(club=cast.club), given.recorder)
    page = organiser.post(url(cast), said(ben))
    assert page.status_code == 422
    assert "is closed. An organiser can open it again." in text_of(page)
    organiser.post(url(cast, "credit-cancel", given.pk))
    assert Credit.objects.count() == 1
    night = text_of(organiser.get(url(cast, "night-detail")))
    assert "Add a credit" not in night
    assert "Take it back" not in night


# Where it is shown


def test_it_is_marked_in_the_standings_and_explained_with_reason_name_and_time(cast: Cast, ben: Player) -> None:
    credit = make_credit(cast.club.nights.get(), ben, "Played with a marked card", points=-3)
    guest = cast.client(SIGNED_OUT)
    standings = reverse("standings", args=[cast.club.slug])
    page = guest.get(standings)
    assert [(row.name, row.credits) for row in page.context["table"].page] == [("Ann", 0), ("Cleo", 0), ("Ben", 1)]
    assert "Ben † with credits" in text_of(page)
    assert "†: counts a bye, a walkover, totals or an adjustment as well" in text_of(page)
    places = [reverse(route, args=[cast.club.slug, ben.pk]) for route in ("standings-why", "player-detail")]
    for address in (*places, url(cast, "night-detail")):
        text = text_of(guest.get(address))
        assert "Counted without a game" in text
        assert "Adjustment" in text
        assert "−3 points" in text
        assert "Played with a marked card" in text
        assert credit.recorder.label in text
        assert "erase these words" not in text
    for player in ("Ann", "Cleo"):
        other = Player.objects.get(club=cast.club, name=player)
        assert "Counted without" not in text_of(guest.get(reverse("standings-why", args=[cast.club.slug, other.pk])))


def test_taken_back_it_stays_in_the_nights_list_and_marks_no_more(cast: Cast, organiser: Client, ben: Player) -> None:
    credit = make_credit(cast.club.nights.get(), ben, "By mistake")
    assert "Take it back" in text_of(organiser.get(url(cast, "night-detail")))
    assert "Take it back" not in text_of(cast.client(Role.SCORER).get(url(cast, "night-detail")))
    for _time in range(2):
        answer = organiser.post(url(cast, "credit-cancel", credit.pk), {"reason": "It was Cleo"})
        assert answer.status_code == 303
    text = text_of(organiser.get(url(cast, "night-detail")))
    for words in ("By mistake", "Taken back: it counts no more.", "It was Cleo", "erase these words"):
        assert words in text
    page = organiser.get(reverse("standings", args=[cast.club.slug]))
    assert not page.context["table"].credits
    back = Credit.objects.get(cancels=credit)
    assert organiser.post(url(cast, "credit-cancel", back.pk)).status_code == 404


def test_an_erased_reason_is_said_to_be_erased(cast: Cast, organiser: Client, ben: Player) -> None:
    credit = make_credit(cast.club.nights.get(), ben, "Rude words")
    remark = Remark.objects.get(credit=credit)
    page = organiser.get(reverse("remark-erase", args=[cast.club.slug, remark.pk]))
    assert url(cast, "night-detail") in page.content.decode()
    answer = organiser.post(reverse("remark-erase", args=[cast.club.slug, remark.pk]))
    assert answer["Location"] == url(cast, "night-detail")
    text = text_of(organiser.get(url(cast, "night-detail")))
    assert "Rude words" not in text
    assert "(erased)" in text
    erase_remark(remark)


def test_a_merged_players_credits_are_listed_with_whom_they_became(cast: Cast, ben: Player) -> None:
    other = make_player(cast.club, "Benny")
    make_credit(cast.club.nights.get(), other, "No table", kind="bye", games=1, won12=12, points=0)
    merge_players(other, ben)
    text = text_of(cast.client(SIGNED_OUT).get(reverse("player-detail", args=[cast.club.slug, ben.pk])))
    assert "No table" in text
    assert "1 game, 1 won" in text


def test_who_has_only_adjustments_is_listed_without_a_place(cast: Cast) -> None:
    dai = make_player(cast.club, "Dai")
    make_credit(cast.club.nights.get(), dai, "Did not come", points=-3)
    rows = list(cast.client(SIGNED_OUT).get(reverse("standings", args=[cast.club.slug])).context["table"].page)
    assert (rows[-1].name, rows[-1].place, rows[-1].opens_unranked) == ("Dai", None, "Not ranked yet: no game")


def test_lists_take_one_query_however_many_there_are(cast: Cast, ben: Player, django_assert_num_queries: Any) -> None:
    night, guest = cast.club.nights.get(), cast.client(SIGNED_OUT)
    pages = [url(cast, "night-detail"), reverse("player-detail", args=[cast.club.slug, ben.pk])]
    first = make_credit(night, ben)
    for page in pages:
        guest.get(page)  # whoever looks first rates what is new
        with CaptureQueriesContext(connection) as one:
            guest.get(page)
        for _time in range(3):
            make_credit(night, ben)
        with django_assert_num_queries(len(one)):
            guest.get(page)
    assert first


@pytest.mark.parametrize(
    ("figures", "signed", "text"),
    [
        ((1, 12, 10), False, "1 game, 1 won, 10 points"),
        ((2, 0, 0), False, "2 games, 0 won"),
        ((0, -6, 1), True, "−½ won, +1 point"),
        ((1, 0, 0), True, "+1 game"),
    ],
)
def test_credits_in_words(figures: tuple[int, int, int], signed: bool, text: str) -> None:
    assert credit_text(*figures, signed=signed) == text


def test_a_minus_as_it_is_printed_takes_points_away(ben: Player) -> None:
    form = CreditForm(said(ben, points="−3"), [(ben.pk, "Ben")], [("cutthroat", "Cutthroat")])
    assert form.is_valid(), form.errors
    assert form.new.points == -3


def test_sent_again_with_another_reason_it_is_not_told_as_saved(cast: Cast, organiser: Client, ben: Player) -> None:
    sent = said(ben, save="1", reason="They never came")
    assert organiser.post(url(cast), sent).status_code == 303
    assert organiser.post(url(cast), sent | {"reason": "Nobody came"}).status_code == 422
    remark = Remark.objects.get()
    erase_remark(remark)
    assert organiser.post(url(cast), sent).status_code == 303, "who sends it again does not learn that it was erased"


def test_sent_again_after_a_merge_it_is_stored_once(cast: Cast, ben: Player) -> None:
    recorder, night, once = cast.club.recorders.all()[0], cast.club.nights.get(), uuid4()
    gone = make_player(cast.club, "Benny")
    new = NewCredit(gone.pk, "cutthroat", "bye", 1)
    stored = add_credit(night.pk, once, recorder, new)
    merge_players(gone, ben)
    assert add_credit(night.pk, once, recorder, new) == stored


@pytest.mark.parametrize("reason", ["x" * 5000, "\x00"])
def test_with_a_reason_that_can_not_be_kept_nothing_is_taken_back(
    cast: Cast, organiser: Client, ben: Player, reason: str
) -> None:
    credit = make_credit(cast.club.nights.get(), ben)
    answer = organiser.post(url(cast, "credit-cancel", credit.pk), {"reason": reason}, follow=True)
    assert not Credit.objects.exclude(cancels=None).exists()
    assert "Please type it again" in text_of(answer) or "please keep to" in text_of(answer)
