"""What a rule function works with: the fight as decided so far, and chance. And who may do anything at all."""

from rules.core.draft import Draft
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.systems.texarkana.state import Fighter, TexState, are_foes, foes_of

TexDraft = Draft[TexState, Event]


def require_running(state: TexState) -> None:
    """Refuse what only a fight under way allows.

    Raises: Illegal(NOT_STARTED, OVER).
    """
    if state.phase is Phase.LOBBY:
        raise Illegal("NOT_STARTED", "TX-14", hint="The Dealer starts the fight when everybody is in.")
    if state.phase is Phase.OVER:
        raise Illegal("OVER", "TX-18")


def require_fighter(state: TexState, who: CombatantId) -> Fighter:
    """The combatant of this id. Raises: Illegal(NO_SUCH_COMBATANT)."""
    found = state.find(who)
    if found is None:
        raise Illegal("NO_SUCH_COMBATANT", who=who)
    return found


def require_seen(state: TexState, actor: Fighter, whom: CombatantId) -> Fighter:
    """The combatant of this id as far as the actor knows of him: for a PC, a hidden one does not exist (TX-24).

    Raises: Illegal(NO_SUCH_COMBATANT).
    """
    found = require_fighter(state, whom)
    if actor.is_pc and found.is_hidden:
        raise Illegal("NO_SUCH_COMBATANT", who=whom)
    return found


def require_up(fighter: Fighter) -> None:
    """Refuse who is out of the fight. Raises: Illegal(OUT)."""
    if not fighter.is_up:
        raise Illegal("OUT", "TX-18", who=fighter.name, condition=fighter.condition)


def opponents_of(state: TexState, actor: Fighter) -> tuple[Fighter, ...]:
    """The enemies whom somebody may attack: up, and where all can see them (TX-24)."""
    return tuple(foe for foe in foes_of(state, actor) if not foe.is_hidden)


def require_opponent(state: TexState, actor: Fighter, whom: CombatantId, *, is_own: bool = False) -> Fighter:
    """An enemy who is up; with `is_own` another of the Posse (TXD-14).

    Raises: Illegal(NO_SUCH_COMBATANT, OUT, SELF, PC_AGAINST_PC, NOT_AN_ENEMY, HIDDEN).
    """
    target = require_seen(state, actor, whom)
    if target.id == actor.id:
        raise Illegal("SELF", "TX-28", who=actor.name, hint=_foes_hint(state, actor))
    if actor.is_pc and target.is_pc and not is_own:
        hint = f"{_foes_hint(state, actor)} To turn on one of the Posse is an act of its own.".strip()
        raise Illegal("PC_AGAINST_PC", "TXD-14", who=actor.name, whom=target.name, hint=hint)
    if not are_foes(actor, target) and not (actor.is_pc and target.is_pc):
        hint = f"{_foes_hint(state, actor)} The Dealer may change sides.".strip()
        raise Illegal("NOT_AN_ENEMY", "TX-28", whom=target.name, hint=hint)
    require_up(target)
    if target.is_hidden:  # only the Dealer gets as far: for PCs he is not there
        raise Illegal("HIDDEN", "TX-24", whom=target.name, hint="The Dealer may let him be seen first.")
    return target


def _foes_hint(state: TexState, actor: Fighter) -> str:
    foes = ", ".join(foe.name for foe in opponents_of(state, actor))
    return f"Enemies: {foes}." if foes else ""


def require_card(actor: Fighter, card: str | None) -> None:
    """Refuse a card that is not the actor's to play. Raises: Illegal(NPC_HAS_NO_CARDS, NOT_IN_HAND)."""
    if card is None:
        return
    if not actor.is_pc:
        raise Illegal("NPC_HAS_NO_CARDS", "TXD-10", who=actor.name)
    if card not in actor.hand:
        raise Illegal("NOT_IN_HAND", "TXD-10", card=card, hint="Play one of the cards in hand.")
