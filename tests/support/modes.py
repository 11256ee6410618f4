"""Which modes files have at the moments at which somebody could look: told by Python to whoever audits it."""

import os
import sys
from collections.abc import Callable, Collection
from pathlib import Path


def modes_met(work: Callable[[], object], named: str, events: Collection[str]) -> set[int]:
    """Modes of existing files with `named` in their path when such an event is about to touch them, without a umask.

    The work is done in another process, as an audit hook stays until its process ends. Raises: OSError if it fails.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        seen: set[int] = set()

        def look(event: str, about: tuple[object, ...]) -> None:
            if event in events and named in str(about[0]) and Path(str(about[0])).exists():
                seen.add(Path(str(about[0])).stat().st_mode & 0o777)

        code = 1
        try:
            os.umask(0)
            sys.addaudithook(look)
            work()
            os.write(writing, bytes(" ".join(map(str, seen)), "ascii"))
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as told:
        modes = {int(each) for each in told.read().split()}
    if os.waitpid(child, 0)[1]:
        raise OSError("what was to be looked at failed")
    return modes
