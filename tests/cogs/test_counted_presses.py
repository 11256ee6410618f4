"""How much people have to press: setting up, a test, an enemy phase. Each bound is part of what the bot promises."""

import pytest

from bot.rehearsal import Person
from bot.rehearsal.people import Outcome
from rules.core.view import Phase
from rules.registry import RULESETS
from tests.cogs.players import awaited, player_of
from tests.support.table import Table, seated

A_COMMAND, AN_OPTION, A_PRESS = 8, 6, 5  # seconds
SET_UP_COMMANDS, SET_UP_PRESSES, SET_UP_SECONDS = 2, 6, 90
TAPS_OF_A_TEST = 4
PRESSES_OF_AN_ENEMY_PHASE = 3
ENOUGH = 40  # decisions
FOUR = {"texarkana": ("ambush", "bandit", 1), "conflicts": ("skirmish", "rowdy", 2), "twtw": ("saloon", "bandit", 1)}
READY = [
    (each.id, scene.key)
    for each in RULESETS
    for scene in each.scenes
    if scene.key not in ("first-steps", "empty")  # for one alone; without enemies
]


async def begun(table: Table, system: str, scene: str, *more: str) -> Person:
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", system=system, scene=scene)
    for name in ("Ana", "Bo"):
        await table.person(name).command("/fight join")
    for each in more:
        await dealer.command("/gm add", who=each)
    outcome = await dealer.command("/fight start")
    assert not outcome.text.startswith("✋"), outcome.text
    await table.settled()
    return dealer


@pytest.mark.parametrize(("system", "scene"), READY)
async def test_a_ready_scene_is_set_up_in_time_and_joined_by_one_press(system: str, scene: str) -> None:
    async with seated() as table:
        dealer, players = table.person("Dealer"), [table.person("Ana"), table.person("Bo")]
        options = {"system": system, "scene": scene}
        await dealer.command("/fight begin", **options)
        await table.settled()
        for each in players:
            await each.presses("Join")
        outcome = await dealer.presses("Start")
        await table.settled()
        assert not outcome.text.startswith("✋"), outcome.text
        assert (await table.showing()).view.phase is Phase.RUNNING
        tally = dealer.counted()
        assert tally.commands <= SET_UP_COMMANDS
        assert tally.presses <= SET_UP_PRESSES
        seconds = A_COMMAND * tally.commands + AN_OPTION * len(options) + A_PRESS * tally.presses
        assert seconds <= SET_UP_SECONDS
        for each in players:
            done = each.counted()
            assert (done.commands, done.presses) == (0, 1)
            held = (await table.showing()).held_word.capitalize()
            assert "in this fight just now" not in (await each.presses(held)).text, "something is his"


async def _until(table: Table, dealer: Person, who: Person, wanted: str) -> None:
    """Go on until this person owes what begins so."""
    mine = int(who.user.id)
    for _ in range(ENOUGH):
        showing = await table.showing(by=dealer)
        owed = [each for each in showing.view.asked if each.whom and showing.players.get(each.whom) == mine]
        if any(each.what.startswith(wanted) for each in owed):
            return
        await dealer.command("/gm go-on")
        await table.settled()
    raise AssertionError(f"{who.name} never owes {wanted}")


async def _taps(table: Table, who: Person, *steps: str) -> tuple[int, Outcome]:
    """[Your move], then these buttons or lines of menus: how many taps it took, and the last answer."""
    who.counted()
    outcome = await who.press(table.board(), table.button(table.board(), "Your move"))
    for step in steps:
        outcome = await who.picks(step)
        assert not outcome.text.startswith("✋"), outcome.text
    await table.settled()
    return who.counted().presses, outcome


async def test_a_shot_with_a_trump_takes_four_taps_by_the_rules_of_texarkana() -> None:
    async with seated(seed=2) as table:
        dealer = await begun(table, "texarkana", "ambush")
        ana = table.person("Ana")
        await _until(table, dealer, ana, "to act")
        taps, outcome = await _taps(table, ana, "Shoot", "2 of Pistols", "Trump")
        assert taps <= TAPS_OF_A_TEST
        assert " against " in outcome.text, "the test is decided"


async def test_an_attack_is_met_with_a_trump_in_three_taps_by_the_rules_of_texarkana() -> None:
    async with seated(seed=7) as table:
        dealer = await begun(table, "texarkana", "ambush")
        ana = table.person("Ana")
        await _until(table, dealer, ana, "a card against")
        opened = await ana.press(table.board(), table.button(table.board(), "Your move"))
        for told in ("against Dutch's shot (revolver)", "Masks trump", "Your hand", "(trump)"):
            assert told in opened.text.replace("\\", "").replace("**", "")
        card = next(each.label for each in ana.surfaces()[0].controls if each.label.endswith("(trump)"))
        taps, outcome = await _taps(table, ana, card, "Stand")
        assert taps <= TAPS_OF_A_TEST - 1
        assert "misses" in outcome.text or "hits" in outcome.text


async def test_actions_are_declared_and_carried_out_in_four_taps_by_the_rules_of_conflicts() -> None:
    async with seated() as table:
        dealer = await begun(table, "conflicts", "skirmish")
        ana = table.person("Ana")
        await _until(table, dealer, ana, "to declare")
        taps, outcome = await _taps(table, ana, "Attack Dubois, then")
        assert taps <= TAPS_OF_A_TEST
        assert "has declared" in outcome.text
        bo = table.person("Bo")
        await _until(table, dealer, bo, "to declare")
        taps, outcome = await _taps(table, bo, "Attack", "Dubois", "Attack")  # whom alone, all else open
        assert taps <= TAPS_OF_A_TEST
        assert "declares to attack Dubois" in outcome.text
        await _until(table, dealer, ana, "the first action")
        taps, outcome = await _taps(table, ana, "Attack Lenoir")
        assert taps <= TAPS_OF_A_TEST
        assert "Lenoir" in outcome.text


async def test_a_shot_takes_three_taps_by_the_rules_of_the_west_that_wasnt() -> None:
    async with seated() as table:
        dealer = await begun(table, "twtw", "standoff")
        ana = table.person("Ana")
        for _ in range(ENOUGH):
            await _until(table, dealer, ana, "to act")
            opened = await ana.press(table.board(), table.button(table.board(), "Your move"))
            if "[Fire]" in opened.text:
                break
            await dealer.command("/gm go-on")
            await table.settled()
        taps, outcome = await _taps(table, ana, "Fire", "Fire")
        assert taps <= TAPS_OF_A_TEST
        assert "hits" in outcome.text or "misses" in outcome.text


@pytest.mark.parametrize("system", [each.id for each in RULESETS])
async def test_four_enemies_act_on_three_presses_of_the_game_master(system: str) -> None:
    scene, more, count = FOUR[system]
    async with seated() as table:
        dealer = await begun(table, system, scene, *(more for _ in range(count)))
        npcs = {each.id for each in (await table.showing(by=dealer)).view.combatants if each.is_npc}
        assert len(npcs) == 4
        acted: set[str] = set()
        dealer.counted()
        for _ in range(ENOUGH):
            owed = await awaited(table, dealer)
            asked = owed[0]
            player = await player_of(table, asked)
            if player is not None:  # the players answer for themselves
                await player.press(table.board(), table.button(table.board(), "Your move"))
                await player.picks(_usual(player, asked.choices[0].label if asked.choices else ""))
            elif asked.whom in acted:
                break
            else:
                acted |= {each.whom for each in owed if each.whom in npcs}
                gm_word = (await table.showing()).gm_word
                await dealer.press(table.board(), table.button(table.board(), gm_word))
                outcome = await dealer.presses("Run all")
                assert not outcome.text.startswith("✋"), outcome.text
                acted |= npcs - {each.whom for each in await awaited(table, dealer)}
            await table.settled()
            if acted >= npcs and player is None:
                break
        assert acted >= npcs
        assert dealer.counted().presses <= PRESSES_OF_AN_ENEMY_PHASE


def _usual(player: Person, known: str) -> str:
    """What a player who is asked presses: a choice that the table knows, else the first of his own."""
    screen = player.surfaces()[0]
    return known or screen.controls[0].label
