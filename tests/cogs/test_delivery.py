"""One hand on three surfaces: where it comes to, how it stays right, and what happens where it cannot come."""

import pytest

from bot.rehearsal import Loopback, Person
from bot.rehearsal.journal import Requested
from bot.rehearsal.render import text_of
from bot.rehearsal.wire import PRIVATE_THREAD
from bot.rehearsal.world import Channel, Message
from rules.preferences import Server
from rules.store.memory import MemoryStore
from tests.support.forging import forged
from tests.support.table import Table, require_refused, seated


def threads(table: Table) -> list[Channel]:
    return [each for each in table.discord.default_guild.channels.values() if each.kind == PRIVATE_THREAD]


def letters(person: Person) -> list[Message]:
    """What the bot has sent him directly, as it stands now."""
    return list(person.loopback.world.direct_with(person.user).messages.values())


def content(message: Message) -> str:
    return text_of(message.payload)


async def held(table: Table, person: Person) -> list[str]:
    (hand,) = (await table.showing(by=person)).view.hands
    return [item.label for item in hand.items]


async def require_shows_hand(table: Table, person: Person, message: Message) -> None:
    """Check that a message shows what he holds now, and nothing he does not hold."""
    text, cards = content(message), await held(table, person)
    shown = text.split("**Your hand**")[1].split("\n")[0]
    assert [card for card in cards if card in shown] == cards
    assert shown.count(",") == len(cards) - 1, shown


async def gains_a_card(table: Table) -> None:
    """Ana is Lookout, and the Dealer plays a card for her: she draws another while it is not her who acts."""
    await table.person("Ana").command("/act", action="I am Lookout")
    await table.settled()
    before = await held(table, table.person("Ana"))
    outcome = await table.person("Dealer").command("/gm go-on")
    assert not outcome.text.startswith("✋"), outcome.text
    await table.settled()
    assert set(await held(table, table.person("Ana"))) - set(before), "a card that she did not hold"


async def test_whoever_joins_is_told_where_his_hand_will_come_to() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        (greeting,) = letters(table.person("Ana"))
        assert "Showdown: your hand comes here" in content(greeting)
        assert not threads(table)


async def test_a_fight_without_a_title_is_called_by_its_channel_where_a_hand_comes_to() -> None:
    async with seated() as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/fight begin", system="texarkana", scene="ambush")
        await ana.command("/fight join")
        await table.settled()
        channel = f"<#{table.discord.default_channel.id}>"
        (greeting,) = letters(ana)
        assert content(greeting).startswith(f"A fight in {channel}: your hand comes here.")
        await dealer.command("/fight start")
        await table.settled()
        assert f"\n-# {channel} · " in content(letters(ana)[-1])
        assert f"\n-# {channel} · " in (await ana.command("/me hand")).text
        assert channel not in str(table.board().payload["content"])


async def test_a_fight_put_away_in_its_lobby_leaves_nobody_with_an_empty_hand() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        await table.person("Dealer").command("/fight end")
        await table.settled()
        (letter,) = letters(table.person("Ana"))
        assert content(letter).splitlines()[0] == "The fight is put away."
        assert "hand" not in content(letter)


async def test_a_hand_says_of_which_fight_which_moment_and_which_state_it_is() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        (hand,) = (await table.showing(by=ana)).view.hands
        stamp = f"-# Showdown · Who is Lookout? · hand no. {hand.revision}"
        assert stamp in content(letters(ana)[-1])
        assert stamp in (await ana.command("/me hand")).text


async def test_a_hand_that_changed_by_ones_own_act_is_changed_where_it_stands_and_rings_nobody() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        before = len(letters(ana))
        await ana.command("/act", action="I am Lookout")
        await ana.command("/act", action="5 of Masks")
        await table.settled()
        assert len(letters(ana)) == before
        assert "5 of Masks" not in await held(table, ana)
        await require_shows_hand(table, ana, letters(ana)[-1])
        assert "[I am Lookout]" not in content(letters(ana)[-1]), "what it asked for is no longer owed"


async def test_in_a_private_thread_he_is_named_and_told_who_else_can_read_it() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        outcome = await ana.command("/me delivery", where="thread")
        assert "Manage Threads" in outcome.text
        await table.fight("Ana", "Bo")
        (thread,) = threads(table)
        assert thread.name == "Showdown · Ada Quill"
        assert thread.parent is table.discord.default_channel
        assert thread.members == {ana.user.id, table.discord.world.bot.id}
        assert thread.payload["thread_metadata"]["invitable"] is False
        first, hand = thread.messages.values()
        assert "Manage Threads" in content(first)
        assert [each["id"] for each in hand.payload["mentions"]] == [ana.user.id]
        await require_shows_hand(table, ana, hand)
        assert not letters(ana)
        assert not hand.seen_by(table.person("Bo").user)


async def test_a_press_in_the_thread_is_answered_to_whoever_pressed_alone_and_the_thread_shows_the_hand() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/me delivery", where="thread")
        await table.fight("Ana", "Bo")
        hand = list(threads(table)[0].messages.values())[-1]
        outcome = await ana.press(hand, table.button(hand, "I am Lookout"))
        assert outcome.ephemeral
        await ana.presses("5 of Masks")
        await table.settled()
        public = [each for each in threads(table)[0].messages.values() if not each.ephemeral]
        assert public[-1] is hand
        assert "5 of Masks" not in await held(table, ana)
        await require_shows_hand(table, ana, hand)


async def test_me_hand_in_ones_thread_shows_the_hand() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/me delivery", where="thread")
        await table.fight("Ana", "Bo")
        outcome = await ana.command("/me hand", threads(table)[0])
        assert outcome.ephemeral
        assert all(card in outcome.text for card in await held(table, ana))


async def test_where_the_server_forbids_threads_later_the_hand_comes_by_direct_message() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/me delivery", where="thread")
        await table.fight("Ana", "Bo")
        await table.bot.referee.preferences.set_server(table.place().guild, Server(threads=False))
        await ana.command("/act", action="I am Lookout")
        await ana.command("/act", action="5 of Masks")
        await table.settled()
        await require_shows_hand(table, ana, letters(ana)[-1])


async def test_another_player_in_the_thread_is_shown_his_own_and_leaves_nothing_there() -> None:
    async with seated() as table:
        ana, bo = table.person("Ana"), table.person("Bo")
        await ana.command("/me delivery", where="thread")
        await table.fight("Ana", "Bo")
        hand = list(threads(table)[0].messages.values())[-1]
        stood = content(hand)
        threads(table)[0].members.add(bo.user.id)  # a moderator has let him in
        shown = await bo.press(hand, table.button(hand, "Your move"))
        assert shown.ephemeral
        assert all(card in shown.text for card in await held(table, bo))
        assert not [card for card in await held(table, ana) if card in shown.text]
        await table.settled()
        assert content(hand) == stood


async def test_a_thread_that_sleeps_is_opened_and_one_that_was_deleted_is_made_anew() -> None:
    async with seated(expects_refusals=True) as table:
        ana = table.person("Ana")
        await ana.command("/me delivery", where="thread")
        await table.fight("Ana", "Bo")
        (thread,) = threads(table)
        table.discord.archive(thread)
        await ana.command("/act", action="I am Lookout")
        await ana.command("/act", action="5 of Masks")
        await table.settled()
        assert not thread.is_archived
        await require_shows_hand(table, ana, list(thread.messages.values())[-1])
        table.discord.delete(thread)
        await table.bot.publisher.quiet()
        await ana.command("/me delivery", where="dm")
        await ana.command("/me delivery", where="thread")
        await table.settled()
        (anew,) = threads(table)
        assert anew is not thread
        await require_shows_hand(table, ana, list(anew.messages.values())[-1])
        assert "Manage Threads" in content(list(anew.messages.values())[-1])


async def test_where_dms_are_closed_a_private_thread_is_made() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.closes_dms()
        await table.fight("Ana", "Bo")
        (thread,) = threads(table)
        await require_shows_hand(table, ana, list(thread.messages.values())[-1])
        assert "Nothing private reaches" not in "\n".join(map(content, table.posted()))


async def test_where_the_server_allows_no_threads_it_comes_by_direct_message() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        guild = table.place().guild
        await table.bot.referee.preferences.set_server(guild, Server(threads=False))
        outcome = await ana.command("/me delivery", where="thread")
        assert "allows no private threads" in outcome.text
        await table.fight("Ana", "Bo")
        assert not threads(table)
        await require_shows_hand(table, ana, letters(ana)[-1])


async def test_whom_nothing_reaches_is_told_kindly_and_the_dealer_sees_it() -> None:
    async with seated() as table:
        ana, dealer = table.person("Ana"), table.person("Dealer")
        await table.bot.referee.preferences.set_server(table.place().guild, Server(threads=False))
        await ana.closes_dms()
        await table.fight("Ana", "Bo", start=False)
        told = [each for each in table.posted() if "cannot write to you privately" in content(each)]
        assert {user["id"] for each in told for user in each.payload["mentions"]} == {ana.user.id, dealer.user.id}
        assert len(told) == 1
        assert "Nothing private reaches Ada Quill" in content(table.board())
        await dealer.command("/fight start")
        await table.settled()
        panel = await dealer.press(table.board(), table.button(table.board(), "Dealer"))
        assert "Nothing private reaches Ada Quill" in panel.text
        await ana.opens_dms()
        await gains_a_card(table)
        panel = await dealer.press(table.board(), table.button(table.board(), "Dealer"))
        assert "Nothing private reaches" not in panel.text
        await require_shows_hand(table, ana, letters(ana)[-1])


@pytest.mark.parametrize("way", ["dm", "thread"])
async def test_cards_gained_in_nobodys_turn_come_without_a_press(way: str) -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/me delivery", where=way)
        await table.fight("Ana", "Bo")
        where = threads(table)[0] if way == "thread" else table.discord.world.direct_with(ana.user)
        before = len(where.messages)
        await gains_a_card(table)
        new = list(where.messages.values())[before:]
        assert len(new) == 1, "a new message, which rings"
        await require_shows_hand(table, ana, new[0])


async def draws_while_enemies_act(table: Table) -> None:
    """The Initiative is lost, so that in the second turn, for which all draw, the enemies act first."""
    bo, dealer = table.person("Bo"), table.person("Dealer")
    for action in ("I am Lookout", "3 of Diamonds", "Stand"):
        await bo.command("/act", action=action)
    for _ in range(9):
        if (await table.showing(by=dealer)).view.headline == "Turn 2, Enemy Phase":
            break
        await dealer.command("/gm go-on")
        await table.settled()
    assert (await table.showing(by=dealer)).view.headline == "Turn 2, Enemy Phase"


async def test_cards_gained_by_somebody_who_wants_no_letters_are_said_in_public_once_without_the_cards() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/me delivery", where="here")
        await table.fight("Ana", "Bo")
        await draws_while_enemies_act(table)
        notes = [each for each in table.posted() if "your hand has changed" in content(each)]
        assert len(notes) == 1
        assert [each["id"] for each in notes[0].payload["mentions"]] == [ana.user.id]
        assert not [card for card in await held(table, ana) if card in content(notes[0])]
        shown = await ana.press(notes[0], table.button(notes[0], "Hand"))
        assert shown.ephemeral
        assert all(card in shown.text for card in await held(table, ana))
        assert not letters(ana)
        assert not threads(table)


async def test_a_choice_in_the_middle_of_a_fight_brings_the_hand_there_at_once() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        assert not threads(table)
        assert "by direct message" in (await ana.command("/me delivery")).text
        await ana.command("/me delivery", where="thread")
        await table.settled()
        (thread,) = threads(table)
        await require_shows_hand(table, ana, list(thread.messages.values())[-1])


async def test_an_old_hand_refuses_to_act_and_shows_the_present_one() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        bo = table.person("Bo")
        await bo.press(table.board(), table.button(table.board(), "Hand"))
        old = bo.surfaces()[0]
        await gains_a_card(table)
        seq = await table.seq()
        outcome = await bo.press(old.message, table.button(old.message, "I am Lookout"))
        require_refused(outcome, "no longer open")
        assert await table.seq() == seq
        await require_shows_hand(table, bo, old.message)


@pytest.mark.parametrize("way", ["dm", "thread"])
async def test_an_old_letter_refuses_to_act_and_shows_the_present_hand(way: str) -> None:
    async with seated() as table:
        bo = table.person("Bo")
        await bo.command("/me delivery", where=way)
        await table.fight("Ana", "Bo")
        where = threads(table)[0] if way == "thread" else table.discord.world.direct_with(bo.user)
        old = list(where.messages.values())[-1]
        pressed = bo.pressing(old, table.button(old, "I am Lookout"))
        await gains_a_card(table)
        outcome = await bo.does(pressed)
        assert outcome.text.startswith("✋ That is no longer open")
        await table.settled()
        assert "[I am Lookout]" not in content(old)
        await require_shows_hand(table, bo, old)


async def test_a_choice_shown_with_another_hand_is_refused_though_the_decision_is_still_owed() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.press(table.board(), table.button(table.board(), "Hand"))
        old = ana.surfaces()[0].message
        (hand,) = (await table.showing(by=ana)).view.hands
        for part in old.components:  # as if it had been shown before the last card
            if part.get("label") == "I am Lookout":
                assert part["custom_id"].endswith(f":{hand.revision}")
                part["custom_id"] = part["custom_id"].removesuffix(str(hand.revision)) + str(hand.revision - 1)
        seq = await table.seq()
        require_refused(await ana.press(old, table.button(old, "I am Lookout")), "your hand has changed")
        assert await table.seq() == seq
        await require_shows_hand(table, ana, old)
        assert "is Lookout." in (await ana.press(old, table.button(old, "I am Lookout"))).text


async def test_twenty_minutes_later_after_a_restart_the_next_press_still_shows_the_right_hand() -> None:
    store = MemoryStore()
    async with Loopback() as loopback:
        async with seated(loopback, store=store) as table:
            await table.fight("Ana", "Bo")
            ana = table.person("Ana")
            shown = await ana.press(table.board(), table.button(table.board(), "Hand"))
            shown.interaction.age(20 * 60)  # its token is dead
            letter, screen = letters(ana)[-1], ana.surfaces()[0].message
        async with seated(loopback, store=store) as table:
            await gains_a_card(table)
            for message in (table.board(), letter, screen):
                outcome = await ana.press(message, table.button(message, "Your move"))
                assert all(card in outcome.text for card in await held(table, ana))
            await table.settled()
            assert len(letters(ana)) == 3, "the greeting, the deal, the card"
            await require_shows_hand(table, ana, letters(ana)[-1])


async def test_a_thread_that_a_crash_came_upon_is_found_again() -> None:
    store = MemoryStore()
    async with Loopback() as loopback:
        async with seated(loopback, store=store) as table:
            ana = table.person("Ana")
            await ana.command("/me delivery", where="thread")
            await table.fight("Ana", "Bo")
            fight = (await table.showing()).id
            (thread,) = threads(table)
            kept = await store.surface(fight, "thread", int(ana.user.id))  # type: ignore[arg-type]  # a UserId
            assert kept is not None
            table.discord.delete(thread)
        # As if it had been killed after the thread was made and before that was noted.
        made = loopback.world.add_thread(
            loopback.default_channel, name=thread.name, kind=PRIVATE_THREAD, archive_after=10080, invitable=False
        )
        store._surfaces[fight, "thread", kept.user] = type(kept)(
            fight=fight, kind="thread", user=kept.user, channel=0, message=kept.message
        )
        async with seated(loopback, store=store) as table:
            await gains_a_card(table)
            assert threads(table) == [made]
            await require_shows_hand(table, ana, list(made.messages.values())[-1])


async def test_after_a_crash_no_thread_of_another_with_a_name_alike_is_taken_for_ones_own() -> None:
    """Names are cut in the name of a thread: what tells two of them apart may be behind that."""
    store = MemoryStore()
    async with Loopback() as loopback:
        async with seated(loopback, store=store) as table:
            ana, bo = table.person("Ana"), table.person("Bo")
            await ana.command("/me delivery", where="thread")
            await bo.command("/me delivery", where="thread")
            await table.person("Dealer").command("/fight begin", system="texarkana", scene="ambush", title="Showdown")
            await ana.command("/fight join", name="A" * 60 + " two")
            await bo.command("/fight join", name="A" * 60 + " one")
            await table.person("Dealer").command("/fight start")
            await table.settled()
            fight = (await table.showing()).id
            anas = next(each for each in threads(table) if ana.user.id in each.members)
            bos = next(each for each in threads(table) if bo.user.id in each.members)
            kept = await store.surface(fight, "thread", int(ana.user.id))  # type: ignore[arg-type]  # a UserId
            assert kept is not None
        # As if it had been killed when hers was noted and not made yet, and his was made after that.
        store._surfaces[fight, "thread", kept.user] = type(kept)(
            fight=fight, kind="thread", user=kept.user, channel=0, message=int(bos.id) - 1
        )
        del loopback.world.channels[anas.id]
        before = len(bos.messages)
        async with seated(loopback, store=store) as table:
            await gains_a_card(table)
            assert len(bos.messages) == before
            assert ana.user.id not in bos.members


async def test_an_act_costs_one_board_one_public_message_and_a_letter_for_each_hand_it_changes() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        await table.person("Ana").command("/act", action="I am Lookout")
        await table.settled()
        before = len(table.discord.journal)
        await table.person("Ana").command("/act", action="5 of Masks")
        await table.settled()
        calls = [each for each in table.discord.journal[before:] if isinstance(each, Requested)]
        direct = {each.user.direct.id for each in table.discord.people.values() if each.user.direct is not None}
        written = [each for each in calls if each.path.startswith("/channels")]
        private = [each for each in written if each.path.split("/")[2] in direct]
        assert len(private) == 1, [f"{each.method} {each.path}" for each in private]
        assert [each.method for each in written if each not in private] == ["PATCH", "PATCH"], "the act, the board"


async def test_whoever_takes_a_place_over_is_sent_the_hand_and_the_former_holders_letter_shows_it_no_more() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, cleo = table.person("Ana"), table.person("Cleo")
        cards = await held(table, ana)
        outcome = await table.person("Dealer").command("/gm give-seat", who="Ada Quill", to=cleo.user.id)
        assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        await require_shows_hand(table, cleo, letters(cleo)[-1])
        assert not [card for card in cards if card in content(letters(ana)[-1])]


async def test_a_hand_is_tidied_away_when_the_fight_is() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer = table.person("Dealer")
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        await table.settled()
        letter = content(letters(table.person("Ana"))[-1])
        assert "put away" in letter
        assert "[Your move]" not in letter


async def test_the_hand_of_somebody_away_stays_up_to_date_where_it_stands() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.command("/me away", delegate="Bo")
        hands = {tuple(await held(table, ana))}
        for _ in range(20):
            await table.person("Dealer").command("/gm go-on")
            await table.settled()
            hands.add(tuple(await held(table, ana)))
            await require_shows_hand(table, ana, letters(ana)[-1])
        assert len(hands) > 2, "it changed more than once"


# ---- by what word


HELD = {"texarkana": "hand", "conflicts": "plan", "twtw": "sheet"}


@pytest.mark.parametrize(("system", "held"), HELD.items())
async def test_what_comes_to_a_player_alone_is_called_as_his_system_calls_it(system: str, held: str) -> None:
    async with seated() as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/fight begin", system=system, title="Showdown")
        await ana.command("/fight join")
        await table.settled()
        (greeting,) = letters(ana)
        assert content(greeting).startswith(f"Showdown: your {held} comes here.")
        await dealer.command("/fight start")
        await table.settled()
        shown = await ana.press(table.board(), table.button(table.board(), held.capitalize()))
        assert f"**Your {held}** (" in shown.text
        assert shown.text == (await ana.command("/me hand")).text
        others = {word.capitalize() for word in HELD.values()} - {held.capitalize()}
        assert not others & {str(each.get("label")) for each in table.board().components}


@pytest.mark.parametrize(("system", "held"), HELD.items())
async def test_whom_nothing_private_reaches_he_is_told_where_it_is_by_that_word(system: str, held: str) -> None:
    async with seated(expects_refusals=True) as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await table.bot.referee.preferences.set_server(table.place().guild, Server(threads=False))
        await ana.closes_dms()
        await dealer.command("/fight begin", system=system, title="Showdown")
        await ana.command("/fight join")
        await table.settled()
        told = next(each for each in table.posted() if "I cannot write to you privately" in content(each))
        assert f"Press **{held.capitalize()}** or type /me hand" in content(told)
        assert table.button(told, held.capitalize())
        assert f"the {held} is under **{held.capitalize()}** here" in content(table.board())


async def test_a_plan_that_has_changed_is_not_called_a_hand() -> None:
    async with seated() as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/fight begin", system="conflicts", title="Showdown")
        await ana.command("/fight join")
        await dealer.command("/fight start")
        await table.settled()
        before = await ana.press(table.board(), table.button(table.board(), "Your move"))
        assert before.interaction.original is not None
        old = before.interaction.original
        address = next(str(each["custom_id"]) for each in old.components if each.get("label") == "Defend twice")
        *_, revision = address.split(":")
        stale = address.removesuffix(revision) + str(int(revision) + 1)
        require_refused(await forged(ana, stale), "your plan has changed")


@pytest.mark.parametrize("where", [None, "dm", "thread", "here"])
async def test_me_delivery_which_is_for_all_systems_speaks_of_no_hand(where: str | None) -> None:
    async with seated() as table:
        ana = table.person("Ana")
        told = (await ana.command("/me delivery", where=where)).text
        assert "hand" not in told.replace("/me hand", "").casefold()
        assert "yours alone" in told
