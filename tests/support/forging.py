"""What somebody sends unasked: commands that his client hides, presses of addresses that nobody showed him."""

from bot.rehearsal import Person, typed
from bot.rehearsal.interaction import make
from bot.rehearsal.people import Outcome
from bot.rehearsal.wire import COMMAND, COMPONENT, MODAL, Json
from bot.rehearsal.world import Channel
from rules.core.ids import FightId
from rules.core.values import replace
from rules.store.memory import MemoryStore


async def forced(person: Person, path: str, channel: Channel | None = None, /, **options: object) -> Outcome:
    """A command as somebody sends it whose client hides it from him, or who never looks."""
    where = channel or person.channel
    leaf, _ = typed.find(person.loopback, path.removeprefix("/").split(), where)
    about = typed.invocation(person.loopback, leaf, options, where)
    return await person.does(make(person.loopback.world, COMMAND, person.user, where, about), path)


async def forged(
    person: Person,
    custom_id: str,
    *values: str,
    kind: int = COMPONENT,
    component: int = 2,
    channel: Channel | None = None,
) -> Outcome:
    """A press or form with an address that nobody showed him, on the board or (in a DM) on any message."""
    world, where = person.loopback.world, channel or person.channel
    on = next((each for each in where.messages.values() if not each.ephemeral), None)
    on = on or world.add_message(where, {"content": "…"})
    about: Json = {"custom_id": custom_id}
    if kind == MODAL:
        about["components"] = []
    else:
        about |= {"component_type": 3 if values else 2, "id": 1}
        if values:
            about["values"] = list(values)
            resolved: Json = {"users": {}}  # what Discord says beside it, wherever there is such a user
            about["resolved"] = resolved
            for user in filter(None, map(world.users.get, values)):
                typed.describe(user, where, resolved)
    return await person.does(make(world, kind, person.user, where, about, surface=on), custom_id)


def spoil(store: MemoryStore, fight: FightId, raw: bytes = b"\xff garbage", *, schema: int = 1) -> None:
    store._records[fight] = replace(store._records[fight], raw=raw, schema=schema)
