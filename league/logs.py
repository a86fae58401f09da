"""What must not stand in a log."""

import logging
import re
from typing import override

# As a path, and as the place to come back to that an account page's address holds.
TOKEN = re.compile(r"((?:join|found|(?:/|%2F)t)(?:/|%2F))[^/\s%?&#\"']+", re.IGNORECASE)


class WithoutTokens(logging.Filter):
    """A token lets whoever reads it in: it is left out of every line."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if TOKEN.search(said):
            record.msg, record.args = TOKEN.sub(r"\1…", said), ()
        return True
