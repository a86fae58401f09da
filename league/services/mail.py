"""The mails that the league itself sends. Those about accounts are allauth's."""

import logging
from smtplib import SMTPException

from django.core.mail import send_mail
from django.utils.translation import gettext as _

from league.models import Invitation

log = logging.getLogger(__name__)


def mail_invitation(invitation: Invitation, link: str, email: str, sender: str) -> bool:
    """Whether the mail server took it: one that is down is no error, the link can be handed on otherwise."""
    said = {"club": invitation.club, "sender": sender, "link": link}
    subject = _("Invitation to %(club)s") % said
    text = _(
        "%(sender)s invites you to %(club)s on Upcard, where the club keeps the score of its euchre.\n\n"
        "Open this link to join:\n%(link)s\n\n"
        "If you do not know the club, do nothing: without you nobody joins in your name."
    )
    try:
        send_mail(subject, text % said, None, [email])
    except (OSError, SMTPException):
        log.exception("The mail of invitation %s could not be sent.", invitation.pk)
        return False
    return True
