"""Where allauth's account pages are made ours: a name at sign-up, and mail that may fail."""

from typing import Any, override

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.forms import AddEmailForm, SignupForm
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.flows.manage_email import email_already_exists
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.sites.shortcuts import get_current_site
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models import User
from league.models.users import NAME_LENGTH
from league.tasks import deliver
from league.text import CleanCharField

# Nobody gets on without these; the others only tell.
NEEDED_MAILS = ("account/email/login_code", "account/email/password_reset")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types  # allauth has no types
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
