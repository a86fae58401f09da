"""What a player is shown as, beside the name. Everybody is shown by the full name, as before."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from league.text import search_key, sort_key

CHOICES = [("full", "Full name"), ("initial", "First name and initial"), ("nickname", "Nickname")]


def show_full_names(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The keys are made anew: letters like "ø" were none of their own before."""
    players = apps.get_model("league", "Player").objects.using(schema_editor.connection.alias)
    batch = []
    for player in players.only("pk", "name").iterator(chunk_size=500):
        player.shown = player.name
        player.full_search_key = player.search_key = search_key(player.name)
        player.full_sort_key = player.sort_key = sort_key(player.name)
        batch.append(player)
    players.bulk_update(batch, ["shown", "search_key", "sort_key", "full_search_key", "full_sort_key"], batch_size=100)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0004_table_cards"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="names",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="club",
            name="showing",
            field=models.CharField(choices=CHOICES, default="full", max_length=10),
        ),
        migrations.AddField(
            model_name="player",
            name="showing",
            field=models.CharField(choices=CHOICES, default="full", max_length=10),
        ),
        migrations.AddField(
            model_name="player",
            name="shown",
            field=models.CharField(default="", editable=False, max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="full_search_key",
            field=models.CharField(default="", editable=False, max_length=200),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="full_sort_key",
            field=models.CharField(default="", editable=False, max_length=200),
            preserve_default=False,
        ),
        migrations.RunPython(show_full_names, migrations.RunPython.noop),
    ]
