"""Ratings: what was played before is rated from its first game on, by whoever looks first."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def rate_everything(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    games = apps.get_model("league", "Game").objects.using(alias).filter(counted=True)
    found = sorted(games.values_list("club", "variant").distinct())
    pool = apps.get_model("league", "RatingPool")
    pools = [pool(club_id=club, variant=variant, within=variant, stale_from=0) for club, variant in found]
    pool.objects.using(alias).bulk_create(pools, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0010_who_met_whom_and_records"),
    ]

    operations = [
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("mu_before", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("play_order", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("play_order", models.BigIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("chance", models.FloatField()),
            ],
        ),
        migrations.CreateModel(
            name="RatingPool",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("variant", models.CharField(max_length=20)),
                ("within", models.CharField(blank=True, max_length=20)),
                ("stale_from", models.BigIntegerField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name="club",
            name="rated",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="game",
            name="unrated",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=models.Q(("unrated", True)), fields=["club"], name="games_to_rate"),
        ),
        migrations.AddField(
            model_name="rating",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="ratings", to="league.player"
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rating_changes",
                to="league.game",
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rating_changes",
                to="league.player",
            ),
        ),
        migrations.AddField(
            model_name="ratingpool",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rating_pools",
                to="league.club",
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="pool",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="changes",
                to="league.ratingpool",
            ),
        ),
        migrations.AddField(
            model_name="rating",
            name="pool",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ratings",
                to="league.ratingpool",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingpool",
            constraint=models.UniqueConstraint(fields=("club", "variant"), name="one_pool_a_variant"),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["player", "pool", "-play_order", "-number"], name="changes_of_player"),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["pool", "play_order"], name="changes_of_pool"),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(fields=("game", "player"), name="one_change_a_game"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("pool", "player"), name="one_rating_a_player"),
        ),
        migrations.RunPython(rate_everything, migrations.RunPython.noop),
    ]
