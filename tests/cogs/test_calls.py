"""/gm call: one GM, several players, one of them asleep; what is his secret stays so on every surface."""

import asyncio
import re

import pytest

from bot.rehearsal import Person
from bot.rehearsal.interaction import Interaction, make
from bot.rehearsal.people import Outcome
from bot.rehearsal.wire import COMPONENT
from bot.rehearsal.world import Message
from cogs.call import how_hard
from rules.core.calling import Check
from rules.core.option import Choice
from tests.cogs.test_twice import again
from tests.support.table import Table, require_refused, seated

SECRET = "13"  # a target number that nothing else on the table shows
MOMENT = re.compile(r"<t:\d+:\w>")  # as Discord is told one


async def stand_off(table: Table, *players: str) -> None:
    """These players against Angus and his men, in action time."""
    judge = table.person("Judge")
    await judge.command("/fight begin", system="twtw", scene="standoff", title="Stand-off")
    for player in players:
        await table.person(player).command("/fight join")
    await judge.command("/fight start")
    await table.settled()


async def answers(table: Table, player: str) -> Outcome:
    person = table.person(player)
    await person.press(table.board(), table.button(table.board(), "Your move"))
    return await person.presses("Draw the card")


def forged(table: Table, person: Person, message: Message, address: str) -> Interaction:
    """A press on a message that this person cannot see."""
    component = next(each for each in message.components if each.get("custom_id") == address)
    about = {"component_type": component["type"], "custom_id": address, "id": component["id"]}
    return make(table.discord.world, COMPONENT, person.user, message.channel, about, surface=message)


async def owing(table: Table) -> set[str]:
    """Who owes a check."""
    showing = await table.showing()
    names = {int(each.user.id): name for name, each in table.discord.people.items()}
    called = [each.whom for each in showing.view.asked if each.what.startswith("a check")]
    return {names[showing.players[whom]] for whom in called if whom is not None}


async def test_the_gm_calls_everybody_with_one_press_and_all_answer_in_any_order() -> None:
    async with seated() as table:
        await stand_off(table, "Ana", "Bo", "Cy")
        judge = table.person("Judge")
        shown = await judge.command("/gm call", who="posse", check="bravery", note="the roof comes down")
        assert shown.ephemeral
        assert await owing(table) == set(), "nothing counts yet"
        judge.counted()
        await judge.presses("Call, difficulty told")
        assert judge.tally.presses <= 1
        await table.settled()
        assert await owing(table) == {"Ana", "Bo", "Cy"}
        for player in ("Bo", "Ana"):
            outcome = await answers(table, player)
            assert "Bravery (the roof comes down)" in outcome.text
            assert "against Easy: 3" in outcome.text
            await table.settled()
        assert await owing(table) == {"Cy"}
        everybody = table.person("Zoe").sees()
        assert everybody.count("Bravery (the roof comes down):") >= 2
        gone_on = await judge.command("/gm go-on")
        assert "Bravery (the roof comes down)" in gone_on.text, "the card is drawn for whoever sleeps"
        await table.settled()
        assert await owing(table) == set()


async def test_only_whoever_is_called_answers_and_only_the_gm_calls() -> None:
    async with seated() as table:
        await stand_off(table, "Ana", "Bo")
        judge, ana, bo = (table.person(name) for name in ("Judge", "Ana", "Bo"))
        require_refused(await ana.command("/gm call", who="everybody", check="bravery"), "Only the Judge")
        await judge.command("/gm call", who="everybody", check="bravery")
        screen = judge.surfaces()[0]
        address = next(each.custom_id for each in screen.controls if each.label == "Call, difficulty told")
        require_refused(await ana.does(forged(table, ana, screen.message, address)), "Only the Judge")
        assert await owing(table) == set()
        await judge.presses("Call, difficulty told")
        await table.settled()
        await ana.press(table.board(), table.button(table.board(), "Your move"))
        mine = ana.surfaces()[0]
        address = next(each.custom_id for each in mine.controls if each.label == "Draw the card")
        require_refused(await bo.does(forged(table, bo, mine.message, address)), "not yours")
        assert await owing(table) == {"Ana", "Bo"}


async def test_whom_and_how_hard_is_changed_in_menus() -> None:
    async with seated() as table:
        await stand_off(table, "Ana", "Bo", "Cy")
        judge = table.person("Judge")
        names = {each.id: each.name for each in (await table.showing(by=judge)).view.combatants}
        players = (await table.showing()).players
        some = [names[who] for who, user in players.items() if user != int(table.person("Cy").user.id)]
        await judge.command("/gm call", who="posse", check="Strength")
        await judge.picks(*some)
        changed = await judge.picks("9, Difficult")
        assert "Difficulty: 9, Difficult" in changed.text
        await judge.presses("Call, difficulty told")
        await table.settled()
        assert await owing(table) == {"Ana", "Bo"}
        assert "against Difficult: 9" in (await answers(table, "Ana")).text


async def test_for_surprise_those_with_a_weapon_drawn_are_chosen_beforehand() -> None:
    async with seated() as table:
        await stand_off(table, "Ana", "Bo")
        judge = table.person("Judge")
        view = (await table.showing(by=judge)).view
        mine = next(each for each in view.combatants if not each.is_npc)
        await judge.command("/gm amend", what="weapon", value="none", whom=mine.name)
        screen = await judge.command("/gm call", who="posse", check="surprise")
        assert f"Called: {mine.name}" not in screen.text
        named = await judge.command("/gm call", who=mine.name, check="surprise")
        assert f"Called: {mine.name}" in named.text, "whoever is named is meant"


async def test_a_secret_difficulty_is_shown_to_nobody_else() -> None:
    async with seated() as table:
        await stand_off(table, "Ana", "Bo")
        judge = table.person("Judge")
        outcome = await judge.command(
            "/gm call", who="everybody", check="Strength", difficulty=SECRET, hidden=True, now=True
        )
        assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        own = await answers(table, "Ana")
        await table.settled()
        await judge.command("/gm go-on")
        await table.settled()
        assert "Strength: " in own.text
        for name in ("Ana", "Bo", "Zoe"):
            person = table.person(name)
            await person.command("/fight history")
            await person.command("/fight show")
            await table.settled()
            seen = MOMENT.sub("", person.sees())  # whose digits may hold any number
            said = [line for line in seen.splitlines() if "Strength" in line]
            assert any("succeeds." in line or "fails." in line for line in said)
            assert not [line for line in said if SECRET in line or "card" in line or "against" in line], said
        told = [line for line in judge.sees().splitlines() if "Strength" in line]
        assert any(f"against the Judge's number: {SECRET}" in line for line in told), told


async def test_what_is_delivered_twice_or_pressed_twice_calls_once() -> None:
    async with seated(expects_refusals=True) as table:
        await stand_off(table, "Ana", "Bo")
        judge = table.person("Judge")
        await judge.command("/gm call", who="posse", check="bravery")
        screen = judge.surfaces()[0]
        address = next(each.custom_id for each in screen.controls if each.label == "Call, difficulty told")
        seq = await table.seq()
        both = [judge.pressing(screen.message, address) for _ in range(2)]
        outcomes = await asyncio.gather(*(judge.does(each) for each in both))
        assert await table.seq() == seq + 1
        await again(table, outcomes[0].interaction)
        assert await table.seq() == seq + 1
        own = await answers(table, "Bo")
        await again(table, own.interaction)
        assert await table.seq() == seq + 2


async def test_the_panel_leads_to_every_check_in_four_taps() -> None:
    async with seated() as table:
        await stand_off(table, "Ana", "Bo")
        judge = table.person("Judge")
        judge.counted()
        await judge.press(table.board(), table.button(table.board(), "Judge"))
        await judge.presses("Call for a check")
        await judge.picks("Bravery")
        await judge.presses("Call, difficulty told")
        assert judge.tally.presses <= 4
        await table.settled()
        assert await owing(table) == {"Ana", "Bo"}


async def offered(person: Person, option: str, text: str = "", /, **options: object) -> list[str]:
    return [str(choice.value) for choice in await person.complete("/gm call", option, text, **options)]


async def test_what_is_offered_while_typing_is_accepted() -> None:
    async with seated() as table:
        await stand_off(table, "Ana", "Bo")
        judge = table.person("Judge")
        assert "surprise" in await offered(judge, "check")
        assert await offered(table.person("Ana"), "check") == []
        people = await offered(judge, "who", check="bravery")
        assert people[0] == "everybody"
        first, second = people[-2:]
        (two,) = [each for each in await offered(judge, "who", f"{first}, {second[:6]}") if each.endswith(second)]
        (easy, *_) = await offered(judge, "difficulty", check="bravery")
        outcome = await judge.command("/gm call", who=two, check="bravery", difficulty=easy)
        assert first in outcome.text
        assert second in outcome.text
        require_refused(await judge.command("/gm call", who="Nobody", check="bravery"), "Nobody")
        require_refused(await judge.command("/gm call", who="posse", check="dancing"), "dancing")
        require_refused(await judge.command("/gm call", who="posse", check="bravery", difficulty="hard"), "hard")


async def test_a_test_of_cards_is_called_and_answered_from_each_hand() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        require_refused(await dealer.command("/gm call", who="posse", check="Spades"), "before this is decided")
        await ana.command("/act", action="I am Lookout")
        while (await table.showing()).view.headline.startswith("Before") or any(
            "Initiative" in each.what for each in (await table.showing()).view.asked
        ):
            await dealer.command("/gm go-on")
        await dealer.command("/gm call", who="posse", check="Spades trump", note="over the wall")
        await dealer.presses("Call, difficulty secret")
        await table.settled()
        asked = [each for each in (await table.showing()).view.asked if "over the wall" in each.what]
        assert len(asked) == 2
        await table.person("Bo").press(table.board(), table.button(table.board(), "Your move"))
        assert "Which card do you play for this: over the wall?" in table.person("Bo").surfaces()[0].text


async def test_dice_are_rolled_by_those_whom_the_gm_calls() -> None:
    async with seated() as table:
        gm = table.person("Game master")
        await gm.command("/fight begin", system="conflicts", title="Skirmish")
        for player in ("Ana", "Bo"):
            await table.person(player).command("/fight join")
        await gm.command("/fight start")
        await table.settled()
        await gm.command("/gm call", who="everybody", check="will", difficulty="-1")
        await gm.presses("Call, difficulty told")
        await table.settled()
        outcome = await table.person("Ana").command("/act", action="Roll")
        assert "Will: " in outcome.text
        assert "1 for difficulty" in outcome.text
        assert "against 8" in outcome.text


@pytest.mark.parametrize(("typed", "key"), [("3", "+3"), ("+3", "+3"), ("0", "+0"), ("-1", "-1"), ("7", "7")])
def test_a_difficulty_typed_without_its_sign_is_the_one_offered(typed: str, key: str) -> None:
    offered = tuple(Choice(key=each, label=each) for each in ("+0", "+3", "-1"))
    assert how_hard(Check(key="x", label="x", who=(), difficulties=offered), typed) == key


async def test_whoever_calls_too_early_is_told_what_comes_first() -> None:
    """In Texarkana the Initiative (TX-14); in a lobby, the start."""
    async with seated() as table:
        await table.fight("Ana", "Bo", start=False)
        dealer = table.person("Dealer")
        call = {"who": "posse", "check": "Spades trump"}
        require_refused(await dealer.command("/gm call", **call), "not under way")
        await dealer.command("/fight start")
        await table.settled()
        owed = [each for each in (await table.showing(by=dealer)).view.asked if each.blocks]
        refused = await dealer.command("/gm call", **call)
        require_refused(refused, "before this is decided", owed[0].what, "/gm go-on")
        await dealer.presses("Dealer")
        require_refused(await dealer.presses("Call for a check"), "before this is decided", owed[0].what)
        while (outcome := await dealer.command("/gm call", **call)).text.startswith("✋"):
            require_refused(outcome, "before this is decided")
            assert not (await dealer.command("/gm go-on")).text.startswith("✋")
            await table.settled()
        assert "Called: " in outcome.text
