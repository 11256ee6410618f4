"""What a PC brings to tests, as its player and the Dealer read it; and a test under way as the Dealer sees it."""

from rules.core.tally import Tally
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.cards import suit_names
from rules.systems.texarkana.invocations import invocations
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.traits import trait_name, traits


def personal_lines(pc: Fighter) -> tuple[str, ...]:
    """Characteristics, Flaws, Traits and Invocations, where there are some."""
    lines = []
    if pc.characteristics:
        lines.append(f"Characteristics: {', '.join(_used(pc, name, name) for name in pc.characteristics)}")
    if pc.flaws:
        lines.append(f"Flaws: {', '.join(pc.flaws)}")
    if pc.traits:
        lines.append(f"Traits: {', '.join(_trait(key) for key in pc.traits)}")
    if pc.invocations:
        lines.append(f"Invocations: {', '.join(_invocation(pc, key) for key in pc.invocations)}")
    return tuple(lines)


def _used(pc: Fighter, key: str, text: str) -> str:
    return f"{text} (used)" if key in pc.spent else text


def _trait(key: str) -> str:
    found = traits().get(key)
    return f"{found.name} ({found.note})" if found else key


def _invocation(pc: Fighter, key: str) -> str:
    found = invocations().get(key)
    if found is None:
        return key
    lost = " (lost)" if key in pc.lost_objects else ""
    return _used(pc, key, f"{found.name} ({found.note}; {found.bound_to}{lost})")


def struck_lines(pc: Fighter) -> tuple[str, ...]:
    """The Traits that the Dealer does not grant in this scene."""
    names = ", ".join(trait_name(key) for key in sorted(pc.struck))
    return (f"Struck: {names}",) if names else ()


def test_note(state: TexState, attempt: Attempt) -> str:
    """A test under way with its secrets: for the Dealer alone. Cards face down are not told."""
    trumps = f"{suit_names(attempt.trumps)} trump" if attempt.trumps else "nothing trumps"
    against = _parts("difficulty", attempt.difficulty)
    bonus = _parts("bonus", attempt.bonus)
    return "; ".join(part for part in (f"{state.name(attempt.pc)} is in a test: {trumps}", bonus, against) if part)


def _parts(what: str, tally: Tally) -> str:
    parts = ", ".join(f"{part.why} {part.value:+d}" for part in tally.parts)
    return f"{what} {tally.total:+d} ({parts})" if parts else ""
