"""Nobody changes a fight who may not: every command and every address, by everybody, in the channel and from a DM."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.rehearsal.simulated import SimulatedClock
from bot.rehearsal.wire import COMPONENT, MODAL
from cogs.address import Address, of_moderators
from cogs.admin_presses import AdminPresses
from cogs.presses import Presses
from rules.core.ids import UserId
from rules.store.memory import MemoryStore
from rules.store.protocol import Record
from tests.cogs.roles import Press, Role, Scene, commands, moderators_presses, presses
from tests.cogs.timed import NOON
from tests.support.forging import forced, forged
from tests.support.table import Table, seated

HERE, DM = "here", "dm"


class Town:
    """A server with a fight in each channel that is asked for, and everybody of `Role`."""

    def __init__(self, table: Table, store: MemoryStore) -> None:
        self.table, self.store, self.count = table, store, 0

    async def settle(self) -> None:
        """Who is what on the server."""
        marshal = self.table.discord.person("Marshal", permissions=discord.Permissions(manage_messages=True))
        gus, street = self.table.person("Gus"), self.table.discord.channel("elsewhere")
        await gus.command("/fight begin", street, system="texarkana", scene="ambush")
        await marshal.command("/admin bar", who=self.table.person("Ned").user.id)

    async def scene(self) -> Scene:
        """A fight just begun, in a channel of its own: it is Ana's turn."""
        self.count += 1
        table, channel = self.table, self.table.discord.channel(f"fight-{self.count}")
        dealer, ana, bo, eve = (table.person(name) for name in ("Dealer", "Ana", "Bo", "Eve"))
        await dealer.command("/fight begin", channel, system="texarkana", scene="ambush")
        await ana.command("/fight join", channel)
        await eve.command("/fight join", channel)
        showing = await table.showing(channel, dealer)
        hers = next(who for who, user in showing.players.items() if user == int(eve.user.id))
        given = next(each.name for each in showing.view.combatants if each.id == hers)
        await dealer.command("/gm give-seat", channel, who=given, to=bo.user.id)
        await dealer.command("/fight start", channel)
        mine = next(who for who, user in showing.players.items() if user == int(ana.user.id))
        act = None
        for _ in range(2):  # the Lookout, and his test
            await dealer.command("/gm go-on", channel)
            options = await table.bot.referee.options(table.place(channel), UserId(int(ana.user.id)), mine)
            act = next((each for each in options if each.kind == "move" and each.why_not is None), act)
        if act is None:  # the others come first: another fight
            return await self.scene()
        showing = await table.showing(channel, dealer)
        return Scene(
            table=table,
            channel=channel,
            fight=showing.id,
            ana=mine,
            bo=hers,
            showing=showing,
            act=act.kind,
            where=act.slots[0].choices[0].label,
            moment=act.moment,
        )

    async def record(self, scene: Scene) -> Record | None:
        """All that is stored of the fight."""
        await self.table.settled()
        return await self.store.load(scene.fight)

    async def tries(self, scene: Scene, role: Role, where: str, custom_id: str, press: Press) -> str:
        """One press or form, forged if need be; what was answered."""
        person = scene.person(role)
        channel = scene.channel if where == HERE else scene.table.discord.world.direct_with(person.user)
        values = (press.picks,) if press.picks else ()
        kind = MODAL if press.is_form else COMPONENT
        outcome = await forged(person, custom_id, *values, kind=kind, channel=channel)
        assert outcome.ephemeral or where == DM or outcome.modal or not outcome.text, f"others saw: {outcome.text}"
        assert "Something went wrong" not in outcome.text, custom_id
        return outcome.text


async def a_town(stack: AsyncExitStack, folder: Path) -> Town:
    """At noon, when nobody's quiet hours move what is due."""
    store, clock = MemoryStore(), SimulatedClock(folder / "clock")
    clock.set(NOON)
    town = Town(await stack.enter_async_context(seated(store=store, clock=clock, expects_refusals=True)), store)
    await town.settle()
    return town


def leaves(tree: app_commands.CommandTree[Any]) -> set[str]:
    return {each.qualified_name for each in tree.walk_commands() if not isinstance(each, app_commands.Group)}


async def test_no_command_of_anybody_changes_a_fight_in_which_he_may_not(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        town = await a_town(stack, tmp_path)
        first = await town.scene()
        assert set(commands(first)) == leaves(town.table.bot.tree), "every command is asked"
        for path, of_first in commands(first).items():
            scene = first if not of_first.may else await town.scene()
            case = commands(scene)[path]
            before = await town.record(scene)
            for role in [each for each in Role if each not in case.may]:
                text = (await forced(scene.person(role), path, scene.channel, **case.options)).text
                assert "Something went wrong" not in text, path
                assert await town.record(scene) == before, f"{role.value}: /{path} changed it: {text}"
            for role in sorted(case.may, key=lambda role: role.value)[:1]:
                text = (await forced(scene.person(role), path, scene.channel, **case.options)).text
                assert await town.record(scene) != before, f"{role.value}: /{path} changed nothing: {text}"


@pytest.mark.parametrize("verbs", ["of fights", "of moderators"])
async def test_no_press_or_form_of_anybody_changes_a_fight_in_which_he_may_not(verbs: str, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        town = await a_town(stack, tmp_path)
        first = await town.scene()
        cases = presses if verbs == "of fights" else moderators_presses
        cog = town.table.bot.get_cog("Presses" if verbs == "of fights" else "AdminPresses")
        assert isinstance(cog, Presses | AdminPresses)
        known: Mapping[str, object] = cog._verbs
        assert set(cases(first)) == set(known), "every verb is asked"
        for verb, of_first in cases(first).items():
            scene = first if not of_first.may else await town.scene()
            press = cases(scene)[verb]
            to = Address(verb, scene.fight, press.args)
            to = to if verbs == "of fights" else of_moderators(verb, scene.fight, *press.args)
            before = await town.record(scene)
            for role in [each for each in Role if each not in press.may]:
                for where in (HERE, DM):
                    text = await town.tries(scene, role, where, str(to), press)
                    assert await town.record(scene) == before, f"{role.value}, {where}: {to} changed it: {text}"
            if press.is_sure:
                for role in sorted(press.may, key=lambda role: role.value)[:1]:
                    text = await town.tries(scene, role, HERE, str(to), press)
                    assert await town.record(scene) != before, f"{role.value}: {to} changed nothing: {text}"
