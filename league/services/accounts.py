"""What people change about their own accounts."""

from django.db import transaction

from league.models import Club, Recorder, User
from league.services.recorders import label_recorders, names_changed


@transaction.atomic
def rename_account(user: User, name: str) -> None:
    """Another name, also beside what this person recorded, but where a player's name is hidden."""
    known = Recorder.objects.filter(account=user).values("club")
    clubs = list(Club.objects.select_for_update(no_key=True).filter(pk__in=known).order_by("pk"))
    user.name = name
    User.objects.filter(pk=user.pk).update(name=name)  # whoever deleted it meanwhile meets no error
    for club in clubs:
        if label_recorders(club):
            names_changed(club)
