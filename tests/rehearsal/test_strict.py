"""Each limit of the documentation: what is just allowed passes, what is just beyond it is refused with 50035."""

from __future__ import annotations

import pytest

from bot.rehearsal import Loopback
from bot.rehearsal.strict import check_choices, check_message, check_modal
from bot.rehearsal.strict_commands import check_commands, is_name
from bot.rehearsal.wire import COMPONENTS_V2, Json

from .raw import raw_client


def button(**more: object) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "x", **more}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def rows(count: int, width: int = 1) -> Json:
    return {"components": [row(*(button(custom_id=f"{r}:{b}") for b in range(width))) for r in range(count)]}


def select(options: int = 1, **more: object) -> Json:
    listed = [{"label": f"{each}", "value": f"{each}"} for each in range(options)]
    return {"components": [row({"type": 3, "custom_id": "s", "options": listed, **more})]}


def option(**more: object) -> Json:
    return select(options=0, options_=None) | {
        "components": [row({"type": 3, "custom_id": "s", "options": [{"label": "x", "value": "x", **more}]})]
    }


def embed(**more: object) -> Json:
    return {"embeds": [more]}


def fields(count: int, name: str = "n", value: str = "v") -> Json:
    return embed(fields=[{"name": name, "value": value}] * count)


def new(*components: Json, **more: object) -> Json:
    return {"flags": COMPONENTS_V2, "components": list(components), **more}


def text(content: str = "t") -> Json:
    return {"type": 10, "content": content}


def section(texts: int, **more: object) -> Json:
    return {"type": 9, "components": [text()] * texts, "accessory": button(), **more}


def box(*components: Json, **more: object) -> Json:
    return {"type": 17, "components": list(components), **more}


MESSAGES: dict[str, tuple[Json, Json]] = {
    "content": ({"content": "x" * 2000}, {"content": "x" * 2001}),
    "embeds": ({"embeds": [{"title": "t"}] * 10}, {"embeds": [{"title": "t"}] * 11}),
    "embed title": (embed(title="x" * 256), embed(title="x" * 257)),
    "embed description": (embed(description="x" * 4096), embed(description="x" * 4097)),
    "embed fields": (fields(25), fields(26)),
    "field name": (fields(1, name="x" * 256), fields(1, name="x" * 257)),
    "field name empty": (fields(1, name="x"), fields(1, name="")),
    "field value": (fields(1, value="x" * 1024), fields(1, value="x" * 1025)),
    "footer": (embed(footer={"text": "x" * 2048}), embed(footer={"text": "x" * 2049})),
    "author": (embed(author={"name": "x" * 256}), embed(author={"name": "x" * 257})),
    "embed total": (
        {"embeds": [{"description": "x" * 3000}] * 2},
        {"embeds": [{"description": "x" * 3000}, {"description": "x" * 3001}]},
    ),
    "embed colour": (embed(title="t", color=0xFFFFFF), embed(title="t", color=0x1000000)),
    "rows": (rows(5), rows(6)),
    "buttons in a row": (rows(1, 5), rows(1, 6)),
    "empty row": (rows(1), {"components": [row()]}),
    "bare button": (rows(1), {"components": [button()]}),
    "unknown component": (rows(1), {"components": [row({"type": 99})]}),
    "text input in a message": (rows(1), {"components": [row({"type": 4, "custom_id": "x", "style": 1})]}),
    "custom id": (
        {"components": [row(button(custom_id="x" * 100))]},
        {"components": [row(button(custom_id="x" * 101))]},
    ),
    "custom id empty": (rows(1), {"components": [row(button(custom_id=""))]}),
    "custom id missing": (rows(1), {"components": [row(button(custom_id=None))]}),
    "custom id twice": (rows(1, 2), {"components": [row(button(), button())]}),
    "button label": ({"components": [row(button(label="x" * 80))]}, {"components": [row(button(label="x" * 81))]}),
    "button without label": (
        {"components": [row(button(label=None, emoji={"name": "🎲"}))]},
        {"components": [row(button(label=None))]},
    ),
    "button style": ({"components": [row(button(style=4))]}, {"components": [row(button(style=7))]}),
    "link": (
        {"components": [row({"type": 2, "style": 5, "label": "x", "url": "https://example.org"})]},
        {"components": [row(button(style=5, url="https://example.org"))]},
    ),
    "options": (select(25), select(26)),
    "no options": (select(1), select(0)),
    "option label": (option(label="x" * 100), option(label="x" * 101)),
    "option label empty": (option(), option(label="")),
    "option value": (option(value="x" * 100), option(value="x" * 101)),
    "option value empty": (option(), option(value="")),
    "option description": (option(description="x" * 100), option(description="x" * 101)),
    "option description empty": (option(description=None), option(description="")),
    "option values twice": (
        select(2),
        {
            "components": [
                row(
                    {
                        **select()["components"][0]["components"][0],
                        "options": [{"label": "a", "value": "x"}, {"label": "b", "value": "x"}],
                    }
                )
            ]
        },
    ),
    "placeholder": (select(placeholder="x" * 150), select(placeholder="x" * 151)),
    "min values": (select(2, min_values=0, max_values=2), select(2, min_values=-1)),
    "max values": (select(25, max_values=25), select(25, max_values=26)),
    "max values beyond options": (select(2, max_values=2), select(2, max_values=3)),
    "min above max": (select(3, min_values=2, max_values=2), select(3, min_values=2, max_values=1)),
    "select beside a button": (select(1), {"components": [row(select()["components"][0]["components"][0], button())]}),
    "new: content": (new(text()), new(text(), content="x")),
    "new: embeds": (new(text(), embeds=[]), new(text(), embeds=[{"title": "t"}])),
    "new: nothing": (new(text()), new()),
    "new: without the flag": (new(text()), {"content": "x", "components": [text()]}),
    "new: components": (new(*[text()] * 40), new(box(*[text()] * 40))),
    "new: text": (new(text("x" * 2000), text("y" * 2000)), new(text("x" * 2000), text("y" * 2001))),
    "new: empty text": (new(text()), new(text(""))),
    "new: rows": (new(*rows(8)["components"]), new(*rows(21)["components"])),
    "new: section": (new(section(3)), new(section(4))),
    "new: section without accessory": (new(section(1)), new(section(1, accessory=None))),
    "new: row in a section": (new(section(1)), new({**section(1), "components": [row(button())]})),
    "new: box in a box": (new(box(text())), new(box(box(text())))),
    "new: empty box": (new(box(text())), new(box())),
    "new: accent": (new(box(text(), accent_color=0xFFFFFF)), new(box(text(), accent_color=-1))),
    "new: spacing": (new(text(), {"type": 14, "spacing": 2}), new(text(), {"type": 14, "spacing": 3})),
    "new: alt text": (
        new({"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}, "description": "x" * 1024}]}),
        new({"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}, "description": "x" * 1025}]}),
    ),
    "mentions parsed": (
        {"content": "x", "allowed_mentions": {"parse": ["users", "roles", "everyone"]}},
        {"content": "x", "allowed_mentions": {"parse": ["someone"]}},
    ),
    "mentions parsed and listed": (
        {"content": "x", "allowed_mentions": {"parse": ["roles"], "users": ["1"]}},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    ),
}


@pytest.mark.parametrize("limit", MESSAGES)
def test_a_message_is_refused_just_beyond_each_limit(limit: str) -> None:
    allowed, refused = MESSAGES[limit]
    assert not check_message(allowed)
    assert check_message(refused)


async def test_every_message_limit_holds_over_http(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        loopback.openapi = None  # its own test
        for limit, (allowed, refused) in MESSAGES.items():
            assert await raw.code("POST", f"{raw.channel}/messages", allowed) == 0, limit
            assert await raw.code("POST", f"{raw.channel}/messages", refused) == 50035, limit
            interaction = raw.opened()
            assert await raw.answer(interaction, 4, refused) == 50035, limit
            assert await raw.answer(interaction, 4, allowed) == 0, (
                f"a refused answer may be followed by a better one: {limit}"
            )
            assert await raw.code("PATCH", raw.hook(interaction, "/messages/@original"), refused) in (50035, 0), limit
    assert len(loopback.refusals) >= 2 * len(MESSAGES)


async def test_a_refusal_names_the_field_by_its_path(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        loopback.openapi = None
        status, answer = await raw("POST", f"{raw.channel}/messages", {"components": [row(button(label="x" * 81))]})
        assert status == 400
        assert (
            answer["errors"]["components"]["0"]["components"]["0"]["label"]["_errors"][0]["code"]
            == "BASE_TYPE_BAD_LENGTH"
        )


async def test_an_empty_message_is_50006(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        assert await raw.code("POST", f"{raw.channel}/messages", {"content": ""}) == 50006
        assert await raw.answer(raw.opened(), 4, {"flags": 64}) == 50006


def test_what_a_message_has_already_counts_for_an_edit() -> None:
    assert check_message({"content": "x"}, flags=COMPONENTS_V2, editing=True)
    assert not check_message({"content": None, "components": [text()]}, flags=COMPONENTS_V2, editing=True)


def modal(*parts: Json, **more: object) -> Json:
    return {"title": "t", "custom_id": "m", "components": list(parts), **more}


def field(custom_id: str = "f", **more: object) -> Json:
    return {"type": 4, "custom_id": custom_id, "style": 1, **more}


def label(component: Json | None = None, **more: object) -> Json:
    return {"type": 18, "label": "l", "component": component or field(), **more}


def old(**more: object) -> Json:
    return row({**field(label="l"), **more})


MODALS: dict[str, tuple[Json, Json]] = {
    "title": (modal(label(), title="x" * 45), modal(label(), title="x" * 46)),
    "title empty": (modal(label()), modal(label(), title="")),
    "parts": (
        modal(*(label(field(str(each))) for each in range(5))),
        modal(*(label(field(str(each))) for each in range(6))),
    ),
    "no parts": (modal(label()), modal()),
    "custom id": (modal(label(), custom_id="x" * 100), modal(label(), custom_id="x" * 101)),
    "field twice": (modal(label(field("a")), label(field("b"))), modal(label(), label())),
    "label": (modal(label(label="x" * 45)), modal(label(label="x" * 46))),
    "label description": (modal(label(description="x" * 100)), modal(label(description="x" * 101))),
    "label around a button": (modal(label()), modal(label(button()))),
    "old label": (modal(old(label="x" * 45)), modal(old(label="x" * 46))),
    "old label missing": (modal(old()), modal(old(label=None))),
    "value": (modal(label(field(value="x" * 4000))), modal(label(field(value="x" * 4001)))),
    "placeholder": (modal(label(field(placeholder="x" * 100))), modal(label(field(placeholder="x" * 101)))),
    "min length": (modal(label(field(min_length=4000))), modal(label(field(min_length=4001)))),
    "max length": (modal(label(field(max_length=4000))), modal(label(field(max_length=0)))),
    "style": (modal(label(field(style=2))), modal(label(field(style=3)))),
    "select": (
        modal(label(select(25)["components"][0]["components"][0])),
        modal(label(select(26)["components"][0]["components"][0])),
    ),
}


@pytest.mark.parametrize("limit", MODALS)
def test_a_form_is_refused_just_beyond_each_limit(limit: str) -> None:
    allowed, refused = MODALS[limit]
    assert not check_modal(allowed)
    assert check_modal(refused)


@pytest.mark.parametrize(
    ("allowed", "refused"),
    [
        ([{"name": "n", "value": "v"}] * 25, [{"name": "n", "value": "v"}] * 26),
        ([{"name": "x" * 100, "value": "v"}], [{"name": "x" * 101, "value": "v"}]),
        ([{"name": "n", "value": "v"}], [{"name": "", "value": "v"}]),
        ([{"name": "n", "value": "x" * 100}], [{"name": "n", "value": "x" * 101}]),
        ([{"name": "n", "value": 2**53}], [{"name": "n", "value": 2**53 + 1}]),
        ([], None),
    ],
)
def test_choices_are_refused_just_beyond_each_limit(allowed: object, refused: object) -> None:
    assert not check_choices(allowed)
    assert check_choices(refused)


def command(**more: object) -> Json:
    return {"name": "act", "description": "d", **more}


def value(name: str = "whom", **more: object) -> Json:
    return {"type": 3, "name": name, "description": "d", **more}


def sub(*options: Json, name: str = "sub") -> Json:
    return {"type": 1, "name": name, "description": "d", "options": list(options)}


def group(*options: Json, name: str = "group") -> Json:
    return {"type": 2, "name": name, "description": "d", "options": list(options)}


def filled(characters: int) -> Json:
    """A command of exactly so many characters."""
    choices = [{"name": f"{each:02}" + "n" * 48, "value": f"{each:02}" + "v" * 48} for each in range(5)]
    options = [value(f"o{each:02}", description="x" * 100, choices=choices) for each in range(13)]
    spare = characters - 13 * (3 + 100 + 500) - len("act")
    head = min(spare, 100)
    rest = [value("rest", description="x" * (spare - head - len("rest")))]
    return command(description="x" * head, options=[*options, *rest])


COMMANDS: dict[str, tuple[list[Json], list[Json]]] = {
    "name": ([command(name="x" * 32)], [command(name="x" * 33)]),
    "name of letters": ([command(name="ätt'a_c-k9")], [command(name="at tack")]),
    "name in lower case": ([command()], [command(name="Act")]),
    "description": ([command(description="x" * 100)], [command(description="x" * 101)]),
    "description empty": ([command()], [command(description="")]),
    "options": (
        [command(options=[value(f"o{each}") for each in range(25)])],
        [command(options=[value(f"o{each}") for each in range(26)])],
    ),
    "option twice": ([command(options=[value("a"), value("b")])], [command(options=[value("a"), value("a")])]),
    "choices": (
        [command(options=[value(choices=[{"name": f"{each}", "value": f"{each}"} for each in range(25)])])],
        [command(options=[value(choices=[{"name": f"{each}", "value": f"{each}"} for each in range(26)])])],
    ),
    "choices and autocomplete": (
        [command(options=[value(autocomplete=True)])],
        [command(options=[value(autocomplete=True, choices=[{"name": "a", "value": "a"}])])],
    ),
    "choice of another type": (
        [command(options=[value(type=4, choices=[{"name": "a", "value": 1}])])],
        [command(options=[value(type=4, choices=[{"name": "a", "value": "1"}])])],
    ),
    "required first": (
        [command(options=[value("a", required=True), value("b")])],
        [command(options=[value("a"), value("b", required=True)])],
    ),
    "commands": (
        [command(name=f"c{each}") for each in range(100)],
        [command(name=f"c{each}") for each in range(101)],
    ),
    "command twice": ([command(name="a"), command(name="b")], [command(), command()]),
    "size": ([filled(8000)], [filled(8001)]),
    "subcommands": ([command(options=[sub(value())])], [command(options=[sub(value()), value()])]),
    "subcommand in a group": ([command(options=[group(sub(value()))])], [command(options=[group(value())])]),
    "group in a group": ([command(options=[group(sub())])], [command(options=[group(group(sub()))])]),
    "subcommand in a subcommand": ([command(options=[sub()])], [command(options=[sub(sub())])]),
    "min above max": (
        [command(options=[value(type=4, min_value=1, max_value=1)])],
        [command(options=[value(type=4, min_value=2, max_value=1)])],
    ),
    "context menu": ([{"type": 2, "name": "Show Sheet"}], [{"type": 2, "name": "Show Sheet", "description": "d"}]),
}


@pytest.mark.parametrize("limit", COMMANDS)
async def test_commands_are_refused_just_beyond_each_limit(loopback: Loopback, limit: str) -> None:
    allowed, refused = COMMANDS[limit]
    assert not check_commands(allowed)
    assert check_commands(refused)
    async with raw_client(loopback) as raw:
        loopback.openapi = None
        for scope in ("", f"/guilds/{loopback.default_guild.id}"):
            path = f"/applications/{raw.bot_id}{scope}/commands"
            assert await raw.code("PUT", path, allowed) == 0
            assert await raw.code("PUT", path, refused) == 50035
            status, kept = await raw("GET", path)
            assert status == 200
            assert [each["name"] for each in kept] == [each["name"] for each in allowed], (
                "a refused list changes nothing"
            )


@pytest.mark.parametrize(
    ("name", "fits"), [("a", True), ("ไทย", True), ("नाम", True), ("a.b", False), ("", False), ("É", False)]
)
def test_names_may_be_of_any_script_in_lower_case(name: str, fits: bool) -> None:
    assert is_name(name) is fits


async def test_strictness_can_be_switched_off() -> None:
    async with Loopback(strict=False) as loopback, raw_client(loopback) as raw:
        assert await raw.code("POST", f"{raw.channel}/messages", {"content": "x" * 2001}) == 0
