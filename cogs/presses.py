"""Presses of buttons, picks from menus and sent forms: from an address to a call on the Referee."""

from collections.abc import Iterator, Mapping

from discord.ext import commands

from cogs import files, leaving, paging, privacy, scenes, seats, undoing
from cogs.address import Address
from cogs.desk import Desk, place_of
from cogs.forms import menus, raw, sent
from cogs.moderators import moderates, require_may_begin
from cogs.press import Press, Verb, Verbs, addressed, carry_out
from cogs.reference import house_of, rule_of, weapons_of
from cogs.render import board, calling, history, own_npcs, private
from cogs.reply import Interaction, Reply
from cogs.resolve import require_legal
from cogs.screen import Blank, Form, Screen
from cogs.stale import require_same_hand, serve_press
from cogs.surfaces import Surfaces
from rules.asking import Wish
from rules.core.calling import Check
from rules.core.combatant import Side
from rules.core.command import Amend, Answer
from rules.core.ids import CombatantId, PromptId, SheetId
from rules.core.option import Option
from rules.core.refusal import Illegal
from rules.referee import Showing


class Presses(commands.Cog):
    """Every component and form of ours comes through here, by its address alone."""

    def __init__(self, desk: Desk, surfaces: Surfaces) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.referee = desk.referee
        self.surfaces = surfaces
        self._verbs: Verbs = {  # an address of an older version may lack its last argument
            "join": Verb(self._join),
            "joinas": Verb(self._join),
            "mine": Verb(self._mine),
            "joinwith": Verb(self._join_with),
            "start": Verb(self._start),
            "again": Verb(self._again),
            "move": Verb(self._move),
            "hand": Verb(self._hand),
            "panel": Verb(self._panel),
            "history": Verb(self._history, 0, 1),
            "what": Verb(self._what),
            "npc": Verb(self._npc),
            "numbers": Verb(self._numbers),
            "set": Verb(self._set),
            "back": Verb(self._back, 1, 1),
            "form": Verb(self._form, 2, 2),
            "slot": Verb(self._slot, 3, 3),
            "do": Verb(self._do, 2, 3),
            "with": Verb(self._with, 4, 4),
            "write": Verb(self._write, 3, 4),
            "written": Verb(self._written, 2, 3),
            "answer": Verb(self._answer, 2, 3),
            "choose": Verb(self._choose, 1, 2),
            "fill": Verb(self._fill, 2, 3),
            "filled": Verb(self._answer, 2, 3),
            "goon": Verb(self._go_on, 0, 1),
            "run": Verb(self._go_on, 0, 1),
            "correct": Verb(self._correct, 4, 4),
            "calls": Verb(self._calls),
            "callwhat": Verb(self._call_what),
            "callwho": Verb(self._call_changed, 4, 4),
            "callhow": Verb(self._call_changed, 3, 3),
            "callnow": Verb(self._call_now, 3, 3),
            "end": Verb(self._end),
            "endnow": Verb(self._end_now),
            "describe": Verb(self._describe, 4, 4),
            "paste": Verb(self._paste),
            "pasted": Verb(self._pasted),
            "layout": Verb(self._lay_out, 1, 1),
            "unkeep": Verb(self._unkeep, 1, 1),
            "rule": Verb(self._rule, 0, 1),
            "see": Verb(self._see),
            "weapons": Verb(self._weapons, 2, 2),
            "house": Verb(self._house, 2, 2),
            **seats.verbs(desk),
            **leaving.verbs(desk),
            **undoing.verbs(desk),
            **files.verbs(desk),
            **privacy.verbs(desk, surfaces),
        }

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Discord delivers presses and forms here as well as commands; the latter are the command tree's."""
        address = addressed(interaction)
        if address is None:
            return

        async def handle(reply: Reply) -> None:
            await carry_out(self._verbs, Press(interaction, address, reply))

        await serve_press(self.desk, self.surfaces, interaction, address, handle)

    # ---- the lobby

    async def _join(self, press: Press) -> None:
        template = press.value if press.address.verb == "joinas" else ""
        if (page := paging.turned_to(template)) is not None:
            showing = await self.referee.show(press.fight, press.user)
            menu = board.characters(showing.id, self.referee.ready(showing.ruleset), page)
            await press.reply.screen(Screen(text="Who are you?", rows=(menu,)))
            return
        ruling = await self.referee.join(press.fight, press.user, name="", template=template, source=press.source)
        await self.desk.ruled(press.reply, ruling, press.user)

    async def _mine(self, press: Press) -> None:
        showing = await self.referee.show(press.fight, press.user)
        sheets = await self.referee.sheets_for(press.fight, press.user)
        await press.reply.screen(board.own_characters(showing, sheets))

    async def _join_with(self, press: Press) -> None:
        ruling = await self.referee.join(
            press.fight, press.user, name="", sheet=SheetId(press.value), source=press.source
        )
        await self.desk.ruled(press.reply, ruling, press.user)

    async def _start(self, press: Press) -> None:
        await self._ask(press, "start", {})

    async def _again(self, press: Press) -> None:
        await require_may_begin(self.referee, press.interaction)
        showing = await self.referee.show(press.fight, press.user)
        ruling = await self.referee.again(showing.place, press.user, source=press.source)
        await self.desk.ruled(press.reply, ruling, press.user)

    # ---- looking

    async def _move(self, press: Press) -> None:
        showing = await self.referee.show(press.fight, press.user)
        self.desk.require_part(showing)
        whom, page = _picked(press, showing)
        await press.reply.screen(await self.desk.home(showing, press.user, whom, page))

    async def _hand(self, press: Press) -> None:
        showing = await self.referee.show(press.fight, press.user)
        self.desk.require_part(showing)
        whom, page = _picked(press, showing)
        await press.reply.screen(private.hand(showing, whom, page))

    async def _panel(self, press: Press) -> None:
        await press.reply.screen(self.desk.panel(await self._as_gm(press)))

    async def _history(self, press: Press) -> None:
        before = press.number
        showing = await self.referee.show(press.fight, press.user)
        page = await self.referee.history(showing.id, press.user, before=before)
        every = self.referee.rulesets[showing.ruleset].rules
        await press.reply.screen(history.history(showing.id, page, every, is_newest=before is None))

    async def _what(self, press: Press) -> None:
        await press.reply.screen(await self.desk.what_happened(press.fight, press.user))

    # ---- acting

    async def _numbers(self, press: Press) -> None:
        await press.reply.apart(private.numbers(await self._as_gm(press)))

    async def _npc(self, press: Press) -> None:
        showing = await self.referee.show(press.fight, press.user)
        if (page := paging.turned_to(press.value)) is not None:
            await press.reply.screen(self.desk.panel(await self._as_gm(press), page))
            return
        await press.reply.screen(await self.desk.move(showing, press.user, CombatantId(press.value)))

    async def _back(self, press: Press) -> None:
        showing = await self.referee.show(press.fight, press.user)
        (actor,) = press.address.args
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

    async def _with(self, press: Press) -> None:
        """The last blank of an act is filled: it is done."""
        actor, kind, slot, moment = press.address.args
        if (page := paging.turned_to(press.value)) is not None:
            showing, option = await self._option(press)
            chosen, pages = _shown(press.interaction)
            await press.reply.screen(private.form(showing, option, chosen, {**pages, slot: page}))
            return
        fields = {"actor": actor, **_filled(press.interaction), slot: press.value}
        await self._ask(press, kind, fields, expect=moment)

    async def _write(self, press: Press) -> None:
        actor, kind, slot, *moment = press.address.args
        if not slot:
            raise Illegal("STALE")
        to = Address("written", press.fight, (actor, kind, *moment))
        await press.reply.form(
            Form(title="In your own words", to=to, blanks=(Blank(name=slot, label="What do you do?", is_long=True),))
        )

    async def _written(self, press: Press) -> None:
        actor, kind, *moment = press.address.args
        fields = {**_filled(press.interaction), **dict(_written(press.interaction))}
        await self._ask(press, kind, {"actor": actor, **fields}, expect="".join(moment))

    async def _choose(self, press: Press) -> None:
        """A line of a menu, which does not tell whether there is something to fill in."""
        prompt, *revision = press.address.args
        showing = await self.referee.show(press.fight, press.user)
        if (page := paging.turned_to(press.value)) is not None:
            await press.reply.screen(private.decision(showing, PromptId(prompt), page))
            return
        require_same_hand(showing, PromptId(prompt), "".join(revision))
        if (form := private.answer_form(showing, PromptId(prompt), press.value)) is not None:
            await press.reply.form(form)
            return
        await self._give(press, showing, prompt, press.value)

    async def _answer(self, press: Press) -> None:
        prompt, key, *revision = press.address.args
        showing = await self.referee.show(press.fight, press.user)
        require_same_hand(showing, PromptId(prompt), "".join(revision))
        await self._give(press, showing, prompt, key)

    async def _give(self, press: Press, showing: Showing, prompt: str, key: str) -> None:
        answer = Answer(prompt=PromptId(prompt), key=key, blanks=dict(_written(press.interaction)))
        ruling = await self.referee.act(press.fight, press.user, answer, source=press.source)
        asked = next((each for each in showing.view.asked if each.id == prompt), None)
        await self.desk.ruled(press.reply, ruling, press.user, (asked.whom or "") if asked else "")

    async def _fill(self, press: Press) -> None:
        prompt, key, *revision = press.address.args
        showing = await self.referee.show(press.fight, press.user)
        require_same_hand(showing, PromptId(prompt), "".join(revision))
        form = private.answer_form(showing, PromptId(prompt), key)
        if form is None:
            raise Illegal("STALE")
        await press.reply.form(form)

    async def _ask(self, press: Press, kind: str, fields: Mapping[str, object], expect: str = "") -> None:
        wish = Wish(kind=kind, fields=fields)
        ruling = await self.referee.act(press.fight, press.user, wish, source=press.source, expect=expect)
        await self.desk.ruled(press.reply, ruling, press.user, str(fields.get("actor", "")))

    async def _option(self, press: Press) -> tuple[Showing, Option]:
        actor, kind, *_ = press.address.args
        showing = await self.referee.show(press.fight, press.user)
        options = await self.referee.options(press.fight, press.user, CombatantId(actor), kind)
        option = next((option for option in options if option.kind == kind), None)
        if option is None:
            raise Illegal("STALE")
        return showing, require_legal(option)

    # ---- the GM

    async def _go_on(self, press: Press) -> None:
        ruling = self.referee.go_on(
            press.fight,
            press.user,
            source=press.source,
            seq=press.number,
            only_npcs=press.address.verb == "run",
        )
        await self.desk.ruled_if_it_stands(press.reply, ruling, press.fight, press.user)

    async def _correct(self, press: Press) -> None:
        seq, what, whom, value = press.address.args
        amend = Amend(what=what, value=value, whom=CombatantId(whom) if whom else None)
        ruling = self.referee.correct(press.fight, press.user, amend, source=press.source, seq=paging.number(seq))
        await self.desk.ruled_if_it_stands(press.reply, ruling, press.fight, press.user)

    async def _calls(self, press: Press) -> None:
        showing = await self._as_gm(press)
        await press.reply.screen(calling.checks(showing, await self.referee.calls(showing.id, press.user)))

    async def _call_what(self, press: Press) -> None:
        showing = await self._as_gm(press)
        check = await self._check(press, press.value)
        draft = calling.Draft(
            check=check.key, who=calling.suggested(check), difficulty=check.difficulties[0].key, hidden=check.is_hidden
        )
        await press.reply.screen(calling.confirm(showing, check, draft))

    async def _call_changed(self, press: Press) -> None:
        showing = await self._as_gm(press)
        drafted = calling.drafted(press.interaction, press.address)
        picked = raw(press.interaction).get("values") or ()
        draft = calling.changed(drafted, press.interaction, press.address, [str(each) for each in picked])
        await press.reply.screen(calling.confirm(showing, await self._check(press, draft.check), draft))

    async def _call_now(self, press: Press) -> None:
        draft = calling.drafted(press.interaction, press.address)
        await self._ask(press, "call", calling.fields(draft))

    async def _check(self, press: Press, key: str) -> Check:
        every = await self.referee.calls(press.fight, press.user)
        check = next((each for each in every if each.key == key), None)
        if check is None:
            raise Illegal("STALE")
        return check

    async def _end(self, press: Press) -> None:
        await press.reply.screen(private.ending(await self._as_gm(press)))

    async def _set(self, press: Press) -> None:
        await self._as_gm(press)
        what, is_setting, value = press.value.partition("=")
        if not is_setting:
            raise Illegal("STALE")
        await self._ask(press, "amend", {"what": what, "value": value})

    async def _describe(self, press: Press) -> None:
        """A sent form in which the GM describes NPCs of his own."""
        _, side, hidden, place = press.address.args
        if side not in {each.value for each in Side}:
            raise Illegal("STALE")
        blanks = dict(_written(press.interaction))
        ruling = await self.referee.describe(
            press.fight,
            press.user,
            text=blanks.pop(own_npcs.TEXT, ""),
            blanks=blanks,
            side=Side(side),
            at=place,
            hidden=hidden == own_npcs.HIDDEN,
            source=press.source,
        )
        await self.desk.ruled(press.reply, ruling, press.user)

    async def _paste(self, press: Press) -> None:
        await scenes.open_form(self.desk, press.reply, press.fight, press.user)

    async def _pasted(self, press: Press) -> None:
        text = dict(_written(press.interaction)).get(scenes.TEXT, "")
        await scenes.look_at(self.desk, press.reply, press.fight, press.user, text)

    async def _lay_out(self, press: Press) -> None:
        (mark,) = press.address.args
        await scenes.lay_out(self.desk, press.reply, press.fight, press.user, mark, press.source)

    async def _unkeep(self, press: Press) -> None:
        (key,) = press.address.args
        await scenes.delete(self.desk, press.reply, place_of(press.interaction).guild, press.user, key)

    # ---- looking things up

    async def _rule(self, press: Press) -> None:
        """Apart from the screen that cites it, which stays."""
        number = press.address.args[0] if press.address.args else press.value
        await press.reply.apart(rule_of(self.referee, number))

    async def _see(self, press: Press) -> None:
        await press.reply.screen(rule_of(self.referee, press.value))

    async def _weapons(self, press: Press) -> None:
        system, page = press.address.args
        await press.reply.screen(weapons_of(self.referee, system, paging.number(page)))

    async def _house(self, press: Press) -> None:
        system, page = press.address.args
        fight = press.fight or None
        await press.reply.screen(await house_of(self.referee, system, fight, paging.number(page)))

    async def _as_gm(self, press: Press) -> Showing:
        return await self.desk.shown_to_gm(press.fight, press.user)

    async def _end_now(self, press: Press) -> None:
        showing = await self.referee.show(press.fight, press.user)
        is_moderator = await moderates(self.referee, press.interaction, showing.place)
        ruling = await self.referee.end(showing.id, press.user, source=press.source, is_moderator=is_moderator)
        await self.desk.ruled(press.reply, ruling, press.user)


def _picked(press: Press, showing: Showing) -> tuple[CombatantId | None, int]:
    """Which of his own somebody picked, or the page that he turned to. Raises: Illegal(STALE) for another's."""
    if (page := paging.turned_to(press.value)) is not None:
        return None, page
    if press.value and press.value not in showing.viewer.combatants:
        raise Illegal("STALE")
    return CombatantId(press.value) if press.value else None, 0


def _shown(interaction: Interaction) -> tuple[dict[str, str], dict[str, int]]:
    """What the menus of the pressed message show as chosen, and the pages they stand on, by blank."""
    chosen: dict[str, str] = {}
    pages: dict[str, int] = {}
    for address, menu in menus(interaction):
        if address.verb != "slot" or len(address.args) != 3:
            continue
        name = address.args[2]
        pages[name] = paging.page_of([option.value for option in menu.options])
        for option in menu.options:
            if option.default:
                chosen[name] = option.value
    return chosen, pages


def _filled(interaction: Interaction) -> dict[str, str]:
    """The blanks that the menus of the pressed message fill."""
    chosen, _ = _shown(interaction)
    return {name: value for name, value in chosen.items() if value != private.NOTHING}


def _written(interaction: Interaction) -> Iterator[tuple[str, str]]:
    """The texts and picks of a sent form, by the names of its blanks; what was left empty is left out."""
    return ((name, value) for name, value in sent(interaction) if value)
