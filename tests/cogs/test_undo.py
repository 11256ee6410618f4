"""Taking back, as each sees it: one's own at once, the game master after a look, others by asking."""

import asyncio

from bot.rehearsal import Person
from cogs.render import theme
from rules.core.command import Answer
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from tests.cogs.test_acts import first_card, in_posse_phase, plays, shoots, told
from tests.support.table import Table, require_refused, seated


async def lookout(table: Table) -> Person:
    """Ana has done something of which nothing has come yet."""
    await table.fight("Ana", "Bo")
    ana = table.person("Ana")
    await ana.command("/act", action="I am Lookout")
    await table.settled()
    return ana


async def shot(table: Table) -> tuple[Person, str]:
    """Ana has played a card, which all have seen."""
    ana = await in_posse_phase(table)
    await shoots(table, ana, "Dutch")
    card = await first_card(table, ana)
    await ana.command("/act", action=card)
    await table.settled()
    return ana, card


async def hand(table: Table, person: Person) -> set[str]:
    return {item.label for item in (await table.showing(by=person)).view.hands[0].items}


# ---- one's own


async def test_what_brought_nothing_is_taken_back_by_a_press_right_behind_it() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        held = await hand(table, ana)
        outcome = await ana.command("/act", action="I am Lookout")
        assert "[Undo]" in outcome.text
        await ana.presses("Undo")
        await table.settled()
        assert "Who is Lookout?" in (await table.showing()).view.headline
        assert await hand(table, ana) == held
        assert "Ada Quill takes that back." in table.person("Bo").sees()
        assert "[Undo]" not in (await ana.presses("Your move")).text


async def test_it_is_taken_back_by_a_command_and_from_a_dm_too() -> None:
    async with seated() as table:
        ana = await lookout(table)
        outcome = await ana.command("/fight undo")
        assert "takes that back" in outcome.text
        await ana.command("/act", action="I am Lookout")
        ana.goes_to_dms()
        await ana.command("/me hand")
        await ana.presses("Your move")
        before = await table.seq()
        await ana.presses("Undo")
        assert await table.seq() == before + 1


async def test_once_somebody_else_has_acted_the_button_takes_nothing_back() -> None:
    async with seated() as table:
        ana = await lookout(table)
        await ana.presses("Your move")
        await table.person("Dealer").command("/gm amend", what="Grit", value="3", whom="Hank")
        before = await table.seq()
        require_refused(await ana.presses("Undo"), "something has happened")
        assert await table.seq() == before


async def test_another_player_may_not_take_it_back() -> None:
    async with seated() as table:
        await lookout(table)
        for name, words in (("Bo", "only the Dealer can take that back"), ("Cy", "only the Dealer")):
            require_refused(await table.person(name).command("/fight undo"), words)
            require_refused(await table.person(name).command("/fight undo", now=True), words)
            await _forged(table, name, words)
        assert await table.seq() == 5


async def _forged(table: Table, name: str, words: str) -> None:
    """Somebody presses a button that he was never shown."""
    person, board, seq = table.person(name), table.board(), await table.seq()
    interaction = person.pressing(board, table.button(board, "Hand"))
    fight = interaction.payload["data"]["custom_id"].split(":")[2]
    interaction.payload["data"]["custom_id"] = f"fd:undonow:{fight}:{seq}"
    require_refused(await person.does(interaction), words)


# ---- the game master


async def test_the_dealer_sees_first_what_it_would_bring() -> None:
    async with seated() as table:
        ana, card = await shot(table)
        held, seq = await hand(table, ana), await table.seq()
        dealer = table.person("Dealer")
        shown = await dealer.command("/fight undo")
        assert shown.ephemeral
        for words in ("Ada Quill plays the", "Everybody has seen", card, "Dealt anew", "1 card of Ada Quill", "→"):
            assert words in shown.text, words
        assert "Ada Quill has seen 1 card that came to nobody else" in shown.text
        assert not [each for each in held if each in shown.text], "the cards she holds are hers"
        assert await table.seq() == seq
        assert "panel" in (await dealer.presses("Back")).text
        assert await table.seq() == seq


async def test_the_card_that_was_seen_is_another_one_and_only_its_owner_hears_which() -> None:
    async with seated() as table:
        ana, card = await shot(table)
        held = await hand(table, ana)
        dealer = table.person("Dealer")
        await dealer.command("/fight undo")
        outcome = await dealer.presses("Take it back")
        await table.settled()
        now = await hand(table, ana)
        assert card not in now
        (new,) = now - held
        assert theme.plain(new) in ana.sees()
        public = told(table)[-1].payload["content"]
        assert "Dealt anew, since others have seen them: 1 card of Ada Quill." in public
        for text in (public, outcome.text, table.person("Bo").sees()):
            assert new not in text
        verified = await table.bot.referee.verify(table.place())
        assert verified.compared == await table.seq()


async def test_now_does_it_without_asking() -> None:
    async with seated() as table:
        await shot(table)
        before = await table.seq()
        outcome = await table.person("Dealer").command("/fight undo", now=True)
        assert "took back" in outcome.text
        assert await table.seq() == before + 1


async def test_what_has_happened_since_the_look_is_told_and_nothing_is_taken_back() -> None:
    async with seated() as table:
        ana = await lookout(table)
        dealer = table.person("Dealer")
        await dealer.command("/fight undo")
        await plays(table, ana)
        before = await table.seq()
        outcome = await dealer.presses("Take it back")
        require_refused(outcome, "something has happened")
        assert "[Undo last ruling]" in outcome.text, "his panel as it is now"
        assert await table.seq() == before


async def test_a_second_press_takes_nothing_more_back() -> None:
    async with seated(expects_refusals=True) as table:
        await shot(table)
        dealer = table.person("Dealer")
        await dealer.command("/fight undo")
        before = await table.seq()
        screen = dealer.surfaces()[0]
        outcome = await dealer.presses("Take it back")
        assert screen.private
        table.discord.deliver_again(outcome.interaction)
        await table.discord.until(lambda: bool(table.discord.refusals), 5.0)
        await table.settled()
        assert await table.seq() == before + 1


async def test_of_two_who_take_back_at_one_moment_one_does() -> None:
    async with seated() as table:
        ana = await lookout(table)
        dealer, seq = table.person("Dealer"), await table.seq()
        await ana.presses("Your move")
        await dealer.command("/fight undo")
        both = await asyncio.gather(dealer.presses("Take it back"), ana.presses("Undo"))
        assert sum(each.text.startswith("✋") for each in both) == 1
        assert await table.seq() == seq + 1


async def test_several_steps_are_taken_back_one_after_another() -> None:
    async with seated() as table:
        await shot(table)
        dealer = table.person("Dealer")
        for _ in range(await table.seq() - 1):
            outcome = await dealer.command("/fight undo", now=True)
            assert not outcome.text.startswith("✋"), outcome.text
        require_refused(await dealer.command("/fight undo"), "nothing to take back")
        verified = await table.bot.referee.verify(table.place())
        assert verified.compared == await table.seq()


async def test_a_table_with_its_own_cards_is_told_that_only_it_can_deal_anew() -> None:
    async with seated() as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/fight begin", system="texarkana", scene="ambush", house="draws=typed")
        await ana.command("/fight join")
        await dealer.command("/fight start")
        await _type_in(table)
        await ana.command("/act", action="I am Lookout")
        await _type_in(table)
        await ana.command("/act", action=await first_card(table, ana))
        await _type_in(table)
        shown = await dealer.command("/fight undo")
        assert "Your table draws by itself" in shown.text


async def _type_in(table: Table) -> None:
    """Whatever draws are owed come as they may: the first card that is in nobody's hand."""
    referee, dealer = table.bot.referee, UserId(int(table.person("Dealer").user.id))
    while owed := [each for each in (await referee.show(table.place(), dealer)).view.asked if "typed" in each.what]:
        for choice in owed[0].choices:
            answer = Answer(prompt=owed[0].id, key=choice.key)
            try:
                await referee.act(table.place(), dealer, answer, source=f"{owed[0].id}{choice.key}")
                break
            except Illegal:
                continue


# ---- asking for it


async def test_a_player_is_told_why_it_is_not_his_and_may_ask_for_it_once() -> None:
    async with seated() as table:
        ana, _ = await shot(table)
        before = await table.seq()
        refused = await ana.command("/fight undo")
        require_refused(refused, "only the Dealer can take that back", "cards or dice have come since")
        await ana.presses("Ask the Dealer")
        await table.settled()
        asked = told(table)[-1]
        assert "Ada Quill would like the last ruling to be taken back." in asked.payload["content"]
        assert [user["id"] for user in asked.payload["mentions"]] == [table.person("Dealer").user.id]
        assert await table.seq() == before
        bo = await table.person("Bo").command("/fight undo")
        assert "[Ask the Dealer]" not in bo.text
        await table.person("Dealer").command("/fight undo", now=True)
        assert await table.seq() == before + 1
