"""Messages and forms as plain text, the way a person reads them, and the controls on them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .wire import (
    BUTTON,
    ENTITY_SELECTS,
    FILE,
    GALLERY,
    LABEL,
    PRIVATE_THREAD,
    ROW,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    Json,
    walk,
)
from .world import Message

SELECTS = (STRING_SELECT, *ENTITY_SELECTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """Something to press or pick from."""

    kind: int
    label: str
    custom_id: str
    disabled: bool
    options: tuple[tuple[str, str], ...] = ()  # label and value

    @property
    def is_button(self) -> bool:
        """Whether one presses it rather than picks from it."""
        return self.kind == BUTTON


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """A message on somebody's screen."""

    message: Message
    text: str
    controls: tuple[Control, ...]

    @property
    def private(self) -> bool:
        """Whether only one person has it on their screen."""
        channel = self.message.channel
        return self.message.ephemeral or channel.recipient is not None or channel.kind == PRIVATE_THREAD


def surface(message: Message) -> Surface:
    """Read a message with its controls; links are not controls."""
    found = tuple(
        Control(
            kind=each["type"],
            label=_label(each),
            custom_id=each["custom_id"],
            disabled=bool(each.get("disabled")),
            options=tuple((option["label"], option["value"]) for option in each.get("options") or ()),
        )
        for each in message.components
        if each["type"] in (BUTTON, *SELECTS) and each.get("custom_id")
    )
    return Surface(message=message, text=text_of(message.payload), controls=found)


def text_of(payload: Json) -> str:
    """Write a message: content, embeds, components, attachments."""
    lines = [payload.get("content") or ""]
    for embed in payload.get("embeds") or ():
        lines += [
            (embed.get("author") or {}).get("name") or "",
            embed.get("title") or "",
            embed.get("description") or "",
        ]
        lines += [f"{each['name']}: {each['value']}" for each in embed.get("fields") or ()]
        lines.append((embed.get("footer") or {}).get("text") or "")
    lines += [f"{{file: {each.get('description') or each['filename']}}}" for each in payload.get("attachments") or ()]
    lines += _components(payload.get("components") or ())
    return "\n".join(line for line in lines if line)


def form_text(modal: Json) -> str:
    """Write a form: its title, then each field's label with what is filled in."""
    lines = [modal["title"]]
    for part in walk(modal["components"]):
        if part["type"] == TEXT:
            lines.append(part["content"])
        elif part["type"] in (LABEL, TEXT_INPUT) and part.get("label"):
            lines.append(f"{part['label']}: {(part.get('component') or part).get('value') or '____'}")
        elif part["type"] in SELECTS:
            lines.append(_select(part))
    return "\n".join(lines)


def _components(components: Iterable[Json]) -> Iterator[str]:
    for each in components:
        match each["type"]:
            case value if value == ROW:
                yield " ".join(map(_control, each["components"]))
            case value if value == TEXT:
                yield each["content"]
            case value if value == GALLERY:
                yield from (f"{{picture: {item.get('description') or ''}}}" for item in each["items"])
            case value if value == FILE:
                yield f"{{file: {each['file']['url'].removeprefix('attachment://')}}}"
            case value if value == THUMBNAIL:
                yield f"{{picture: {each.get('description') or ''}}}"
            case value if value == BUTTON:
                yield _control(each)
            case _:
                yield from _components(each.get("components") or ())
                if "accessory" in each:
                    yield from _components((each["accessory"],))


def _control(component: Json) -> str:
    if component["type"] != BUTTON:
        return _select(component)
    return f"({_label(component)})" if component.get("disabled") else f"[{_label(component)}]"


def _select(component: Json) -> str:
    options = " | ".join(option["label"] for option in component.get("options") or ())
    text = ": ".join(filter(None, (component.get("placeholder"), options)))
    return f"(<{text}>)" if component.get("disabled") else f"<{text}>"


def _label(component: Json) -> str:
    emoji = component.get("emoji") or {}
    return str(component.get("label") or component.get("placeholder") or emoji.get("name") or "")


def closeness(wanted: str, *names: str) -> int:
    """How well a name fits: 0 exactly, 1 but for emoji, 2 by its beginning, 3 by a part of it, 9 not at all."""
    best = 9
    for name in names:
        plain, want = _folded(name), _folded(wanted)
        bare, bare_want = _bare(plain), _bare(want)
        fits = (
            plain == want,
            bare_want != "" and bare == bare_want,
            plain.startswith(want) or (bare_want != "" and bare.startswith(bare_want)),
            want in plain or (bare_want != "" and bare_want in bare),
        )
        best = min([best, *(rank for rank, fit in enumerate(fits) if fit)])
    return best


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _bare(text: str) -> str:
    """Leave out symbols, except the suits of cards, which tell one card from another."""
    kept = (each for each in text if unicodedata.category(each) not in ("So", "Sk", "Mn", "Cf") or each in "♠♣♥♦")
    return " ".join("".join(kept).split())
