"""Each entrant keeps the lot they have by now, whatever becomes of their name."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.engine.lots import drawn_lot

BATCH = 500


def draw(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """The lots as the standings showed them until now: from the seed and the current names."""
    entrants = apps.get_model("tournaments", "Entrant").objects
    known = entrants.select_related("tournament", "player__merged_into", "partner__merged_into")
    changed = []
    for entrant in known.iterator(BATCH):
        people = [one for one in (entrant.player, entrant.partner) if one is not None]
        keys = [(one.merged_into or one).name_key for one in people]
        entrant.lot = drawn_lot(entrant.tournament.seed, "\n".join(keys))
        changed.append(entrant)
    entrants.bulk_update(changed, ["lot"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_sent_twice")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="lot",
            field=models.PositiveBigIntegerField(default=0, editable=False),
            preserve_default=False,
        ),
        migrations.RunPython(draw, migrations.RunPython.noop),
    ]
