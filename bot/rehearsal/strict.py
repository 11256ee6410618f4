"""What Discord refuses in messages, components, embeds, modals and choices: its limits, checked cheaply.

Commands are in `strict_commands.py`; the shape of whole bodies, where that matters, in `openapi.py`. Functions return
problems with paths and never raise; an empty tuple is a body that Discord takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from .wire import (
    BUTTON,
    CHECKBOX,
    CHECKBOX_GROUP,
    COMPONENTS_V2,
    CONTAINER,
    ENTITY_SELECTS,
    FILE,
    FILE_UPLOAD,
    GALLERY,
    LABEL,
    RADIO_GROUP,
    ROW,
    SECTION,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    Body,
    Json,
    Problem,
    walk,
)

# Message, "Create Message" and "Embed Limits"
CONTENT = 2000
EMBEDS, EMBED_TITLE, EMBED_DESCRIPTION, EMBED_FOOTER, EMBED_AUTHOR, EMBED_TOTAL = 10, 256, 4096, 2048, 256, 6000
EMBED_FIELDS, FIELD_NAME, FIELD_VALUE = 25, 256, 1024
MENTIONS, ATTACHMENTS = 100, 10
# Components, "Component Reference"
ROWS, BUTTONS, CUSTOM_ID, BUTTON_LABEL, BUTTON_URL = 5, 5, 100, 80, 512
OPTIONS, OPTION_TEXT, PLACEHOLDER = 25, 100, 150
TREE, TEXT_TOTAL, SECTION_TEXTS, GALLERY_ITEMS, ALT_TEXT = 40, 4000, 3, 10, 1024
MODAL_TITLE, MODAL_PARTS, LABEL_TEXT, LABEL_DESCRIPTION = 45, 5, 45, 100
INPUT_VALUE, INPUT_PLACEHOLDER = 4000, 100
# Application Commands, "Application Command Option Choice Structure"
CHOICES, CHOICE_TEXT, SAFE_INTEGER = 25, 100, 2**53

LINK, PREMIUM = 5, 6  # Components, "Button Styles"
TOP_LEVEL_V2: Final = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER: Final = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
IN_LABEL: Final = (
    STRING_SELECT,
    TEXT_INPUT,
    *ENTITY_SELECTS,
    FILE_UPLOAD,
    RADIO_GROUP,
    CHECKBOX_GROUP,
    CHECKBOX,
)
Path = tuple[str, ...]


class Form:
    """A notebook of problems, with the questions that come up again and again."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def refuse(self, path: Path, code: str, message: str) -> None:
        """Write a problem down."""
        self.problems.append(Problem(path, code, message))

    def text(self, path: Path, value: Body, low: int, high: int, *, optional: bool = False) -> None:
        """Require a text of `low` to `high` characters; an optional one may be absent or null."""
        if value is None:
            if not optional:
                self.refuse(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, str):
            self.refuse(path, "STRING_TYPE_CONVERT", "Could not interpret as string.")
        elif not low <= len(value) <= high:
            self.refuse(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def whole(self, path: Path, value: Body, low: int, high: int, *, optional: bool = True) -> None:
        """Require a whole number from `low` to `high`."""
        if value is None:
            if not optional:
                self.refuse(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, int) or isinstance(value, bool):
            self.refuse(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif not low <= value <= high:
            self.refuse(path, "NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.")

    def entries(self, path: Path, value: Body, low: int, high: int, *, optional: bool = False) -> list[Json]:
        """Require a list of `low` to `high` objects, and give those that are objects."""
        if value is None:
            if not optional:
                self.refuse(path, "BASE_TYPE_REQUIRED", "This field is required")
            return []
        if not isinstance(value, list):
            self.refuse(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            self.refuse(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        for index, each in enumerate(value):
            if not isinstance(each, dict):
                self.refuse((*path, str(index)), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return [each for each in value if isinstance(each, dict)]

    def distinct(self, path: Path, values: Iterable[Body], code: str, what: str) -> None:
        """Refuse a value that comes twice."""
        seen: set[str] = set()
        for index, value in enumerate(values):
            if value is None:
                continue
            if str(value) in seen:
                self.refuse((*path, str(index)), code, f"{what} cannot be duplicated: {value}")
            seen.add(str(value))


def check_message(body: Json, *, flags: int = 0, editing: bool = False) -> tuple[Problem, ...]:
    """Problems of a message, an edit (`flags`: what the message has already) or an interaction answer."""
    form = Form()
    new_flags = body.get("flags")
    form.whole(("flags",), new_flags, 0, 2**31)
    if isinstance(new_flags, int):
        flags |= new_flags
    v2 = bool(flags & COMPONENTS_V2)
    form.text(("content",), body.get("content"), 0, CONTENT, optional=True)
    _embeds(form, body.get("embeds"))
    _allowed_mentions(form, body.get("allowed_mentions"))
    form.entries(("attachments",), body.get("attachments"), 0, ATTACHMENTS, optional=True)
    components = form.entries(("components",), body.get("components"), 0, TREE if v2 else ROWS, optional=True)
    if v2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(key):
                code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                form.refuse((key,), code, f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
        if not components and not editing:
            form.refuse(("components",), "BASE_TYPE_REQUIRED", "This field is required")
        _tree(form, components)
    for index, component in enumerate(components):
        path = ("components", str(index))
        if _kind(form, path, component, TOP_LEVEL_V2 if v2 else (ROW,)):
            _message_component(form, path, component)
    customs = [each.get("custom_id") for each in walk(components)]
    form.distinct(("components",), customs, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id")
    return tuple(form.problems)


def _kind(form: Form, path: Path, component: Json, allowed: tuple[int, ...]) -> bool:
    kind = component.get("type")
    if kind in allowed:
        return True
    choices = ", ".join(map(str, allowed))
    form.refuse(
        (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({choices}), not {kind!r}.'
    )
    return False


def _tree(form: Form, components: list[Json]) -> None:
    """Components, "Using Components": 40 in all, 4000 characters in all text displays."""
    everything = list(walk(components))
    if len(everything) > TREE:
        form.refuse(
            ("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"The total number of components exceeds {TREE}"
        )
    total = sum(len(str(each.get("content") or "")) for each in everything if each.get("type") == TEXT)
    if total > TEXT_TOTAL:
        form.refuse(
            ("components",),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size exceeds {TEXT_TOTAL}",
        )


def _message_component(form: Form, path: Path, component: Json) -> None:
    match component["type"]:
        case 1:
            _row(form, path, component)
        case 9:
            texts = form.entries((*path, "components"), component.get("components"), 1, SECTION_TEXTS)
            for index, each in enumerate(texts):
                inner = (*path, "components", str(index))
                if _kind(form, inner, each, (TEXT,)):
                    _message_component(form, inner, each)
            accessory = component.get("accessory")
            if not isinstance(accessory, dict):
                form.refuse((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
            elif _kind(form, (*path, "accessory"), accessory, (BUTTON, THUMBNAIL)):
                _message_component(form, (*path, "accessory"), accessory)
        case 2:
            _button(form, path, component)
        case 10:
            form.text((*path, "content"), component.get("content"), 1, TEXT_TOTAL)
        case 11:
            _medium(form, path, component, "media")
        case 12:
            items = form.entries((*path, "items"), component.get("items"), 1, GALLERY_ITEMS)
            for index, each in enumerate(items):
                _medium(form, (*path, "items", str(index)), each, "media")
        case 13:
            _medium(form, path, component, "file")
        case 14:
            form.whole((*path, "spacing"), component.get("spacing"), 1, 2)
        case 17:
            form.whole((*path, "accent_color"), component.get("accent_color"), 0, 0xFFFFFF)
            children = form.entries((*path, "components"), component.get("components"), 1, TREE)
            for index, each in enumerate(children):
                inner = (*path, "components", str(index))
                if _kind(form, inner, each, IN_CONTAINER):
                    _message_component(form, inner, each)


def _medium(form: Form, path: Path, component: Json, key: str) -> None:
    form.text((*path, "description"), component.get("description"), 1, ALT_TEXT, optional=True)
    medium = component.get(key)
    form.text((*path, key, "url"), medium.get("url") if isinstance(medium, dict) else None, 1, 2048)


def _row(form: Form, path: Path, row: Json) -> None:
    """Components, "Action Row": one to five buttons, or one select."""
    children = form.entries((*path, "components"), row.get("components"), 1, BUTTONS)
    for index, each in enumerate(children):
        inner = (*path, "components", str(index))
        if not _kind(form, inner, each, (BUTTON, STRING_SELECT, *ENTITY_SELECTS)):
            continue
        if each["type"] == BUTTON:
            _button(form, inner, each)
            continue
        if len(children) > 1:
            form.refuse((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select takes up the whole row")
        _select(form, inner, each)


def _button(form: Form, path: Path, button: Json) -> None:
    """Components, "Button" and "Button Styles"."""
    style, label, custom_id = button.get("style"), button.get("label"), button.get("custom_id")
    form.whole((*path, "style"), style, 1, PREMIUM, optional=False)
    form.text((*path, "label"), label, 0, BUTTON_LABEL, optional=True)
    wears = label or button.get("emoji")
    if style == PREMIUM:
        if button.get("sku_id") is None or wears or custom_id or button.get("url"):
            form.refuse(path, "BUTTON_COMPONENT_INVALID_PREMIUM", "A premium button has a sku_id and nothing else")
        return
    if not wears:
        form.refuse(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
    if style == LINK:
        if custom_id is not None:
            form.refuse(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
        form.text((*path, "url"), button.get("url"), 1, BUTTON_URL)
    else:
        if button.get("url") is not None:
            form.refuse(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
        form.text((*path, "custom_id"), custom_id, 1, CUSTOM_ID)


def _select(form: Form, path: Path, select: Json) -> None:
    """Components, "String Select" and the selects of users, roles and channels."""
    form.text((*path, "custom_id"), select.get("custom_id"), 1, CUSTOM_ID)
    form.text((*path, "placeholder"), select.get("placeholder"), 0, PLACEHOLDER, optional=True)
    low, high = select.get("min_values"), select.get("max_values")
    form.whole((*path, "min_values"), low, 0, OPTIONS)
    form.whole((*path, "max_values"), high, 1, OPTIONS)
    low, high = (low if isinstance(low, int) else 1), (high if isinstance(high, int) else 1)
    if low > high:
        form.refuse((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "min_values exceeds max_values")
    if select["type"] != STRING_SELECT:
        if select.get("options"):
            form.refuse((*path, "options"), "SELECT_COMPONENT_OPTIONS_NOT_ALLOWED", "Only a string select has options")
        return
    options = form.entries((*path, "options"), select.get("options"), 1, OPTIONS)
    for index, option in enumerate(options):
        inner = (*path, "options", str(index))
        form.text((*inner, "label"), option.get("label"), 1, OPTION_TEXT)
        form.text((*inner, "value"), option.get("value"), 1, OPTION_TEXT)
        form.text((*inner, "description"), option.get("description"), 1, OPTION_TEXT, optional=True)
    values = [option.get("value") for option in options]
    form.distinct((*path, "options"), values, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Option value")
    if high > max(len(options), 1):
        form.refuse(
            (*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values exceeds the number of options"
        )
    if sum(bool(option.get("default")) for option in options) > high:
        form.refuse((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values")


def _embeds(form: Form, embeds: Body) -> None:
    """Message, "Embed Limits"."""
    total = 0
    for index, embed in enumerate(form.entries(("embeds",), embeds, 0, EMBEDS, optional=True)):
        path = ("embeds", str(index))
        texts: list[tuple[Path, Body, int]] = [
            ((*path, "title"), embed.get("title"), EMBED_TITLE),
            ((*path, "description"), embed.get("description"), EMBED_DESCRIPTION),
            ((*path, "footer", "text"), (embed.get("footer") or {}).get("text"), EMBED_FOOTER),
            ((*path, "author", "name"), (embed.get("author") or {}).get("name"), EMBED_AUTHOR),
        ]
        for where, text, limit in texts:
            form.text(where, text, 0, limit, optional=True)
        fields = form.entries((*path, "fields"), embed.get("fields"), 0, EMBED_FIELDS, optional=True)
        for number, each in enumerate(fields):
            inner = (*path, "fields", str(number))
            form.text((*inner, "name"), each.get("name"), 1, FIELD_NAME)
            form.text((*inner, "value"), each.get("value"), 1, FIELD_VALUE)
            texts += [(inner, each.get("name"), FIELD_NAME), (inner, each.get("value"), FIELD_VALUE)]
        form.whole((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
        total += sum(len(text) for _, text, _ in texts if isinstance(text, str))
    if total > EMBED_TOTAL:
        form.refuse(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}")


def _allowed_mentions(form: Form, allowed: Body) -> None:
    """Message, "Allowed Mentions Object": a kind is parsed or listed, never both."""
    if not isinstance(allowed, Mapping):
        return
    parse = allowed.get("parse") or []
    for index, each in enumerate(parse):
        if each not in ("users", "roles", "everyone"):
            form.refuse(
                ("allowed_mentions", "parse", str(index)),
                "BASE_TYPE_CHOICES",
                "Value must be one of users, roles, everyone.",
            )
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if len(listed) > MENTIONS:
            form.refuse(("allowed_mentions", kind), "BASE_TYPE_BAD_LENGTH", f"Must be {MENTIONS} or fewer in length.")
        if listed and kind in parse:
            code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
            form.refuse(("allowed_mentions",), code, f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.')


def check_modal(modal: Json) -> tuple[Problem, ...]:
    """Problems of a form that an interaction opens (Interactions, "Modal")."""
    form = Form()
    form.text(("custom_id",), modal.get("custom_id"), 1, CUSTOM_ID)
    form.text(("title",), modal.get("title"), 1, MODAL_TITLE)
    parts = form.entries(("components",), modal.get("components"), 1, MODAL_PARTS)
    for index, part in enumerate(parts):
        path = ("components", str(index))
        if not _kind(form, path, part, (ROW, TEXT, LABEL)):
            continue
        if part["type"] == TEXT:
            form.text((*path, "content"), part.get("content"), 1, TEXT_TOTAL)
        elif part["type"] == ROW:
            for number, each in enumerate(form.entries((*path, "components"), part.get("components"), 1, 1)):
                inner = (*path, "components", str(number))
                if _kind(form, inner, each, (TEXT_INPUT,)):
                    form.text((*inner, "label"), each.get("label"), 1, LABEL_TEXT)
                    _text_input(form, inner, each)
        else:
            _label(form, path, part)
    customs = [each.get("custom_id") for each in walk(parts)]
    form.distinct(("components",), customs, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id")
    return tuple(form.problems)


def _label(form: Form, path: Path, label: Json) -> None:
    """Components, "Label": a caption over one field."""
    form.text((*path, "label"), label.get("label"), 1, LABEL_TEXT)
    form.text((*path, "description"), label.get("description"), 1, LABEL_DESCRIPTION, optional=True)
    inner, each = (*path, "component"), label.get("component")
    if not isinstance(each, dict):
        form.refuse(inner, "BASE_TYPE_REQUIRED", "This field is required")
    elif _kind(form, inner, each, IN_LABEL):
        if each["type"] == TEXT_INPUT:
            if each.get("label"):
                form.refuse(
                    (*inner, "label"),
                    "TEXT_INPUT_LABEL_IN_LABEL",
                    "A text input inside a label has no label of its own",
                )
            _text_input(form, inner, each)
        elif each["type"] in (STRING_SELECT, *ENTITY_SELECTS):
            if each.get("disabled"):
                form.refuse(
                    (*inner, "disabled"), "SELECT_COMPONENT_DISABLED_IN_MODAL", "A select of a modal cannot be disabled"
                )
            _select(form, inner, each)
        else:
            form.text((*inner, "custom_id"), each.get("custom_id"), 1, CUSTOM_ID)


def _text_input(form: Form, path: Path, field: Json) -> None:
    """Components, "Text Input"."""
    form.text((*path, "custom_id"), field.get("custom_id"), 1, CUSTOM_ID)
    form.whole((*path, "style"), field.get("style"), 1, 2, optional=False)
    form.text((*path, "value"), field.get("value"), 0, INPUT_VALUE, optional=True)
    form.text((*path, "placeholder"), field.get("placeholder"), 0, INPUT_PLACEHOLDER, optional=True)
    low, high = field.get("min_length"), field.get("max_length")
    form.whole((*path, "min_length"), low, 0, INPUT_VALUE)
    form.whole((*path, "max_length"), high, 1, INPUT_VALUE)
    if isinstance(low, int) and isinstance(high, int) and low > high:
        form.refuse((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH_TOO_LARGE", "min_length exceeds max_length")


def check_choices(choices: Body, *, path: Path = ("choices",), kind: int | None = None) -> tuple[Problem, ...]:
    """Problems of autocomplete choices, or of the fixed choices of an option of type `kind`."""
    form = Form()
    for index, choice in enumerate(form.entries(path, choices, 0, CHOICES)):
        inner, value = (*path, str(index)), choice.get("value")
        form.text((*inner, "name"), choice.get("name"), 1, CHOICE_TEXT)
        if isinstance(value, str):
            form.text((*inner, "value"), value, 1, CHOICE_TEXT)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            form.refuse((*inner, "value"), "BASE_TYPE_REQUIRED", "This field is required")
        elif not -SAFE_INTEGER <= value <= SAFE_INTEGER:
            form.refuse((*inner, "value"), "NUMBER_TYPE_RANGE", "The value is beyond 2^53.")
        if kind is not None and isinstance(value, str) != (kind == 3):
            form.refuse(
                (*inner, "value"), "APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE", "The value is not of the option's type."
            )
    return tuple(form.problems)
