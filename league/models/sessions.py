"""Who is signed in, on which device."""

from typing import override

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from league.models.recorders import LABEL_LENGTH


class Session(AbstractBaseSession):
    """A browser's session, with whose it is: so that its owner can see it and end it."""

    # Without a constraint: a session that is saved while its account is deleted elsewhere is no error.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, db_constraint=False, related_name="sessions"
    )
    device = models.CharField(max_length=LABEL_LENGTH, blank=True)

    @override
    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        from league.sessions import SessionStore

        return SessionStore
