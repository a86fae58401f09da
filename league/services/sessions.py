"""Where somebody is signed in: seeing it, and ending it from elsewhere."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from league.models import Session, User


@dataclass(frozen=True, slots=True)
class SignedIn:
    """One browser. `mark` names it to the page: the key itself would let whoever reads it in."""

    mark: str
    device: str
    seen_at: datetime
    here: bool


def sessions_of(user: User, key: str | None) -> list[SignedIn]:
    """Every browser in which somebody is signed in, this one first, then the last used. One query."""
    lasts = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    rows = _sessions(user).order_by("-expire_date").values_list("session_key", "device", "expire_date")
    found = [SignedIn(_mark(row), device, ends - lasts, here=row == key) for row, device, ends in rows]
    return sorted(found, key=lambda one: not one.here)


def end_session(user: User, mark: str) -> bool:
    """Sign somebody out of one browser, whichever the mark names; whether there was one."""
    keys = _sessions(user).values_list("session_key", flat=True)
    found = [key for key in keys if constant_time_compare(_mark(key), mark)]
    return bool(Session.objects.filter(session_key__in=found).delete()[0])


def end_sessions(user: User, but: str | None = None) -> int:
    """Sign somebody out everywhere, but in one browser; how many that were."""
    return Session.objects.filter(account=user).exclude(session_key=but or "").delete()[0]


def _sessions(user: User) -> QuerySet[Session]:
    return Session.objects.filter(account=user, expire_date__gt=timezone.now())


def _mark(key: str) -> str:
    return salted_hmac("league.sessions", key, algorithm="sha256").hexdigest()[:32]
