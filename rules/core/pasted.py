"""Text that somebody pastes or sends as a file, read as JSON or TOML: whatever it holds, it is read or refused."""

import json
import tomllib
from collections.abc import Mapping
from typing import Any

LARGEST_NUMBER = 10**15  # a longer one can be so long that it cannot even be written out again
DEEPEST = 50  # tables in tables: what is nested more deeply can be read, and then not be written out again


class UnreadableError(Exception):
    """A text that cannot be read: `what` is wrong with it, and where that is known, in which `line`."""

    def __init__(self, what: str, line: int | None = None) -> None:
        """`line` counts from 1."""
        super().__init__(what)
        self.what = what
        self.line = line


def read_json(text: str) -> object:
    """What a JSON text holds. Raises: UnreadableError."""
    try:
        return _within_bounds(json.loads(text))
    except json.JSONDecodeError as error:
        raise UnreadableError(error.msg, error.lineno) from None
    except (RecursionError, ValueError) as error:
        raise _too_much(error) from None


def read_toml(text: str) -> Mapping[str, Any]:  # Any: whatever was pasted
    """What a TOML text holds. Raises: UnreadableError."""
    try:
        read = tomllib.loads(text)
        _within_bounds(read)
    except tomllib.TOMLDecodeError as error:
        what, _, at = str(error).rstrip(")").partition(" (at ")
        line = at.removeprefix("line ").partition(",")[0]
        raise UnreadableError(what, int(line) if line.isdecimal() else text.count("\n") + 1) from None
    except (RecursionError, ValueError) as error:
        raise _too_much(error) from None
    return read


def _too_much(error: Exception) -> UnreadableError:
    """Nested so deeply, or with numbers so long, that Python itself gives up."""
    too_deep = isinstance(error, RecursionError)
    return UnreadableError("It is nested too deeply" if too_deep else "A number in it is too long")


def _within_bounds(read: object) -> object:
    """The same. Raises: ValueError if a whole number in it is too long, RecursionError if it is nested too deeply."""
    left = [(read, 0)]
    while left:
        one, depth = left.pop()
        if depth > DEEPEST:
            raise RecursionError
        match one:
            case dict() as table:
                left.extend((each, depth + 1) for each in table.values())
            case list() as several:
                left.extend((each, depth + 1) for each in several)
            case int() as number if abs(number) > LARGEST_NUMBER:
                raise ValueError("too long")
            case _:
                pass
    return read
