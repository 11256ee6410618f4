"""A stand-off of another rule system through the same commands, buttons and forms."""

from tests.cogs.players import awaited
from tests.support.table import Table, require_refused, seated


async def _until(table: Table, who: str, what: str) -> None:
    """Everybody does nothing until this one owes this decision."""
    judge = table.person("Judge")
    for _ in range(60):
        owed = await awaited(table, judge)
        if any(each.who == who and each.what.startswith(what) for each in owed):
            return
        done = "Stay here" if owed[0].what.startswith("to move") else "Done"
        mine = [choice for choice in owed[0].choices if choice.key == "done"]
        outcome = await judge.command("/act", action=mine[0].label if mine else done, as_=owed[0].who)
        assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
    raise AssertionError(f"{who} never has {what}")


async def _stand_off(table: Table) -> None:
    judge, ana = table.person("Judge"), table.person("Ana")
    house = "movement=slowest_first"  # so that whoever aims at the slower has not moved yet
    await judge.command("/fight begin", system="twtw", scene="standoff", title="Stand-off", house=house)
    await ana.command("/fight join", who="Miranda")
    await judge.command("/fight start")
    await table.settled()


async def test_a_stand_off_is_played_by_commands_buttons_and_forms() -> None:
    async with seated() as table:
        await _stand_off(table)
        judge, ana = table.person("Judge"), table.person("Ana")
        await _until(table, "Miranda", "to act")
        outcome = await ana.command("/act", action="aim", whom="Angus")
        assert "aims at Angus Laroq" in outcome.text
        assert "out at pace: straight left 11 or right 11" in (await table.showing()).view.notes[2]
        await ana.presses("Hold the aim")
        await _until(table, "Angus Laroq", "to move")
        offered = await judge.complete("/act", "where", "", action="move", as_="Angus")
        assert any("Miranda loses the aim" in choice.name for choice in offered)
        await judge.command("/act", action="move", note="5 paces left of Miranda", as_="Angus")
        await table.settled()
        owed = await awaited(table, judge)
        assert [each.who for each in owed] == ["Miranda"]
        outcome = await ana.presses("Your move")
        assert "is about to go 5 straight left of Miranda" in outcome.text
        await ana.presses("Fire now")
        outcome = await ana.fills({"Called shot": "head"})
        assert "at the head" in outcome.text
        await table.settled()
        headline = (await table.showing()).view.headline
        assert "sets off" not in headline or "hits" in headline, "the move goes on, or ends"


async def test_a_move_is_picked_from_what_is_offered_or_written() -> None:
    async with seated() as table:
        await _stand_off(table)
        ana = table.person("Ana")
        await _until(table, "Miranda", "to move")
        await ana.presses("Your move")
        outcome = await ana.presses("Move")
        assert "Where to" in outcome.text
        await ana.picks("9 straight left of Angus Laroq")
        outcome = await ana.presses("Move")
        assert "Miranda has moved 9 paces" in outcome.text


async def test_the_judge_places_people_in_words() -> None:
    async with seated() as table:
        await _stand_off(table)
        judge = table.person("Judge")
        outcome = await judge.command("/gm place", where="3 paces E of Miranda", whom="Angus")
        assert "Angus Laroq is at 3 E, 10 N" in outcome.text
        require_refused(await judge.command("/gm place", where="the moon", whom="Angus"), "the moon", "TW-2.21")
        outcome = await judge.command("/gm add", who="bandit", where="2 N of Miranda", name="Late")
        assert "Late is in (12 N)" in outcome.text


async def test_the_fight_goes_on_by_itself_to_its_end() -> None:
    async with seated() as table:
        await _stand_off(table)
        judge = table.person("Judge")
        for _ in range(80):
            if not await awaited(table, judge):
                break
            outcome = await judge.command("/gm go-on")
            assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        assert "Over" in (await table.showing()).view.headline


async def test_cards_drawn_at_the_table_are_typed_in_by_number() -> None:
    async with seated() as table:
        judge, ana = table.person("Judge"), table.person("Ana")
        await judge.command("/fight begin", system="twtw", scene="bead", title="A bead", house="draws=typed")
        await ana.command("/fight join", who="Cyril")
        await judge.command("/fight start")
        await table.settled()
        for card in ("39, Jack of Hearts", "12, 4 of Spades"):
            (asked,) = (await table.showing(by=judge)).view.asked
            assert "initiative" in asked.what
            outcome = await judge.command("/act", action=card)
            assert not outcome.text.startswith("✋"), outcome.text
            await table.settled()
        assert "movement" in (await table.showing()).view.headline
