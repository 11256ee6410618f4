"""Declared actions in words: "attacks Bart (musket, at the head)"."""

from rules.core.values import replace
from rules.systems.conflicts.gear import AT_ONCE, BY, GRIPS, item_name, weapon_name
from rules.systems.conflicts.handling import AIM, DRAW, PICK, RELOAD, SCOPE, STEADY, STOW
from rules.systems.conflicts.positions import landmark
from rules.systems.conflicts.state import ConflictState, Fighter, Kind, Plan

VERBS = {
    Kind.ATTACK: ("attack", "attacks"),
    Kind.MOVE: ("move", "moves"),
    Kind.HANDLE: ("handle something", "handles something"),
    Kind.ORIENT: ("orient", "looks round"),
    Kind.DEFEND: ("defend", "defends"),
}

HANDLINGS = {
    DRAW: ("draw", "draws"),
    STOW: ("put away", "puts away"),
    PICK: ("pick up", "picks up"),
    RELOAD: ("reload", "reloads"),
    AIM: ("aim", "aims"),
    STEADY: ("steady", "steadies"),
    SCOPE: ("use the telescope of", "uses the telescope of"),
}

OPEN = {Kind.ATTACK: "whom", Kind.MOVE: "where to", Kind.HANDLE: "what"}


def open_words(plan: Plan) -> str:
    """What a declared action leaves open until its turn, as it may (C2D-05); empty where it can be done as it is."""
    named = {Kind.ATTACK: plan.whom, Kind.MOVE: plan.where, Kind.HANDLE: plan.how}.get(plan.kind, "")
    return f"{OPEN[plan.kind]} is left open" if plan.kind in OPEN and not named else ""


def weapon_words(state: ConflictState, fighter: Fighter, key: str) -> str:
    """A weapon as a command names it, in words: "pistol, from the hip", "pistol and pistol 2 at once"."""
    if AT_ONCE in key:
        return " and ".join(weapon_words(state, fighter, each) for each in key.split(AT_ONCE)) + " at once"
    which, _, grip = key.partition(BY)
    item = fighter.item(which)
    name = item_name(state, item) if item else weapon_name(state, which)
    return f"{name}, {GRIPS[grip]}" if grip in GRIPS else name


def plan_words(state: ConflictState, fighter: Fighter, plan: Plan, *, told: bool = True, is_label: bool = False) -> str:
    """An action in words, as told of somebody ("attacks Bart") or as what is to be done ("attack Bart").

    `is_label`: as a label, which a phone cuts off, so that a special grip stands first.
    """
    verb = VERBS[plan.kind][told]
    match plan.kind:
        case Kind.ATTACK:
            return f"{verb}{_whom(state, plan)}{_details(state, fighter, plan, is_label=is_label)}"
        case Kind.MOVE if plan.where:
            return (
                f"{'gets up' if told else 'get up'}" if plan.where == "rise" else f"{verb} {_where(state, plan.where)}"
            )
        case Kind.HANDLE if plan.how:
            return _how(state, fighter, plan.how, told=told)
        case _:
            return verb


def _whom(state: ConflictState, plan: Plan) -> str:
    return f" {state.name(plan.whom)}" if plan.whom else ""


def _details(state: ConflictState, fighter: Fighter, plan: Plan, *, is_label: bool) -> str:
    """With what, at what, with what help."""
    weapon = weapon_words(state, fighter, plan.weapon) if plan.weapon else ""
    name, _, grip = weapon.partition(", ")
    parts = [f"{grip}: {name}" if is_label and grip else weapon] if weapon else []
    if plan.where:
        parts.append(f"at the {plan.where}")
    if plan.how:
        parts.append(f"with {plan.how.title()}")
    return f" ({', '.join(parts)})" if parts else ""


def _where(state: ConflictState, where: str) -> str:
    """A place as typed, with names for ids."""
    mark = landmark(state, where)
    if mark is not None:
        return f"to {mark.name}"
    head, _, last = where.rpartition(" ")
    found = state.find(last)
    return f"{head} {found.name}" if found and head else where


def _how(state: ConflictState, fighter: Fighter, how: str, *, told: bool) -> str:
    """A handling with names for ids ("reloads the pistol"), or own words as they were said."""
    verb = next((each for each in HANDLINGS if how.startswith(f"{each} ")), "")
    which, _, whom = how.removeprefix(f"{verb} ").partition(" ")
    item, target = fighter.item(which), state.find(whom)
    if not verb or item is None:
        return f"{'handles' if told else 'handle'}: {how}"
    at = f" at {target.name}" if target else ""
    return f"{HANDLINGS[verb][told]} the {item_name(state, item)}{at}"


def both_words(state: ConflictState, fighter: Fighter, plans: tuple[Plan, ...], *, told: bool = True) -> str:
    """Two actions in words: "attacks Bart (musket), then defends"."""
    said = [plan_words(state, fighter, plan, told=told) for plan in plans]
    if len(said) == 2 and said[0] == said[1]:
        return f"{said[0]} twice" if not said[0].endswith(")") else f"{said[0]}, twice"
    return ", then ".join(said)


def label_words(state: ConflictState, fighter: Fighter, plans: tuple[Plan, ...]) -> str:
    """Two actions as a label, what tells one pair from another first: "attack Bart, then defend (musket)".

    A weapon is named once: "attack Bart, then reload the musket".
    """
    if len(plans) != 2 or not plans[0].weapon:
        return both_words(state, fighter, plans, told=False)
    first, second = plans
    bare = replace(first, weapon="", where="", how="")
    then = "twice" if first == second else f"then {plan_words(state, fighter, second, told=False)}"
    is_named = f"the {weapon_words(state, fighter, first.weapon)}" in then
    details = _details(state, fighter, replace(first, weapon="") if is_named else first, is_label=True)
    return f"{plan_words(state, fighter, bare, told=False)}, {then}{details}"
