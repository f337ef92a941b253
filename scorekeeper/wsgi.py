"""What a WSGI server serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
application = get_wsgi_application()

from scorekeeper.demonstration import refuse_in_production  # noqa: E402 - the models need Django

refuse_in_production()
