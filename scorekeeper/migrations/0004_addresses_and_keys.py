"""Gives the clubs there are their addresses, and the players what they are found by."""

from django.db import migrations, models

from scorekeeper.addresses import address_for
from scorekeeper.names import search_key


def fill(apps, schema_editor):  # noqa: ANN001, ANN201 - as Django calls it
    taken = set()
    for club in apps.get_model("scorekeeper", "Club").objects.order_by("pk"):
        club.slug = address_for(club.name, taken)
        taken.add(club.slug)
        club.save(update_fields=["slug"])
    for player in apps.get_model("scorekeeper", "Player").objects.iterator():
        player.search_key = search_key(player.name)
        player.save(update_fields=["search_key"])


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0003_clubs")]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="club",
            name="slug",
            field=models.SlugField(editable=False, max_length=80, unique=True),
        ),
    ]
