"""Request bodies against Discord's published OpenAPI document, named by the environment variable FAIRDRAW_OPENAPI.

Slower than `strict.py` and about shapes rather than limits: a key Discord does not know, a number in place of a text.
`jsonschema` is imported only where the document is named.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from .wire import Body, Json, Problem

Validator = Any  # Any: a jsonschema.Draft202012Validator
ValidationError = Any  # Any: a jsonschema.ValidationError
VARIABLE: Final = "FAIRDRAW_OPENAPI"
ROOT: Final = "urn:discord"
_FLAG: Final = {"type": ["boolean", "null"]}
_IDS: Final[Json] = {"type": ["array", "null"], "items": {"type": ["string", "integer"]}, "maxItems": 100}
# discord.py 2.7 sends these and Discord takes them; the document does not list them
GAPS: Final[dict[str, dict[str, Json]]] = {
    "ApplicationCommandUpdateRequest": {"nsfw": _FLAG},
    "ApplicationCommandCreateRequest": {"nsfw": _FLAG},
    "ApplicationCommandPatchRequestPartial": {"nsfw": _FLAG},
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": {"tts": _FLAG},
    "IncomingWebhookUpdateRequestPartial": {"tts": _FLAG},
    "MessageEditRequestPartial": {"tts": _FLAG},
    "RichEmbed": {"flags": {"type": ["integer", "null"]}},
    "MessageAttachmentRequest": {"id": {"type": ["string", "integer", "null"]}},
    "CreatePrivateChannelRequest": {"recipient_id": {"type": ["string", "integer", "null"]}},
    "MessageAllowedMentionsRequest": {"users": _IDS, "roles": _IDS},
}
FORMATS: Final[dict[str, Callable[[str], bool]]] = {
    "snowflake": lambda text: re.fullmatch(r"0|[1-9][0-9]*", text) is not None,
    "nonce": lambda text: len(text) <= 25,
    "uri": lambda text: re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text) is not None,
}


class OpenApi:
    """The document, with one compiled validator for each operation that was used."""

    def __init__(self, path: Path) -> None:
        # Any: jsonschema is needed only here, and its types come in a package of their own
        jsonschema: Any = import_module("jsonschema")
        referencing: Any = import_module("referencing")
        draft: Any = import_module("referencing.jsonschema").DRAFT202012
        document = json.loads(path.read_text(encoding="utf-8"))
        for name, more in GAPS.items():
            document["components"]["schemas"][name]["properties"].update(more)
        close(document["components"]["schemas"])
        formats = jsonschema.FormatChecker(formats=())
        for name, fits in FORMATS.items():
            formats.checks(name)(_only_texts(fits))
        registry = referencing.Registry().with_resource(ROOT, draft.create_resource(document))
        self._new: Callable[[str], Validator] = lambda pointer: jsonschema.Draft202012Validator(
            {"$ref": f"{ROOT}#{pointer}"}, registry=registry, format_checker=formats
        )
        self._paths: Json = document["paths"]
        self._patterns: list[tuple[int, re.Pattern[str], str]] = sorted(
            (
                (template.count("{"), re.compile(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(template))), template)
                for template in self._paths
            ),
            key=lambda each: each[0],  # the most literal template wins: @original before {message_id}
        )
        self._operations: dict[tuple[str, str], Validator | None] = {}

    def check(self, method: str, path: str, body: Body) -> tuple[Problem, ...]:
        """Problems of a request body; none for an operation that the document does not describe with one."""
        template = self._template(method.lower(), path)
        if template is None:
            message = f"{method} {path} is not in Discord's OpenAPI document"
            return (Problem((), "OPENAPI_PATH", message),)
        key = (method, template)
        if key not in self._operations:
            self._operations[key] = self._compile(method.lower(), template)
        validator = self._operations[key]
        if validator is None:
            return ()
        return tuple(_problem(closest(error)) for error in validator.iter_errors(body))

    def _template(self, method: str, path: str) -> str | None:
        for _, pattern, template in self._patterns:
            if pattern.fullmatch(path) and method in self._paths[template]:
                return template
        return None

    def _compile(self, method: str, template: str) -> Validator | None:
        operation = self._paths[template][method]
        if "application/json" not in operation.get("requestBody", {}).get("content", {}):
            return None
        steps = ("paths", template, method, "requestBody", "content", "application/json", "schema")
        return self._new("".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps))


def from_environment() -> OpenApi | None:
    """Load the document that the environment names; None where it names none or a file that is not there."""
    named = os.environ.get(VARIABLE)
    return _loaded(Path(named)) if named and Path(named).is_file() else None


@functools.cache
def _loaded(path: Path) -> OpenApi:
    """Read a document once in a process: it is large."""
    return OpenApi(path)


def close(schema: Body) -> None:
    """Refuse keys that an object schema does not list: the document leaves every object open."""
    if isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" in schema:
            schema.setdefault("additionalProperties", False)
        inner: Iterable[Body] = schema.values()
    else:
        inner = schema if isinstance(schema, list) else ()
    for each in inner:
        close(each)


def closest(error: ValidationError) -> ValidationError:
    """Of a union's branches, follow the one whose `type` fits, so that the message names the real fault."""
    while error.context:
        depth = len(error.absolute_path)
        branches: dict[Body, list[ValidationError]] = {}
        for each in error.context:
            branches.setdefault(each.schema_path[0], []).append(each)
        fitting = [errors for errors in branches.values() if not any(_other_kind(each, depth) for each in errors)]
        if not fitting:
            return error
        error = min(fitting, key=len)[0]
    return error


def _other_kind(error: ValidationError, depth: int) -> bool:
    """Whether an error says that the branch describes another kind of thing altogether."""
    where = list(error.absolute_path)[depth:]
    if error.validator in ("enum", "const"):
        return where == ["type"]
    return error.validator == "type" and not where and (error.instance is None or error.validator_value == "null")


def _only_texts(fits: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or fits(value)


def _problem(error: ValidationError) -> Problem:
    return Problem(tuple(map(str, error.absolute_path)), "OPENAPI_SCHEMA", error.message[:200])
