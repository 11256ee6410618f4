"""`python -m tests.durability.zygote`: starts bots without waiting for imports. For each line read, one more bot.

Everything is imported once; a bot is a fork of this process that runs `python -m bot run`, a process of its own all
the same. Its number is written to standard output.
"""

import os
import signal
import sys

import bot.app
import bot.rehearsal.connect  # noqa: F401 - imported beforehand
from bot.__main__ import main


def serve() -> None:
    """Fork for each line, until the input ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries them
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(2, 1)  # the pipe is the zygote's alone
            os._exit(main(["run"]))
        print(pid, flush=True)


if __name__ == "__main__":
    serve()
