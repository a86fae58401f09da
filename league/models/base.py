"""What the models share: facts that are only inserted, keys derived from a text."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, NoReturn, Self, override

from django.db import models

from league.text import KEY_LENGTH

# Set by league.facts.facts_unlocked alone.
facts_open: ContextVar[bool] = ContextVar("facts_open", default=False)


class FactError(TypeError):
    """Code tried to change or delete what somebody entered."""


def refuse_change() -> None:
    if not facts_open.get():
        raise FactError("A fact is never changed or deleted: add another one.")


class FactQuerySet[M: models.Model](models.QuerySet[M]):
    @override
    def update(self, **kwargs: Any) -> int:
        refuse_change()
        return super().update(**kwargs)

    @override
    def delete(self) -> tuple[int, dict[str, int]]:
        refuse_change()
        return super().delete()

    @override
    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise FactError("A fact is never changed or deleted: add another one.")

    @override
    def update_or_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise FactError("A fact is never changed or deleted: add another one.")


class FactModel(models.Model):
    """A row that somebody entered. Triggers refuse what goes round these methods."""

    objects: models.Manager[Self] = FactQuerySet.as_manager()

    class Meta:
        abstract = True

    @override
    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            refuse_change()
        super().save(*args, **kwargs)

    @override
    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        refuse_change()
        return super().delete(*args, **kwargs)


class MadeField(models.CharField):  # type: ignore[type-arg]  # not subscriptable at run time
    """Text that is made from other fields. To migrations it is a plain text column: how it is made may change."""

    @override
    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class KeyField(MadeField):
    """A key made in Python from another field at every save, because the databases differ."""

    def __init__(self, source: str, make: Callable[[str], str], **kwargs: Any) -> None:
        self.source = source
        self.make = make
        super().__init__(**{"max_length": KEY_LENGTH, "editable": False} | kwargs)

    @override
    def clone(self) -> "KeyField":
        _name, _path, _args, kwargs = super().deconstruct()
        return KeyField(self.source, self.make, **kwargs)

    @override
    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = self.make(getattr(model_instance, self.source))
        setattr(model_instance, self.attname, key)
        return key
