"""Slow work, done by `manage.py worker` where one runs and at once where none does."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.tasks import TaskResultStatus, task, task_backends
from django.tasks.signals import task_finished
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

log = logging.getLogger(__name__)

KEPT = timedelta(days=7)
"""What could not be done is kept so long, for the operator to see why."""
MOST_TRIES = 7
"""The last one is about two hours behind the first: a login code is of no use then, an invitation still is."""


def deliver(message: EmailMultiAlternatives) -> bool:
    """Send a mail, or leave it to the worker; False if it was tried at once and the mail server did not take it."""
    html = next((text for text, kind in message.alternatives if kind == "text/html"), "")
    said = [message.subject, message.body, message.from_email, list(message.to), html]
    return bool(send_message.enqueue(*map(_plain, said)).status != TaskResultStatus.FAILED)


@task()
def send_message(subject: str, body: str, sender: str, to: list[str], html: str, tries: int = 1) -> None:
    """A mail server that is down is asked again, after one minute, two, four and so on."""
    message = EmailMultiAlternatives(subject, body, sender, to)
    if html:
        message.attach_alternative(html, "text/html")
    try:
        message.send()
    except (OSError, SMTPException):
        if not _is_queued() or tries >= MOST_TRIES:
            raise
        log.warning("The mail server took no mail; tried again later.", exc_info=True)
        later = timezone.now() + timedelta(minutes=2 ** (tries - 1))
        send_message.using(run_after=later).enqueue(subject, body, sender, to, html, tries + 1)


def forget_done(task_result: Any, **_named: Any) -> None:
    """What was sent is not kept: mails hold addresses, links and codes."""
    if _is_queued() and task_result.status == TaskResultStatus.SUCCESSFUL:
        DBTaskResult.objects.filter(pk=task_result.id).delete()


def forget_failed(now: datetime) -> None:
    """What failed long ago is not kept either."""
    DBTaskResult.objects.filter(status=TaskResultStatus.FAILED, finished_at__lt=now - KEPT).delete()


task_finished.connect(forget_done, dispatch_uid="forget_done")


def _is_queued() -> bool:
    """Whether a worker does the work."""
    return bool(task_backends["default"].supports_defer)


def _plain(value: Any) -> Any:
    """Lazy texts are none that a queue can hold."""
    return value if isinstance(value, list) else str(value)
