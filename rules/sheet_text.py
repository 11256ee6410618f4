"""A sheet as a text that people keep and send: written as JSON, read as JSON or TOML."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.pasted import UnreadableError, read_json, read_toml
from rules.core.refusal import Illegal

LONGEST = 8000  # characters of a text that is read
OWN = ("system", "schema", "name")  # what is no field of the system's


class Copied(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet outside the store; without `schema` it is written as the present rules have it."""

    system: str
    name: str
    values: Mapping[str, str]
    schema: int | None = None


def written(copied: Copied) -> str:
    """The text, which `read` takes. A field that says nothing is left out."""
    values = {name: value for name, value in copied.values.items() if value}
    whole = {"system": copied.system, "schema": copied.schema, "name": copied.name, **values}
    # A sheet is shown between three of these, and must not end there by itself.
    return json.dumps(whole, indent=1, ensure_ascii=False).replace("`", "\\u0060")


def read(text: str, *, system: str) -> Copied:
    """The sheet a text describes; `system` serves where it names none.

    Raises: Illegal(SHEET_UNREADABLE), saying what is wrong and, where it is known, in which line.
    """
    if len(text) > LONGEST:
        raise _unreadable(f"it is longer than {LONGEST} characters")
    raw = _parsed(text)
    schema = raw.get("schema")
    if schema is not None and (not isinstance(schema, int) or isinstance(schema, bool)):
        raise _unreadable("schema must be a whole number, or be left out")
    name = raw.get("name", "")
    if not isinstance(name, str):
        raise _unreadable("name must be a text")
    named = raw.get("system", system)
    if not isinstance(named, str) or not named:
        raise _unreadable("it does not say for which system it is: system = ...")
    values = {field: _value(field, value) for field, value in raw.items() if field not in OWN}
    return Copied(system=named, name=name, values=values, schema=schema)


def _parsed(text: str) -> Mapping[str, Any]:  # Any: what JSON and TOML know
    text = text.strip().removeprefix("```json").removeprefix("```toml").removeprefix("```").removesuffix("```").strip()
    is_json = text.startswith(("{", "["))
    try:
        raw = read_json(text) if is_json else read_toml(text)
    except UnreadableError as error:
        if error.line is None:
            raise _unreadable(error.what[0].lower() + error.what[1:]) from None
        raise _unreadable(f"line {error.line} is no {'JSON' if is_json else 'TOML'}: {error.what}") from None
    if not isinstance(raw, dict) or not raw:
        raise _unreadable("it holds no fields, as in: name = ...")
    return raw


def _value(field: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ",".join(value)
    raise _unreadable(f"{field[:60]} must be a text, a whole number or a list of texts")


def _unreadable(what: str) -> Illegal:
    return Illegal("SHEET_UNREADABLE", what=what)
