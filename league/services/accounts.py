"""What people change about their own accounts."""

from django.db import transaction

from league.models import Recorder, User


@transaction.atomic
def rename_account(user: User, name: str) -> None:
    """Another name, also beside what this person recorded: it is still theirs."""
    user.name = name
    user.save(update_fields=["name"])
    Recorder.objects.filter(account=user).update(label=name)
