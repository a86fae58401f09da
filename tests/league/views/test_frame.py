"""The table in a club's own web page: that page may be framed, no other may."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from league.models import Role, Visibility
from league.services.seasons import create_season
from tests.factories import DAY, make_player, make_tally
from tests.league.cast import SIGNED_OUT, Cast, make_cast
from tests.league.views.test_policy import CLUB_PAGES, NOBODY, SITE_PAGES, address, names_in, things_of
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db


def frame(cast: Cast, role: str = SIGNED_OUT, **query: Any) -> Any:
    return cast.client(role).get(reverse("standings-frame", args=[cast.club.slug], query=query))


def standings(cast: Cast, role: str, **query: Any) -> str:
    answer: HttpResponse = cast.client(role).get(reverse("standings", args=[cast.club.slug], query=query))
    return answer.content.decode()


def may_be_framed(answer: HttpResponse) -> bool:
    return "frame-ancestors *" in answer["Content-Security-Policy"] and "X-Frame-Options" not in answer


def forbids_framing(answer: HttpResponse) -> bool:
    return "frame-ancestors 'none'" in answer["Content-Security-Policy"] and answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.UNLISTED])
def test_the_frame_shows_the_table_to_any_page_without_cookie_or_script(visibility: str) -> None:
    cast = make_cast(visibility)
    make_tally(cast.club.seasons.get(), make_player(cast.club, "Ann"), games=1, won12=12, points=10, nights=1)
    answer = frame(cast)
    html = answer.content.decode()
    assert may_be_framed(answer)
    assert "1 Ann 1 1 1 10.00" in text_of(answer)
    assert not answer.cookies
    assert "<script" not in html
    assert "csrfmiddlewaretoken" not in html


def test_every_other_page_forbids_framing_and_so_does_each_refusal() -> None:
    cast = make_cast(Visibility.PUBLIC)
    things, client = things_of(cast), cast.client(Role.OWNER)
    urls = {route: address(route, things) for route in CLUB_PAGES}
    urls |= {
        route: reverse(route, kwargs={name: 1 if name == "pk" else "nonsense" for name in names_in(route)})
        for route in SITE_PAGES
        if route not in ("account_logout", "account-delete")
    }
    framed = {route for route, url in urls.items() if not forbids_framing(client.get(url))}
    assert framed == {"standings-frame"}
    assert forbids_framing(frame(cast, season="x"))
    assert forbids_framing(client.post(urls["standings-frame"]))
    assert CLUB_PAGES["standings-frame"][1] == NOBODY


def test_members_only_is_neither_shown_nor_framed() -> None:
    cast = make_cast(Visibility.MEMBERS)
    assert frame(cast).status_code == 404
    answer = frame(cast, Role.PLAYER)
    assert answer.status_code == 200
    assert forbids_framing(answer)
    assert "Only members may look at this club" in standings(cast, Role.ORGANISER)
    assert "&lt;iframe" not in standings(cast, Role.ORGANISER)


def test_organisers_find_the_code_and_others_do_not() -> None:
    cast = make_cast()
    url = f"http://testserver{reverse('standings-frame', args=[cast.club.slug])}?variant=cutthroat"
    assert f"&lt;iframe src=&quot;{url}&quot; title=&quot;Standings of Harbour Euchre Club&quot;" in standings(
        cast, Role.ORGANISER
    )
    for role in (SIGNED_OUT, Role.PLAYER, Role.SCORER):
        assert "iframe" not in standings(cast, role)


def test_code_of_a_past_season_names_it_and_a_name_can_not_break_out() -> None:
    cast = make_cast()
    spring = create_season(cast.club, "Spring", DAY)
    cast.club.name = 'The "Bowers" <b>'
    cast.club.save()
    page = standings(cast, Role.ORGANISER, season=spring.pk)
    assert f"?season={spring.pk}&amp;amp;variant=cutthroat" in page
    assert "title=&quot;Standings of The &amp;quot;Bowers&amp;quot; &amp;lt;b&amp;gt;&quot;" in page


def test_another_season_and_few_statements() -> None:
    cast = make_cast()
    spring = create_season(cast.club, "Spring", DAY)
    for number in range(55):
        make_tally(spring, make_player(cast.club, f"Player {number:02}"), games=1, points=99 - number)
    with at_most_statements(2):
        answer = frame(cast, season=spring.pk, page=2)
    assert "55 Player 54" in text_of(answer)
    assert "Spring" in text_of(answer)
