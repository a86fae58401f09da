"""A variant is stored by its key. Which ones there are, the engine knows."""

from typing import Any, override

from django.db import models

KEY_LENGTH = 20


def variant_choices() -> list[tuple[str, str]]:
    """Read when asked for, so that a new variant needs no migration."""
    from engine.variants import variants  # the models import no engine at start

    return [(variant.key, variant.key.replace("_", " ")) for variant in variants()]


class VariantField(models.CharField):  # type: ignore[type-arg]  # not subscriptable at run time
    def __init__(self, **kwargs: Any) -> None:
        kwargs |= {"max_length": KEY_LENGTH, "choices": variant_choices}
        super().__init__(**kwargs)

    @override
    def deconstruct(self) -> Any:
        """To migrations it is a plain text column, whichever variants there are."""
        name, _path, args, kwargs = super().deconstruct()
        kwargs.pop("choices", None)
        return name, "django.db.models.CharField", args, kwargs
