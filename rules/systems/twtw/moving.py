"""Moving: what it costs, pace by pace along a path, and who may fire before which pace (TW-2C, TW-A5 to TW-A7)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.systems.twtw import events as e
from rules.systems.twtw.aiming import break_aim
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.commands import Move
from rules.systems.twtw.courses import Course, read_course, watchers_of
from rules.systems.twtw.fields import exit_pace, is_on_edge, lies, measure
from rules.systems.twtw.paths import Path
from rules.systems.twtw.play import TwtwDraft, require_fighter, require_points, spend
from rules.systems.twtw.shooting import fire_early, may_fire_early, read_toggle
from rules.systems.twtw.state import Fighter, Going, House, Policy, Stage, Stop, TwtwState
from rules.systems.twtw.tables import points
from rules.systems.twtw.turns import end_turn, movement_order, require_free, require_stage, require_turn

FIRE, KEEP = "fire", "keep"


def move_cost(house: House, move: int, number: int) -> int:
    """The action points of so many paces (TW-2.23, TW-OQ-10)."""
    if number <= 0:
        return 0
    up_to_move, beyond = points().moving[house.move_cost]
    return up_to_move + max(0, number - move) * beyond


def most_paces(house: House, move: int, points_left: int) -> int:
    """How far these action points lead."""
    up_to_move, beyond = points().moving[house.move_cost]
    return 0 if points_left < up_to_move else move + (points_left - up_to_move) // beyond


def require_move(state: TwtwState, actor: Fighter) -> None:
    """Refuse who cannot move now.

    Raises: as `require_turn`, and Illegal(NOT_NOW, ONLY_DEFENCE, PRONE, TOO_FEW_POINTS).
    """
    require_turn(state, actor)
    require_free(actor)
    require_stage(state, Stage.MOVES)
    if actor.is_prone:
        raise Illegal("PRONE", "TW-2C", who=actor.name, hint="Stand up first.")
    least = points().moving[state.house.move_cost][0]
    require_points(actor, least if actor.paces_move else least + 1, "TW-2C", "TW-OQ-10")


def require_course(state: TwtwState, actor: Fighter, where: str) -> Course:
    """The move meant, if it can be made. Raises: as `require_move`, and Illegal(NOWHERE, TOO_FAR), unreadable ones."""
    require_move(state, actor)
    course = read_course(state, actor, where)
    if not course.path:
        raise Illegal("NOWHERE", "TW-2C", who=actor.name, hint="End the turn to stay.")
    most = most_paces(state.house, actor.paces_move, actor.points)
    if len(course.path) > most:
        raise Illegal(
            "TOO_FAR",
            "TW-2C",
            "TW-OQ-10",
            who=actor.name,
            paces=str(len(course.path)),
            hint=f"{actor.points} action points lead {most} paces.",
        )
    return course


def move(draft: TwtwDraft, command: Move) -> None:
    """Set off. Raises: as `require_course`."""
    state = draft.state
    actor = require_fighter(state, command.actor)
    course = require_course(state, actor, command.where)
    going = Going(
        id=f"w{state.counter + 1}",
        who=actor.id,
        path=course.path,
        words=course.words,
        stops=stops_of(state, actor, course.path),
    )
    draft.emit(e.MoveBegan(rules=cited("TW-2C", "TW-OQ-10", *(("TW-A5",) if going.stops else ())), going=going))


def stops_of(state: TwtwState, mover: Fighter, path: Path) -> tuple[Stop, ...]:
    """Who may fire before which pace, in the order of the movement stack (TW-A5, TW-OQ-33)."""
    stack = movement_order(state)
    found: list[Stop] = []
    for watcher in watchers_of(state, mover):
        if not may_fire_early(state, watcher, mover):
            continue
        exits = risky_pace(state, watcher, mover, path)
        if state.house.watch == "before":
            found.append(Stop(at=0, who=watcher.id, exits_at=exits))
        elif exits is not None:
            found.append(Stop(at=exits - 1, who=watcher.id, exits_at=exits))
    return tuple(sorted(found, key=lambda stop: (stop.at, stack.index(stop.who))))


def risky_pace(state: TwtwState, watcher: Fighter, mover: Fighter, path: Path) -> int | None:
    """The pace with which the mover leaves the field, or with the toggle stops on its edge."""
    exits = exit_pace(state, watcher, path)
    if exits is None and is_on_edge(state, watcher, mover, path[-1]):
        return len(path)
    return exits


def go_further(draft: TwtwDraft, dice: Dice) -> bool:
    """Lead the move on as far as it goes. True: it waits for somebody who may fire, or who was hit."""
    going = draft.state.going
    assert going is not None, "asked only while somebody is moving"
    mover = draft.state.find(going.who)
    if mover is None or not mover.is_at_hand:
        _finish(draft, dice, was_cut=True)
        return False
    farthest = _farthest(draft.state.house, mover, going)
    if len(going.path) > farthest:
        draft.emit(e.PathCut(rules=cited("TW-W5", "TW-OQ-10"), who=mover.id, length=farthest))
        return False
    if not going.stops:
        _walk(draft, mover, len(going.path))
        _finish(draft, dice, was_cut=False)
        return False
    stop = going.stops[0]
    if stop.at > going.at:
        _walk(draft, mover, stop.at)
        return False
    watcher = draft.state.find(stop.who)
    if watcher is None or not may_fire_early(draft.state, watcher, mover):
        _pass_stop(draft, stop, kept=False)
        return False
    if watcher.policy is Policy.ASK or draft.state.asks_all:
        return True
    heed(draft, dice, watcher.policy is Policy.FIRE)
    return False


def _due(house: House, mover: Fighter, going: Going, to: int) -> int:
    """The action points for the paces made and those up to this one: a wound makes only the later ones dearer."""
    move = mover.paces_move
    return going.due + move_cost(house, move, to) - move_cost(house, move, going.at)


def _farthest(house: House, mover: Fighter, going: Going) -> int:
    """How far along the path the mover's points still lead."""
    return max(
        to
        for to in range(going.at, len(going.path) + 1)
        if to == going.at or _due(house, mover, going, to) <= mover.points
    )


def heed(draft: TwtwDraft, dice: Dice, does_fire: bool, spot: str = "") -> None:
    """What the first who may fire decides: the shot, or to hold the aim and follow (TW-A5, TW-A6)."""
    going = draft.state.going
    assert going is not None, "asked only while somebody is moving"
    assert going.stops, "asked only where somebody is to be heard"
    stop = going.stops[0]
    _pass_stop(draft, stop, kept=not does_fire)
    if does_fire:
        fire_early(draft, dice, draft.state.fighter(stop.who), draft.state.fighter(going.who), spot)


def _pass_stop(draft: TwtwDraft, stop: Stop, *, kept: bool) -> None:
    going = draft.state.going
    assert going is not None, "asked only while somebody is moving"
    draft.emit(e.StopPassed(rules=cited("TW-A6" if kept else "TW-A5"), who=stop.who, whom=going.who, kept=kept))


def _walk(draft: TwtwDraft, mover: Fighter, to: int) -> None:
    """Go on to this pace; whoever's field is left on the way loses the aim with that very pace (TW-A7)."""
    going = draft.state.going
    assert going is not None, "asked only while somebody is moving"
    if going.at == 0 and to > 0:
        break_aim(draft, mover, e.Why.OWN_MOVE, "TW-OQ-13d")
        if mover.cover:
            draft.emit(e.CoverLeft(rules=cited("TW-2C"), who=mover.id))
    exits = []
    for watcher in watchers_of(draft.state, mover):
        pace = exit_pace(draft.state, watcher, going.path[:to])
        if pace is not None:
            exits.append((pace, watcher))
    for pace, watcher in sorted(exits, key=lambda each: each[0]):
        _pace(draft, going, pace)
        draft.emit(
            e.AimLost(
                rules=cited("TW-A7", "TW-F5", "TW-F6" if draft.state.house.mode is Mode.GRIDLESS else "TW-F8"),
                who=watcher.id,
                whom=mover.id,
                why=e.Why.OUT_OF_FIELD,
                mode=draft.state.house.mode,
                pace=pace,
                measure=measure(draft.state, watcher, going.path[pace - 1]),
                stays_trained=True,
            )
        )
    _pace(draft, going, to)


def _pace(draft: TwtwDraft, going: Going, to: int) -> None:
    now = draft.state.going
    if now is not None and to > now.at:
        due = _due(draft.state.house, draft.state.fighter(going.who), now, to)
        draft.emit(e.Paced(rules=cited("TW-2C"), who=going.who, at=to, spot=going.path[to - 1], due=due))


def _finish(draft: TwtwDraft, dice: Dice, *, was_cut: bool) -> None:
    """The move is over: it is paid, and where the house has it so, toggles are read for those on an edge (TW-E3)."""
    state = draft.state
    going = state.going
    assert going is not None, "asked only while somebody is moving"
    mover = state.find(going.who)
    if mover is not None and going.at:
        due = min(mover.points, going.due)
        spend(draft, mover.id, due, f"{going.at} pace{'' if going.at == 1 else 's'}", "TW-OQ-10")
    draft.emit(
        e.MoveEnded(
            rules=cited("TW-2C", "TW-2.22"),
            who=going.who,
            paces=going.at,
            spot=mover.spot if mover else going.path[0],
            words=going.words,
            was_cut=was_cut,
        )
    )
    if mover is None:
        return
    if going.at and mover.is_at_hand:
        for watcher in watchers_of(draft.state, mover):
            _look_again(draft, dice, watcher, draft.state.fighter(mover.id))
    end_turn(draft, mover)


def _look_again(draft: TwtwDraft, dice: Dice, watcher: Fighter, mover: Fighter) -> None:
    """Where the target is at the end, for somebody who still aims at it."""
    state = draft.state
    found = lies(state, watcher, mover.spot)
    if found is None:
        return
    if state.house.toggle == "move" and is_on_edge(state, watcher, mover):
        read_toggle(draft, dice, watcher, mover)
        return
    draft.emit(
        e.FieldKept(
            rules=cited("TW-A6", "TW-F6" if state.house.mode is Mode.GRIDLESS else "TW-F8"),
            who=watcher.id,
            whom=mover.id,
            mode=state.house.mode,
            lies=found,
            measure=measure(state, watcher, mover.spot),
        )
    )
