"""Who enters something, as the facts point to it: a person on a device, known by a label."""

from typing import cast

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from league.models import Club, Game, Player, Recorder, TableCard, User
from league.models.recorders import LABEL_LENGTH


def get_recorder(club: Club, user: User, device: str = "") -> Recorder:
    """The recorder of somebody on a device, made when first needed; two first writes at once get one."""
    mine = Player.objects.filter(club=club, account=user, merged_into=None)
    defaults = {"label": lambda: label_of(user, mine.first())}
    return Recorder.objects.get_or_create(club=club, account=user, device=device, defaults=defaults)[0]


def label_of(user: User, player: Player | None) -> str:
    """Their account's name; where they are a player whose name is hidden, what is shown instead."""
    label = user.name or user.email.partition("@")[0] if player is None or player.is_shown_fully else player.shown
    return label[:LABEL_LENGTH]


def label_recorders(club: Club) -> bool:
    """Name those who recorded as they are shown now, so that no label tells what is hidden. Whether any changed."""
    recorders = Recorder.objects.filter(club=club, account__isnull=False).select_related("account")
    players = Player.objects.filter(club=club, account__isnull=False, merged_into=None)
    by_account = {player.account_id: player for player in players}
    changed = []
    for recorder in recorders:
        label = label_of(cast(User, recorder.account), by_account.get(recorder.account_id))
        if recorder.label != label:
            recorder.label = label
            changed.append(recorder)
    Recorder.objects.bulk_update(changed, ["label"])
    return bool(changed)


def names_changed(club: Club) -> None:
    """What is polled shows somebody by another name."""
    Club.objects.filter(pk=club.pk).update(names=F("names") + 1)


def recorder_at(game: Game, user: User, device: str) -> Recorder:
    """The recorder of somebody on a device; no query if `policy.get_game_for`, which looks it up, fetched the game."""
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
