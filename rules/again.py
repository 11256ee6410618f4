"""The same fight once more: the people, the place and the house rules of a lobby, everything fresh."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from rules.core.codec import Codec
from rules.core.command import Amend, Command, Enter, Leave, PlaceThere, Start
from rules.core.event import SeatTaken
from rules.core.ids import CombatantId, UserId
from rules.core.ruleset import Setup
from rules.store.protocol import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """How a fight was set up: what it was opened with, and what was done until its start, by whom (None: the GM)."""

    setup: Setup
    done: tuple[tuple[Command, UserId | None], ...]


def lobby_of(codec: Codec, steps: Sequence[Step]) -> Lobby:  # type: ignore[type-arg]  # of any system
    """What stands of a fight's steps (oldest first) before its start; those who left again are left out."""
    standing: list[Step] = []
    for step in steps:
        if step.back_to is not None:
            standing = [each for each in standing if each.seq <= step.back_to]
        else:
            standing.append(step)
    setup = msgspec.json.decode(steps[0].command, type=Setup)
    done: list[tuple[Command, UserId | None]] = []
    for step in standing[1:]:
        command = codec.command(step.command, step.schema)
        if isinstance(command, Start):
            break
        if isinstance(command, Leave):
            done = [each for each in done if not _concerns(each[0], command.combatant)]
            continue
        events = codec.events(step.events, step.schema)
        done.append((command, next((event.user for event in events if isinstance(event, SeatTaken)), None)))
    return Lobby(setup=setup, done=tuple(done))


def _concerns(command: Command, who: CombatantId) -> bool:
    match command:
        case Enter(combatant=combatant):
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
