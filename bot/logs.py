"""One line an event, to standard error, without secrets."""

import logging
import sys
import traceback
from typing import Any

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _NoTraces(logging.Formatter):
    """Exceptions by type and place only: their messages and values may hold hands, tokens or hidden numbers."""

    def formatException(self, ei: Any) -> str:
        kind, _, trace = ei
        places = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in traceback.extract_tb(trace)]
        return f"{getattr(kind, '__name__', kind)} at {' < '.join(reversed(places[-6:]))}"


def set_up(level: str) -> None:
    """Send all logs to standard error. discord.py's own chatter is kept to warnings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_NoTraces(FORMAT))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("discord", "aiosqlite", "sqlalchemy", "alembic", "asyncio"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
