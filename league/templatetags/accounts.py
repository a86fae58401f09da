"""What the account pages need to know besides allauth's own context."""

from typing import Any

from django import template
from django.conf import settings

from league.models import User
from league.second_step import asks_for_second_step, passkeys_work

register = template.Library()


@register.simple_tag
def mail_goes_to_console() -> bool:
    return settings.DEBUG and not settings.MAIL_CONFIGURED


@register.simple_tag(takes_context=True)
def passkeys_work_here(context: dict[str, Any]) -> bool:
    """Whether browsers allow passkeys at the address by which this page was asked for."""
    return passkeys_work(context["request"])


@register.simple_tag
def second_step_of(user: User) -> bool:
    """Whether somebody chose a second step."""
    return asks_for_second_step(user)
