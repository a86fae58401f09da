"""Somebody who signs in, and whoever tries."""

from __future__ import annotations

import time
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.models import User
from tests.factories import PASSWORD, make_user

LOGIN, CODE, STEP = reverse("account_login"), reverse("account_confirm_login_code"), reverse("mfa_authenticate")


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def quick_hashes(settings: Any) -> None:
    """Guessing is slow by intent; here a hundred guesses are made."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def make_quick_user(name: str) -> User:
    user = make_user(name, email=f"{name.lower()}@example.org")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def ann() -> User:
    return make_quick_user("Ann")


@pytest.fixture
def key(ann: User) -> str:
    """Ann's authenticator app."""
    secret = generate_totp_secret()
    TOTP.activate(ann, secret)
    return secret


def code_of(key: str) -> str:
    return str(format_hotp_value(hotp_value(key, int(time.time()) // 30)))


def sign_in(client: Client, password: str = PASSWORD, **more: Any) -> Any:
    return client.post(LOGIN, {"login": "ann@example.org", "password": password}, **more)


def is_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200
