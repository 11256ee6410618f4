"""Fleeing: a way out, shots at the one who runs, and at most one chase (TX-58 to TX-62, TXA-17 to TXA-19)."""

import re

from rules.core.event import cited
from rules.core.names import apart
from rules.core.refusal import Illegal
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, ChaseStakes
from rules.systems.texarkana.cardplay import open_attempt, parts_of
from rules.systems.texarkana.commands import Flee
from rules.systems.texarkana.grappling import release, seize, take_other_action
from rules.systems.texarkana.house import reading
from rules.systems.texarkana.play import TexDraft, require_card, require_fighter
from rules.systems.texarkana.shooting import can_shoot, fire, require_aim
from rules.systems.texarkana.state import Condition, Fighter, Flight, Link, TexState, Zone, are_foes, foes_of
from rules.systems.texarkana.turns import require_free_turn
from rules.systems.texarkana.weapons import shooting_keys
from rules.systems.texarkana.zones import audience_of, distance, enter, foes_in, neighbours, require_adjacent, sees

SPADES = "Sp"
CHASE_REACH = 1  # TX-60


def flee(draft: TexDraft, command: Flee) -> None:
    """Leave the fight; enemies who can may shoot first, then one may give chase (TX-58 to TX-60)."""
    state = draft.state
    actor = require_fighter(state, command.actor)
    require_card(actor, command.card)
    beyond = require_way_out(state, actor, command.where)
    take_other_action(draft, actor)
    if not actor.is_hidden and not draft.state.zone(beyond):
        inner = state.zone_name(re.sub("^(beyond-)+", "", actor.place))
        outskirts = Zone(id=beyond, name=apart(f"Beyond the {inner}", [zone.name for zone in state.zones]))
        links = (Link(one=beyond, other=actor.place),)
        draft.emit(e.ZonePlaced(rules=cited("TX-61"), zone=outskirts, links=links))
    flight = Flight(
        id=f"t{state.counter + 1}",
        runner=actor.id,
        beyond=beyond,
        to_shoot=tuple(foe.id for foe in _onlookers(draft.state, actor) if _may_shoot(draft.state, foe, actor)),
    )
    draft.emit(e.FlightBegan(rules=cited("TX-58", "TX-59"), audience=audience_of(actor), flight=flight))


def require_way_out(state: TexState, actor: Fighter, where: str = "") -> str:
    """The zone one past this one on the way out, perhaps not yet laid out (TX-61).

    Out of this zone itself, or by way of an adjacent one that has a way out and no enemy in it.
    Raises: as `require_free_turn`; Illegal(ENEMY_HERE, NO_SUCH_PLACE, NOT_ADJACENT, NO_WAY_OUT, ENEMY_THERE).
    """
    require_free_turn(state, actor)
    here = foes_in(state, actor, actor.place)
    if here:
        names = ", ".join(foe.name for foe in here)
        raise Illegal("ENEMY_HERE_FLEEING", "TX-58", who=actor.name, foes=names, hint="Move to another zone first.")
    at = state.zone(actor.place)
    if not where or where == actor.place:
        if at is None or not at.has_way_out:
            raise Illegal("NO_WAY_OUT", "TX-58", place=state.zone_name(actor.place), hint=_ways_hint(state, actor))
        return outskirts_of(actor.place)
    zone = require_adjacent(state, actor, where)
    if not zone.has_way_out:
        raise Illegal("NO_WAY_OUT", "TX-58", place=zone.name, hint=_ways_hint(state, actor))
    foes = foes_in(state, actor, zone.id)
    if foes:
        names = ", ".join(foe.name for foe in foes)
        raise Illegal("ENEMY_THERE", "TX-58", place=zone.name, foes=names)
    return zone.id


def _ways_hint(state: TexState, actor: Fighter) -> str:
    ways = [zone.name for place in neighbours(state, actor.place) if (zone := _exit(state, actor, place))]
    return f"A way out leads by {', '.join(ways)}." if ways else "Get to a zone with a way out first."


def _exit(state: TexState, actor: Fighter, place: str) -> Zone | None:
    zone = state.zone(place)
    return zone if zone and zone.has_way_out and (zone.is_described or not actor.is_pc) else None


def outskirts_of(place: str) -> str:
    """The id of the zone beyond the edge of this one."""
    return f"beyond-{place}"


def _onlookers(state: TexState, runner: Fighter) -> tuple[Fighter, ...]:
    """Enemies that could do something about it: not in a grapple, and hidden ones lie low."""
    return tuple(foe for foe in foes_of(state, runner) if _is_free(state, foe, runner))


def _may_shoot(state: TexState, foe: Fighter, runner: Fighter) -> bool:
    """Whether somebody is asked to shoot: if he can, or where all are asked, if nobody could tell that he cannot.

    What weapons he has is his secret; whom he sees and who stands beside him is none (TX-51, TX-53, TX-59).
    """
    if not state.asks_all:
        return can_shoot(state, foe, runner)
    is_apart = foe.place != runner.place and not foes_in(state, foe, foe.place)
    return is_apart and sees(state, foe.place, runner.place)


def _is_free(state: TexState, foe: Fighter, runner: Fighter) -> bool:
    """Whether somebody could still shoot or give chase: an enemy who is up, in no grapple, and both are seen."""
    return not runner.is_hidden and foe.is_at_hand and are_foes(foe, runner) and not state.is_in_grapple(foe.id)


def advance_flight(draft: TexDraft, flight: Flight) -> bool:
    """Take a flight one step further, if nobody has to decide first; says whether anything happened."""
    state = draft.state
    runner = state.fighter(flight.runner)
    for who in (*flight.to_shoot, *flight.to_chase):
        if not _is_free(state, state.fighter(who), runner):
            decline = fire_or_not if who in flight.to_shoot else chase_or_not
            decline(draft, flight, state.fighter(who), False)
            return True
    if any(attempt.flight == flight.id for attempt in state.attempts):
        return False
    if not runner.is_up:
        draft.emit(e.FlightOver(rules=cited("TX-59", "TX-66"), flight=flight.id))
        return True
    if not flight.is_past_shots:
        return _advance_shots(draft, flight, runner)
    if flight.to_chase:
        return _settle_last_chaser(draft, flight)
    if flight.chaser is None or not _is_free(state, state.fighter(flight.chaser), runner):
        escape(draft, flight, runner)
        return True
    return _begin_chase(draft, flight, runner)


def _advance_shots(draft: TexDraft, flight: Flight, runner: Fighter) -> bool:
    """The next who said he would shoot does; when nobody is left, the chase is next (TXA-17)."""
    state = draft.state
    for who in flight.firing:
        shooter = state.fighter(who)
        if not _is_free(state, shooter, runner) or not can_shoot(state, shooter, runner):
            draft.emit(e.ShotsBegun(rules=cited("TX-59"), flight=flight.id, who=who))
            return True
        if state.attempt_of(shooter.id if shooter.is_pc else runner.id) is None:
            draft.emit(e.ShotsBegun(rules=cited("TX-59"), flight=flight.id, who=who))
            aimed = flight.aimed.get(who, "")
            key = aimed if aimed and can_shoot(state, shooter, runner, aimed) else require_aim(state, shooter, runner)
            fire(draft, shooter, runner, key, flight.id)
            return True
    if flight.firing or flight.to_shoot:
        return False
    chasers = tuple(foe.id for foe in _onlookers(state, runner) if _can_chase(state, foe, runner, flight))
    draft.emit(e.ShotsOver(rules=cited("TX-60", "TXA-17"), flight=flight.id, to_chase=chasers))
    return True


def _can_chase(state: TexState, foe: Fighter, runner: Fighter, flight: Flight) -> bool:
    """Within one zone, and without having shot (TX-60, TXA-17)."""
    steps = distance(state, foe.place, runner.place)
    return steps is not None and steps <= CHASE_REACH and foe.id not in flight.fired


def _settle_last_chaser(draft: TexDraft, flight: Flight) -> bool:
    """If somebody has to give chase and there is only one who can, he does (TXA-17)."""
    if draft.state.house.chase != "always" or len(flight.to_chase) > 1:
        return False
    chase_or_not(draft, flight, draft.state.fighter(flight.to_chase[0]), True)
    return True


def chase_or_not(draft: TexDraft, flight: Flight, who: Fighter, does: bool) -> None:
    """Give chase, or leave it to others (TXA-17)."""
    draft.emit(e.ChaseChosen(rules=cited("TX-60", "TXA-17"), flight=flight.id, who=who.id, does_chase=does))


def fire_or_not(draft: TexDraft, flight: Flight, who: Fighter, does: bool, weapon: str = "") -> None:
    """Shoot at the one who flees, with whichever weapon reaches, or hold fire (TX-59)."""
    draft.emit(e.FireChosen(rules=cited("TX-59"), flight=flight.id, who=who.id, does_fire=does, weapon=weapon))


def guns_on(state: TexState, shooter: Fighter, runner: Fighter) -> tuple[str, ...]:
    """The weapons with which somebody can shoot at the one who flees, the usual one first."""
    if not can_shoot(state, shooter, runner):
        return ()
    usual = require_aim(state, shooter, runner)
    others = (key for key in shooting_keys(shooter) if key != usual and can_shoot(state, shooter, runner, key))
    return (usual, *others)


def _begin_chase(draft: TexDraft, flight: Flight, runner: Fighter) -> bool:
    """The test of the chase: Spades trump (TX-60)."""
    assert flight.chaser is not None, "somebody gives chase"
    chaser = draft.state.fighter(flight.chaser)
    pc, npc = (chaser, runner) if chaser.is_pc else (runner, chaser)
    if draft.state.attempt_of(pc.id) is not None:
        return False
    open_attempt(
        draft,
        pc=pc,
        npc=npc,
        stakes=ChaseStakes(flight=flight.id, runner=runner.id),
        trumps=(SPADES,),
        npc_trumps=(SPADES,),
        bonus=parts_of(draft.state, pc, SPADES, *reading(draft.state, "chase")),
        difficulty=parts_of(draft.state, npc, SPADES),
        rules=("TX-60",),
    )
    return True


def settle_chase(draft: TexDraft, attempt: Attempt, stakes: ChaseStakes, *, is_success: bool) -> None:
    """The chaser follows one zone and gives up (TX-61, TXA-18), or catches and holds the runner there (TX-62)."""
    state = draft.state
    flight = state.flight(stakes.flight)
    assert flight is not None, "the flight waits for its chase"
    runner = state.fighter(flight.runner)
    other = attempt.npc if attempt.pc == runner.id else attempt.pc
    assert other is not None, "a chase is between two"
    is_away = is_success is (attempt.pc == runner.id)
    enter(draft, state.fighter(other), flight.beyond)
    if is_away:
        escape(draft, flight, runner)
        return
    enter(draft, draft.state.fighter(runner.id), flight.beyond)
    draft.emit(e.FlightOver(rules=cited("TX-62"), flight=flight.id))
    release(draft, runner.id)
    seize(draft, draft.state.fighter(other), draft.state.fighter(runner.id), "TX-62")


def escape(draft: TexDraft, flight: Flight, runner: Fighter) -> None:
    """Out of the fight for good (TX-58)."""
    audience = audience_of(runner)
    draft.emit(
        e.ConditionChanged(rules=cited("TX-58", "TX-61"), audience=audience, who=runner.id, condition=Condition.FLED)
    )
    draft.emit(e.FlightOver(rules=cited("TX-58"), audience=audience, flight=flight.id))
