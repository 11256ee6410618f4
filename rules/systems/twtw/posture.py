"""Dropping, standing, ducking behind cover and dodging (TW-2C, TW-2.31, TW-OQ-8)."""

from rules.core.event import cited
from rules.core.names import key_of
from rules.core.refusal import Illegal
from rules.systems.twtw import events as e
from rules.systems.twtw.aiming import break_aim
from rules.systems.twtw.commands import Dodge, DropProne, Duck, Emerge, Stand
from rules.systems.twtw.cover import cover_name
from rules.systems.twtw.ground import paces
from rules.systems.twtw.play import TwtwDraft, require_fighter, require_points, spend
from rules.systems.twtw.shooting import is_dodging
from rules.systems.twtw.state import Fighter, Landmark, TwtwState
from rules.systems.twtw.tables import cost
from rules.systems.twtw.turns import require_free, require_turn

NEAR = 1  # pace from cover that one can duck behind


def cover_near(state: TwtwState, actor: Fighter) -> tuple[Landmark, ...]:
    """What somebody could duck behind where he is."""
    mode = state.house.mode
    return tuple(each for each in state.landmarks if each.cover and paces(mode, each.spot, actor.spot) <= NEAR)


def require_duck(state: TwtwState, actor: Fighter, where: str = "") -> str:
    """The cover to duck behind. Raises: as `require_turn`, and Illegal(DUCKED_ALREADY, NO_COVER, TOO_FEW_POINTS)."""
    require_turn(state, actor)
    if actor.is_ducked:
        raise Illegal("DUCKED_ALREADY", "TW-2C", who=actor.name)
    require_points(actor, cost("duck"), "TW-2C")
    near = cover_near(state, actor)
    if where:
        wanted = next((each for each in near if key_of(where) in (key_of(each.id), key_of(each.name))), None)
        if wanted is None:
            known = ", ".join(each.name for each in near) or "none"
            raise Illegal("NO_COVER", "TW-2C", who=actor.name, hint=f"Within a pace: {known}.")
        return wanted.cover
    if actor.cover:
        return actor.cover
    if not near:
        hint = "Move next to some; the Judge may say that there is some."
        raise Illegal("NO_COVER", "TW-2C", who=actor.name, hint=hint)
    return near[0].cover


def duck(draft: TwtwDraft, command: Duck) -> None:
    """Duck behind cover. Raises: as `require_duck`."""
    actor = require_fighter(draft.state, command.actor)
    cover = require_duck(draft.state, actor, command.where)
    break_aim(draft, actor, e.Why.OTHER_ACT, "TW-A1")
    spend(draft, actor.id, cost("duck"), f"ducking behind the {cover_name(cover)}", "TW-2C")
    draft.emit(e.Ducked(rules=cited("TW-2C", "TW-3.22"), who=actor.id, cover=cover))


def require_emerge(state: TwtwState, actor: Fighter) -> None:
    """Refuse who does not duck. Raises: as `require_turn`, and Illegal(ONLY_DEFENCE, NOT_DUCKED, TOO_FEW_POINTS)."""
    require_turn(state, actor)
    require_free(actor)
    if not actor.is_ducked:
        raise Illegal("NOT_DUCKED", "TW-2C", who=actor.name)
    require_points(actor, cost("emerge"), "TW-2C")


def emerge(draft: TwtwDraft, command: Emerge) -> None:
    """Come up from behind cover. Raises: as `require_emerge`."""
    actor = require_fighter(draft.state, command.actor)
    require_emerge(draft.state, actor)
    spend(draft, actor.id, cost("emerge"), "coming up", "TW-2C")
    draft.emit(e.Emerged(rules=cited("TW-2C"), who=actor.id))


def require_drop(state: TwtwState, actor: Fighter) -> None:
    """Refuse who lies already. Raises: as `require_turn`, and Illegal(PRONE_ALREADY, TOO_FEW_POINTS)."""
    require_turn(state, actor)
    if actor.is_prone:
        raise Illegal("PRONE_ALREADY", "TW-2C", who=actor.name)
    require_points(actor, cost("prone"), "TW-2C")


def drop_prone(draft: TwtwDraft, command: DropProne) -> None:
    """Drop to the ground. Raises: as `require_drop`."""
    actor = require_fighter(draft.state, command.actor)
    require_drop(draft.state, actor)
    break_aim(draft, actor, e.Why.OTHER_ACT, "TW-A1")
    spend(draft, actor.id, cost("prone"), "dropping", "TW-2C")
    draft.emit(e.WentProne(rules=cited("TW-2C"), who=actor.id))


def require_stand(state: TwtwState, actor: Fighter) -> None:
    """Refuse who stands. Raises: as `require_turn`, and Illegal(ONLY_DEFENCE, NOT_PRONE, TOO_FEW_POINTS)."""
    require_turn(state, actor)
    require_free(actor)
    if not actor.is_prone:
        raise Illegal("NOT_PRONE", "TW-2C", who=actor.name)
    require_points(actor, cost("stand"), "TW-2C")


def stand(draft: TwtwDraft, command: Stand) -> None:
    """Stand up again. Raises: as `require_stand`."""
    actor = require_fighter(draft.state, command.actor)
    require_stand(draft.state, actor)
    break_aim(draft, actor, e.Why.OTHER_ACT, "TW-A1")
    spend(draft, actor.id, cost("stand"), "standing up", "TW-2C")
    draft.emit(e.StoodUp(rules=cited("TW-2C"), who=actor.id))


def require_dodge(state: TwtwState, actor: Fighter) -> None:
    """Refuse who dodges already. Raises: as `require_turn`, and Illegal(DODGES_ALREADY, TOO_FEW_POINTS)."""
    require_turn(state, actor)
    if is_dodging(state, actor) and actor.dodged_in == state.round:
        raise Illegal("DODGES_ALREADY", "TW-OQ-8", who=actor.name)
    require_points(actor, cost("dodge"), "TW-OQ-8")


def dodge(draft: TwtwDraft, command: Dodge) -> None:
    """Dodge until the next turn, surprised or not (TW-S4). Raises: as `require_dodge`."""
    actor = require_fighter(draft.state, command.actor)
    require_dodge(draft.state, actor)
    break_aim(draft, actor, e.Why.OTHER_ACT, "TW-A1")
    spend(draft, actor.id, cost("dodge"), "a dodge", "TW-OQ-8")
    draft.emit(e.Dodged(rules=cited("TW-2.31", "TW-OQ-8"), who=actor.id, round=draft.state.round))
