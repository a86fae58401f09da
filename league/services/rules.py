"""House rules as rows: one row for each set, found again by its content."""

from engine.house_rules import HouseRules
from league.bridge.rows import ruleset_row
from league.models import RuleSet


def get_ruleset(rules: HouseRules) -> RuleSet:
    """The row of these rules, made if nobody has played by them yet.

    Two who ask at once get the same row: the digest is unique, and who comes second reads it.
    """
    row = ruleset_row(rules)
    stored = {"variant": row.variant, "schema": row.schema, "data": row.data}
    return RuleSet.objects.get_or_create(digest=row.digest, defaults=stored)[0]
