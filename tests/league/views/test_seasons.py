"""Seasons, the rules page, and changing the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse
from django.utils.html import escape

from engine.house_rules import HouseRules, default_rules
from engine.presets import PRESETS
from engine.variants import MAIN_GAME, Variant, variants
from league.models import Role, Season
from league.services.seasons import create_season, rules_of, set_rules
from tests.factories import DAY, make_game, make_player
from tests.league.cast import SIGNED_OUT, Cast
from tests.league.forms.test_rules import sent
from tests.pages import NASTY_NAMES, at_most_statements, errors_of, text_of

pytestmark = pytest.mark.django_db

RULES = default_rules(MAIN_GAME.key)


def get(cast: Cast, route: str, *args: Any, role: str = Role.ORGANISER) -> Any:
    return cast.client(role).get(reverse(route, args=[cast.club.slug, *args]))


def post(cast: Cast, route: str, *args: Any, **form: Any) -> Any:
    return cast.client(Role.ORGANISER).post(reverse(route, args=[cast.club.slug, *args]), form)


def main_rules(season: Season) -> HouseRules:
    return rules_of(season)[MAIN_GAME.key]


# Seasons


def test_newest_first_and_the_default_marked(cast: Cast, season: Season) -> None:
    create_season(cast.club, "Long ago", DAY.replace(year=1999))
    text = text_of(get(cast, "season-list", role=SIGNED_OUT))
    assert text.index(season.name) < text.index("Long ago")
    assert f"{season.name} Now" in text
    assert "New season" not in text


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_made_with_the_rules_of_the_default_one(cast: Cast, season: Season, name: str) -> None:
    set_rules(season, RULES.change(target=7))
    answer = post(cast, "season-add", name=name, starts="2026-03-01")
    made = cast.club.seasons.get(name=name)
    assert (answer.status_code, made.is_default, main_rules(made).target) == (303, False, 7)
    assert name in text_of(get(cast, "season-list"))


def test_new_season_may_become_the_default(cast: Cast, season: Season) -> None:
    post(cast, "season-add", name="Spring", starts="2026-03-01", default="on")
    assert cast.club.seasons.get(is_default=True).name == "Spring"


def test_edited(cast: Cast, season: Season) -> None:
    spring = create_season(cast.club, "Spring", DAY)
    answer = post(cast, "season-edit", spring.pk, name="Lent", starts="2026-03-01", ends="2026-04-01", default="on")
    spring.refresh_from_db()
    assert (answer.status_code, spring.name, str(spring.ends), spring.is_default) == (303, "Lent", "2026-04-01", True)


def test_default_stays_default_when_edited(cast: Cast, season: Season) -> None:
    assert post(cast, "season-edit", season.pk, name="2026", starts="2026-03-01").status_code == 303
    assert cast.club.seasons.get(is_default=True).name == "2026"


@pytest.mark.parametrize(
    "form",
    [
        {"name": "", "starts": "2026-03-01"},
        {"name": "Spring", "starts": "soon"},
        {"name": "Spring", "starts": "2026-03-01", "ends": "2026-02-01"},
        {"name": "x" * 10_000, "starts": "2026-03-01"},
        {"name": "a\x00b", "starts": "2026-03-01"},
    ],
)
def test_mistakes_are_asked_again(cast: Cast, season: Season, form: dict[str, str]) -> None:
    assert post(cast, "season-add", **form).status_code == 422
    assert post(cast, "season-edit", season.pk, **form).status_code == 422
    assert cast.club.seasons.count() == 1


# The rules page


def test_standard_rules_in_words(cast: Cast) -> None:
    text = text_of(get(cast, "rules", role=SIGNED_OUT))
    assert "The first to reach 10 points wins the game." in text
    assert "All 5 tricks to a lone defender 4 each defender" in text
    assert "house rule" not in text


def test_what_the_club_changed_is_marked(cast: Cast, season: Season) -> None:
    set_rules(season, RULES.change(stick_the_dealer=True, march=2))
    text = text_of(get(cast, "rules"))
    assert "If everybody else passes twice, the dealer must name a suit. house rule" in text
    assert "March: all 5 tricks house rule 2" in text
    assert text.count("house rule ") == 2


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_empty_score_sheet_has_a_letter_for_each_seat_and_a_column_for_each_side(cast: Cast, variant: Variant) -> None:
    page = reverse("sheet-print", args=[cast.club.slug])
    answer = cast.client(SIGNED_OUT).get(page, {"variant": variant.key})
    sheet = answer.context["sheet"]
    assert (len(sheet.letters), len(sheet.sides)) == (variant.seats, len(variant.sides))
    assert "".join(sorted("".join(sheet.sides))) == sheet.letters
    text = text_of(answer)
    assert f"first to {sheet.target}" in text
    assert "Made: 3 or 4 tricks: 1" in text
    assert (
        f"variant={variant.key}"
        in cast.client(SIGNED_OUT).get(reverse("rules", args=[cast.club.slug])).content.decode()
    )


def test_sheet_follows_the_house_rules_of_now_or_of_a_season(cast: Cast, season: Season) -> None:
    set_rules(season, replace(default_rules(MAIN_GAME.key), target=21, going_alone=False))
    answer = cast.client(SIGNED_OUT).get(reverse("sheet-print", args=[cast.club.slug]))
    assert (answer.context["sheet"].key, answer.context["sheet"].target) == (MAIN_GAME.key, 21)
    assert "Alone" not in text_of(answer)
    other = create_season(cast.club, "Before", DAY.replace(year=1999))
    set_rules(other, default_rules(MAIN_GAME.key))
    page = cast.client(SIGNED_OUT).get(reverse("rules", args=[cast.club.slug]), {"season": other.pk}).content.decode()
    link = reverse("sheet-print", args=[cast.club.slug]) + f"?season={other.pk}&variant={MAIN_GAME.key}"
    assert f'href="{escape(link)}"' in page
    assert cast.client(SIGNED_OUT).get(link).context["sheet"].target == default_rules(MAIN_GAME.key).target
    poker = cast.client(SIGNED_OUT).get(reverse("sheet-print", args=[cast.club.slug]), {"variant": "poker"})
    assert poker.status_code == 404


def test_rules_page_takes_few_statements(cast: Cast) -> None:
    client = cast.client(Role.PLAYER)
    with at_most_statements(5):
        client.get(reverse("rules", args=[cast.club.slug]))


# Changing them


def with_preset(cast: Cast, season: Season, preset: str) -> Any:
    url = reverse("rules-edit", args=[cast.club.slug, season.pk, MAIN_GAME.key])
    return cast.client(Role.ORGANISER).get(url, {"preset": preset})


def test_a_preset_fills_the_form_and_is_stored_only_when_saved(cast: Cast, season: Season) -> None:
    for preset in PRESETS:
        wanted = preset.rules(MAIN_GAME.key)
        form = with_preset(cast, season, preset.key).context["form"]
        shown = {name: form[name].value() for name in form.fields}
        assert shown == {name: str(getattr(wanted, name)) for name in form.fields}
        assert main_rules(season) == RULES
    assert post(cast, "rules-edit", season.pk, MAIN_GAME.key, **shown).status_code == 303
    assert main_rules(season) == wanted


def test_unknown_preset_is_404(cast: Cast, season: Season) -> None:
    assert with_preset(cast, season, "poker").status_code == 404


def test_each_choice_by_itself(cast: Cast, season: Season) -> None:
    answer = post(cast, "rules-edit", season.pk, MAIN_GAME.key, **sent(RULES, target=7, dummy=False))
    assert (answer.status_code, answer["Location"]) == (303, reverse("rules", args=[cast.club.slug]))
    assert main_rules(season) == RULES.change(target=7, dummy=False)


def test_contradiction_is_shown_beside_the_field_with_what_was_chosen(cast: Cast, season: Season) -> None:
    chosen = sent(RULES, lone_defence="against_lone_maker", dummy=False)
    answer = post(cast, "rules-edit", season.pk, MAIN_GAME.key, **chosen)
    assert (answer.status_code, set(errors_of(answer))) == (422, {"dummy"})
    assert answer.context["form"]["lone_defence"].value() == "against_lone_maker"
    assert main_rules(season) == RULES


@pytest.mark.parametrize("target", ["0", "51", "x", "", "9" * 5000, "٣x"])
def test_number_out_of_range(cast: Cast, season: Season, target: str) -> None:
    answer = post(cast, "rules-edit", season.pk, MAIN_GAME.key, **sent(RULES, target=target))
    assert (answer.status_code, set(errors_of(answer))) == (422, {"target"})


def test_game_that_is_begun_keeps_its_rules(cast: Cast, season: Season) -> None:
    game = make_game(cast.club, [make_player(cast.club, name) for name in ("Ann", "Ben", "Cleo")])
    before = game.ruleset_id
    post(cast, "rules-edit", season.pk, MAIN_GAME.key, **sent(RULES, target=5))
    game.refresh_from_db()
    assert game.ruleset_id == before


def test_opening_the_editor_writes_nothing(cast: Cast, season: Season) -> None:
    version = season.version
    assert get(cast, "rules-edit", season.pk, MAIN_GAME.key).status_code == 200
    season.refresh_from_db()
    assert season.version == version
