"""Words to ids: what a person typed, matched against what is legal or visible for him."""

from collections.abc import Iterable, Mapping, Sequence

from discord import app_commands

from cogs.render import theme
from rules.core.ids import CombatantId
from rules.core.names import key_of
from rules.core.option import Choice, Option
from rules.core.refusal import Illegal
from rules.referee import Showing


def choose(text: str, choices: Sequence[Choice], what: str) -> str:
    """The key of the choice meant: by key, by label, or by the only beginning or part that fits.

    Raises: Illegal(NOT_FOUND, AMBIGUOUS), listing what there is.
    """
    wanted = key_of(text)
    for fits in (
        lambda choice: choice.key == text,
        lambda choice: key_of(choice.label) == wanted,
        lambda choice: key_of(choice.label).startswith(wanted),
        lambda choice: wanted in key_of(choice.label),
    ):
        found = [choice for choice in choices if fits(choice)]
        if len(found) == 1:
            return found[0].key
        if found:
            raise Illegal("AMBIGUOUS", what=what, text=text, choices=_listed(found))
    raise Illegal("NOT_FOUND", what=what, text=text, choices=_listed(choices) or "nothing just now")


def _listed(choices: Iterable[Choice]) -> str:
    labels = [theme.cut(choice.label, 60) for choice in choices]
    return ", ".join(labels[:12]) + (f" and {len(labels) - 12} more" if len(labels) > 12 else "")


def combatants(showing: Showing, *, only_npcs: bool = False) -> tuple[Choice, ...]:
    """Whom the viewer can see, by name."""
    return tuple(
        Choice(key=each.id, label=each.name, note=each.state)
        for each in showing.view.combatants
        if each.is_npc or not only_npcs
    )


def combatant(showing: Showing, text: str) -> CombatantId:
    """The combatant of this name. Raises: Illegal(NOT_FOUND, AMBIGUOUS)."""
    return CombatantId(choose(text, combatants(showing), "whom"))


def actor(showing: Showing, text: str) -> CombatantId:
    """Who acts: the one named, else the viewer's own. Raises: Illegal(NOT_PLAYING, WHO_ACTS)."""
    if text:
        return combatant(showing, text)
    mine = sorted(showing.viewer.combatants)
    if len(mine) == 1:
        return mine[0]
    if showing.viewer.gm or mine:
        raise Illegal("WHO_ACTS")
    raise Illegal("NOT_PLAYING")


def action(text: str, options: Sequence[Option]) -> Option:
    """The act meant, if it may be taken now. Raises: Illegal(NO_SUCH_ACTION), or the reason why it may not."""
    legal = [option for option in options if option.why_not is None]
    wanted = key_of(text)
    for option in options:
        if wanted in (key_of(option.kind), key_of(option.label)):
            return require_legal(option)
    found = [option for option in options if key_of(option.label).startswith(wanted)]
    if len(found) != 1:
        listed = ", ".join(option.label for option in legal) or "nothing just now"
        raise Illegal("NO_SUCH_ACTION", text=text, choices=listed)
    return require_legal(found[0])


def require_legal(option: Option) -> Option:
    """The option if it may be taken. Raises: Illegal with its own reason."""
    if option.why_not is not None:
        raise Illegal.of(option.why_not)
    return option


def switches(text: str) -> dict[str, str]:
    """House rules as typed: `switch=value, switch=value`. Raises: Illegal(UNREADABLE)."""
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    if any(not equals or not value.strip() for _, equals, value in pairs):
        raise Illegal("UNREADABLE", what="house rules are written switch=value, separated by commas")
    return {name.strip(): value.strip() for name, _, value in pairs}


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
            takes = ", ".join(slots) or "nothing more"
            raise Illegal("NO_SUCH_BLANK", action=option.label, blank=name, takes=takes)
        slot = slots[name]
        filled[name] = text if slot.is_free else choose(text, slot.choices, name)
    for name, slot in slots.items():
        if name not in filled and not slot.is_optional:
            if len(slot.choices) == 1 and not slot.is_free:
                filled[name] = slot.choices[0].key
            elif name != "weapon":
                raise Illegal("LEFT_OUT", action=option.label, blank=name, choices=_listed(slot.choices))
            else:
                filled[name] = slot.choices[0].key
    return filled


def suggestions(choices: Iterable[Choice], current: str) -> list[app_commands.Choice[str]]:
    """At most 25 choices that fit what was typed so far; those that begin with it first."""
    wanted = key_of(current)
    fitting = [choice for choice in choices if wanted in key_of(choice.label) or choice.key == current]
    fitting.sort(key=lambda choice: not key_of(choice.label).startswith(wanted))
    return [
        app_commands.Choice(
            name=theme.cut(f"{choice.label} – {choice.note}" if choice.note else choice.label, theme.CHOICE),
            value=choice.key,
        )
        for choice in fitting[: theme.CHOICES]
    ]
