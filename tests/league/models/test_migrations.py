"""Migrations take rows along, there and back: facts stay, and what was derived can be derived again."""

from __future__ import annotations

import io
import re

import pytest
from django.core.management import call_command

from league.models import Credit, Game, GameEvent, RatingPool, Remark
from tests.factories import make_credit, make_remark
from tests.league.services.door import differences, sit_down


@pytest.mark.django_db(transaction=True)
def test_ratings_pairs_and_reasons_of_credits_go_and_come_again() -> None:
    phone = sit_down()
    phone.win()
    make_remark(phone.game, "Counted twice")
    make_credit(phone.game.night, phone.log.players[0], "He came late")
    assert differences() == []
    facts = [list(model._default_manager.order_by("pk").values()) for model in (GameEvent, Credit)]
    try:
        call_command("migrate", "league", "0009", verbosity=0)
        told = upgrade()
    finally:
        call_command("migrate", verbosity=0, stdout=io.StringIO())  # whatever went wrong, the next test has its tables
    assert re.fullmatch(r"Counting anew .+\n1 games: \d+ differences put right, 0 not\.\n", told)
    assert facts == [list(model._default_manager.order_by("pk").values()) for model in (GameEvent, Credit)]
    assert [remark.text for remark in Remark.objects.all()] == ["Counted twice"]
    assert RatingPool.objects.exists()
    assert Game.objects.get().comeback is not None
    assert differences() == []
    assert upgrade() == ""


def upgrade() -> str:
    out = io.StringIO()
    call_command("upgrade", stdout=out, stderr=out)
    return out.getvalue()
