"""Sitting down in a lobby: as a ready character, or with a sheet of one's own."""

from rules.asking import Made
from rules.core.audience import Viewer
from rules.core.combatant import Side
from rules.core.command import Enter
from rules.core.event import SeatTaken
from rules.core.ids import CombatantId, SeatId, UserId
from rules.core.names import apart, clean
from rules.core.refusal import Illegal
from rules.core.ruleset import Template
from rules.core.view import Phase
from rules.sessions import Brought
from rules.tables import AnyFight, AnyRuleset


def sit(
    fight: AnyFight,
    ruleset: AnyRuleset,
    user: UserId,
    *,
    name: str,
    template: str,
    brought: Brought | Illegal | None,
) -> Made:
    """The command and the seat of somebody who joins with the sheet `brought`, or as a ready character.

    Raises: Illegal(ALREADY_JOINED, LOBBY_ONLY, NOT_FOUND, CHARACTER_TAKEN), or why the sheet may not come in.
    """
    if mine := {seat.combatant for seat in fight.seats if seat.user == user}:  # not those whom he plays for others
        seen = ruleset.view(fight.state, fight.viewer(user)).combatants
        # While a draw is owed for his entry he is seated but not in the fight yet.
        raise Illegal("ALREADY_JOINED", who=next((each.name for each in seen if each.id in mine), "a newcomer"))
    if ruleset.phase(fight.state) is not Phase.LOBBY:
        raise Illegal("LOBBY_ONLY", gm=ruleset.gm_word)
    if isinstance(brought, Illegal):
        raise brought
    number, taken = fight.seq + 1, names(fight, ruleset, Viewer())
    who = CombatantId(f"c{number}")
    seat = SeatTaken(seat=SeatId(f"s{number}"), user=user, combatant=who)
    if brought is not None:
        called = apart(clean(name) or brought.name, taken)
        enter = Enter(combatant=who, name=called, side=Side.POSSE, template="", sheet=brought.values, left=brought.left)
        return enter, (seat,)
    character = _ready_character(ruleset, template, taken)
    called = apart(clean(name) or character.name, taken)
    return Enter(combatant=who, name=called, side=Side.POSSE, template=character.key), (seat,)


def names(fight: AnyFight, ruleset: AnyRuleset, viewer: Viewer) -> tuple[str, ...]:
    """The names in the fight that this viewer can see."""
    return tuple(each.name for each in ruleset.view(fight.state, viewer).combatants)


def _ready_character(ruleset: AnyRuleset, key: str, taken: tuple[str, ...]) -> Template:
    """The ready character asked for, or the first whom nobody plays yet (else the first).

    Raises: Illegal(NOT_FOUND, CHARACTER_TAKEN).
    """
    ready = [each for each in ruleset.templates if each.is_ready_character]
    free = [each for each in ready if each.name not in taken]
    if not key:
        return (free or ready)[0]
    chosen = next((each for each in ready if each.key == key), None)
    if chosen is None:
        raise Illegal("NOT_FOUND", text=key, what="a ready character", choices=", ".join(each.name for each in ready))
    if free and chosen not in free:
        raise Illegal("CHARACTER_TAKEN", who=chosen.name, choices=", ".join(each.name for each in free))
    return chosen
