"""The mails that the league itself sends. Those about accounts are allauth's."""

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.translation import gettext as _

from league.models import Invitation
from league.tasks import deliver


def mail_invitation(invitation: Invitation, link: str, email: str, sender: str) -> bool:
    """Whether the mail server took it: one that is down is no error, the link can be handed on otherwise."""
    said = {"club": invitation.club, "sender": sender, "link": link}
    subject = _("Invitation to %(club)s") % said
    text = _(
        "%(sender)s invites you to %(club)s on Upcard, where the club keeps the score of its euchre.\n\n"
        "Open this link to join:\n%(link)s\n\n"
        "If you do not know the club, do nothing: without you nobody joins in your name."
    )
    return _send(subject, text % said, email)


def mail_founder(link: str, email: str) -> bool:
    """A link by which somebody founds a club; whether the mail server took it."""
    text = _(
        "You can start a club on Upcard, which keeps the score of its euchre.\n\n"
        "Open this link, which works once:\n%(link)s\n"
    )
    return _send(_("Start your club on Upcard"), text % {"link": link}, email)


def _send(subject: str, text: str, email: str) -> bool:
    return deliver(EmailMultiAlternatives(subject, text, settings.DEFAULT_FROM_EMAIL, [email]))
