"""`python -m bot rehearse` as a process of its own, as somebody starts it in a terminal."""

import asyncio
import contextlib
import re
import sys
from collections.abc import AsyncIterator

COMMAND = (sys.executable, "-m", "bot", "rehearse", "--no-open")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
PATIENCE = 60.0  # seconds: machines that check many things at once are slow


@contextlib.asynccontextmanager
async def rehearsing(*arguments: str) -> AsyncIterator[str]:
    """The address of a room on a free port; the process must end in good order when it is told to."""
    process = await asyncio.create_subprocess_exec(*COMMAND, "--port", "0", *arguments, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        address = ADDRESS.search(line)
        assert address is not None, line
        yield address[0]
    finally:
        process.terminate()
        code = await asyncio.wait_for(process.wait(), PATIENCE)
    assert code == 0
