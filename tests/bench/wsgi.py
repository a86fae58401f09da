"""The yardsticks as gunicorn serves them, beside the site."""

import os

from django.core.wsgi import get_wsgi_application

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.yardstick_settings"
application = get_wsgi_application()
