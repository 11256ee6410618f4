"""The same fight once more: the people, the place and the house rules of a lobby, everything fresh."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from rules.core.audience import ALL
from rules.core.codec import Codec
from rules.core.command import Amend, Command, Describe, Enter, Finish, LayOut, Leave, PlaceThere, Start
from rules.core.event import Event, SeatTaken
from rules.core.ids import CombatantId, UserId
from rules.core.ruleset import Setup
from rules.core.values import replace
from rules.store.protocol import Step
from rules.tables import AnyRuleset


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a lobby: the command, who sat down by it (None: nobody), and whether everybody was told of it."""

    command: Command
    player: UserId | None
    is_open: bool


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """How a fight was set up: what it was opened with, and what was done until its start."""

    setup: Setup
    done: tuple[Done, ...]

    def seen_by(self, ruleset: AnyRuleset, *, gm: bool) -> "Lobby":
        """What is done again for its GM: all of it; for anybody else: what was no secret of the GM's."""
        if gm:
            return self
        setup = replace(self.setup, own=_open_part(ruleset, self.setup.own)) if self.setup.own else self.setup
        done: list[Done] = []
        for each in self.done:
            if isinstance(each.command, LayOut):
                scene = _open_part(ruleset, each.command.scene)
                done.append(replace(each, command=LayOut(scene=scene)))
            elif each.is_open:
                done.append(each)
        return Lobby(setup=setup, done=tuple(done))


def lobby_of(codec: Codec, ready: Collection[str], steps: Sequence[Step]) -> Lobby:  # type: ignore[type-arg]  # of any
    """What stands of a fight's steps (oldest first) before its start; those who left again are left out.

    `ready`: the keys of the stat blocks that everybody may know.
    """
    standing: list[Step] = []
    for step in steps:
        if step.back_to is not None:
            standing = [each for each in standing if each.seq <= step.back_to]
        else:
            standing.append(step)
    setup = msgspec.json.decode(steps[0].command, type=Setup)
    done: list[Done] = []
    for step in standing[1:]:
        command = codec.command(step.command, step.schema)
        if isinstance(command, Start | Finish):
            break
        if isinstance(command, Leave):
            done = [each for each in done if not _concerns(each.command, command.combatant)]
            continue
        events = codec.events(step.events, step.schema)
        player = next((event.user for event in events if isinstance(event, SeatTaken)), None)
        is_open = player is not None or _is_open(command, events, ready)
        done.append(Done(command=command, player=player, is_open=is_open))
    return Lobby(setup=setup, done=tuple(done))


def _open_part(ruleset: AnyRuleset, scene: str) -> str:
    """A scene of the GM's own as anybody may know it. Raises: Illegal(SCENE_BROKEN, NEWER_PROGRAM)."""
    assert ruleset.own_scenes is not None, "such a scene was laid out by these rules"
    return ruleset.own_scenes.open_part(scene)


def _is_open(command: Command, events: Sequence[Event], ready: Collection[str]) -> bool:
    match command:
        case Enter(hidden=hidden, template=template):
            return not hidden and template in ready
        case Describe():
            return False
    return all(event.audience == ALL for event in events)


def _concerns(command: Command, who: CombatantId) -> bool:
    match command:
        case Enter(combatant=combatant) | Describe(combatant=combatant):
            return combatant == who
        case Amend(whom=whom):
            return whom == who
        case PlaceThere(whom=several):
            return several == (who,)
    return False


def renamed(command: Command, now: Mapping[CombatantId, CombatantId]) -> Command:
    """The command with the ids that people have in the new fight."""
    match command:
        case Amend(whom=whom) if whom is not None:
            return msgspec.structs.replace(command, whom=now.get(whom, whom))
        case PlaceThere(whom=several):
            return msgspec.structs.replace(command, whom=tuple(now.get(each, each) for each in several))
    return command
