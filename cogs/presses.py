"""Presses of buttons, picks from menus and sent forms: from an address to a call on the Referee."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

import discord
from discord.ext import commands

from cogs import paging
from cogs.address import Address, parse
from cogs.desk import Desk, source_of, user_of
from cogs.errors import serve
from cogs.render import board, history, private
from cogs.reply import Interaction, Reply
from cogs.resolve import require_legal
from cogs.screen import Blank, Form, Screen
from rules.asking import Wish
from rules.core.command import Answer
from rules.core.ids import CombatantId, PromptId, UserId
from rules.core.option import Option
from rules.core.refusal import Illegal
from rules.referee import Showing

Handler = Callable[["Press"], Awaitable[None]]


class Press:
    """One press: who pressed what, where, with which values."""

    def __init__(self, interaction: Interaction, address: Address, reply: Reply) -> None:
        self.interaction = interaction
        self.address = address
        self.reply = reply
        self.user: UserId = user_of(interaction)
        self.source = source_of(interaction)
        self.name = interaction.user.display_name

    @property
    def value(self) -> str:
        """The line picked from a menu."""
        values = _raw(self.interaction).get("values") or [""]
        return str(values[0])


class Presses(commands.Cog):
    """Every component and form of ours comes through here, by its address alone."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.referee = desk.referee
        self._handlers: Mapping[str, Handler] = {
            "join": self._join,
            "joinas": self._join,
            "leave": self._leave,
            "start": self._start,
            "move": self._move,
            "hand": self._hand,
            "panel": self._panel,
            "history": self._history,
            "npc": self._npc,
            "back": self._back,
            "form": self._form,
            "slot": self._slot,
            "do": self._do,
            "write": self._write,
            "written": self._written,
            "answer": self._answer,
            "choose": self._answer,
            "goon": self._go_on,
            "undo": self._undo,
            "end": self._end,
            "endnow": self._end_now,
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Discord delivers presses and forms here as well as commands; the latter are the command tree's."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        address = parse(str(_raw(interaction).get("custom_id", "")))
        handler = self._handlers.get(address.verb) if address else None
        if address is None or handler is None:
            return

        async def handle(reply: Reply) -> None:
            await handler(Press(interaction, address, reply))

        await serve(self.referee, interaction, address.fight, handle)

    # ---- the lobby

    async def _join(self, press: Press) -> None:
        template = press.value if press.address.verb == "joinas" else ""
        if (page := paging.turned_to(template)) is not None:
            showing = await self.referee.show(press.address.fight, press.user)
            menu = board.characters(showing.id, self.referee.ready(showing.ruleset), page)
            await press.reply.screen(Screen(text="Who are you?", rows=(menu,)))
            return
        ruling = await self.referee.join(
            press.address.fight, press.user, name="", template=template, source=press.source
        )
        await self.desk.ruled(press.reply, ruling, press.user)

    async def _leave(self, press: Press) -> None:
        ruling = await self.referee.leave(press.address.fight, press.user, source=press.source)
        await self.desk.ruled(press.reply, ruling, press.user)

    async def _start(self, press: Press) -> None:
        await self._ask(press, "start", {})

    # ---- looking

    async def _move(self, press: Press) -> None:
        showing = await self.referee.show(press.address.fight, press.user)
        self.desk.require_part(showing)
        await press.reply.screen(await self.desk.home(showing, press.user))

    async def _hand(self, press: Press) -> None:
        showing = await self.referee.show(press.address.fight, press.user)
        self.desk.require_part(showing)
        await press.reply.screen(private.hand(showing))

    async def _panel(self, press: Press) -> None:
        await press.reply.screen(self.desk.panel(await self._as_gm(press)))

    async def _history(self, press: Press) -> None:
        before = int(press.address.args[0]) if press.address.args else None
        page = await self.referee.history(press.address.fight, press.user, before=before)
        await press.reply.screen(history.history(press.address.fight, page, is_newest=before is None))

    # ---- acting

    async def _npc(self, press: Press) -> None:
        showing = await self.referee.show(press.address.fight, press.user)
        if (page := paging.turned_to(press.value)) is not None:
            await press.reply.screen(self.desk.panel(showing, page))
            return
        await press.reply.screen(await self.desk.move(showing, press.user, CombatantId(press.value)))

    async def _back(self, press: Press) -> None:
        showing = await self.referee.show(press.address.fight, press.user)
        (actor,) = press.address.args
        if actor in showing.viewer.combatants:
            await press.reply.screen(await self.desk.home(showing, press.user))
        else:
            await press.reply.screen(await self.desk.move(showing, press.user, CombatantId(actor)))

    async def _form(self, press: Press) -> None:
        showing, option = await self._option(press)
        await press.reply.screen(private.form(showing, option, private.defaults(option)))

    async def _slot(self, press: Press) -> None:
        showing, option = await self._option(press)
        slot = press.address.args[2]
        chosen, pages = _shown(press.interaction)
        if (page := paging.turned_to(press.value)) is not None:
            pages[slot] = page
        else:
            chosen[slot] = press.value
        await press.reply.screen(private.form(showing, option, chosen, pages))

    async def _do(self, press: Press) -> None:
        actor, kind, *moment = press.address.args
        await self._ask(press, kind, {"actor": actor, **_filled(press.interaction)}, expect="".join(moment))

    async def _write(self, press: Press) -> None:
        actor, kind, slot = press.address.args
        to = Address("written", press.address.fight, (actor, kind))
        await press.reply.form(
            Form(title="In your own words", to=to, blanks=(Blank(name=slot, label="What do you do?", is_long=True),))
        )

    async def _written(self, press: Press) -> None:
        actor, kind = press.address.args
        fields = {**_filled(press.interaction), **dict(_written(press.interaction))}
        await self._ask(press, kind, {"actor": actor, **fields})

    async def _answer(self, press: Press) -> None:
        prompt, *key = press.address.args
        chosen = key[0] if key else press.value
        if (page := paging.turned_to(chosen)) is not None:
            showing = await self.referee.show(press.address.fight, press.user)
            await press.reply.screen(private.decision(showing, PromptId(prompt), page))
            return
        ruling = await self.referee.act(
            press.address.fight, press.user, Answer(prompt=PromptId(prompt), key=chosen), source=press.source
        )
        await self.desk.ruled(press.reply, ruling, press.user)

    async def _ask(self, press: Press, kind: str, fields: Mapping[str, object], expect: str = "") -> None:
        wish = Wish(kind=kind, fields=fields)
        ruling = await self.referee.act(press.address.fight, press.user, wish, source=press.source, expect=expect)
        await self.desk.ruled(press.reply, ruling, press.user)

    async def _option(self, press: Press) -> tuple[Showing, Option]:
        actor, kind, *_ = press.address.args
        showing = await self.referee.show(press.address.fight, press.user)
        options = await self.referee.options(press.address.fight, press.user, CombatantId(actor))
        option = next((option for option in options if option.kind == kind), None)
        if option is None:
            raise Illegal("STALE")
        return showing, require_legal(option)

    # ---- the GM

    async def _go_on(self, press: Press) -> None:
        ruling = await self.referee.go_on(press.address.fight, press.user, source=press.source)
        await self.desk.ruled(press.reply, ruling, press.user)

    async def _undo(self, press: Press) -> None:
        ruling = await self.referee.undo(press.address.fight, press.user, source=press.source)
        await self.desk.ruled(press.reply, ruling, press.user)

    async def _end(self, press: Press) -> None:
        await press.reply.screen(private.ending(await self._as_gm(press)))

    async def _as_gm(self, press: Press) -> Showing:
        """The fight, if whoever pressed is its GM. Raises: Illegal(GM_ONLY)."""
        showing = await self.referee.show(press.address.fight, press.user)
        if not showing.viewer.gm:
            raise Illegal("GM_ONLY", gm=showing.gm_word)
        return showing

    async def _end_now(self, press: Press) -> None:
        ruling = await self.referee.end(press.address.fight, press.user, source=press.source)
        await self.desk.ruled(press.reply, ruling, press.user)


def _shown(interaction: Interaction) -> tuple[dict[str, str], dict[str, int]]:
    """What the menus of the pressed message show as chosen, and the pages they stand on, by blank."""
    chosen: dict[str, str] = {}
    pages: dict[str, int] = {}
    for row in interaction.message.components if interaction.message else ():
        for child in getattr(row, "children", ()):
            address = parse(getattr(child, "custom_id", None) or "")
            if not isinstance(child, discord.SelectMenu) or address is None or address.verb != "slot":
                continue
            name = address.args[2]
            pages[name] = paging.page_of([option.value for option in child.options])
            for option in child.options:
                if option.default:
                    chosen[name] = option.value
    return chosen, pages


def _filled(interaction: Interaction) -> dict[str, str]:
    """The blanks that the menus of the pressed message fill."""
    chosen, _ = _shown(interaction)
    return {name: value for name, value in chosen.items() if value != private.NOTHING}


def _written(interaction: Interaction) -> Iterator[tuple[str, str]]:
    """The texts of a sent form, by the names of its blanks."""

    def walk(parts: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:  # Any: Discord's JSON
        for part in parts:
            if "value" in part and "custom_id" in part:
                yield part["custom_id"], part["value"]
            yield from walk(part.get("components", []))
            if "component" in part:
                yield from walk([part["component"]])

    yield from walk(_raw(interaction).get("components", []))


def _raw(interaction: Interaction) -> Mapping[str, Any]:  # Any: Discord's JSON
    data: Any = interaction.data or {}
    return data  # type: ignore[no-any-return]  # a union of typed dicts, read here as what they are
