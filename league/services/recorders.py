"""Who enters something, as the facts point to it: a person on a device, known by a label."""

from league.models import Club, Game, Recorder, User


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
