"""Superset's settings in the benchmark. What costs it time and is not needed on loopback is off."""

import os
import time

from superset.utils.log import AbstractEventLogger

HOME = os.environ["SUPERSET_HOME"]
SECRET_KEY = "of a benchmark that listens on loopback only"
GUEST_TOKEN_JWT_SECRET = "another of the same benchmark, as long"
SQLALCHEMY_DATABASE_URI = f"sqlite:///{HOME}/superset.db"
PREVENT_UNSAFE_DB_CONNECTIONS = False
FEATURE_FLAGS = {"EMBEDDED_SUPERSET": True}
GUEST_ROLE_NAME = "Gamma"
WTF_CSRF_ENABLED = False
TALISMAN_ENABLED = False
RATELIMIT_ENABLED = False
LOG_LEVEL = "ERROR"


class NoEventLogger(AbstractEventLogger):
    """Superset records each request in its database, which is SQLite here and would be the bottleneck."""

    def log(self, *args, **kwargs):
        pass


EVENT_LOGGER = NoEventLogger()

# In the memory of the process, so that no cache server takes part.
CACHE_CONFIG = {
    "CACHE_TYPE": "SimpleCache",
    "CACHE_THRESHOLD": 10000,
    "CACHE_DEFAULT_TIMEOUT": 86400,
}
DATA_CACHE_CONFIG = FILTER_STATE_CACHE_CONFIG = EXPLORE_FORM_DATA_CACHE_CONFIG = CACHE_CONFIG


def FLASK_APP_MUTATOR(app):
    """Says how much CPU time the process has used, as Inlay's metrics do."""
    app.add_url_rule(
        "/metrics",
        view_func=lambda: f"process_cpu_seconds_total {time.process_time()}\n",
    )
