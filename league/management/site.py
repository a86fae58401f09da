"""What commands print for people: the address of this site."""

from django.conf import settings
from django.urls import reverse


def address_of(route: str, *args: object) -> str:
    """A whole address, by the first name in ALLOWED_HOSTS that is one."""
    names = [name for name in settings.ALLOWED_HOSTS if name.strip("*.") == name]
    host = names[0] if names else "localhost"
    return f"{settings.ACCOUNT_DEFAULT_HTTP_PROTOCOL}://{host}{reverse(route, args=args)}"
