"""Table cards as organisers see them."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from league.days import club_date
from league.logs import WithoutTokens
from league.models import Role, TableCard, Visibility
from tests.factories import make_card
from tests.league.cast import CARD, Cast, make_cast
from tests.pages import at_most_statements, errors_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    cast = make_cast(Visibility.MEMBERS)
    TableCard.objects.all().delete()
    return cast


def url(cast: Cast, route: str, *args: object) -> str:
    return reverse(route, args=[cast.club.slug, *args])


def page(cast: Cast, route: str = "card-list", **query: Any) -> Any:
    return cast.client(Role.ORGANISER).get(url(cast, route), query)


def make(cast: Cast, **typed: Any) -> Any:
    return cast.client(Role.ORGANISER).post(url(cast, "card-list"), {"first": 1, "last": 3} | typed)


def withdraw(cast: Cast, card: TableCard) -> Any:
    return cast.client(Role.ORGANISER).post(url(cast, "card-withdraw", card.pk))


def numbers(**fields: Any) -> list[int]:
    return list(TableCard.objects.filter(**fields).order_by("number").values_list("number", flat=True))


def test_an_empty_page_says_what_to_do(cast: Cast) -> None:
    answer = page(cast)
    assert "None. Make one for each table, print them, and glue them on." in text_of(answer)
    assert answer.context["form"].initial == {"first": 1, "last": 4}
    assert "Print all" not in text_of(answer)


def test_several_are_made_at_once_and_each_shows_its_link_and_code(cast: Cast) -> None:
    assert make(cast)["Location"] == url(cast, "card-list")
    answer = page(cast)
    body, words = answer.content.decode(), text_of(answer)
    assert "3 cards are ready to print." in words
    assert numbers() == [1, 2, 3]
    for card in TableCard.objects.all():
        assert f'value="http://testserver/t/{card.token}/"' in body
        assert f"<title>QR code of table {card.number}</title>" in body
    assert words.count("Not scanned yet.") == 3
    assert answer.context["form"].initial == {"first": 4, "last": 4}


def test_when_it_was_scanned_is_shown(cast: Cast) -> None:
    card = make_card(cast.club)
    cast.cards[CARD] = card
    cast.client(CARD)
    card.refresh_from_db()
    assert card.opened_at is not None
    assert f"Last scanned on {card.opened_at:%-d %B %Y %H:%M}." in text_of(page(cast))


def test_until_a_day_means_the_whole_of_it_in_the_clubs_zone(cast: Cast) -> None:
    cast.club.zone = "Pacific/Auckland"
    cast.club.save()
    # Not at night: until six it is still the evening before for a club, and that day is over.
    with time_machine.travel(timezone.now().replace(hour=1)):
        today = club_date(cast.club)
        make(cast, first=5, last=5, until=today.isoformat())
        card = TableCard.objects.get()
        assert card.expires_at is not None
        assert f"Until the end of {today:%-d %B %Y}." in text_of(page(cast))
    TableCard.objects.update(expires_at=timezone.now())
    assert "its time is over" in text_of(page(cast))
    assert card.token not in page(cast).content.decode()


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"first": ""}, "first"),
        ({"last": "three"}, "last"),
        ({"first": 0}, "first"),
        ({"last": 100}, "last"),
        ({"first": 3, "last": 2}, "last"),
        ({"until": "2001-01-01"}, "until"),
        ({"until": "9999-12-31"}, "until"),
        ({"until": "soon"}, "until"),
    ],
)
def test_what_can_not_be_is_said_beside_its_field(cast: Cast, typed: dict[str, Any], field: str) -> None:
    answer = make(cast, **typed)
    assert answer.status_code == 422
    assert list(errors_of(answer)) == [field]
    assert not TableCard.objects.exists()


def test_tables_that_have_one_are_left_alone(cast: Cast) -> None:
    make_card(cast.club, 2)
    make(cast)
    assert "2 cards are ready to print." in text_of(page(cast))
    answer = make(cast)
    assert errors_of(answer) == {
        "last": ["Every one of these tables has a card. To make a new one, withdraw the old one first."]
    }


def test_withdrawn_it_offers_a_new_one(cast: Cast) -> None:
    old = make_card(cast.club, 2)
    assert withdraw(cast, old).status_code == 303
    words = text_of(page(cast))
    assert "The card of table 2 opens nothing any more." in words
    assert "Table 2 withdrawn on" in words
    assert old.token not in page(cast).content.decode()
    make(cast, first=2, last=2)
    assert "withdrawn on" not in text_of(page(cast))
    assert numbers(withdrawn_at=None) == [2]
    withdraw(cast, old)  # sent again, it takes nothing from the new one
    assert numbers(withdrawn_at=None) == [2]


def test_nobody_withdraws_another_clubs_card(cast: Cast) -> None:
    theirs = make_card(cast.other)
    assert withdraw(cast, theirs).status_code == 404
    assert numbers(withdrawn_at=None) == [1]


def test_the_sheet_to_print(cast: Cast) -> None:
    gone, over = (
        make_card(cast.club, 1, withdrawn_at=timezone.now()),
        make_card(cast.club, 2, expires_at=timezone.now()),
    )
    here, there = make_card(cast.club, 3), make_card(cast.club, 4)
    words = text_of(page(cast, "card-print"))
    assert words.count("Harbour Euchre Club Table") == 2
    assert words.count("Point your phone’s camera here to keep the score of this table. No account needed.") == 2
    assert f"testserver/t/{here.token}/" in words
    assert f"testserver/t/{there.token}/" in words
    assert "Table 3" in text_of(page(cast, "card-print", card=here.pk))
    assert "Table 4" not in text_of(page(cast, "card-print", card=here.pk))
    for wrong in (gone.pk, over.pk, make_card(cast.other).pk, 10**15, "x"):
        assert page(cast, "card-print", card=wrong).status_code == 404


def test_a_sheet_without_cards_says_what_to_do(cast: Cast) -> None:
    assert "No card to print" in text_of(page(cast, "card-print"))


@pytest.mark.parametrize("route", ["card-list", "card-print"])
def test_pages_with_tokens_are_kept_nowhere_and_told_to_nobody(cast: Cast, route: str) -> None:
    make_card(cast.club)
    answer = page(cast, route)
    assert answer["Referrer-Policy"] == "strict-origin"
    assert "no-store" in answer["Cache-Control"]


def test_many_cards_take_few_statements(cast: Cast) -> None:
    make(cast, last=40)
    page(cast)
    with at_most_statements(6):
        assert len(page(cast).context["cards"]) == 40


def test_the_acts_stand_in_the_clubs_log(cast: Cast) -> None:
    make(cast, first=3, last=3)
    withdraw(cast, TableCard.objects.get())
    log = text_of(cast.client(Role.OWNER).get(url(cast, "club-log")))
    assert "Made a table’s card : Table 3 Table: – 3" in log or "Made a table’s card Table: – 3" in log
    assert "Withdrew a table’s card Table: 3 –" in log
    assert TableCard.objects.get().token not in log


@pytest.mark.parametrize(
    "line",
    [
        "Not Found: /t/{}/",
        '"GET /t/{}/ HTTP/1.1" 303 0',
        "/accounts/login/?next=%2Ft%2F{}%2F",
        "https://scores.example.org/t/{}",
    ],
)
def test_a_token_stays_out_of_the_logs(line: str) -> None:
    token = TableCard(number=1).token
    record = logging.LogRecord("django", logging.INFO, "", 0, line.format(token), None, None)
    assert WithoutTokens().filter(record)
    assert token not in record.getMessage()
    assert "…" in record.getMessage()


def test_other_addresses_stay_whole_in_the_logs() -> None:
    line = "Not Found: /static/about/at/table/"
    record = logging.LogRecord("django", logging.INFO, "", 0, line, None, None)
    WithoutTokens().filter(record)
    assert record.getMessage() == line
