"""Django's sessions and accounts in the database, asked for with statements that are composed already.

Every request of somebody signed in reads both, in one statement. A session's row says whose it is, on which device;
when it was last seen follows from when it ends.
"""

from datetime import UTC, datetime
from typing import Any, override

from allauth.account.auth_backends import AuthenticationBackend
from allauth.core import context
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone

from league.models import Session, User
from league.ready import Ready, columns_of, made
from league.recorders import device_of

_SESSION = Ready(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now).values_list(
        *columns_of(Session), *columns_of(User, "account__")
    ),
    "a key",
    datetime(2000, 1, 1, tzinfo=UTC),
)
_WIDTH = len(columns_of(Session))
_USER = Ready(lambda pk: User.objects.filter(pk=pk).values_list(*columns_of(User)), -1)


DEVICE, SEEN = "device", "seen"
"""What a session holds beside Django's own: where somebody signed in, and the day on which they were last here."""


class SessionStore(DatabaseStore):
    """The same rules; the rows say a little more. `account`: whose the session was when it was read."""

    account: User | None = None

    @classmethod
    @override
    def get_model_class(cls) -> type[Session]:
        return Session

    @override
    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Session = super().create_model_instance(data)  # type: ignore[assignment]  # ours, by get_model_class
        row.account_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device = data.get(DEVICE, "")
        return row

    def _get_session_from_db(self) -> Session | None:
        rows = _SESSION.rows(self.session_key, timezone.now())
        if not rows:
            self._session_key = None
            return None
        session, account = rows[0][:_WIDTH], rows[0][_WIDTH:]
        self.account = made(User, account) if account[0] is not None else None
        return made(Session, session)


class AccountBackend(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Who is signed in."""

    @override
    def get_user(self, user_id: int) -> User | None:
        user = _read_with_session(user_id) or _read(user_id)
        return user if user and self.user_can_authenticate(user) else None


def _read_with_session(pk: int) -> User | None:
    """The account that came with the session of the request that is being answered, if it is this one."""
    account: User | None = getattr(getattr(context.request, "session", None), "account", None)
    return account if account and account.pk == pk else None


def _read(pk: int) -> User | None:
    rows = _USER.rows(pk)
    return made(User, rows[0]) if rows else None


def signed_in(request: HttpRequest, **kwargs: Any) -> None:
    """Somebody has signed in: the session remembers on what."""
    request.session[DEVICE] = device_of(request.META.get("HTTP_USER_AGENT", ""))
    request.session[SEEN] = _today()


def see_again(request: HttpRequest) -> None:
    """Once a day a session that is used is written, so that it goes on living and its owner sees when it was used."""
    session = request.session
    if session.accessed and SESSION_KEY in session and session.get(SEEN) != _today():
        session[SEEN] = _today()


def _today() -> str:
    return timezone.now().date().isoformat()
