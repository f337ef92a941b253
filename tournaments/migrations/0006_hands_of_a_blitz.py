from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_lots")]

    operations = [
        migrations.AddField(
            model_name="decider",
            name="begun",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="decider",
            name="link",
            field=models.UUIDField(null=True, unique=True),
        ),
    ]
