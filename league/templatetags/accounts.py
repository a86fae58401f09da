"""What the account pages need to know besides allauth's own context."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def mail_goes_to_console() -> bool:
    return settings.DEBUG and not settings.MAIL_CONFIGURED
