"""A form that was sent twice is one tournament, or season, of its club: as of games."""

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0011_struck_boxes"),
        ("tournaments", "0002_seasons"),
    ]

    operations = [
        migrations.AlterField(
            model_name="season",
            name="start_key",
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="start_key",
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=("club", "start_key"), name="one_season_a_start_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.UniqueConstraint(
                fields=("club", "start_key"), name="one_tournament_a_start_key"
            ),
        ),
    ]
