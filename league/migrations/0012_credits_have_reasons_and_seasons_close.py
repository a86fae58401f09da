"""Reasons of credits in words that can be erased; seasons that are closed. Every season is open, as before."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_reasons(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """On the way back: a remark was about an event or a game."""
    remarks = apps.get_model("league", "Remark").objects.using(schema_editor.connection.alias)
    remarks.filter(event=None, game=None).delete()
    # PostgreSQL alters no table for which it has put off a check to the end of the transaction.
    schema_editor.connection.check_constraints(["league_remark"])


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0011_ratings"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="remark",
            name="remark_on_something",
        ),
        migrations.AddField(
            model_name="remark",
            name="credit",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="remarks",
                to="league.credit",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="state",
            field=models.CharField(choices=[("open", "Open"), ("closed", "Closed")], default="open", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="remark",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("event__isnull", False), ("game__isnull", False), ("credit__isnull", False), _connector="OR"
                ),
                name="remark_on_something",
            ),
        ),
        *[
            migrations.AddField(model_name=name, name="credits", field=models.IntegerField(default=0))
            for name in ("nighttally", "tally")
        ],
        migrations.RunPython(migrations.RunPython.noop, forget_reasons),
    ]
