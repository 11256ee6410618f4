"""Deliveries that come twice, and people who press at one moment: everything counts once."""

import asyncio
import random

import pytest

from bot.rehearsal.interaction import Interaction
from tests.support.table import Table, seated

ANSWERED_TWICE = 40060


async def again(table: Table, interaction: Interaction) -> None:
    """Deliver it once more and wait until the bot has tried to answer that."""
    before = len(table.discord.refusals)
    table.discord.deliver_again(interaction)
    assert await table.discord.until(lambda: len(table.discord.refusals) > before, 5.0), "it was not even tried"
    assert {each.code for each in table.discord.refusals} == {ANSWERED_TWICE}
    await table.settled()


@pytest.mark.parametrize(
    ("who", "path", "options"),
    [
        ("Dealer", "/fight undo", {"now": True}),
        ("Dealer", "/fight end", {}),
        ("Dealer", "/gm go-on", {}),
        ("Dealer", "/gm add", {"who": "bandit"}),
        ("Dealer", "/gm amend", {"what": "Grit", "value": "3", "whom": "Ada"}),
        ("Dealer", "/gm place", {"where": "Wagon", "whom": "Ada"}),
        ("Ana", "/act", {"action": "I am Lookout"}),
    ],
)
async def test_a_command_delivered_twice_counts_once(who: str, path: str, options: dict[str, object]) -> None:
    async with seated(expects_refusals=True) as table:
        await table.fight("Ana", "Bo")
        outcome = await table.person(who).command(path, **options)
        await table.settled()
        seq = (await table.bot.referee.show(table.place(), None)).seq if path != "/fight end" else None
        posted = len(table.posted())
        await again(table, outcome.interaction)
        assert len(table.posted()) == posted
        if seq is not None:
            assert await table.seq() == seq


async def test_begin_and_join_and_leave_delivered_twice_count_once() -> None:
    async with seated(expects_refusals=True) as table:
        begun = await table.person("Dealer").command("/fight begin", system="texarkana")
        await again(table, begun.interaction)
        joined = await table.person("Ana").presses("Join")
        await again(table, joined.interaction)
        assert await table.seq() == 2
        left = await table.person("Ana").presses("Leave")
        await again(table, left.interaction)
        assert await table.seq() == 3
        started = await table.person("Dealer").presses("Start")
        assert started.text.startswith("✋")


async def test_presses_picks_and_forms_delivered_twice_count_once() -> None:
    async with seated(expects_refusals=True) as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.presses("Your move")
        await again(table, (await ana.presses("I am Lookout")).interaction)
        await again(table, (await ana.presses("5 of Masks")).interaction)
        assert await table.seq() == 6
        await ana.presses("Something else")
        await ana.picks("Wagon")
        await ana.presses("Say it")
        await again(table, (await ana.fills({"What do you do?": "Whistle"})).interaction)
        assert await table.seq() == 7


async def test_of_two_people_on_one_button_exactly_one_gets_it() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        people = [table.person("Ana"), table.person("Bo")]
        for person in people:
            await person.press(table.board(), table.button(table.board(), "Your move"))
        seq = await table.seq()
        outcomes = await asyncio.gather(*(person.presses("I am Lookout") for person in people))
        assert sorted(each.text.startswith("✋") for each in outcomes) == [False, True]
        assert await table.seq() == seq + 1


async def test_of_two_presses_of_one_person_at_one_moment_one_counts() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, board = table.person("Ana"), table.board()
        await ana.press(board, table.button(board, "Your move"))
        screen = ana.surfaces()[0]
        address = next(each.custom_id for each in screen.controls if each.label == "I am Lookout")
        seq = await table.seq()
        both = [ana.pressing(screen.message, address) for _ in range(2)]
        outcomes = await asyncio.gather(*(ana.does(each) for each in both))
        assert not any(each.text.startswith("✋") for each in outcomes), "the second is answered with the ruling"
        assert await table.seq() == seq + 1


@pytest.mark.parametrize("order", range(4))
async def test_six_players_answer_from_screens_of_one_moment_in_any_order(order: int) -> None:
    async with seated() as table:
        players = [f"Player{number}" for number in range(6)]
        await table.fight(*players)
        dealer = table.person("Dealer")
        for number in range(3):
            await dealer.command("/gm add", who="bandit", name=f"Extra {number}", where="Rocks")
        await dealer.command("/gm go-on")
        while (await table.showing()).view.headline != "Turn 1, Enemy Phase":
            if not (await dealer.command("/gm go-on")).text.startswith("✋"):
                continue
        showing = await table.showing(by=dealer)
        targets = [each.name for each in showing.view.combatants if each.id in showing.players and not each.is_out]
        enemies = [each.who for each in showing.view.asked if each.whom and each.whom not in showing.players]
        for enemy, target in zip(enemies, targets, strict=False):
            outcome = await dealer.command("/act", action="Shoot", whom=target, **{"as": enemy})
            assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        asked = [each.whom for each in (await table.showing()).view.asked]
        owing = {user for whom, user in showing.players.items() if whom in asked}
        assert len(owing) == 6, "all six are shot at"
        people = [each for each in table.discord.people.values() if int(each.user.id) in owing]
        waiting = []
        for person in people:
            await person.press(table.board(), table.button(table.board(), "Your move"))
            screen = person.surfaces()[0]
            waiting.append((person, screen.message, screen.controls[-1].custom_id))
        random.Random(order).shuffle(waiting)
        seq = await table.seq()
        outcomes = await asyncio.gather(*(person.press(message, card) for person, message, card in waiting))
        assert not [each.text for each in outcomes if each.text.startswith("✋")]
        assert await table.seq() == seq + 6
