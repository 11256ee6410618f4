"""/rules: what the rules say, the weapon tables and the house rules, shown to whoever asks alone."""

import pytest

from bot.rehearsal.people import Outcome
from cogs.render import reference
from cogs.render.theme import CONTENT
from rules.core.audience import PUBLIC
from rules.core.fight import Fight
from rules.core.ids import FightId, Place, UserId
from rules.core.reference import Row, Rule, RuleTable
from rules.registry import RULESETS
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Shoot
from rules.systems.texarkana.weapons import tables
from rules.telling import cited
from tests.support.table import require_refused, seated
from tests.systems.texarkana.table import DEALER, fight, npc, pc, who


def private(outcome: Outcome) -> str:
    assert outcome.ephemeral, f"others could see: {outcome.text}"
    assert not outcome.text.startswith("✋"), outcome.text
    return outcome.text.replace("\\", "")


@pytest.mark.parametrize("typed", ["TX-49", "tx 49", "tx49"])
async def test_a_rule_is_found_by_its_number_however_it_is_typed(typed: str) -> None:
    async with seated() as table:
        await table.fight("Ana")
        text = private(await table.person("Ana").command("/rules lookup", what=typed))
        assert "TX-49 What cover gives" in text
        assert "+2" in text


async def test_a_word_brings_every_rule_that_has_to_do_with_it() -> None:
    async with seated() as table:
        await table.fight("Ana")
        text = private(await table.person("Ana").command("/rules lookup", what="cover"))
        assert all(f"{number} " in text for number in ("TX-48", "TX-49", "TX-50", "TXA-14"))


async def test_a_word_of_ones_own_brings_the_rules_that_people_mean_by_it() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        fleeing = await ana.complete("/rules lookup", "what", "fleeing", system="texarkana")
        assert {"TX-58", "TX-22f"} <= {choice.value for choice in fleeing}
        running = await ana.complete("/rules lookup", "what", "run away", system="texarkana")
        assert "TX-58" in {choice.value for choice in running}


async def test_nothing_found_says_what_one_may_look_for() -> None:
    async with seated() as table:
        refused = await table.person("Ana").command("/rules lookup", what="dragons", system="texarkana")
        require_refused(refused, "dragons", "TX-01", "free-for-all")


async def test_without_a_fight_the_system_is_named_or_the_only_one() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        assert "TX-29" in private(await ana.command("/rules lookup", what="TX-29", system="Texarkana"))
        require_refused(await ana.command("/rules lookup", what="TX-29", system="chess"), "chess", "Texarkana")
        outcome = await ana.command("/rules lookup", what="TX-29")
        if len(RULESETS) == 1:
            assert "TX-29" in private(outcome)
        else:
            require_refused(outcome, "system", "Texarkana")


async def test_rules_are_looked_up_in_a_direct_message_too() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        ana.goes_to_dms()
        assert "TX-29 How" in (await ana.command("/rules lookup", what="TX-29", system="texarkana")).text
        assert "(TX-30)" in (await ana.command("/rules weapons", system="texarkana")).text
        assert "(TXD-35)" in (await ana.command("/rules house", system="texarkana")).text
        offered = await ana.complete("/rules lookup", "what", "sabre", system="texarkana")
        assert "TXA-27" in [each.value for each in offered]


async def test_the_rules_behind_the_last_ruling_are_offered_first() -> None:
    async with seated() as table:
        await table.fight("Ana")
        ana = table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await table.settled()
        offered = [choice.value for choice in await ana.complete("/rules lookup", "what", "")]
        assert set(offered[:5]) >= {"TX-14", "TX-15", "TX-16"}
        assert len(offered) == 25


async def test_the_rules_that_a_refusal_cites_open_beside_it() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        require_refused(await dealer.command("/fight begin", system="texarkana", house="ace=99"), "TXD-35")
        assert "TXD-35 House rules" in private(await dealer.presses("TXD-35"))
        assert "✋" in dealer.sees(), "the refusal is still there"


async def test_the_rules_that_a_refused_act_cites_open_beside_it() -> None:
    async with seated() as table:
        await table.fight("Ana")
        refused = await table.person("Dealer").command("/gm place", where="Nowhere", link="Atlantis")
        require_refused(refused, "TX-24")
        assert "TX-24 Zones" in private(await table.person("Dealer").presses("TX-24"))


async def test_the_rules_behind_the_history_can_be_picked_and_lead_to_others() -> None:
    async with seated() as table:
        await table.fight("Ana")
        ana = table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await ana.command("/fight history")
        assert "TX-14 Lookout" in private(await ana.picks("TX-14 Lookout"))
        assert "TX-15 The test" in private(await ana.picks("TX-15 The test for the Initiative"))


async def test_a_rule_behind_a_secret_is_offered_to_the_game_master_alone() -> None:
    async with seated() as table:
        await table.fight("Ana")
        typed = {"what": "Pistols rating", "whom": "Dutch", "value": "2"}
        assert "Pistols" in private(await table.person("Dealer").command("/gm secret", **typed))
        place = table.place()
        dealer, ana = (int(table.person(name).user.id) for name in ("Dealer", "Ana"))
        assert await table.bot.referee.cited(place, dealer) == ("TXF-12",)  # type: ignore[arg-type]  # a UserId
        assert await table.bot.referee.cited(place, ana) == ()  # type: ignore[arg-type]  # a UserId


def test_a_rule_behind_a_secret_part_of_a_number_is_for_the_game_master_alone() -> None:
    """Bart's Injury lowers his rating (TXD-21), which only the Dealer may know."""
    game = fight(pc(hand=("KHe",)), npc(injury=1))
    events = game.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2He", "3He")
    place = Place(guild=1, channel=2)
    envelope = Fight(
        id=FightId("f"), place=place, ruleset="texarkana", schema=1, title="", gms=(UserId(1),), state=game.state
    )
    told = {viewer: cited(TEXARKANA, envelope, events, viewer) for viewer in (DEALER, PUBLIC)}
    assert {"TX-54", "TX-55", "TXD-10"} <= set(told[PUBLIC])
    assert set(told[DEALER]) - set(told[PUBLIC]) == {"TXD-11", "TXD-21"}


# ---- weapons


async def test_every_weapon_is_on_a_page_and_every_page_fits() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        texts = [
            private(await ana.command("/rules weapons", system="texarkana")),
            private(await ana.presses("Ranged weapons")),
        ]
        every = [row.name for rows in (tables().melee, tables().ranged) for row in rows.values()]
        assert not [name for name in every if f"{name}**: " not in "\n".join(texts)]
        assert all(len(text) <= CONTENT for text in texts)
        assert "bowie knife**: brawling +1, damage 3, needs B in Clubs and B in Horns, Horns trump too" in texts[0]
        assert "blunderbuss**: attack +1, damage 3, short range (1 zone), needs B in Pistols, one shot" in texts[1]


def test_a_long_table_is_paged_and_no_row_is_split_or_lost() -> None:
    rows = tuple(Row(name=f"weapon {number}", facts=("x" * 90,)) for number in range(60))
    long = RuleTable(title="Weapons", rule="X-1", rows=rows)
    pages = [reference.weapons("any", "Any", (long,), page).text for page in range(4)]
    assert all(len(page) <= CONTENT for page in pages)
    counts = [page.count("**: ") for page in pages]
    assert counts == [18, 17, 17, 8], "1900 characters hold 10 rows of 105 and 8 of 106; later, 17 of 106"


def test_many_long_rules_fit_into_one_message() -> None:
    every = [Rule(id=f"X-{number}", title="t" * 80, summary="s" * 900) for number in range(40)]
    screen = reference.rules(every, every)
    assert len(screen.text) <= CONTENT
    assert "X-0" in screen.text


# ---- the house


async def test_the_house_rules_of_a_fight_show_the_reading_in_force() -> None:
    async with seated() as table:
        await table.fight("Ana", house="injury_penalty=0, ties=npc")
        text = private(await table.person("Ana").command("/rules house"))
        assert "ties=npc (in force): a tie is the Dealer's" in text
        assert "injury-penalty=0 (in force): Injury costs nothing" in text
        assert "TXD-21" in text
        assert "draws=bot (in force)" in text


async def test_the_house_rules_of_a_system_show_the_reading_of_the_book() -> None:
    async with seated() as table:
        text = private(await table.person("Ana").command("/rules house", system="texarkana"))
        assert "ties=pc (usual): a tie is the PC's" in text
        assert "npc: a tie is the Dealer's" in text


async def test_a_named_set_and_single_switches_may_be_combined_and_the_later_one_counts() -> None:
    async with seated() as table:
        await table.fight("Ana", house="quick, ties=npc, ties=pc, chase=optional")
        now = {switch.key: switch.now for switch in await table.bot.referee.house(table.place())}
        assert (now["trump"], now["ties"], now["chase"], now["ace"]) == ("auto", "pc", "optional", "1")


async def test_by_the_book_is_every_usual_reading() -> None:
    async with seated() as table:
        await table.fight("Ana", house="by the book", scene="saloon")
        house = await table.bot.referee.house(table.place())
        assert not [each.key for each in house if each.now != each.usual and each.rule != "TXD-33"]


async def test_house_rules_are_offered_one_after_the_other() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        first = await dealer.complete("/fight begin", "house", "", system="texarkana")
        assert [choice.value for choice in first[:2]] == ["by the book", "quick"]
        second = await dealer.complete("/fight begin", "house", "quick, tie", system="texarkana")
        assert [choice.value for choice in second] == ["quick, ties=npc", "quick, tier=melee", "quick, tier=fists"]
        await dealer.command("/fight begin", system="texarkana", house=second[0].value)
        now = {switch.key: switch.now for switch in await table.bot.referee.house(table.place())}
        assert (now["trump"], now["ties"]) == ("auto", "npc")


@pytest.mark.parametrize("typed", ["saved", "slow", "ties=both", "=1", "mood=grim"])
async def test_house_rules_that_do_not_exist_are_refused_with_what_there_is(typed: str) -> None:
    async with seated() as table:
        refused = await table.person("Dealer").command("/fight begin", system="texarkana", house=typed)
        there = {"saved": "quick", "slow": "by the book", "ties=both": "npc", "=1": "switch=value", "mood=grim": "ties"}
        require_refused(refused, there[typed])
        assert not table.posted()
