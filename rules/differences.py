"""How two views of a fight differ, in a few short lines: whose move it is, who stands where and how he is."""

from rules.core.view import CombatantView, FightView

NONE = "nothing"


def differences(now: FightView, then: FightView) -> tuple[str, ...]:
    """What stands `now` and would stand `then`, a line for each thing that differs."""
    lines = []
    if now.headline != then.headline:
        lines.append(f"{now.headline} → {then.headline}")
    before = {each.id: each for each in now.combatants}
    places = {each.id: each.name for each in (*now.places, *then.places)}
    for each in then.combatants:
        found = before.pop(each.id, None)
        if found is None:
            lines.append(f"{each.name} is there again")
        elif changes := _changes(found, each, places):
            lines.append(f"{each.name}: {'; '.join(changes)}")
    lines += [f"{each.name} is not there" for each in before.values()]
    if (waits := _awaited(now)) != (waited := _awaited(then)):
        lines.append(f"awaited: {waits or 'nobody'} → {waited or 'nobody'}")
    return tuple(lines)


def _changes(now: CombatantView, then: CombatantView, places: dict[str, str]) -> list[str]:
    """Where he stands and what is said of him, but for what is said of him in both."""
    found = []
    if now.place != then.place:
        found.append(f"{places.get(now.place, NONE)} → {places.get(then.place, NONE)}")
    if now.is_hidden != then.is_hidden:
        found.append("out of sight again" if then.is_hidden else "in sight again")
    is_, was = now.state.split(", "), then.state.split(", ")
    gone, back = [each for each in is_ if each not in was], [each for each in was if each not in is_]
    if gone or back:
        found.append(f"{', '.join(gone) or NONE} → {', '.join(back) or NONE}")
    return found


def _awaited(view: FightView) -> str:
    return ", ".join(dict.fromkeys(each.who for each in view.asked if each.blocks))
