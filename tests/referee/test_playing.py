"""A fight from its beginning to its end, as the Referee offers it."""

import pytest

from rules.asking import Wish
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Enter, Leave, PlaceThere
from rules.core.ids import CombatantId, FightId, PromptId
from rules.core.ruleset import Setup
from rules.core.view import Phase
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, STREET, Room, refusal_of
from tests.toy_values import Ask, Idle, Play, Roll

P1 = PromptId("p1")


# ---- beginning


async def test_whoever_begins_is_the_gm_of_a_lobby(room: Room) -> None:
    ruling = await room.begin()
    shown = await room.show()
    assert (shown.id, shown.seq, shown.gms, shown.view.phase) == (ruling.fight, 1, (GM,), Phase.LOBBY)
    assert ruling.lines == ("Scene: noon.",)


async def test_a_channel_without_a_fight_shows_none(room: Room) -> None:
    assert await refusal_of(room.show()) == "NO_FIGHT"


async def test_a_fight_by_an_unknown_id_is_gone(room: Room) -> None:
    assert await refusal_of(room.referee.show(FightId("nowhere"), None)) == "UNKNOWN_FIGHT"


async def test_unknown_rules_are_refused(room: Room) -> None:
    begun = room.referee.begin(SALOON, GM, "chess", title="", setup=Setup(), source="s")
    assert await refusal_of(begun) == "UNKNOWN_RULESET"


async def test_a_scene_that_the_rules_refuse_leaves_the_channel_free(room: Room) -> None:
    assert await refusal_of(room.begin(scene="midnight")) == "NO_SUCH_SCENE"
    assert await refusal_of(room.show()) == "NO_FIGHT"


async def test_draws_are_the_bots_or_typed_and_nothing_else(room: Room) -> None:
    room.draws = "dealt"
    assert await refusal_of(room.begin()) == "UNREADABLE"


async def test_a_channel_has_one_fight(fight: Room) -> None:
    assert await refusal_of(fight.begin(STRANGER)) == "PLACE_TAKEN"


async def test_another_channel_has_its_own_fight(fight: Room) -> None:
    first = (await fight.show()).id
    fight.place = STREET
    await fight.begin()
    assert (await fight.show()).id != first
    fight.place = SALOON
    assert (await fight.show()).id == first


async def test_a_fight_that_is_over_makes_room_for_another(fight: Room) -> None:
    old = await fight.act(GM, Wish(kind="finish", fields={}))
    begun = await fight.begin(STRANGER)
    assert (await fight.show()).id == begun.fight != old.fight
    assert (await fight.referee.show(old.fight, None)).is_closed


async def test_a_fight_put_away_makes_room_for_another(fight: Room) -> None:
    old = await fight.end()
    begun = await fight.begin(STRANGER)
    assert (await fight.show()).id == begun.fight != old.fight


async def test_a_lobby_put_away_makes_room_for_another(room: Room) -> None:
    await room.begin()
    await room.end()
    assert (await room.begin(STRANGER)).seq == 1


# ---- sitting down and getting up


async def test_who_joins_plays_his_own_combatant(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    shown = await room.show(ANA)
    assert shown.players == {ANAS: ANA}
    assert [(each.name, each.is_mine) for each in shown.view.combatants] == [("Ana", True)]


async def test_nobody_sits_down_or_gets_up_once_the_fight_has_begun(fight: Room) -> None:
    assert await refusal_of(fight.join(STRANGER, "Late")) == "LOBBY_ONLY"
    assert await refusal_of(fight.referee.leave(SALOON, ANA, source="leave")) == "BEGUN_ALREADY"


async def test_who_has_joined_cannot_join_again(fight: Room) -> None:
    assert await refusal_of(fight.join(ANA, "Ana too")) == "ALREADY_JOINED"


async def test_two_of_one_name_are_told_apart(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await room.join(HANK, " ANA ")
    assert [each.name for each in (await room.show()).view.combatants] == ["Ana", "ANA 2"]


async def test_who_leaves_the_lobby_may_join_again(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await room.referee.leave(SALOON, ANA, source="leave")
    assert (await room.show(ANA)).players == {}
    await room.join(ANA, "Ana")
    assert list((await room.show(ANA)).players.values()) == [ANA]


async def test_who_did_not_join_cannot_leave(room: Room) -> None:
    await room.begin()
    assert await refusal_of(room.referee.leave(SALOON, ANA, source="leave")) == "NOT_PLAYING"


async def test_whom_the_gm_takes_out_of_the_lobby_may_join_again(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await room.act(GM, Leave(combatant=ANAS))
    assert (await room.show(ANA)).players == {}
    await room.join(ANA, "Ana")
    assert [each.name for each in (await room.show(ANA)).view.combatants] == ["Ana"]


async def test_the_gm_brings_in_an_npc(fight: Room) -> None:
    await fight.referee.add(
        SALOON, GM, name="Thug", template="thug", side=Side.ENEMY, at="", hidden=False, source="add"
    )
    assert [(each.name, each.is_npc) for each in (await fight.show()).view.combatants][-1] == ("Thug", True)


async def test_a_hidden_npc_is_seen_by_the_gm_alone(fight: Room) -> None:
    ruling = await fight.referee.add(
        SALOON, GM, name="Thug", template="thug", side=Side.ENEMY, at="", hidden=True, source="add"
    )
    assert ruling.lines == ("Thug: entered.",)
    assert "Thug" in [each.name for each in (await fight.show(GM)).view.combatants]
    assert "Thug" not in [each.name for each in (await fight.show(ANA)).view.combatants]


# ---- acting and answering


async def test_the_start_deals_cards_that_only_their_owners_see(fight: Room) -> None:
    hands = await fight.hands()
    assert [len(hand) for hand in hands.values()] == [2, 2]
    for user in (GM, HANK, None):
        assert await fight.hand(user or STRANGER, ANAS) == []


async def test_a_card_played_is_a_step_that_moves_the_fight(fight: Room) -> None:
    card = (await fight.hand(ANA, ANAS))[0]
    ruling = await fight.act(ANA, Play(actor=ANAS, card=card))
    assert ruling.seq == 5
    assert await fight.score() == int(card[1:])
    assert card not in await fight.hand(ANA, ANAS)


async def test_a_wish_in_words_is_the_same_as_the_command(fight: Room) -> None:
    await fight.act(ANA, Wish(kind="roll", fields={"actor": "c2"}))
    assert (await fight.log())[-1].command == b'{"do":"roll","actor":"c2"}'


async def test_a_wish_that_cannot_be_read_is_refused(fight: Room) -> None:
    assert await refusal_of(fight.act(ANA, Wish(kind="fly", fields={"actor": "c2"}))) == "UNREADABLE"


async def test_a_refused_command_is_no_step(fight: Room) -> None:
    assert await refusal_of(fight.act(ANA, Play(actor=ANAS, card="#999"))) == "NOT_HELD"
    assert await fight.seq() == 4


async def test_a_command_that_brings_nothing_about_is_a_step_all_the_same(fight: Room) -> None:
    ruling = await fight.act(ANA, Idle(actor=ANAS))
    assert (ruling.seq, ruling.lines) == (5, ())


async def test_to_go_on_where_nobody_is_awaited_harms_nothing(fight: Room) -> None:
    before = await fight.hands()
    await fight.go_on()
    assert await fight.hands() == before


async def test_a_question_is_shown_to_all_with_its_choices_to_whom_it_is_put(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    (seen,), (mine,) = await fight.asked(ANA), await fight.asked(HANK)
    assert (seen.who, seen.is_mine, seen.choices) == ("Hank", False, ())
    assert (mine.is_mine, [choice.key for choice in mine.choices]) == (True, ["stand", "run"])


async def test_an_answer_closes_its_question(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    ruling = await fight.answer(HANK, P1, "run")
    assert ruling.lines == ("Hank: run.",)
    assert await fight.asked() == ()


async def test_the_gm_answers_what_is_asked_of_him_and_of_his_npcs(fight: Room) -> None:
    npc = (
        await fight.referee.add(
            SALOON, GM, name="Thug", template="thug", side=Side.ENEMY, at="", hidden=False, source="add"
        )
    ).seq
    await fight.act(ANA, Ask(actor=ANAS))
    await fight.act(ANA, Ask(actor=ANAS, whom=CombatantId(f"c{npc}")))
    await fight.answer(GM, P1, "stand")
    await fight.answer(GM, PromptId("p2"), "stand")
    assert await fight.asked() == ()


async def test_the_gm_answers_an_open_question_for_a_player(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    assert (await fight.answer(GM, P1, "run")).lines == ("The Umpire decides for Hank.", "Hank: run.")


async def test_to_go_on_applies_the_default_of_everybody_awaited(fight: Room) -> None:
    await fight.act(ANA, Play(actor=ANAS))
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    best = max(await fight.hand(ANA, ANAS))
    await fight.go_on()
    assert await fight.asked() == ()
    assert await fight.score() == int(best[1:])


async def test_options_name_the_cards_to_their_owner_alone(fight: Room) -> None:
    mine = await fight.referee.options(SALOON, ANA, ANAS)
    gms = await fight.referee.options(SALOON, GM, ANAS)
    cards = [choice.key for option in mine for slot in option.slots if slot.name == "card" for choice in slot.choices]
    assert cards == await fight.hand(ANA, ANAS)
    assert "#" not in repr(gms)


async def test_every_option_offered_can_be_taken(fight: Room) -> None:
    for option in await fight.referee.options(SALOON, ANA, ANAS):
        fields = {slot.name: slot.choices[0].key for slot in option.slots if slot.choices}
        await fight.act(ANA, Wish(kind=option.kind, fields={"actor": ANAS, **fields}))
    assert await fight.seq() == 7


async def test_what_can_be_amended_is_shown_to_the_gm_alone(fight: Room) -> None:
    assert [each.key for each in await fight.referee.amendables(SALOON, GM)] == ["score", "stakes"]
    assert await fight.referee.amendables(SALOON, ANA) == ()


async def test_the_gm_sets_a_value(fight: Room) -> None:
    await fight.act(GM, Amend(what="score", value="40", whom=ANAS))
    assert await fight.score() == 40


async def test_the_gm_names_a_place_and_puts_somebody_there(fight: Room) -> None:
    await fight.act(GM, PlaceThere(where="roof"))
    await fight.act(GM, PlaceThere(where="roof", whom=(ANAS,)))
    assert [each.place for each in (await fight.show()).view.combatants] == ["roof", "street"]


# ---- ending


async def test_only_the_gm_ends_a_fight(fight: Room) -> None:
    assert await refusal_of(fight.end(ANA)) == "GM_ONLY"


async def test_an_ended_fight_is_no_longer_the_fight_of_its_channel(fight: Room) -> None:
    ruling = await fight.end()
    assert ruling.lines == ("The fight is put away.", "It is over.")
    assert await refusal_of(fight.show()) == "NO_FIGHT"
    assert (await fight.referee.show(ruling.fight, None)).view.phase is Phase.OVER


async def test_a_fight_that_is_over_can_be_put_away(fight: Room) -> None:
    await fight.act(GM, Wish(kind="finish", fields={}))
    assert (await fight.end()).lines == ("The fight is put away.",)


async def test_a_fight_that_is_over_is_not_over_twice(fight: Room) -> None:
    await fight.act(GM, Wish(kind="finish", fields={}))
    assert await refusal_of(fight.act(GM, Wish(kind="finish", fields={}))) == "OVER"


@pytest.mark.parametrize("command", [Roll(actor=ANAS), Answer(prompt=P1, key="run"), Amend(what="stakes", value="x")])
async def test_a_closed_fight_refuses_every_command(fight: Room, command: Roll | Answer | Amend) -> None:
    closed = (await fight.end()).fight
    user = GM if isinstance(command, Amend) else ANA
    assert await refusal_of(fight.act(user, command, where=closed)) == "CLOSED"


async def test_a_closed_fight_cannot_be_taken_back_joined_or_ended_again(fight: Room) -> None:
    closed, referee = (await fight.end()).fight, fight.referee
    assert await refusal_of(referee.undo(closed, GM, source="u")) == "CLOSED"
    assert await refusal_of(referee.join(closed, STRANGER, name="", template="", source="j")) == "CLOSED"
    assert await refusal_of(referee.go_on(closed, GM, source="g")) == "CLOSED"


async def test_the_fights_of_a_user_are_those_he_plays_or_judges(fight: Room) -> None:
    here = (await fight.show()).id
    for user in (GM, ANA, HANK):
        assert list(await fight.referee.fights_of(user)) == [here]
    assert list(await fight.referee.fights_of(STRANGER)) == []
    await fight.end()
    assert list(await fight.referee.fights_of(ANA)) == []


async def test_ready_characters_and_stat_blocks_are_listed_apart(fight: Room) -> None:
    assert [each.key for each in fight.referee.ready("toy")] == ["hero"]
    assert [each.key for each in await fight.referee.stat_blocks((await fight.show()).id, GM)] == ["thug"]


async def test_where_the_rules_know_no_npcs_of_ones_own_the_gm_is_told_so(fight: Room) -> None:
    here = (await fight.show()).id
    described = fight.referee.describe(
        here, GM, blanks={}, text="grit = 4", side=Side.ENEMY, at="", hidden=False, source="test:own"
    )
    assert await refusal_of(described) == "NO_OWN_NPCS"


async def test_enter_by_the_gm_may_name_its_combatant(fight: Room) -> None:
    await fight.act(GM, Enter(combatant=CombatantId("thug"), name="Thug", side=Side.ENEMY, template="thug"))
    assert [each.id for each in (await fight.show()).view.combatants][-1] == "thug"
