"""Scenes of the GM's own (C2D-17): kept out of a fight, or read line by line out of what he pastes.

A line is a landmark in metres from where the scene begins (`Crane at 20, 5 (heavy cover, support): A steam crane`),
people (`2 Raider at Hut`, `Sniper at 12 m from Hut`) or a setting (`Weather: dark, rain`).
"""

import re

from rules.core.names import key_of
from rules.core.refusal import Illegal
from rules.core.scene_text import COMMON, MOST_PLACES, Group, Lines, Setting, listed, quoted, slug
from rules.core.scenes import Pasted, broken, kept, own_name, require_npcs, scene_of
from rules.systems.conflicts.arms import Weapon, arms
from rules.systems.conflicts.library import Scene, SceneMark, SceneNpc, scenes, stat_blocks
from rules.systems.conflicts.migrating import SCHEMA, migrate
from rules.systems.conflicts.positions import centimetres, metres, read_way, within
from rules.systems.conflicts.state import Condition, ConflictState, Fighter, Spot

EXAMPLE = """\
Scene: The quarry
Opening: Floodlights, and a generator that stutters
Kinds: physical
Weather: dark, rain
Surprised: yes
# Metres from where the players begin: along, and to the side.
Gate at 0 m
Crane at 20, 5 (heavy cover, support): A steam crane
Hut at 40 m (cover)
2 Raider at Hut
Sniper as Vane at Crane, hidden
Bystander as The watchman at 12, -3, bystander, surprised
"""
KINDS = ("physical", "mental", "both")
WEATHERS = ("dark", "smoke", "rain")
SETTINGS = {
    **COMMON,
    "kinds": Setting(values=KINDS),
    "weather": Setting(values=WEATHERS, several=True),
    "surprised": Setting(values=("yes", "no")),
}
SURPRISED = "surprised"
MARKS = {SURPRISED: SURPRISED, "third party": "third", "fourth party": "fourth"}
PLACE = "Crane at 20, 5 (heavy cover, support), or Hut at 40 m"

_METRES = r"(-?\d{1,4}(?:\.\d{1,2})?)\s*(?:m|metres?|meters?)?"
_PLACE = re.compile(
    rf"(?:place\s*:\s*)?([^():\d][^():]*?) at {_METRES}(?:\s*[,;]\s*{_METRES})?\s*(?:\(([^()]*)\))?\s*(?::\s*(.*))?",
    re.IGNORECASE,
)


def own_scene(text: str) -> Scene:
    """A scene of the GM's own as it was kept. Raises: Illegal(SCENE_BROKEN, NEWER_PROGRAM)."""
    scene = scene_of(text, Scene, SCHEMA, migrate)
    if not scene.landmarks:
        raise broken("it has no landmark")
    require_npcs(scene.npcs, stat_blocks())
    if scene.kinds not in KINDS or not set(scene.conditions) <= set(WEATHERS):
        raise broken("there is no such kind of conflict or weather")
    known = {**arms().weapons, **scene.weapons}
    for npc in scene.npcs:
        held = npc.in_hand or ()
        if not set(held) <= set(known) or sum(known[key].hands for key in held) > 2:
            raise broken("somebody in it holds what cannot be held")
    return scene


class OwnScenes:
    """What the GM can do with scenes of his own."""

    example = EXAMPLE

    def keep(self, state: ConflictState, name: str) -> str:
        """The place of a fight with whoever of its NPCs was not taken out, as it is kept."""
        npcs = [each for each in state.fighters if not each.is_pc and each.condition is not Condition.GONE]
        held = {key for each in npcs for key in _held(each)}
        scene = Scene(
            name=own_name(name, scenes()),
            opening=state.opening,
            kinds=state.kinds,
            conditions=state.conditions,
            is_posse_surprised=state.is_posse_surprised,
            landmarks=tuple(
                SceneMark(
                    id=each.id,
                    name=each.name,
                    note=each.note,
                    cover=each.cover,
                    has_support=each.has_support,
                    spot=each.spot,
                )
                for each in state.landmarks
            ),
            npcs=tuple(
                SceneNpc(
                    id=f"n{number}",
                    name=each.name,
                    template=each.template,
                    side=each.side,
                    place="",
                    party=each.party,
                    is_surprised=each.is_surprised,
                    spot=each.spot,
                    is_hidden=each.is_hidden,
                    in_hand=_held(each),
                )
                for number, each in enumerate(npcs, start=1)
            ),
            weapons={key: weapon for key, weapon in state.weapons.items() if key in held},
        )
        return kept(scene, SCHEMA)

    def read(self, text: str, state: ConflictState) -> Pasted:
        """A scene out of a pasted text, with a word about each line."""
        return _Reading(text, state).pasted()


OWN_SCENES = OwnScenes()


def _held(fighter: Fighter) -> tuple[str, ...]:
    """What is in hand, in the better one first."""
    held = [item for item in fighter.gear if item.hold and item.lies is None]
    return tuple(item.weapon for item in sorted(held, key=lambda item: item.hold == "off"))


class _Reading:
    """One pasted text on the way to a scene."""

    def __init__(self, text: str, state: ConflictState) -> None:
        self.lines = Lines(text)
        self.own = state.weapons
        self.weapons: dict[str, Weapon] = {**arms().weapons, **state.weapons}
        self.marks: list[SceneMark] = []
        self.npcs: list[SceneNpc] = []

    def pasted(self) -> Pasted:
        """Everything, in the order in which one line rests on others."""
        lines = self.lines
        said = lines.settings(SETTINGS)
        groups = lines.people({key: sheet.name for key, sheet in stat_blocks().items()}, MARKS)
        self._places()
        if not self.marks and lines.is_sound:
            lines.fault(1, "no place is named", f"{PLACE} would be right")
        for group in groups:
            self._enter(group)
        lines.end((sheet.name for sheet in stat_blocks().values()), SETTINGS, PLACE)
        weathers = said.get("weather", "").split(", ")
        held = {key for npc in self.npcs for key in npc.in_hand or ()}
        scene = Scene(
            name=own_name(said.get("scene", ""), scenes()),
            opening=said.get("opening", ""),
            kinds=said.get("kinds", "both"),
            conditions=tuple(each for each in WEATHERS if each in weathers),
            is_posse_surprised=said.get("surprised") == "yes",
            landmarks=tuple(self.marks),
            npcs=tuple(self.npcs),
            weapons={key: weapon for key, weapon in self.own.items() if key in held},
        )
        return lines.pasted(scene.name, kept(scene, SCHEMA))

    def _places(self) -> None:
        left, self.lines.left = self.lines.left, []
        for number, line in left:
            found = _PLACE.fullmatch(line)
            if found is None:
                self.lines.left.append((number, line))
                continue
            spot = within(Spot(x=centimetres(found[2]), y=centimetres(found[3] or "0")))
            self._landmark(number, found[1], spot, found[4] or "", (found[5] or "").strip())

    def _landmark(self, line: int, text: str, spot: Spot, inside: str, note: str) -> None:
        name = self.lines.named(line, "a landmark", text)
        cover, has_support = 0, False
        words = [word.strip() for word in inside.split(",") if word.strip()]
        for word in words:
            match word.casefold():
                case "cover" | "light cover":
                    cover = 1
                case "heavy cover":
                    cover = 2
                case "support":
                    has_support = True
                case _:
                    right = "cover, heavy cover, support would be right"
                    self.lines.fault(line, f"a landmark cannot be {quoted(word)}", right)
        if key_of(name) in {key_of(each.name) for each in self.marks}:
            self.lines.fault(line, f"{quoted(name)} is there already", "a name of its own would be right")
        elif len(self.marks) >= MOST_PLACES:
            self.lines.fault(line, "there are too many places", f"a scene has at most {MOST_PLACES}")
        else:
            key = slug(name, [each.id for each in self.marks])
            mark = SceneMark(id=key, name=name, note=note, cover=cover, has_support=has_support, spot=spot)
            self.marks.append(mark)
            gives = f" ({', '.join(words)})" if words else ""
            at = f"{metres(spot.x)} along, {metres(spot.y)} aside" if spot.y else metres(spot.x)
            self.lines.understood(line, f"a landmark, {name}, at {at}{gives}{f': {note}' if note else ''}")

    def _enter(self, group: Group) -> None:
        """People where they stand, with what they have in hand."""
        ground = ConflictState(landmarks=tuple(mark.landmark for mark in self.marks))
        try:
            spot = read_way(ground, None, group.where, ()).spot if group.where else None
        except Illegal:
            self.lines.no_such_place(group.line, group.where, (each.name for each in self.marks))
            return
        in_hand: tuple[str, ...] | None = None if group.weapon is None else ()
        if group.weapon:
            known = {key_of(word): key for key, each in self.weapons.items() if each.hands for word in (key, each.name)}
            if key_of(group.weapon) not in known:
                names = listed(each.name for each in self.weapons.values() if each.hands)
                self.lines.fault(group.line, f"there is no weapon {quoted(group.weapon)}", f"there are {names}")
                return
            in_hand = (known[key_of(group.weapon)],)
        party = next((each for each in group.marks if each != SURPRISED), "")
        for name in group.names([npc.name for npc in self.npcs]):
            self.npcs.append(
                SceneNpc(
                    id=f"n{len(self.npcs) + 1}",
                    name=name,
                    template=group.template,
                    side=group.side,
                    place=self.marks[0].id if self.marks else "",
                    party=party,
                    is_surprised=SURPRISED in group.marks,
                    spot=spot,
                    is_hidden=group.is_hidden,
                    in_hand=in_hand,
                )
            )
        self.lines.tell(group, stat_blocks()[group.template].name, group.where or "the first landmark")
