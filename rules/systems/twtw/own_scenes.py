"""Scenes of the Judge's own (TW-2.21): kept out of a fight, or read line by line out of what he pastes.

A line is a landmark (`Wagon at 12 E, 10 N (wall)`), people (`2 Bandit at 3 W, 8 S`, `Rifleman at Wagon`) or a setting
(`Mode: hex`). Positions are written as everywhere else.
"""

import re

from rules.core.names import key_of
from rules.core.refusal import Illegal
from rules.core.scene_text import COMMON, MOST_PLACES, Group, Lines, Setting, listed, quoted, slug
from rules.core.scenes import Pasted, broken, kept, own_name, require_npcs, scene_of
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.cover import cover_name, covers
from rules.systems.twtw.ground import unit
from rules.systems.twtw.hexes import HERE, Spot
from rules.systems.twtw.library import AMBUSHES, Position, Scene, SceneLandmark, SceneNpc, scenes, stat_blocks
from rules.systems.twtw.migrating import SCHEMA, migrate
from rules.systems.twtw.positions import read_spot, spot_words
from rules.systems.twtw.state import Condition, TwtwState
from rules.systems.twtw.weapons import weapon_keys, weapon_name

EXAMPLE = """\
Scene: The ford
Opening: Fog on the water, and somebody coughs
# gridless, angle or hex; left out: as this fight is measured.
Mode: gridless
Weapons: holstered
Ambush: posse
# Where the Posse begins, in paces from the first landmark.
Start: 10 S
Ferry post at the centre
Wagon at 12 E, 10 N (wall)
Old oak at 6 W, 4 N (tree)
2 Bandit at 3 W, 8 N
Rifleman as Cole at Wagon, hidden, with winchester
Greenhorn as The ferryman at 1 E of Ferry post, bystander, unarmed
"""
SETTINGS = {
    **COMMON,
    "mode": Setting(values=tuple(Mode)),
    "weapons": Setting(values=("drawn", "holstered")),
    "ambush": Setting(values=tuple(AMBUSHES)),
    "start": Setting(),
}
PLACE = "Wagon at 12 E, 10 N (wall)"

_PLACE = re.compile(r"(?:place\s*:\s*)?([^\d().:][^().:]*?) at ([^()]+?)(?:\s*\(([^()]*)\))?", re.IGNORECASE)


def own_scene(text: str) -> Scene:
    """A scene of the Judge's own as it was kept. Raises: Illegal(SCENE_BROKEN, NEWER_PROGRAM)."""
    scene = scene_of(text, Scene, SCHEMA, migrate)
    require_npcs(scene.npcs, stat_blocks())
    if any(each.cover and each.cover not in covers() for each in scene.landmarks) or scene.ambush not in AMBUSHES:
        raise broken("there is no such cover or ambush")
    for npc in scene.npcs:
        if npc.in_hand and npc.in_hand not in weapon_keys():
            raise broken(f"there is no weapon {npc.in_hand[:40]}")
    if any(each.exact is None for each in _positions(scene)):
        raise broken("somebody or something in it is nowhere")
    return scene


def _positions(scene: Scene) -> tuple[Position, ...]:
    return (scene.start, *(each.spot for each in scene.landmarks), *(each.spot for each in scene.npcs))


class OwnScenes:
    """What the Judge can do with scenes of his own."""

    example = EXAMPLE

    def keep(self, state: TwtwState, name: str) -> str:
        """The ground of a fight with whoever of its NPCs was not taken out, as it is kept."""
        mode = state.house.mode
        npcs = [each for each in state.fighters if not each.is_pc and each.condition is not Condition.GONE]
        ready = next((each.start.spot(mode) for each in scenes().values() if each.name == state.scene), HERE)
        scene = Scene(
            name=own_name(name, scenes()),
            opening=state.opening,
            mode=mode,
            start=_at(mode, state.start or ready),
            landmarks=tuple(
                SceneLandmark(id=each.id, name=each.name, spot=_at(mode, each.spot), cover=each.cover)
                for each in state.landmarks
            ),
            npcs=tuple(
                SceneNpc(
                    id=f"n{number}",
                    name=each.name,
                    template=each.template,
                    side=each.side,
                    spot=_at(mode, each.spot),
                    is_hidden=each.is_hidden,
                    in_hand=each.in_hand if each.in_hand in weapon_keys() else "",
                )
                for number, each in enumerate(npcs, start=1)
            ),
            is_drawn=state.is_drawn,
            ambush=state.ambush,
        )
        return kept(scene, SCHEMA)

    def read(self, text: str, state: TwtwState) -> Pasted:
        """A scene out of a pasted text, with a word about each line."""
        return _Reading(text, state).pasted()


OWN_SCENES = OwnScenes()


def _at(mode: Mode, spot: Spot) -> Position:
    return Position(exact=spot, mode=mode)


class _Reading:
    """One pasted text on the way to a scene."""

    def __init__(self, text: str, state: TwtwState) -> None:
        self.lines = Lines(text)
        self.mode = state.house.mode
        self.landmarks: list[SceneLandmark] = []
        self.known: dict[str, Spot] = {}  # where every landmark is, by the key of its name
        self.npcs: list[SceneNpc] = []

    def pasted(self) -> Pasted:
        """Everything, in the order in which one line rests on others."""
        lines = self.lines
        said = lines.settings(SETTINGS)
        self.mode = Mode(said.get("mode", self.mode))
        groups = lines.people({key: sheet.name for key, sheet in stat_blocks().items()})
        self._places()
        start = (self._spot(lines.at["start"], said["start"]) or HERE) if "start" in said else HERE
        for group in groups:
            self._enter(group)
        lines.end((sheet.name for sheet in stat_blocks().values()), SETTINGS, PLACE)
        scene = Scene(
            name=own_name(said.get("scene", ""), scenes()),
            opening=said.get("opening", ""),
            mode=self.mode,
            start=_at(self.mode, start),
            landmarks=tuple(self.landmarks),
            npcs=tuple(self.npcs),
            is_drawn=said.get("weapons", "drawn") == "drawn",
            ambush=said.get("ambush", "nobody"),
        )
        return lines.pasted(scene.name, kept(scene, SCHEMA))

    def _spot(self, line: int, text: str) -> Spot | None:
        """The position meant, or a fault."""
        try:
            return read_spot(text, self.mode, self.known)
        except Illegal as refused:
            there = f"; places are {listed(each.name for each in self.landmarks)}" if self.landmarks else ""
            hint = refused.refusal.hint.rstrip(".")
            self.lines.fault(line, f"I know no place {quoted(text)}", f"{hint[:1].lower()}{hint[1:]}{there}")
            return None

    def _places(self) -> None:
        left, self.lines.left = self.lines.left, []
        for number, line in left:
            found = _PLACE.fullmatch(line)
            if found is None:
                self.lines.left.append((number, line))
            elif (spot := self._spot(number, found[2])) is not None:
                self._landmark(number, found[1], spot, (found[3] or "").strip())

    def _landmark(self, line: int, text: str, spot: Spot, word: str) -> None:
        name = self.lines.named(line, "a landmark", text)
        kinds = {key_of(each): key for key in covers() for each in (key, cover_name(key))}
        if key_of(name) in self.known:
            self.lines.fault(line, f"{quoted(name)} is there already", "a name of its own would be right")
        elif len(self.landmarks) >= MOST_PLACES:
            self.lines.fault(line, "there are too many places", f"a scene has at most {MOST_PLACES}")
        elif word and key_of(word) not in kinds:
            self.lines.fault(line, f"a landmark cannot be {quoted(word)}", f"{listed(covers())} would be right")
        else:
            key = slug(name, [each.id for each in self.landmarks])
            cover = kinds[key_of(word)] if word else ""
            self.landmarks.append(SceneLandmark(id=key, name=name, spot=_at(self.mode, spot), cover=cover))
            self.known[key_of(name)] = spot
            shelter = f", cover: {cover_name(cover)}" if cover else ""
            self.lines.understood(line, f"a landmark, {name}, at {spot_words(self.mode, spot)}{shelter}")

    def _enter(self, group: Group) -> None:
        """People where they stand, a pace further each, with what they have in hand."""
        spot = self._spot(group.line, group.where) if group.where else HERE
        if spot is None:
            return
        weapon = group.weapon
        if weapon:
            known = {key_of(word): key for key in weapon_keys() for word in (key, weapon_name(key))}
            if key_of(weapon) not in known:
                self.lines.fault(
                    group.line, f"there is no weapon {quoted(weapon)}", f"there are {listed(weapon_keys())}"
                )
                return
            weapon = known[key_of(weapon)]
        taken = {npc.spot.spot(self.mode) for npc in self.npcs}
        for name in group.names([npc.name for npc in self.npcs]):
            while spot in taken:
                spot = Spot(spot.x + unit(self.mode), spot.y)
            taken.add(spot)
            self.npcs.append(
                SceneNpc(
                    id=f"n{len(self.npcs) + 1}",
                    name=name,
                    template=group.template,
                    side=group.side,
                    spot=_at(self.mode, spot),
                    is_hidden=group.is_hidden,
                    in_hand=weapon,
                )
            )
        self.lines.tell(group, stat_blocks()[group.template].name, group.where or "the centre")
