"""How a club rates: whether at all, and which games count together."""

from collections.abc import Mapping

from django.db import transaction

from league.models import Club, Rating, RatingChange, RatingPool, Recorder
from league.services.audit import note
from league.services.locks import lock_club


def chosen_pools(club: Club, variants: tuple[str, ...]) -> dict[str, str]:
    """By variant, in whose rating its games count: mostly its own, empty where they count in none."""
    rows = dict(RatingPool.objects.filter(club=club).values_list("variant", "within"))
    return {variant: rows.get(variant, variant) for variant in variants}


@transaction.atomic
def choose_pools(club: Club, within: Mapping[str, str], *, rated: bool, by: Recorder | None = None) -> None:
    """From now on the club rates like this, and everything that was ever played as well, at the next look."""
    found = lock_club(club.pk)
    before = {"rated": found.rated, "rated_within": chosen_pools(found, tuple(within))}
    Club.objects.filter(pk=club.pk).update(rated=rated)
    if before["rated_within"] != dict(within):
        for variant, pool in within.items():
            RatingPool.objects.update_or_create(club=found, variant=variant, defaults={"within": pool, "stale_from": 0})
        for model in (RatingChange, Rating):
            model._default_manager.filter(pool__club=found).delete()
    note(by, "ratings_chosen", found, before, {"rated": rated, "rated_within": dict(within)})
