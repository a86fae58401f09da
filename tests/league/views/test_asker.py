"""Who asks, while their account is being deleted elsewhere."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import RequestFactory

from league.models import Recorder, User
from league.services.accounts import rename_account
from league.services.leaving import delete_account
from league.views.asker import asker, asker_at
from tests.factories import make_club, make_game, make_player, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_request_of_an_account_that_is_gone_is_refused_and_no_error() -> None:
    club, user = make_club(), make_user("Zoe")
    game = make_game(club, [make_player(club, name) for name in ("Ann", "Ben", "Cleo")])
    request = RequestFactory().get("/")
    request.user = User.objects.get(pk=user.pk)
    delete_account(user)
    with pytest.raises(PermissionDenied):
        asker(request, club)  # type: ignore[arg-type]  # as far as it is read
    with pytest.raises(PermissionDenied):
        asker_at(request, game)  # type: ignore[arg-type]  # as far as it is read
    assert not Recorder.objects.filter(account__isnull=False, club=club, label="Zoe").exists()
    rename_account(request.user, "Zoë")
    assert not User.objects.filter(name="Zoë").exists()
