"""Somebody who plays several, his own and those he stands in for: one at a time, with a menu to change."""

import pytest

from bot.rehearsal import Person
from bot.rehearsal.people import Outcome
from bot.rehearsal.wire import Json
from bot.rehearsal.world import Message
from cogs import resolve
from rules.core.combatant import Side
from rules.core.ids import UserId
from rules.core.values import replace
from tests.cogs.players import awaited
from tests.support.table import Table, require_refused, seated

OWING = "owes: to declare two actions"


async def three_for_bo(table: Table) -> Person:
    """Bo plays Noor Haddad, and for Ana and Cy, who are away, Corporal Dunne and Big Maud."""
    dealer, bo = table.person("Dealer"), table.person("Bo")
    await dealer.command("/fight begin", system="conflicts", title="Showdown")
    for name in ("Ana", "Bo", "Cy"):
        await table.person(name).command("/fight join")
    await dealer.command("/fight start")
    for name in ("Ana", "Cy"):
        await table.person(name).command("/me away", delegate=bo)
    await table.settled()
    return bo


def shown_in(outcome: Outcome) -> Message:
    """The message that is the answer."""
    assert outcome.interaction.original is not None
    return outcome.interaction.original


def menu(outcome: Outcome) -> Json:
    """The menu of those whom somebody plays."""
    return next(each for each in shown_in(outcome).components if "For whom?" in (each.get("placeholder") or ""))


def labels(outcome: Outcome) -> list[str]:
    return [each["label"] for each in shown_in(outcome).components if "label" in each]


async def test_your_move_is_about_one_of_them_with_his_question_plans_and_acts_and_a_menu_of_all() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        moved = await bo.press(table.board(), table.button(table.board(), "Your move"))
        assert moved.text.startswith("**Noor Haddad**: Round 1: declare two actions")
        assert "what do you do?" not in moved.text
        assert labels(moved).count("Attack") == 1
        lines = {each["label"]: each["description"] for each in menu(moved)["options"]}
        assert lines == dict.fromkeys(("Corporal Dunne", "Noor Haddad", "Big Maud"), OWING)
        other = await bo.picks("Corporal Dunne")
        assert other.text.startswith("**Corporal Dunne**: Round 1: declare two actions")
        assert "Attack Dubois, then defend (Brown Bess musket)" in labels(other)
        assert "Plan of Noor Haddad" not in other.text


async def test_whoever_plays_several_stays_with_the_one_for_whom_he_acts_until_that_one_owes_nothing() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        await bo.press(table.board(), table.button(table.board(), "Your move"))
        await bo.picks("Corporal Dunne")
        await bo.presses("Defend")
        back = await bo.presses("Back")
        assert back.text.startswith("**Corporal Dunne**")
        await bo.presses("Defend")
        half = await bo.presses("Defend")
        assert "**Corporal Dunne**: Round 1: declare" in half.text
        assert "Undo" in labels(half)
        done = await bo.presses("Defend")  # an answer now, which counts at once
        assert "**Noor Haddad**: Round 1: declare" in done.text
        lines = {each["label"]: each["description"] for each in menu(done)["options"]}
        assert lines == {"Corporal Dunne": "owes nothing now", "Noor Haddad": OWING, "Big Maud": OWING}
        last = await bo.picks("Corporal Dunne")
        assert "**Corporal Dunne**" in last.text.split("\n")[0]


async def test_a_name_does_not_stand_alone_above_a_heading_that_names_him() -> None:
    async with seated() as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/fight begin", system="twtw", title="Noon")
        for each in ("Ana", "Bo"):
            await table.person(each).command("/fight join")
        await dealer.command("/fight start")
        second = next(each for each, user in (await table.showing()).players.items() if user != int(ana.user.id))
        name = next(each.name for each in (await table.showing()).view.combatants if each.id == second)
        await dealer.command("/gm give-seat", who=name, to=ana)
        for each in [each.name for each in (await table.showing(by=ana)).view.combatants if each.is_mine]:
            await ana.command("/me hand")
            lines = (await ana.picks(each)).text.split("\n")
            assert f"**{each}**" not in lines
            assert any(line.startswith(f"**Sheet of {each}**") for line in lines)


async def test_a_hand_in_a_direct_message_is_played_for_each_in_turn() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        bo.goes_to_dms()
        letter = next(each for each in bo.surfaces() if "From now on you play Big Maud" in each.text)
        assert "**Noor Haddad**: Round 1" in letter.text
        for each in ("Noor Haddad", "Corporal Dunne", "Big Maud"):
            assert f"**Plan of {each}** (0 of 2 actions declared): nothing" in letter.text
        shown = await bo.picks("Big Maud")
        assert shown_in(shown).id == letter.message.id, "in place"
        assert shown.text.startswith("**Big Maud**: Round 1: declare two actions")
        assert "familiar: fist" in shown.text
        declared = await bo.presses("Defend twice")
        assert "**Noor Haddad**: Round 1: declare" in declared.text
        assert "(2 of 2 actions declared): defend, defend" in (await bo.picks("Big Maud")).text
        bo.goes_to(table.discord.default_channel)
        hand = await bo.command("/me hand")
        assert menu(hand)["placeholder"] == "For whom? Now: Noor Haddad"


@pytest.mark.parametrize("verb", ["move", "hand"])
async def test_the_menu_shows_nobody_who_is_anothers(verb: str) -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        dealer, cy = table.person("Dealer"), table.person("Cy")
        asked = await (
            bo.press(table.board(), table.button(table.board(), "Your move"))
            if verb == "move"
            else bo.command("/me hand")
        )
        address = str(menu(asked)["custom_id"])
        maud = next(each["value"] for each in menu(asked)["options"] if each["label"] == "Big Maud")
        await cy.command("/me back")
        require_refused(await bo.press(shown_in(asked), address, maud), "no longer open")
        assert "Big Maud" in (await dealer.command("/gm numbers")).text


async def test_whoever_plays_one_sees_no_menu() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        for outcome in (await ana.command("/me hand"), await ana.command("/fight show")):
            assert not any("placeholder" in each for each in shown_in(outcome).components)


async def test_thirty_of_ones_own_are_on_two_pages() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        referee, place, gm = table.bot.referee, table.place(), UserId(int(table.person("Dealer").user.id))
        block = (await referee.stat_blocks(place, gm))[0].key
        for number in range(27):
            await referee.add(
                place,
                gm,
                name=f"Rifle {number}",
                template=block,
                side=Side.ENEMY,
                at="",
                hidden=False,
                source=f"a{number}",
            )
        for each in (await table.showing()).view.combatants:
            if each.name.startswith("Rifle"):
                await referee.give_seat(place, gm, who=each.id, to=UserId(int(bo.user.id)), source=f"g{each.id}")
        await table.settled()
        names = [each["label"] for each in menu(await bo.command("/me hand"))["options"]]
        names += [each["label"] for each in menu(await bo.picks("More …"))["options"]]
        assert len(names) == 32
        assert len(set(names)) == 31, "thirty, and the line that turns the page twice"
        assert (await bo.picks("Rifle 26")).text.startswith("**Rifle 26**")


# ---- typed


async def two_for_ana(table: Table) -> Person:
    """Ana plays Ada Quill, and for Bo, who is away, Hank Dollarhide; both may act in the Posse Phase."""
    await table.fight("Ana", "Bo", scene="saloon")
    ana = table.person("Ana")
    await ana.command("/act", action="I am Lookout")
    dealer = table.person("Dealer")
    for _ in range(20):
        if [each.what for each in await awaited(table, dealer)] == ["to act", "to act"]:
            break
        await dealer.command("/gm go-on")
    await table.person("Bo").command("/me away", delegate=ana)
    await table.settled()
    return ana


async def test_an_act_that_fits_only_one_of_several_is_taken_for_that_one() -> None:
    async with seated() as table:
        ana = await two_for_ana(table)
        for held in (await table.showing(by=ana)).view.hands:
            card = next(each.label for each in held.items if " of " in each.label)
            outcome = await ana.command("/act", action="Brawl", whom="Clem", card=card)
            assert f"{held.name} plays the {card}" in outcome.text
        await table.bot.referee.verify(table.place())


async def test_an_answer_that_only_one_of_several_owes_is_taken_for_that_one() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        declared = await bo.command("/act", action="Attack Dubois, twice")
        assert not declared.text.startswith("✋"), declared.text
        plans = {each.name: each.items for each in (await table.showing(by=bo)).view.hands}
        assert [name for name, items in plans.items() if items] == ["Noor Haddad"]


async def test_what_fits_several_or_none_is_refused_with_their_names() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        for action in ("Defend twice", "Sing"):
            refused = await bo.command("/act", action=action)
            require_refused(refused, "for whom you act", "Corporal Dunne, Noor Haddad, Big Maud")
            assert "Dubois" not in refused.text
        named = await bo.command("/act", **{"action": "Defend twice", "as": "Big Maud"})
        assert not named.text.startswith("✋"), named.text
        require_refused(await table.person("Dealer").command("/act", action="Defend"), "Dubois, Lenoir")


# ---- offered while it is typed


async def offered(person: Person, option: str = "action", text: str = "", /, **typed: object) -> dict[str, str]:
    """What is offered, by its name, with what is sent when it is picked."""
    return {choice.name: str(choice.value) for choice in await person.complete("/act", option, text, **typed)}


def acts_of(name: str, choices: dict[str, str]) -> list[str]:
    return [each for each in choices if each.startswith(f"{name}: ")]


async def test_what_is_offered_says_for_whom_it_is_first_whoever_the_screens_are_about() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        moved = await bo.press(table.board(), table.button(table.board(), "Your move"))
        assert moved.text.startswith("**Noor Haddad**")
        choices = await offered(bo)
        assert next(iter(choices)).startswith("Noor Haddad: ")
        assert len(choices) <= 25
        assert "Dubois: " not in "".join(choices), "whom he does not play"
        dunne = await offered(bo, "action", "dunne")
        assert list(dunne) == acts_of("Corporal Dunne", dunne)
        assert acts_of("Big Maud", await offered(bo, "action", "maud: defend tw")) == ["Big Maud: Defend twice"]


async def test_what_is_picked_is_done_for_the_one_named_though_it_fits_others_too() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        choices = await offered(bo, "action", "Defend twice")
        assert set(choices) == {f"{who}: Defend twice" for who in ("Noor Haddad", "Corporal Dunne", "Big Maud")}
        declared = await bo.command("/act", action=choices["Corporal Dunne: Defend twice"])
        assert not declared.text.startswith("✋"), declared.text
        plans = {each.name: each.items for each in (await table.showing(by=bo)).view.hands}
        assert [name for name, items in plans.items() if items] == ["Corporal Dunne"]
        typed = await bo.command("/act", action="big maud: defend twice")
        assert not typed.text.startswith("✋"), typed.text
        plans = {each.name: each.items for each in (await table.showing(by=bo)).view.hands}
        assert sorted(name for name, items in plans.items() if items) == ["Big Maud", "Corporal Dunne"]


async def test_whoever_is_named_before_the_action_and_another_by_as_is_refused() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        defend = (await offered(bo, "action", "Defend twice"))["Corporal Dunne: Defend twice"]
        require_refused(await bo.command("/act", **{"action": defend, "as": "Big Maud"}), "as names another")
        assert not any(each.items for each in (await table.showing(by=bo)).view.hands)
        same = await bo.command("/act", **{"action": defend, "as": "Dunne"})
        assert not same.text.startswith("✋"), same.text


async def test_a_name_before_the_action_names_nobody_whom_one_does_not_play() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        before = await table.seq()
        require_refused(await bo.command("/act", action="Dubois: Defend twice"), "for whom you act")
        require_refused(await table.person("Cy").command("/act", action="Noor Haddad: Defend twice"))
        assert await table.seq() == before


async def test_the_other_blanks_are_offered_for_the_one_named_or_for_all_whom_the_act_fits() -> None:
    async with seated() as table:
        ana = await two_for_ana(table)
        hands = {each.name: {item.label for item in each.items} for each in (await table.showing(by=ana)).view.hands}
        assert len(hands) == 2
        for name, cards in hands.items():
            brawl = (await offered(ana, "action", "Brawl"))[f"{name}: Brawl"]
            named = await offered(ana, "card", action=brawl)
            assert {each.partition(" –")[0] for each in named} <= cards, "nobody else's cards"
            assert named
            assert await offered(ana, "whom", "Clem", action=brawl)
        every = {each.partition(" –")[0] for each in await offered(ana, "card", action="Brawl")}
        assert all(every & cards for cards in hands.values())
        both = set().union(*hands.values())
        assert every <= both


async def test_whoever_plays_one_is_offered_acts_without_a_name() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        assert "I am Lookout" in await offered(table.person("Ana"))


async def test_of_many_all_who_are_asked_are_offered_their_answers_by_name() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        dealer = table.person("Dealer")
        for npc in ("Dubois", "Lenoir"):
            await dealer.command("/gm give-seat", who=npc, to=bo)
        await table.settled()
        for name in ("Noor Haddad", "Corporal Dunne", "Big Maud", "Dubois", "Lenoir"):
            choices = await offered(bo, "action", f"{name}: Defend twice")
            assert list(choices) == [f"{name}: Defend twice"]
        last = (await offered(bo, "action", "Lenoir: Defend twice"))["Lenoir: Defend twice"]
        assert (await bo.command("/act", action=last)).text.startswith("Lenoir has declared.")
        owing = {each.who for each in await awaited(table, dealer)}
        assert owing == {"Noor Haddad", "Corporal Dunne", "Big Maud", "Dubois"}


async def test_a_game_master_who_plays_two_decides_as_such_and_for_each_by_name() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo", scene="saloon")
        dealer = table.person("Dealer")
        for who in ("Ada Quill", "Hank Dollarhide"):
            await dealer.command("/gm give-seat", who=who, to=dealer)
        await table.settled()
        choices = await offered(dealer)
        assert "Ada Quill: I am Lookout" in choices
        assert not (await dealer.command("/act", action=choices["Ada Quill: I am Lookout"])).text.startswith("✋")
        assert "Ada Quill is Lookout" in (await table.showing()).view.headline


async def test_of_a_very_long_name_the_beginning_stands_before_the_act() -> None:
    async with seated() as table:
        dealer, bo = table.person("Dealer"), table.person("Bo")
        await dealer.command("/fight begin", system="conflicts", title="Showdown")
        await table.person("Ana").command("/fight join")
        await bo.command("/fight join", name="Maximilian " * 8 + "Longbottom")
        await dealer.command("/fight start")
        await table.person("Ana").command("/me away", delegate=bo)
        await table.settled()
        choices = [each.name for each in await bo.complete("/act", "action", "Maxi")]
        assert len(choices) > 1
        assert len(set(choices)) == len(choices)


async def test_of_two_names_that_fit_before_a_colon_the_longer_is_meant() -> None:
    async with seated() as table:
        dealer, bo = table.person("Dealer"), table.person("Bo")
        await dealer.command("/fight begin", system="conflicts", title="Showdown")
        await table.person("Ana").command("/fight join", name="Ann: Lee")
        await bo.command("/fight join", name="Ann")
        await dealer.command("/fight start")
        await table.person("Ana").command("/me away", delegate=bo)
        await table.settled()
        await bo.command("/act", action="Ann: Lee: Defend twice")
        plans = {each.name: each.items for each in (await table.showing(by=bo)).view.hands}
        assert [name for name, items in plans.items() if items] == ["Ann: Lee"]


async def test_what_was_picked_is_for_the_one_with_the_id_and_for_nobody_who_is_called_so() -> None:
    async with seated() as table:
        bo = await three_for_bo(table)
        showing = await table.showing(by=bo)
        first, second, *_ = (each for each in showing.view.combatants if each.is_mine)
        everybody = tuple(
            replace(each, name=second.id) if each.id == first.id else each for each in showing.view.combatants
        )
        forged = replace(showing, view=replace(showing.view, combatants=everybody))
        assert resolve.actors(forged, "", f"{second.id}: defend") == ((second.id,), "defend")
