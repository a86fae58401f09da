"""CI runs the suite on two databases; this notices when it ran twice on one."""

import os

from django.db import connection


def test_the_database_is_the_one_asked_for() -> None:
    assert connection.vendor == os.environ.get("UPCARD_EXPECT_DB", connection.vendor)
