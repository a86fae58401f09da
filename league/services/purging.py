"""Deleting a club for good: every row of every table that belongs to it, and nothing else.

Which tables those are follows from the models: whatever points at a club, or at what belongs to one. A model that is
added later is found without anybody thinking of it.
"""

from collections import deque
from collections.abc import Mapping
from datetime import datetime
from graphlib import TopologicalSorter

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, models, transaction
from django.db.models import Q, QuerySet

from league.facts import facts_unlocked
from league.models import Club, ClubState, Game, Night
from league.services.locks import in_order

type Model = type[models.Model]
type Paths = Mapping[Model, list[str]]
type Reference = models.ForeignKey[models.Model, models.Model]


def clubs_to_purge(now: datetime) -> QuerySet[Club]:
    """Those whose time to be opened again is over. A suspended one waits."""
    return Club.objects.filter(state=ClubState.CLOSED, purge_at__lte=now).order_by("purge_at", "pk")


def count_rows(club: Club) -> dict[str, int]:
    """How many rows of each table belong to a club."""
    paths = paths_to_club()
    return {model._meta.label: rows_of(model, club, paths).count() for model in _children_first(paths)}


def purge_club(club: Club, now: datetime) -> dict[str, int]:
    """Delete a club; the rows by table, or nothing if it was opened again meanwhile. One transaction, no row read."""
    paths = paths_to_club()
    with transaction.atomic(), facts_unlocked():
        if not clubs_to_purge(now).select_for_update(no_key=True).filter(pk=club.pk).first():
            return {}
        _lock_play(club)
        for field in _pointers_from_outside(paths):
            gone = rows_of(field.related_model, club, paths).values("pk")
            field.model._base_manager.filter(**{f"{field.name}__in": gone}).update(**{field.name: None})
        return {
            model._meta.label: rows_of(model, club, paths)._raw_delete(DEFAULT_DB_ALIAS)
            for model in _children_first(paths)
        }


def _lock_play(club: Club) -> None:
    """Nights and games, as everybody takes them: a late hand that has its game is waited for, and goes with it."""
    if connection.features.has_select_for_update:
        for rows in (in_order(Night.objects.all()), Game.objects.order_by("pk")):
            deque(rows.filter(club=club).select_for_update().values_list("pk").iterator(), maxlen=0)


def rows_of(model: Model, club: Club, paths: Paths) -> "QuerySet[models.Model]":
    """The rows of a model that belong to a club."""
    wanted = Q.create([(name, club.pk) for name in paths[model]], connector=Q.OR)
    return model._base_manager.filter(wanted)


def paths_to_club() -> dict[Model, list[str]]:
    """Each model that belongs to a club, and by which of its columns: the shortest way that no row can lack."""
    found: dict[Model, list[str]] = {Club: ["pk"]}
    for may_be_empty in (False, True):
        while new := _one_step(found, may_be_empty=may_be_empty):
            found |= new
    return found


def _one_step(found: Paths, *, may_be_empty: bool) -> dict[Model, list[str]]:
    new: dict[Model, list[str]] = {}
    for model in set(apps.get_models()) - set(found):
        owners = [field for field in _owning(model) if field.related_model in found and field.null == may_be_empty]
        ways = [_through(field, name) for field in owners for name in found[field.related_model]]
        if ways:
            new[model] = ways if may_be_empty else [min(ways, key=len)]
    return new


def _through(field: Reference, name: str) -> str:
    return field.name if name == "pk" else f"{field.name}__{name}"


def _references(model: Model) -> list[Reference]:
    return [field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey)]


def _owning(model: Model) -> list[Reference]:
    """Where the row goes with what it points at; one that would be set to nothing stays."""
    return [field for field in _references(model) if field.remote_field.on_delete is not models.SET_NULL]


def _pointers_from_outside(paths: Paths) -> list[Reference]:
    """What stays and points at something that goes."""
    staying = set(apps.get_models()) - set(paths)
    return [field for model in staying for field in _references(model) if field.related_model in paths]


def _children_first(paths: Paths) -> list[Model]:
    """An order in which nothing is deleted that something still points at."""
    order: TopologicalSorter[Model] = TopologicalSorter(dict.fromkeys(paths, ()))
    for model in paths:
        for field in _references(model):
            if field.related_model in paths and field.related_model is not model:
                order.add(field.related_model, model)
    return list(order.static_order())
