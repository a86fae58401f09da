"""Where allauth's account pages are made ours: a name at sign-up, and mail that may fail."""

from typing import Any, override

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.forms import AddEmailForm, SignupForm
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.flows.manage_email import email_already_exists
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume, respond_429
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models import User
from league.models.users import NAME_LENGTH
from league.services.sessions import end_sessions
from league.tasks import deliver
from league.text import CleanCharField

# Nobody gets on without these; the others only tell.
NEEDED_MAILS = ("account/email/login_code", "account/email/password_reset")


WAIT = {"too_many_login_attempts", "rate_limited"}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    @override
    def get_login_stages(self) -> list[str]:
        ours = {"allauth.mfa.stages.AuthenticateStage": "league.second_step.SecondStep"}
        return [ours.get(stage, stage) for stage in super().get_login_stages()]

    @override
    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        if not consume(request, action="login_failed_anywhere", key=credentials.get("email", "").lower()):
            raise self.validation_error("too_many_login_attempts")
        super().pre_authenticate(request, **credentials)

    @override
    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Of an account and a place: whoever guesses Ann's password somewhere must not lock Ann out elsewhere."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{self.get_client_ip(request)}"

    @override
    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """Whoever guesses gets the page that says wait, not the form to go on with."""
        if code in WAIT:
            raise ImmediateHttpResponse(respond_429(allauth_context.request))
        error: ValidationError = super().validation_error(code, *args)
        return error

    @override
    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is down must give a page that says so, never an error."""
        request = allauth_context.request
        values = {"request": request, "email": email, "current_site": get_current_site(request)} | context
        if deliver(self.render_mail(template_prefix, email, values)) or not template_prefix.startswith(NEEDED_MAILS):
            return
        raise ImmediateHttpResponse(render(request, "account/mail_failed.html", status=503))


class NamedSignupForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    field_order = ("name", "email", "password1")

    name = CleanCharField(label=_("Your name"), max_length=NAME_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "name"

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Two taps on the button are two requests; the second finds its address taken after its check."""
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            self.add_error("email", get_adapter().validation_error("email_taken"))
            context = {"form": self, "login_url": reverse("account_login")}
            return None, render(request, "account/signup.html", context, status=422)

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])


class ChangeEmailForm(AddEmailForm):  # type: ignore[misc]  # allauth has no types
    def clean_email(self) -> str:
        """Refuses an address of another account, as signing up does: ours are unique."""
        email: str = super().clean_email()
        email_already_exists(email, user=self.user)
        return email

    def save(self, request: HttpRequest) -> EmailAddress:
        """Keeps the address one signs in with, confirmed or not, until the new one is confirmed.

        allauth's own would drop an unconfirmed one at once, and lock its owner out by a typing error.
        """
        others = EmailAddress.objects.filter(user=self.user, verified=False).exclude(email=self.user.email)
        with transaction.atomic():
            others.delete()
            address = EmailAddress.objects.create(user=self.user, email=self.cleaned_data["email"])
        send_verification_email_to_address(request, address)
        return address


def end_others(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Another password: whoever is signed in elsewhere, with the old one, is out."""
    here = request.user.is_authenticated and request.user.pk == user.pk
    end_sessions(user, but=request.session.session_key if here else None)
