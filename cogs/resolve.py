"""Words to ids: what a person typed, matched against what is legal or visible for him; and whom he named."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

import discord
from discord import app_commands

from cogs.render import theme, whose
from cogs.render.waiting import unseen
from rules.core.command import Answer
from rules.core.ids import CombatantId, PromptId, UserId
from rules.core.names import key_of
from rules.core.option import Choice, Option, Slot
from rules.core.reference import HouseSet, Switch, key_written, written
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.referee import Showing

Somebody = discord.User | discord.Member


class Labelled(Protocol):
    """Whatever has a key and is chosen by its label."""

    @property
    def key(self) -> str:
        """What it is called inside."""
        ...

    @property
    def label(self) -> str:
        """What people read and type."""
        ...


L = TypeVar("L", bound=Labelled)
NOBODY = CombatantId("")  # the GM answers as the GM
ANSWERS = "="  # between a decision and the key of its answer, where both are one value; no id holds it
NAME = 40  # characters of a name before what may be done
FOR = ":"  # between somebody and what he does, where both are one value; no id holds it


def person(user: Somebody) -> UserId:
    """Somebody who is named. Raises: Illegal(IS_A_BOT)."""
    if user.bot:
        raise Illegal("IS_A_BOT")
    return UserId(user.id)


def member(user: Somebody) -> UserId:
    """Somebody who can play here. Raises: Illegal(IS_A_BOT, NOT_A_MEMBER)."""
    found = person(user)
    if not isinstance(user, discord.Member):
        raise Illegal("NOT_A_MEMBER", who=user.display_name)
    return found


def choose(text: str, choices: Sequence[Choice], what: str) -> str:
    """The key of the choice meant: by key, by label (with or without what stands behind it in brackets),
    or by the only beginning or part that fits.

    Raises: Illegal(NOT_FOUND, AMBIGUOUS), listing what there is.
    """
    wanted = key_of(text)
    for fits in (
        lambda choice: choice.key == text,
        lambda choice: wanted in (key_of(choice.label), key_of(_line(choice))),
        lambda choice: key_of(choice.label.rpartition(" (")[0]) == wanted,
        lambda choice: key_of(choice.label).startswith(wanted),
        lambda choice: _is_part(wanted, key_of(choice.label)),
    ):
        found = [choice for choice in choices if fits(choice)]
        if len(found) == 1:
            return found[0].key
        if found and wanted:
            raise Illegal("AMBIGUOUS", what=what, text=text, choices=_listed(found))
    raise not_found(text, choices, what)


def _is_part(wanted: str, label: str) -> bool:
    """Whether it stands somewhere in there; "2 hours" is no part of "12 hours"."""
    return re.search(rf"(?<!\d){re.escape(wanted)}" if wanted[:1].isdigit() else re.escape(wanted), label) is not None


def labelled(every: Iterable[Labelled]) -> list[Choice]:
    """These as choices, without notes."""
    return [Choice(key=each.key, label=each.label) for each in every]


def one_of(every: Sequence[L], text: str, what: str) -> L:
    """The one meant. Raises: as `choose`."""
    key = choose(text, labelled(every), what)
    return next(each for each in every if each.key == key)


def not_found(text: str, choices: Sequence[Choice], what: str) -> Illegal:
    """That nothing of this name is there, with what there is."""
    return Illegal("NOT_FOUND", what=what, text=text, choices=_listed(choices) or "nothing just now")


def chosen(text: str | None, choices: Sequence[Choice], blank: str, action: str) -> str:
    """The key of the choice meant, or of the only one there is. Raises: Illegal(LEFT_OUT, NOT_FOUND, AMBIGUOUS)."""
    if text:
        return choose(text, choices, blank)
    if len(choices) == 1:
        return choices[0].key
    raise Illegal("LEFT_OUT", action=action, blank=blank, choices=_listed(choices))


def orders(text: str | None, known: Sequence[Choice]) -> str:
    """The key of the orders meant; empty where none are left. Raises: Illegal(NOT_FOUND, AMBIGUOUS)."""
    return choose(text, known, "orders") if text else ""


def place(text: str, places: Sequence[Choice]) -> str:
    """The place meant; or the words themselves, which the rules may read: "10 paces N of Miranda", or refuse.

    Raises: Illegal(AMBIGUOUS).
    """
    try:
        return choose(text, places, "where")
    except Illegal as illegal:
        if illegal.refusal.code == "AMBIGUOUS":
            raise
        return text


def _listed(choices: Iterable[Choice]) -> str:
    labels = [theme.cut(choice.label, 60) for choice in choices]
    return ", ".join(labels[:12]) + (f" and {len(labels) - 12} more" if len(labels) > 12 else "")


def combatants(showing: Showing) -> tuple[Choice, ...]:
    """Whom the viewer can see, by name."""
    return tuple(Choice(key=each.id, label=each.name, note=each.state) for each in showing.view.combatants)


def played_by_gm(showing: Showing) -> tuple[Choice, ...]:
    """Whom the GM plays: the NPCs that nobody was given, and those whose player is gone; nobody who is out."""
    his = {
        each.id
        for each in showing.view.combatants
        if not each.is_out and (each.id in showing.free or (each.is_npc and each.id not in showing.players))
    }
    return tuple(each for each in combatants(showing) if each.key in his)


def of_these(showing: Showing, text: str, fitting: Container[str], blank: str) -> CombatantId:
    """One of those that fit, or another whom the text names: that he does not fit is said by whoever is asked.

    Raises: Illegal(NOT_FOUND, AMBIGUOUS).
    """
    choices = [each for each in combatants(showing) if each.key in fitting]
    try:
        return CombatantId(choose(text, choices, blank))
    except Illegal as illegal:
        if illegal.refusal.code == "AMBIGUOUS":
            raise
        named = [
            each for each in combatants(showing) if text == each.key or key_of(each.label).startswith(key_of(text))
        ]
        if len(named) != 1:
            raise
        return CombatantId(named[0].key)


def own(showing: Showing) -> tuple[Choice, ...]:
    """Those whom the viewer plays, by name."""
    return tuple(each for each in combatants(showing) if each.key in showing.viewer.combatants)


def combatant(showing: Showing, text: str, blank: str = "whom") -> CombatantId:
    """The combatant of this name. Raises: Illegal(NOT_FOUND, AMBIGUOUS)."""
    return CombatantId(choose(text, combatants(showing), blank))


def actors(showing: Showing, text: str, action: str) -> tuple[tuple[CombatantId, ...], str]:
    """For whom an act may be, and the act without a name before it ("Ada: shoot").

    It is for the one named, in either way; else for any whom the viewer plays, in the order of `whose.in_turn`, and
    for nobody where the GM himself owes a decision.
    Raises: Illegal(NOT_PLAYING, WHO_ACTS, TWO_NAMED, NOT_FOUND, AMBIGUOUS).
    """
    before, alone = _named_before(showing, action)
    named = combatant(showing, text, "as") if text else before
    if before not in (None, named):
        raise Illegal("TWO_NAMED")
    if named is not None:
        return (named,), alone
    mine = whose.in_turn(showing)
    if len(mine) != 1 and showing.viewer.gm and any(each.whom is None for each in showing.view.asked):
        return (NOBODY, *mine), action
    if mine:
        return mine, action
    raise who_acts(showing) if showing.viewer.gm else Illegal("NOT_PLAYING")


def _named_before(showing: Showing, text: str) -> tuple[CombatantId | None, str]:
    """Whom of the viewer's own an act names before it, and the act alone; nobody, and the text as it is.

    What was picked has the id there; of typed names that fit the longest is meant.
    """
    mine = own(showing)
    before, sign, rest = text.partition(FOR)
    if sign and before.strip() in {each.key for each in mine}:
        return CombatantId(before.strip()), rest.strip()
    for at in reversed([at for at, sign in enumerate(text) if sign == FOR]):
        for each in mine:
            if key_of(text[:at]) == key_of(each.label):
                return CombatantId(each.key), text[at + 1 :].strip()
    return None, text


def named(who: Choice, what: Choice) -> Choice:
    """What may be done for this one, as `actors` reads it: its name before it, and in the key its id."""
    return replace(what, key=f"{who.key}{FOR} {what.key}", label=f"{theme.cut(who.label, NAME)}{FOR} {what.label}")


def who_acts(showing: Showing) -> Illegal:
    """That it must be said for whom somebody acts: for one of his own; for whom he plays, if a GM has none."""
    return Illegal("WHO_ACTS", choices=_listed(own(showing) or played_by_gm(showing)) or "nobody just now")


def actions(showing: Showing, actor: CombatantId, options: Sequence[Option]) -> tuple[Choice, ...]:
    """What may be done for this combatant now: its acts, and the answers to what is asked of it."""
    legal = [Choice(key=option.kind, label=option.label) for option in options if option.why_not is None]
    answers = [
        replace(choice, key=f"{asked.id}{ANSWERS}{choice.key}")
        for asked in showing.view.asked
        if asked.whom == actor or (asked.whom is None and asked.is_mine)
        for choice in asked.choices
    ]
    return (*legal, *answers)


def action(
    text: str, showing: Showing, actor: CombatantId, options: Sequence[Option]
) -> Option | tuple[Answer, Choice]:
    """The act or answer meant (with the choice that was answered), if it may be given now.

    Raises: Illegal(NO_SUCH_ACTION, ELSE_ONLY, WHO_ACTS, AMBIGUOUS), or the reason why the act may not be taken.
    """
    legal = actions(showing, actor, options)
    named = {choice.label for choice in legal}
    refused = [
        Choice(key=option.kind, label=option.label)
        for option in options
        if option.why_not is not None and option.label not in named
    ]
    try:
        key = choose(text, (*legal, *refused), "action")
    except Illegal as illegal:
        if illegal.refusal.code == "AMBIGUOUS":
            raise
        if actor == NOBODY:
            raise who_acts(showing) from None
        owed = unseen(showing, actor)
        if owed is not None and not legal:
            raise Illegal("ELSE_ONLY", who=owed.who, what=owed.what, otherwise=owed.otherwise) from None
        why_not = next((option.why_not for option in options if option.why_not is not None), None)
        if why_not is not None and not legal:
            raise Illegal.of(why_not) from None  # nothing may be done: that is what is to be said
        raise Illegal("NO_SUCH_ACTION", text=text, choices=_listed(legal) or "nothing just now") from None
    prompt, is_answer, answer = key.partition(ANSWERS)
    if is_answer:
        choice = next(each for each in legal if each.key == key)
        return Answer(prompt=PromptId(prompt), key=answer), choice
    return require_legal(next(option for option in options if option.kind == key))


def blanks(choice: Choice, text: str) -> dict[str, str]:
    """The blanks of an answer as typed: `name=value, name=value`, or only the text where it has but one blank.

    Raises: Illegal(UNREADABLE, NOT_FOUND, AMBIGUOUS).
    """
    if len(choice.blanks) == 1 and choice.blanks[0].is_free:
        return {choice.blanks[0].name: text}
    slots = {slot.name: slot for slot in choice.blanks}
    typed = {choice.blanks[0].name: text} if len(choice.blanks) == 1 and "=" not in text else switches(text)
    return {name: _value(slots[name], value) if name in slots else value for name, value in typed.items()}


def require_legal(option: Option) -> Option:
    """The option if it may be taken. Raises: Illegal with its own reason."""
    if option.why_not is not None:
        raise Illegal.of(option.why_not)
    return option


def switches(text: str) -> dict[str, str]:
    """Values as typed: `name=value, name=value`. Raises: Illegal(UNREADABLE)."""
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    if any(not equals or not value.strip() for _, equals, value in pairs):
        raise Illegal("UNREADABLE", what="several values are written name=value, separated by commas")
    return {name.strip(): value.strip() for name, _, value in pairs}


def house_switches(text: str, sets: Sequence[HouseSet]) -> dict[str, str]:
    """House rules as typed: names of sets and `switch=value`, separated by commas; what is named later counts.

    Raises: Illegal(UNREADABLE, NOT_FOUND, AMBIGUOUS).
    """
    found: dict[str, str] = {}
    named = [Choice(key=each.key, label=each.key) for each in sets]
    for part in [part.strip() for part in text.split(",") if part.strip()]:
        switch, equals, value = (each.strip() for each in part.partition("="))
        if equals and switch and value:
            found[key_written(switch)] = key_written(value)
        elif equals:
            raise Illegal("UNREADABLE", what=f"{part}. House rules are written switch=value, separated by commas")
        else:
            key = choose(part, named, "house (or a switch=value)")
            found.update(next(each.switches for each in sets if each.key == key))
    return found


def house_rules(text: str, sets: Sequence[HouseSet], every: Sequence[Switch]) -> list[app_commands.Choice[str]]:
    """What may stand next in a list of house rules, behind what was typed before the last comma."""
    before, _, current = text.rpartition(",")
    head = f"{before.strip()}, " if before.strip() else ""
    named = [Choice(key=each.key, label=each.key, note=each.note) for each in sets]
    single = [
        Choice(key=typed, label=typed, note=reading.label)
        for switch in every
        for reading in switch.readings
        if reading.key != switch.usual
        for typed in (f"{written(switch.key)}={written(reading.key)}",)
    ]
    wanted = written(key_of(current))
    fitting = [each for each in (*named, *single) if wanted in key_of(each.label)]
    fitting.sort(key=lambda each: not key_of(each.label).startswith(wanted))
    return [
        app_commands.Choice(name=theme.cut(f"{head}{_line(each)}", theme.CHOICE), value=f"{head}{each.key}")
        for each in fitting
        if len(head + each.key) <= theme.CHOICE
    ][: theme.CHOICES]


def fields(option: Option, given: Mapping[str, str]) -> dict[str, str]:
    """The blanks of an act from typed words: ids for names, and the only legal value where nothing was said.

    Raises: Illegal(NOT_FOUND, AMBIGUOUS, LEFT_OUT, NO_SUCH_BLANK).
    """
    filled: dict[str, str] = {}
    slots = {slot.name: slot for slot in option.slots}
    free = next((slot.name for slot in option.slots if slot.is_free), "note")
    for given_name, text in given.items():
        name = free if given_name == "note" else given_name  # own words go where the act takes some
        if name not in slots:
            takes = ", ".join("note" if slots[each].is_free else each for each in slots) or "nothing more"
            raise Illegal("NO_SUCH_BLANK", action=option.label, blank=name, takes=takes)
        filled[name] = _value(slots[name], text)
    for name, slot in slots.items():
        if name not in filled and not slot.is_optional:
            if slot.is_free:
                raise Illegal("LEFT_OUT", action=option.label, blank="note", choices="what you do, in your own words")
            filled[name] = chosen(None, slot.choices, name, option.label)
    return filled


def _value(slot: Slot, text: str) -> str:
    """What a typed word means in this blank; where any text serves, only a suggestion's own label means its key."""
    if not slot.is_free:
        return choose(text, slot.choices, slot.name)
    return next((each.key for each in slot.choices if key_of(each.label) == key_of(text)), text)


def _line(choice: Choice) -> str:
    """A choice as autocomplete shows it."""
    return theme.cut(f"{choice.label} – {choice.note}" if choice.note else choice.label, theme.CHOICE)


def suggestions(choices: Iterable[Choice], current: str) -> list[app_commands.Choice[str]]:
    """At most 25 choices that fit what was typed so far; those that begin with it first."""
    wanted = key_of(current)
    fitting = [choice for choice in choices if wanted in key_of(choice.label) or choice.key == current]
    fitting.sort(key=lambda choice: not key_of(choice.label).startswith(wanted))
    return [
        app_commands.Choice(name=_line(choice), value=choice.key if len(choice.key) <= theme.CHOICE else _line(choice))
        for choice in fitting[: theme.CHOICES]
    ]
