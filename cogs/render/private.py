"""Private screens: the hand, the decision owed, what may be done now, the form of an act."""

from collections.abc import Mapping, Sequence

from cogs.address import Address
from cogs.paging import paged
from cogs.render import theme
from cogs.screen import Button, Row, Screen
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice, Option
from rules.core.refusal import Illegal
from rules.core.view import AskedView, HandView
from rules.referee import Showing

NOTHING = "-"  # the key of an optional blank left out


def with_news(lines: Sequence[str], screen: Screen) -> Screen:
    """The same screen below what has just been ruled."""
    if not lines:
        return screen
    news = theme.fit([theme.plain(line) for line in lines], 900)
    return Screen(text=theme.cut(f"{news}\n\n{screen.text}", theme.CONTENT), rows=screen.rows)


def hand(showing: Showing) -> Screen:
    """What the viewer holds, his sheet, and the decisions he owes, playable here."""
    parts = [_hand(each) for each in showing.view.hands]
    if not parts:
        parts = ["You hold nothing in this fight."]
    owed = _owed(showing)
    if owed:
        return _asked_screen(showing, owed[0], "\n\n".join(parts))
    return Screen(
        text=theme.cut("\n\n".join(parts), theme.CONTENT),
        rows=((Button(label="Your move", to=Address("move", showing.id), style="main"),),),
    )


def _hand(held: HandView) -> str:
    items = ", ".join(theme.plain(item.label) for item in held.items) or "nothing"
    sheet = "\n".join(theme.plain(line) for line in held.sheet)
    return "\n".join(part for part in (f"**{theme.plain(held.title)}**: {items}", sheet) if part)


def _owed(showing: Showing) -> list[AskedView]:
    return [each for each in showing.view.asked if each.is_mine and each.choices]


def move(showing: Showing, options: Mapping[CombatantId, tuple[Option, ...]]) -> Screen:
    """[Your move]: the decision this person owes, else what he may do now, else whom the fight waits for."""
    owed = _owed(showing)
    if owed:
        return _asked_screen(showing, owed[0], "")
    lines: list[str] = []
    buttons: list[Button] = []
    for actor, possible in options.items():
        name = next((each.name for each in showing.view.combatants if each.id == actor), "")
        legal = [option for option in possible if option.why_not is None]
        if legal:
            lines.append(f"**{theme.plain(name)}**, what do you do?")
        buttons.extend(_option_button(showing, option) for option in legal)
    if not buttons:
        waiting = ", ".join(theme.plain(each.who) for each in showing.view.asked if each.blocks)
        lines.append(f"Nothing to decide for you now. {theme.plain(showing.view.headline)}")
        if waiting:
            lines.append(f"Waiting for: {theme.cut(waiting, 500)}")
    lines.extend(_hand(each) for each in showing.view.hands)
    rows: list[Row] = [tuple(buttons[at : at + 5]) for at in range(0, min(len(buttons), 25), 5)]
    return Screen(text=theme.cut("\n".join(lines), theme.CONTENT), rows=tuple(rows))


def _option_button(showing: Showing, option: Option) -> Button:
    style = "main" if option.slots else "plain"
    free = next((slot for slot in option.slots if slot.is_free), None)
    if free is not None:  # its form opens from the address alone: nothing may be read before a modal
        return Button(label=option.label, to=Address("write", showing.id, (option.actor, option.kind, free.name)))
    return Button(label=option.label, to=Address("form", showing.id, (option.actor, option.kind)), style=style)


def decision(showing: Showing, prompt: PromptId, page: int) -> Screen:
    """A decision owed, at a page of its choices. Raises: Illegal(STALE) if it is no longer owed."""
    asked = next((each for each in _owed(showing) if each.id == prompt), None)
    if asked is None:
        raise Illegal("STALE")
    return _asked_screen(showing, asked, "", page)


def _asked_screen(showing: Showing, asked: AskedView, below: str, page: int = 0) -> Screen:
    """A decision with its choices as buttons (up to ten) or as a menu."""
    text = "\n\n".join(part for part in (f"**{theme.plain(asked.who)}**: {theme.plain(asked.question)}", below) if part)
    if len(asked.choices) <= 10:
        buttons = [
            Button(
                label=choice.label + (f" ({choice.note})" if choice.note else ""),
                to=Address("answer", showing.id, (asked.id, choice.key)),
                style="main" if number == 0 else "plain",
            )
            for number, choice in enumerate(asked.choices)
        ]
        rows: tuple[Row, ...] = tuple(tuple(buttons[at : at + 5]) for at in range(0, len(buttons), 5))
    else:
        rows = (paged(Address("choose", showing.id, (asked.id,)), "Choose …", asked.choices, page=page),)
    return Screen(text=theme.cut(text, theme.CONTENT), rows=rows)


def form(showing: Showing, option: Option, chosen: Mapping[str, str], pages: Mapping[str, int] | None = None) -> Screen:
    """An act with its blanks as menus, the first legal values chosen; nothing counts until it is confirmed."""
    name = next((each.name for each in showing.view.combatants if each.id == option.actor), "")
    rows: list[Row] = []
    said: list[str] = []
    menus = [slot for slot in option.slots if slot.choices and not slot.is_free]
    for slot in menus[: theme.ROWS - 1]:
        value = chosen.get(slot.name)
        to = Address("slot", showing.id, (option.actor, option.kind, slot.name))
        choices = (Choice(key=NOTHING, label=f"{slot.label}: –"), *slot.choices) if slot.is_optional else slot.choices
        rows.append(paged(to, slot.label, choices, page=(pages or {}).get(slot.name, 0), chosen=value))
        label = next((each.label for each in choices if each.key == value), None)
        if label is not None and value != NOTHING:
            said.append(f"{slot.label}: {label}")
    rows.append(
        (
            Button(
                label=option.label,
                to=Address("do", showing.id, (option.actor, option.kind, option.moment)),
                style="go",
            ),
            Button(label="Back", to=Address("move", showing.id)),
        )
    )
    text = "\n".join((f"**{theme.plain(name)}: {theme.plain(option.label)}**", *(theme.plain(each) for each in said)))
    return Screen(
        text=theme.cut(f"{text}\nPress **{theme.plain(option.label)}** to confirm.", theme.CONTENT), rows=tuple(rows)
    )


def defaults(option: Option) -> dict[str, str]:
    """The values chosen beforehand: of each blank the first, of an optional one nothing."""
    return {
        slot.name: NOTHING if slot.is_optional else slot.choices[0].key
        for slot in option.slots
        if slot.choices and not slot.is_free
    }


def panel(showing: Showing, npcs: Sequence[Choice], page: int = 0) -> Screen:
    """[Dealer]: the decisions owed and what happens to whoever stays away, then an act for each NPC."""
    view = showing.view
    lines = [f"**{theme.plain(showing.gm_word)}'s panel.** {theme.plain(view.headline)}"]
    owed = [
        f"⏳ {theme.plain(each.who)}: {theme.plain(each.what)} (else: {theme.plain(each.otherwise)})"
        for each in view.asked
    ]
    lines.append(theme.fit(owed, 1000) if owed else "Nobody owes a decision.")
    lines.extend(theme.plain(note) for note in view.notes)
    rows: list[Row] = []
    if npcs:
        rows.append(paged(Address("npc", showing.id), "Act for …", npcs, page=page))
    rows.append(
        (
            Button(label="Go on: apply what stands after else", to=Address("goon", showing.id), style="main"),
            Button(label="Undo last ruling", to=Address("undo", showing.id)),
            Button(label="End the fight", to=Address("end", showing.id), style="stop"),
        )
    )
    return Screen(text=theme.cut("\n".join(lines), theme.CONTENT), rows=tuple(rows))
