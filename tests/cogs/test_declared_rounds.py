"""A fight with rounds that everybody declares at once: eight combatants, six rounds, one player who never answers."""

import re

import pytest

from bot.rehearsal import Person
from bot.rehearsal.render import text_of
from rules.core.view import AskedView, Phase
from tests.cogs.players import awaited
from tests.support.table import Table, seated

PLAYERS = ("Ana", "Bo", "Cleo", "Dai")
ABSENT = "Dai"
ROUNDS = 6
ROUND = re.compile(r"Round (\d+)")


async def _begun(table: Table, *players: str, scene: str = "brawl", house: str | None = None) -> Person:
    """A lobby with these players, two NPCs of the scene and two more, begun. Everybody is made hard to put down."""
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", system="conflicts", scene=scene, title="Closing time", house=house)
    for player in players:
        await table.person(player).command("/fight join")
    for name in ("Ned", "Tim"):
        outcome = await dealer.command("/gm add", who="rowdy", name=name, where="9 m from Sid")
        assert not outcome.text.startswith("✋"), outcome.text
    await table.settled()
    lobby = _board(table)
    assert "Players: " in lobby  # these rules know no Posse
    assert "Enemies: " in lobby
    await dealer.command("/fight start")
    await table.settled()
    showing = await table.showing(by=dealer)
    for each in showing.view.combatants:
        command = "/gm secret" if each.is_npc else "/gm amend"
        for what in ("strength", "will"):
            key = f"npc-{what}" if each.is_npc else what
            outcome = await dealer.command(command, what=key, value="40", whom=each.name)
            assert not outcome.text.startswith("✋"), outcome.text
    await table.settled()
    return dealer


def _board(table: Table) -> str:
    return text_of(table.board().payload).replace("\\", "")


async def _round(table: Table) -> int:
    found = ROUND.search((await table.showing()).view.headline)
    assert found is not None
    return int(found[1])


async def _owed_by(table: Table, dealer: Person, name: str) -> AskedView | None:
    """The decision that a player's combatant owes."""
    showing = await table.showing(by=dealer)
    user = int(table.person(name).user.id)
    mine = next(who for who, holder in showing.players.items() if holder == user)
    return next((each for each in showing.view.asked if each.whom == mine), None)


async def test_eight_combatants_and_six_rounds_with_one_player_who_never_answers() -> None:
    async with seated(seed=3) as table:
        dealer = await _begun(table, *PLAYERS, house="toughness=cinematic")
        assert len([each for each in (await table.showing()).view.combatants if each.side != "bystander"]) == 8
        waits: dict[int, int] = {}
        while (number := await _round(table)) <= ROUNDS:
            if await _somebody_answers(table, dealer):
                continue
            waits[number] = waits.get(number, 0) + 1
            absent = await _owed_by(table, dealer, ABSENT)
            assert absent is not None, "nobody else is waited for"
            assert absent.otherwise.split(" (")[0] in _board(table), "the default is shown beforehand"
            await dealer.command("/gm go-on")
            await table.settled()
            assert _as_infinitive(absent.otherwise.removeprefix(f"{absent.who} ")) == _declared(table, absent.who)
        assert waits == dict.fromkeys(range(1, ROUNDS + 1), 1), "one wait a round"


async def _somebody_answers(table: Table, dealer: Person) -> bool:
    """One of the players who are there answers what is asked of him, with what stands first."""
    for name in PLAYERS:
        owed = await _owed_by(table, dealer, name)
        if name == ABSENT or owed is None:
            continue
        person = table.person(name)
        await person.presses("Your move")
        outcome = await person.presses(owed.choices[0].label)
        assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        return True
    return False


def _declared(table: Table, name: str) -> str:
    """What was last told that somebody declared."""
    found = [line for line in _told(table) if line.startswith(f"{name} declared: ")]
    return found[-1].removeprefix(f"{name} declared: ").removesuffix(".")


def _as_infinitive(told: str) -> str:
    """ "attacks Sid (fist), then defends" as it is declared: "attack Sid (fist), then defend"."""
    for verb, bare in (
        ("attacks", "attack"),
        ("defends", "defend"),
        ("moves", "move"),
        ("handles", "handle"),
        ("reloads", "reload"),
        ("draws", "draw"),
        ("picks up", "pick up"),
        ("looks round", "orient"),
        ("gets up", "get up"),
    ):
        told = re.sub(rf"(^|then ){verb}\b", rf"\g<1>{bare}", told)
    twice = re.fullmatch(r"(.*?),? twice", told)
    return f"{twice[1]}, then {twice[1]}" if twice else told


async def test_a_round_is_declared_and_played_by_typing_alone() -> None:
    async with seated(seed=5) as table:
        dealer = await _begun(table, "Ana", "Bo")
        ana, bo = table.person("Ana"), table.person("Bo")
        outcome = await ana.command("/act", action="Move", where="towards Sid")
        assert "declares to move towards Sid" in outcome.text
        assert "move towards Sid" not in bo.sees()
        outcome = await ana.command("/act", action="Attack", whom="Sid", weapon="fist", where="the head")
        assert "attack Sid (fist, at the head)" in outcome.text
        await bo.command("/act", action="Defend")
        await bo.command("/act", action="Defend")
        await dealer.command("/gm go-on")
        await table.settled()
        assert await _round(table) == 2 or (await _owed_by(table, dealer, "Ana")) is not None
        assert "declared: move towards Sid, then attack Sid (fist, at the head)" in bo.sees()


async def test_the_gm_places_people_by_distance_and_the_board_says_it() -> None:
    async with seated() as table:
        dealer = await _begun(table, "Ana")
        name = next(each.name for each in (await table.showing()).view.combatants if not each.is_npc)
        outcome = await dealer.command("/gm place", where=f"12 m from {name}", whom="Sid")
        assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        assert "Sid 12 m" in _board(table)
        outcome = await dealer.command("/gm place", where="all at 20 m")
        await table.settled()
        assert "Sid 20 m" in _board(table)
        refused = await dealer.command("/gm place", where="the moon", whom="Sid")
        assert refused.text.startswith("✋")
        assert "12 m from a name" in refused.text


@pytest.mark.parametrize("scene", ["skirmish", "firefight", "court", "ambush", "raid"])
async def test_every_scene_is_played_to_its_end_by_going_on(scene: str) -> None:
    async with seated(seed=2) as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system="conflicts", scene=scene, title="A fight")
        for player in PLAYERS[:2]:
            await table.person(player).command("/fight join")
        await dealer.command("/fight start")
        await table.settled()
        for _ in range(60):
            if not await awaited(table, dealer):
                break
            outcome = await dealer.command("/gm go-on")
            assert not outcome.text.startswith("✋"), outcome.text
            await table.settled()
        assert (await table.showing()).view.phase is Phase.OVER


async def test_dice_may_be_typed_in() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system="conflicts", scene="skirmish", title="A fight", house="draws=typed")
        await table.person("Ana").command("/fight join")
        await dealer.command("/fight start")
        for face in ("5", "4", "2", "1"):
            outcome = await dealer.command("/act", action=face)
            assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        assert await _round(table) == 1


async def test_c2d_17_a_ruling_that_forgot_the_dark_is_judged_again_with_the_same_dice() -> None:
    async with seated(seed=4) as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system="conflicts", scene="firefight", title="A fight")
        await table.person("Ana").command("/fight join")
        await dealer.command("/fight start")
        await dealer.command("/gm go-on")
        await table.settled()
        before = [line for line in _told(table) if " (dice " in line and " against " in line]
        outcome = await dealer.command("/gm correct", what="Dark", value="yes", now=True)
        assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        after = [line for line in _told(table) if "for firing wild: dark" in line]
        assert before
        assert after
        dice = before[0].partition(" (dice ")[2].partition(")")[0]
        assert f"(dice {dice})" in after[0], "the same dice"


def _told(table: Table) -> list[str]:
    """Every line that everybody was told, oldest first."""
    return [line for message in table.posted() for line in text_of(message.payload).replace("\\", "").split("\n")]
