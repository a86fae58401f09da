"""Passkeys and the second step: where allauth's are made ours.

A passkey signs in by itself, or is a second step behind the password, whichever its owner chose when adding it.
Only a second step that somebody chose is asked for: who merely has a passkey may still type the password.
"""

import struct
from typing import Any, override

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from cryptography.exceptions import InvalidSignature
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.qr import qr_svg
from league.recorders import device_of
from league.text import CleanCharField

KEY_NAME_LENGTH = 60
MOST_PASSKEYS = 20
"""Of an account: more are a mistake, or somebody filling the disk."""
LONGEST_CREDENTIAL = 20_000

# What reading an answer that no browser made may raise.
BROKEN = (ArithmeticError, AttributeError, InvalidSignature, LookupError, TypeError, ValueError, struct.error)


def asks_for_second_step(user: AbstractBaseUser) -> bool:
    """Whether a password or a mailed code alone doesn't let this person in."""
    keys = Authenticator.objects.filter(
        user_id=user.pk, type__in=[Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
    )
    return any(key.type == Authenticator.Type.TOTP or key.wrap().is_passwordless is False for key in keys)


def passkeys_work(request: HttpRequest) -> bool:
    """Whether browsers allow passkeys at this address: over https, or on localhost; never at a bare number."""
    host = request.get_host().rsplit(":", 1)[0]
    numbered = host.startswith("[") or host.replace(".", "").isdigit()
    return not numbered and (request.is_secure() or host == "localhost" or host.endswith(".localhost"))


class SecondStep(AuthenticateStage):  # type: ignore[misc]  # allauth has no types
    @override
    def handle(self) -> tuple[Any, bool]:
        if self.login.user is None or not asks_for_second_step(self.login.user):
            return None, True
        handled: tuple[Any, bool] = super().handle()
        return handled


class SecondStepAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    @override
    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """By the device that it is made on, which is mostly the one that keeps it."""
        return device_of(context.request.headers.get("User-Agent", "")) or _("Passkey")

    @override
    def build_totp_svg(self, url: str) -> str:
        return qr_svg(url, _("QR code for your authenticator app"))


def no_passkey() -> ValidationError:
    return ValidationError(_("That passkey can’t be used here. Try again, or sign in another way."), code="passkey")


class ReadsCredentialMixin:
    """Whatever stands in the field that a browser fills: a wrong passkey, never an error."""

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]  # of the form that it is mixed into
        except ValidationError:
            raise
        except BROKEN:
            raise no_passkey() from None


class SignInForm(ReadsCredentialMixin, LoginWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    pass


class SecondStepForm(ReadsCredentialMixin, AuthenticateWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    pass


class ConfirmForm(ReadsCredentialMixin, ReauthenticateWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    pass


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    name = CleanCharField(
        label=gettext_lazy("Name of the passkey"),
        max_length=KEY_NAME_LENGTH,
        required=False,
        help_text=gettext_lazy("So that you know it again in the list."),
    )
    passwordless = forms.TypedChoiceField(
        label=gettext_lazy("What it is for"),
        choices=[
            ("1", gettext_lazy("Sign in with it alone, no password")),
            ("", gettext_lazy("Second step, asked for after the password")),
        ],
        widget=forms.RadioSelect,
        coerce=bool,
        empty_value="",
        initial="1",
        required=False,
    )

    def clean_credential(self) -> dict[str, Any]:
        """What a browser sends, and no more of it than is needed later."""
        said = self.cleaned_data["credential"]
        if Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN).count() >= MOST_PASSKEYS:
            raise ValidationError(_("You have many passkeys already. Remove one of them first."), code="many")
        try:
            answer = {key: said["response"][key] for key in ("clientDataJSON", "attestationObject")}
            kept = {"type": "public-key", "id": said["id"], "rawId": said["rawId"], "response": answer}
        except BROKEN:
            raise no_passkey() from None
        if sum(len(str(part)) for part in (said["id"], said["rawId"], *answer.values())) > LONGEST_CREDENTIAL:
            raise no_passkey()
        return kept

    def clean(self) -> dict[str, Any]:
        try:
            cleaned: dict[str, Any] = super().clean()
        except ValidationError:
            raise no_passkey() from None
        except BROKEN:
            raise no_passkey() from None
        if "credential" in cleaned:
            # What its owner chose: browsers differ in whether they tell.
            chosen = {"rk": bool(cleaned.get("passwordless"))}
            cleaned["credential"]["clientExtensionResults"] = {"credProps": chosen}
        return cleaned


class RenamePasskeyForm(EditWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    name = CleanCharField(label=gettext_lazy("Name of the passkey"), max_length=KEY_NAME_LENGTH)
