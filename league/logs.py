"""What must not stand in a log."""

import logging
import re
from typing import override

# As a path, and as the place to come back to that an account page's address holds.
TOKEN = re.compile(r"((?:join|(?:/|%2F)t)(?:/|%2F))[^/\s%?&#\"']+", re.IGNORECASE)


class WithoutTokens(logging.Filter):
    """The token of an invitation or of a table's card is a right: it is left out of every line."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if TOKEN.search(said):
            record.msg, record.args = TOKEN.sub(r"\1…", said), ()
        return True
