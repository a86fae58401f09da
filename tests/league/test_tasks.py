"""Slow work: at once where no worker runs, later and patiently where one does, and nothing kept of what is done."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.management import CommandError, call_command
from django.tasks import TaskResultStatus
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from league.tasks import MOST_TRIES, deliver
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def worker(settings: Any) -> None:
    settings.WORKER = True
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


def message(**fields: Any) -> EmailMultiAlternatives:
    made = EmailMultiAlternatives("Hello", "Come and play.", "club@example.org", ["ann@example.org"])
    made.attach_alternative("<p>Come and play.</p>", "text/html")
    return made


def work(verbosity: int = 0) -> None:
    call_command("worker", once=True, interval=0, verbosity=verbosity)


@pytest.fixture
def down(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The mail server is."""

    def send(*_args: Any) -> None:
        raise SMTPServerDisconnected

    monkeypatch.setattr(EmailMultiAlternatives, "send", send)
    return monkeypatch


def test_without_a_worker_mail_is_sent_at_once() -> None:
    assert deliver(message())
    assert [(sent.subject, sent.to) for sent in mail.outbox] == [("Hello", ["ann@example.org"])]
    assert not DBTaskResult.objects.exists()


def test_without_a_worker_a_server_that_is_down_is_told(down: pytest.MonkeyPatch) -> None:
    assert not deliver(message())


@pytest.mark.usefixtures("worker")
def test_with_a_worker_it_waits_is_sent_whole_and_is_forgotten() -> None:
    assert deliver(message())
    assert not mail.outbox
    assert DBTaskResult.objects.count() == 1
    work()
    (sent,) = mail.outbox
    assert (sent.body, sent.from_email) == ("Come and play.", "club@example.org")
    assert isinstance(sent, EmailMultiAlternatives)
    assert [str(text) for text, _kind in sent.alternatives] == ["<p>Come and play.</p>"]
    assert not DBTaskResult.objects.exists()


@pytest.mark.usefixtures("worker")
def test_a_server_that_is_down_is_asked_again_and_more_and_more_rarely(down: pytest.MonkeyPatch) -> None:
    deliver(message())
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        for tries in range(1, MOST_TRIES):
            work()
            waits = DBTaskResult.objects.get()
            assert waits.status == TaskResultStatus.READY
            assert waits.run_after - timezone.now() == timedelta(minutes=2 ** (tries - 1))
            work()  # too early: nothing is tried
            assert DBTaskResult.objects.get() == waits
            clock.move_to(waits.run_after)
        work()
        assert DBTaskResult.objects.get().status == TaskResultStatus.FAILED
        clock.shift(timedelta(days=8))
        work()
    assert not DBTaskResult.objects.exists(), "what could not be done is kept for a week"


@pytest.mark.usefixtures("worker")
def test_what_failed_goes_with_the_daily_purge_too_for_a_worker_runs_for_months(down: pytest.MonkeyPatch) -> None:
    deliver(message())
    DBTaskResult.objects.update(status=TaskResultStatus.FAILED, finished_at=timezone.now())
    for days, left in ((6, 1), (8, 0)):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            call_command("purge", dry_run=True)
            assert DBTaskResult.objects.count() == 1
            call_command("purge")
        assert DBTaskResult.objects.count() == left


@pytest.mark.usefixtures("worker")
def test_a_server_that_comes_back_takes_it(down: pytest.MonkeyPatch) -> None:
    deliver(message())
    work()
    down.undo()
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        work()
    assert len(mail.outbox) == 1


@pytest.mark.usefixtures("worker")
def test_a_sign_in_code_is_mailed_by_the_worker() -> None:
    user = make_user("Ann")
    answer = Client().post(reverse("account_request_login_code"), {"email": user.email})
    assert answer.status_code == 302
    assert not mail.outbox
    work()
    assert [sent.to for sent in mail.outbox] == [[user.email]]


def test_a_site_that_does_it_itself_needs_none() -> None:
    with pytest.raises(CommandError, match="WORKER=1"):
        work()
