"""The same fight once more: the people, the place and the house rules of a lobby, everything fresh."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from rules.core.codec import Codec
from rules.core.command import Amend, Command, Describe, Enter, Finish, Leave, PlaceThere, Start
from rules.core.event import SeatTaken
from rules.core.ids import CombatantId, UserId
from rules.core.ruleset import Setup
from rules.core.table_commands import is_table_command
from rules.core.values import replace
from rules.store.protocol import Step


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a lobby: the command, and who sat down by it (None: nobody)."""

    command: Command
    player: UserId | None


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """How a fight was set up: what it was opened with, and what was done until its start.

    `came`: everybody who came in by a step of it, those too who left again. `is_started`: it came to a start.
    """

    setup: Setup
    done: tuple[Done, ...]
    came: frozenset[CombatantId]
    is_started: bool


def lobby_of(codec: Codec, steps: Sequence[Step]) -> Lobby:  # type: ignore[type-arg]  # of any
    """What stands of a fight's steps (oldest first) before its start; those who left again are left out."""
    standing: list[Step] = []
    for step in steps:
        if step.back_to is not None:
            standing = [each for each in standing if each.seq <= step.back_to]
        else:
            standing.append(step)
    setup = msgspec.json.decode(steps[0].command, type=Setup)
    done: list[Done] = []
    standing = [step for step in standing if not is_table_command(step.command)]
    came: set[CombatantId] = set()
    ended: Command | None = None
    for step in standing[1:]:
        command = codec.command(step.command, step.schema)
        if isinstance(command, Start | Finish):
            ended = command
            break
        if isinstance(command, Enter | Describe):
            came.add(command.combatant)
        if isinstance(command, Leave):
            done = [each for each in done if not _concerns(each.command, command.combatant)]
            continue
        events = codec.events(step.events, step.schema)
        player = next((event.user for event in events if isinstance(event, SeatTaken)), None)
        done.append(Done(command=command, player=player))
    return Lobby(setup=setup, done=tuple(done), came=frozenset(came), is_started=isinstance(ended, Start))


def _concerns(command: Command, who: CombatantId) -> bool:
    match command:
        case Enter(combatant=combatant) | Describe(combatant=combatant):
            return combatant == who
        case Amend(whom=whom):
            return whom == who
        case PlaceThere(whom=several):
            return several == (who,)
    return False


def renamed(command: Command, came: Collection[CombatantId], now: Mapping[CombatantId, CombatantId]) -> Command | None:
    """The command with the ids that people have in the new fight; None: it concerned only who did not come in again.

    An id of a lobby is given anew with every step, so that of somebody who is missing may by now be another's. `came`:
    those who came in by a step of the old lobby; `now`: the new ids of those of them who are in again.
    """
    match command:
        case Amend(whom=whom) if whom is not None and whom in came:
            return replace(command, whom=now[whom]) if whom in now else None
        case PlaceThere(whom=several) if several:
            here = tuple(now.get(each, each) for each in several if each in now or each not in came)
            return replace(command, whom=here) if here else None
    return command
