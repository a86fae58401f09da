"""Who enters something, as the facts point to it: a person on a device, known by a label."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Club, Game, Recorder, TableCard, User


def get_recorder(club: Club, user: User, device: str = "") -> Recorder:
    """The recorder of somebody on a device, made when first needed; two first writes at once get one."""
    label = user.name or user.email.partition("@")[0]
    return Recorder.objects.get_or_create(club=club, account=user, device=device, defaults={"label": label})[0]


def recorder_at(game: Game, user: User, device: str) -> Recorder:
    """The same, without a query if the game was fetched by `policy.get_game_for`, which looked it up."""
    known: int | None = getattr(game, "recorder_pk", None)
    if known is None:
        return get_recorder(game.club, user, device)
    label: str = game.recorder_label  # type: ignore[attr-defined]  # annotated with recorder_pk
    return Recorder(pk=known, club=game.club, account=user, device=device, label=label)


def get_card_recorder(club: Club, card_id: int, mark: str, device: str = "") -> Recorder:
    """The recorder of a phone that holds a card, made when first needed: "Table 3", on "Android phone 2".

    Phones of one kind are numbered behind the card's lock. Raises TableCard.DoesNotExist for another club's card.
    """
    mine = Recorder.objects.filter(club=club, link=card_id, mark=mark)
    if known := mine.first():
        return known
    with transaction.atomic():
        card = TableCard.objects.select_for_update(no_key=True).get(pk=card_id, club=club)
        if known := mine.first():
            return known
        kind = device or _("Device")
        alike = Recorder.objects.filter(Q(device=kind) | Q(device__startswith=f"{kind} "), link=card).count()
        label = _("Table %(number)s") % {"number": card.number}
        numbered = f"{kind} {alike + 1}" if alike else kind
        return Recorder.objects.create(club=club, link=card, mark=mark, device=numbered, label=label)
