"""Scenes of the Dealer's own (TX-24): kept out of a fight, or read line by line out of what he pastes.

A line is a way between two zones (`Bar - Mezzanine (the stairs, sees)`), a view (`Bar sees Street`), a zone by itself
(`Place: Bar (no way out): Tables`), people (`2 Saloon tough in Bar`) or a setting (`Tier: fists`).
"""

import re
from itertools import pairwise

from rules.core.names import key_of
from rules.core.scene_text import (
    COMMON,
    MOST_PLACES,
    Group,
    Lines,
    Setting,
    listed,
    quoted,
    slug,
)
from rules.core.scenes import Pasted, broken, kept, own_name, require_npcs, scene_of
from rules.core.values import replace
from rules.systems.texarkana.library import Scene, SceneNpc, scenes, stat_blocks
from rules.systems.texarkana.migrating import SCHEMA, migrate
from rules.systems.texarkana.state import Condition, Link, Sight, StatBlock, TexState, Tier, Zone
from rules.systems.texarkana.weapons import tables, weapon_name

EXAMPLE = """\
Scene: The mill
Opening: Rain on the roof, and the wheel is turning
Tier: melee
Witnesses: yes
# The first place named is where the Posse enters. (sees): they see each other.
Mill floor - Loft (a ladder, sees)
Mill floor - Yard (the big door)
Yard sees Loft
Mill floor (no way out): Sacks, a hoist, white dust
Loft (no way out, untold): Bales and a hatch
2 Saloon tough in Mill floor
Bandit as Dutch in Loft, hidden, with revolver
Townsman as The miller in Yard, bystander
"""
YES_NO = ("yes", "no")
SETTINGS = {
    **COMMON,
    "tier": Setting(values=tuple(Tier)),
    "witnesses": Setting(values=YES_NO),
    "ambush": Setting(values=YES_NO),
}
SEES, NO_COVER, NO_WAY_OUT, UNTOLD = "sees", "no cover", "no way out", "untold"

_WAY = re.compile(r"\s+(?:-|–|—|<->)\s+")
_VIEW = re.compile(r"(.+?) sees (.+)", re.IGNORECASE)
_BRACKETS = re.compile(r"([^()]+?)\s*\(([^()]*)\)\s*(?::\s*(.*))?")
_PLACE = re.compile(r"(?:place|zone)\s*:\s*(.+)", re.IGNORECASE)


def own_scene(text: str) -> Scene:
    """A scene of the Dealer's own as it was kept. Raises: Illegal(SCENE_BROKEN, NEWER_PROGRAM)."""
    scene = scene_of(text, Scene, SCHEMA, migrate)
    zones = {zone.id for zone in scene.zones}
    ends = {end for link in scene.links for end in (link.one, link.other)}
    ends |= {end for sight in scene.sights for end in (sight.one, sight.other)}
    if not zones or not ends <= zones or any(npc.place not in zones for npc in scene.npcs):
        raise broken("something in it is in no zone of it")
    require_npcs(scene.npcs, {*scene.blocks, *stat_blocks()})
    for npc in scene.npcs:
        if npc.in_hand and npc.in_hand not in _weapons():
            raise broken(f"there is no weapon {npc.in_hand[:40]}")
    return scene


def _weapons() -> tuple[str, ...]:
    return (*tables().melee, *tables().ranged)


class OwnScenes:
    """What the Dealer can do with scenes of his own."""

    example = EXAMPLE

    def keep(self, state: TexState, name: str) -> str:
        """The place of a fight with whoever of its NPCs was not taken out, as it is kept."""
        npcs = [each for each in state.fighters if not each.is_pc and each.condition is not Condition.GONE]
        blocks = {each.template: state.own_blocks[each.template] for each in npcs if each.template in state.own_blocks}
        scene = Scene(
            name=own_name(name, scenes()),
            opening=state.opening,
            tier=state.tier,
            zones=state.zones,
            links=state.links,
            sights=state.sights,
            npcs=tuple(
                SceneNpc(
                    id=f"n{number}",
                    name=each.name,
                    template=each.template,
                    side=each.side,
                    place=each.place,
                    is_hidden=each.is_hidden,
                    in_hand=each.in_hand if each.in_hand in _weapons() else "",
                )
                for number, each in enumerate(npcs, start=1)
            ),
            may_ambush=state.may_ambush,
            witnesses=state.has_witnesses,
            blocks=blocks,
        )
        return kept(scene, SCHEMA)

    def read(self, text: str, state: TexState) -> Pasted:
        """A scene out of a pasted text, with a word about each line."""
        return _Reading(text, state).pasted()


OWN_SCENES = OwnScenes()


class _Reading:
    """One pasted text on the way to a scene."""

    def __init__(self, text: str, state: TexState) -> None:
        self.lines = Lines(text)
        self.own = state.own_blocks
        self.blocks: dict[str, StatBlock] = {**stat_blocks(), **state.own_blocks}
        self.zones: dict[str, Zone] = {}  # by the key of the name
        self.links: dict[frozenset[str], Link] = {}
        self.sights: dict[frozenset[str], Sight] = {}
        self.npcs: list[SceneNpc] = []

    def pasted(self) -> Pasted:
        """Everything, in the order in which one line rests on others."""
        lines = self.lines
        said = lines.settings(SETTINGS)
        groups = lines.people({key: block.name for key, block in self.blocks.items()})
        self._places()
        if not self.zones and lines.is_sound:
            lines.fault(1, "no place is named", "Bar - Street (the doors, sees) or Place: Bar would be right")
        for group in groups:
            self._enter(group)
        names = (block.name for block in self.blocks.values())
        lines.end(names, SETTINGS, "Bar - Street (the doors, sees), Bar (no way out): Tables, or Place: Bar")
        used = {npc.template for npc in self.npcs}
        scene = Scene(
            name=own_name(said.get("scene", ""), scenes()),
            opening=said.get("opening", ""),
            tier=Tier(said.get("tier", Tier.ANY)),
            zones=tuple(self.zones.values()),
            links=tuple(self.links.values()),
            sights=tuple(self.sights.values()),
            npcs=tuple(self.npcs),
            may_ambush=said.get("ambush") == "yes",
            witnesses=said.get("witnesses") == "yes",
            blocks={key: block for key, block in self.own.items() if key in used},
        )
        return lines.pasted(scene.name, kept(scene, SCHEMA))

    def _places(self) -> None:
        """Ways, views and zones first, in the order of the lines; then what is said of zones that these name."""
        left, self.lines.left = self.lines.left, []
        for number, line in left:
            bare, inside, note = _parts(line)
            if place := _PLACE.fullmatch(line):
                bare, inside, note = _parts(place[1])
                if note is None and not inside:
                    bare, _, note = bare.partition(":")
                self._describe(number, self._zone(number, bare), inside, note or "")
            elif len(ends := _WAY.split(bare)) > 1 and note is None:
                self._connect(number, ends, inside)
            elif not inside and note is None and (view := _VIEW.fullmatch(line)):
                one, other = self._zone(number, view[1]), self._zone(number, view[2])
                self._see(number, one, other)
                self.lines.understood(number, f"{one.name} and {other.name} see each other")
            else:
                self.lines.left.append((number, line))
        left, self.lines.left = self.lines.left, []
        for number, line in left:
            bare, inside, note = _parts(line)
            if note is None and not inside:
                bare, _, note = bare.partition(":")
            zone = self.zones.get(key_of(bare))
            if zone is None:
                self.lines.left.append((number, line))
            else:
                self._describe(number, zone, inside, note or "")

    def _zone(self, line: int, text: str) -> Zone:
        """The zone of this name, new or not."""
        name = self.lines.named(line, "a place", text)
        if key_of(name) not in self.zones:
            if len(self.zones) >= MOST_PLACES:
                self.lines.fault(line, "there are too many places", f"a scene has at most {MOST_PLACES}")
            zone = Zone(id=slug(name, [each.id for each in self.zones.values()]), name=name)
            self.zones[key_of(name)] = zone
        return self.zones[key_of(name)]

    def _describe(self, line: int, zone: Zone, inside: str, note: str) -> None:
        """What a zone offers, and what it looks like."""
        words = [word.strip() for word in inside.split(",") if word.strip()]
        for word in words:
            match word.casefold():
                case "no cover":
                    zone = replace(zone, has_cover=False)
                case "no way out":
                    zone = replace(zone, has_way_out=False)
                case "untold":
                    zone = replace(zone, is_described=False)
                case _:
                    right = f"{listed((NO_COVER, NO_WAY_OUT, UNTOLD))} would be right"
                    self.lines.fault(line, f"a place cannot be {quoted(word)}", right)
        zone = replace(zone, note=note.strip() or zone.note)
        self.zones[key_of(zone.name)] = zone
        self.lines.understood(
            line,
            f"{zone.name}{f' ({inside})' if words else ''}{f': {zone.note}' if zone.note else ''}",
        )

    def _connect(self, line: int, ends: list[str], inside: str) -> None:
        words = [word.strip() for word in inside.split(",") if word.strip()]
        way = ", ".join(word for word in words if word.casefold() != SEES).removeprefix("by ")
        zones = [self._zone(line, end) for end in ends]
        for one, other in pairwise(zones):
            if one.id == other.id:
                self.lines.fault(line, f"{quoted(one.name)} leads to itself", "two places would be right")
                return
            self.links[frozenset((one.id, other.id))] = Link(one=one.id, other=other.id, way=way)
            if any(word.casefold() == SEES for word in words):
                self._see(line, one, other)
        seen = ", seen from one another" if any(word.casefold() == SEES for word in words) else ""
        by = f", by {way}" if way else ""
        self.lines.understood(line, f"a way {' – '.join(zone.name for zone in zones)}{by}{seen}")

    def _see(self, line: int, one: Zone, other: Zone) -> None:
        if one.id == other.id:
            self.lines.fault(line, f"{quoted(one.name)} sees itself anyway", "two places would be right")
        self.sights[frozenset((one.id, other.id))] = Sight(one=one.id, other=other.id)

    def _enter(self, group: Group) -> None:
        """People into their zone, with what they have in hand."""
        first = next(iter(self.zones.values()), None)
        zone = self.zones.get(key_of(group.where)) if group.where else first
        if zone is None:
            self.lines.no_such_place(group.line, group.where, (each.name for each in self.zones.values()))
            return
        weapon = group.weapon
        if weapon:
            known = {key_of(word): key for key in _weapons() for word in (key, weapon_name(key))}
            if weapon not in known:
                names = listed(weapon_name(key) for key in _weapons())
                self.lines.fault(group.line, f"there is no weapon {quoted(weapon)}", f"there are {names}")
                return
            weapon = known[weapon]
        for name in group.names([npc.name for npc in self.npcs]):
            self.npcs.append(
                SceneNpc(
                    id=f"n{len(self.npcs) + 1}",
                    name=name,
                    template=group.template,
                    side=group.side,
                    place=zone.id,
                    is_hidden=group.is_hidden,
                    in_hand=weapon,
                )
            )
        self.lines.tell(group, self.blocks[group.template].name, zone.name)


def _parts(line: str) -> tuple[str, str, str | None]:
    """A line as `what (inside): note`; without brackets it is all `what`, and the note None."""
    found = _BRACKETS.fullmatch(line)
    return (found[1].strip(), found[2].strip(), found[3]) if found else (line, "", None)
