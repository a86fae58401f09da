"""House rules as they were written down once, shared by everything that was played under them."""

from django.db import models

from league.models.base import FactModel
from league.models.variants import VariantField


class RuleSet(FactModel):
    variant = VariantField()
    # Of the stored form: what a missing key means depends on it.
    schema = models.PositiveSmallIntegerField()
    # SHA-256 of variant, schema and data: equal rules are one row.
    digest = models.CharField(max_length=64, unique=True)
    data = models.JSONField()

    def __str__(self) -> str:
        return f"{self.variant} {self.digest[:8]}"
