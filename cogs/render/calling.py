"""The GM's private screen for a check of several at once. What he has set so far is in the message itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cogs.address import Address
from cogs.forms import menus
from cogs.paging import paged
from cogs.render import theme
from cogs.reply import Interaction
from cogs.screen import Button, Pick, Row, Screen, Select
from rules.core.calling import Check
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.referee import Showing

OPEN, HIDDEN = "0", "1"
NAMED = 4  # decisions that come first
MENUS = theme.ROWS - 2  # of people; the rest is for the difficulty and the buttons


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A call as far as it is set: the keys of the check, of those called and of the difficulty, or that as typed."""

    check: str
    who: tuple[str, ...]
    difficulty: str
    hidden: bool
    about: str = ""


def fields(draft: Draft) -> Mapping[str, object]:
    """The blanks of the command."""
    return {
        "check": draft.check,
        "who": list(draft.who),
        "difficulty": draft.difficulty,
        "hidden": draft.hidden,
        "about": draft.about,
    }


def suggested(check: Check, among: Sequence[str] | None = None) -> tuple[str, ...]:
    """Who is chosen beforehand of these (None: of all): those whom the rules mean, else every one."""
    able = tuple(each.key for each in check.who if among is None or each.key in among)
    return tuple(who for who in able if who in check.marked) or able


def nothing_to_call(showing: Showing) -> Illegal:
    """Why no check can be called now: what is to be decided first, if anything is."""
    owed = [f"{each.who}: {each.what}" for each in showing.view.asked if each.blocks]
    if showing.view.phase is not Phase.RUNNING or not owed:
        return Illegal("NOTHING_TO_CALL")
    more = f" and {len(owed) - NAMED} more" if len(owed) > NAMED else ""
    return Illegal("DECIDED_FIRST", first="; ".join(owed[:NAMED]) + more)


def checks(showing: Showing, every: Sequence[Check]) -> Screen:
    """Which check is called for. Raises: Illegal(NOTHING_TO_CALL, DECIDED_FIRST)."""
    choices = [Choice(key=each.key, label=each.label) for each in every if each.who]
    if not choices:
        raise nothing_to_call(showing)
    menu = paged(Address("callwhat", showing.id), "Which check …", choices)
    return Screen(text="Which check do you call for?", rows=(menu, (_back(showing),)))


def confirm(showing: Showing, check: Check, draft: Draft) -> Screen:
    """Who is called, and how hard it is, changed by menus; one press calls them."""
    about = f" ({theme.name(draft.about)})" if draft.about else ""
    names = [each.label for each in check.who if each.key in draft.who]
    lines = [
        f"**{theme.plain(check.label)}{about}**",
        f"Called: {theme.fit([theme.name(each) for each in names], 900, glue=', ') if names else 'nobody yet'}",
        f"Difficulty: {theme.plain(_difficulty(check, draft))}",
        "Nothing counts until you press. All are asked at once, and answer in any order.",
    ]
    args = (draft.check, HIDDEN if draft.hidden else OPEN, draft.about)
    if not Address("callwho", showing.id, (*args, "0")).is_valid:
        why = "the note is too long for a button, or has a colon in it"
        lines[-1] = f"Give the command again with **now** to call them: {why}."
        return Screen(text=theme.cut("\n".join(lines), theme.CONTENT), rows=((_back(showing),),))
    rows: list[Row] = []
    size = theme.OPTIONS
    for number in range(min(MENUS, -(-len(check.who) // size))):
        those = check.who[number * size : (number + 1) * size]
        to = Address("callwho", showing.id, (*args, str(number)))
        rows.append(Select(to=to, placeholder="Who is called …", picks=_picks(those, draft.who), several=True))
    options = (*_typed(check, draft), *check.difficulties)
    picks = _picks(options, (draft.difficulty,))
    rows.append(Select(to=Address("callhow", showing.id, args), placeholder="Difficulty …", picks=picks))
    rows.append((_call(showing, draft, hidden=False), _call(showing, draft, hidden=True), _back(showing)))
    if len(check.who) > MENUS * size:
        lines.append(f"Only the first {MENUS * size} are listed: name others in the command.")
    return Screen(text=theme.cut("\n".join(lines), theme.CONTENT), rows=tuple(rows))


def _call(showing: Showing, draft: Draft, *, hidden: bool) -> Button:
    """The call, with the difficulty told or secret; the way it is set stands out."""
    return Button(
        label="Call, difficulty secret" if hidden else "Call, difficulty told",
        to=Address("callnow", showing.id, (draft.check, HIDDEN if hidden else OPEN, draft.about)),
        style="go" if hidden is draft.hidden else "plain",
    )


def _back(showing: Showing) -> Button:
    return Button(label="Back", to=Address("panel", showing.id))


def _picks(choices: Sequence[Choice], chosen: Sequence[str]) -> tuple[Pick, ...]:
    return tuple(Pick(key=each.key, label=each.label, note=each.note, is_chosen=each.key in chosen) for each in choices)


def _typed(check: Check, draft: Draft) -> tuple[Choice, ...]:
    """A difficulty that was typed and is none of those offered."""
    if any(each.key == draft.difficulty for each in check.difficulties):
        return ()
    return (Choice(key=draft.difficulty, label=draft.difficulty, note="as typed"),)


def _difficulty(check: Check, draft: Draft) -> str:
    return next((each.label for each in check.difficulties if each.key == draft.difficulty), draft.difficulty)


def drafted(interaction: Interaction, address: Address) -> Draft:
    """The call as the pressed message shows it. Raises: Illegal(STALE)."""
    check, hidden, about, *_ = address.args
    if hidden not in (OPEN, HIDDEN):
        raise Illegal("STALE")
    menus = list(_menus(interaction))
    who = tuple(key for to, chosen in menus if to.verb == "callwho" for key in chosen)
    difficulty = next((chosen[0] for to, chosen in menus if to.verb == "callhow" and chosen), "")
    return Draft(check=check, who=who, difficulty=difficulty, hidden=hidden == HIDDEN, about=about)


def changed(draft: Draft, interaction: Interaction, address: Address, picked: Sequence[str]) -> Draft:
    """The same with what has just been picked in one of the menus."""
    if address.verb == "callhow":
        return replace(draft, difficulty=picked[0] if picked else draft.difficulty)
    before = next((chosen for to, chosen in _menus(interaction) if to == address), ())
    return replace(draft, who=(*(each for each in draft.who if each not in before), *picked))


def _menus(interaction: Interaction) -> list[tuple[Address, tuple[str, ...]]]:
    """The menus of the pressed message, and what each shows as chosen."""
    shown = menus(interaction)
    return [(address, tuple(option.value for option in menu.options if option.default)) for address, menu in shown]
