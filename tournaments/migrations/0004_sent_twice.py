import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_keys_of_a_club")]

    operations = [
        migrations.AddField(
            model_name="adjustment",
            name="client_key",
            field=models.UUIDField(null=True),
        ),
        migrations.AlterField(
            model_name="application",
            name="key",
            field=models.UUIDField(default=uuid.uuid4),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.UniqueConstraint(
                fields=("stage", "client_key"), name="one_adjustment_a_client_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="application",
            constraint=models.UniqueConstraint(
                fields=("tournament", "key"), name="one_application_a_key"
            ),
        ),
    ]
