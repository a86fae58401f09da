"""Django's sessions and accounts in the database, asked for with statements that are composed already.

Both are read by every request of somebody signed in: composing them took a tenth of the time of a hand.
"""

from datetime import UTC, datetime
from typing import override

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from league.models import User
from league.ready import Ready, columns_of, made

_SESSION = Ready(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now).values_list(*columns_of(Session)),
    "a key",
    datetime(2000, 1, 1, tzinfo=UTC),
)
_USER = Ready(lambda pk: User.objects.filter(pk=pk).values_list(*columns_of(User)), -1)


class SessionStore(DatabaseStore):
    """The same rows, the same rules."""

    def _get_session_from_db(self) -> Session | None:
        rows = _SESSION.rows(self.session_key, timezone.now())
        if rows:
            return made(Session, rows[0])
        self._session_key = None
        return None


class AccountBackend(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Who is signed in."""

    @override
    def get_user(self, user_id: int) -> User | None:
        rows = _USER.rows(user_id)
        user = made(User, rows[0]) if rows else None
        return user if user and self.user_can_authenticate(user) else None
