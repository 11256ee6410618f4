"""Who may do what, and what nobody learns by trying."""

import pytest

from rules.asking import Wish
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Command, Finish, GoOn, Leave, PlaceThere, Start
from rules.core.ids import CombatantId, PromptId
from rules.core.refusal import Illegal
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, Room, refusal_of
from tests.toy_values import Ask, Play, Roll

P1 = PromptId("p1")
ENTER = {"combatant": "c9", "name": "Zed", "side": "posse", "template": "hero"}


@pytest.mark.parametrize("user", [ANA, STRANGER])
@pytest.mark.parametrize(
    "command",
    [
        Start(),
        Leave(combatant=ANAS),
        Leave(combatant=HANKS),
        GoOn(prompts=()),
        Amend(what="score", value="9", whom=ANAS),
        PlaceThere(where="roof"),
        Finish(),
        Wish(kind="enter", fields=ENTER),
        Wish(kind="leave", fields={"combatant": "c2"}),
        Wish(kind="start", fields={}),
    ],
)
async def test_what_is_the_gms_is_refused_to_everybody_else(fight: Room, user: int, command: Command | Wish) -> None:
    assert await refusal_of(fight.act(ANA if user == ANA else STRANGER, command)) == "GM_ONLY"
    assert await fight.seq() == 4


async def test_a_player_cannot_bring_in_an_npc_or_go_on(fight: Room) -> None:
    added = fight.referee.add(SALOON, ANA, name="", template="thug", side=Side.ENEMY, at="", hidden=False, source="a")
    assert await refusal_of(added) == "GM_ONLY"
    assert await refusal_of(fight.go_on(ANA)) == "GM_ONLY"


async def test_nobody_acts_for_the_combatant_of_another(fight: Room) -> None:
    assert await refusal_of(fight.act(ANA, Roll(actor=HANKS))) == "NOT_YOURS"


async def test_whoever_does_not_play_cannot_act(fight: Room) -> None:
    assert await refusal_of(fight.act(STRANGER, Roll(actor=ANAS))) == "NOT_PLAYING"


async def test_the_gm_acts_for_an_absent_player(fight: Room) -> None:
    assert (await fight.act(GM, Roll(actor=ANAS))).seq == 5


async def test_options_are_for_whoever_plays_the_combatant(fight: Room) -> None:
    assert await refusal_of(fight.referee.options(SALOON, ANA, HANKS)) == "NOT_YOURS"
    assert await refusal_of(fight.referee.options(SALOON, STRANGER, HANKS)) == "NOT_PLAYING"


async def test_nobody_answers_what_is_asked_of_another(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    assert await refusal_of(fight.answer(ANA, P1, "run")) == "NOT_YOURS"
    assert await refusal_of(fight.answer(STRANGER, P1, "run")) == "NOT_PLAYING"


async def test_nobody_answers_for_the_gm(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS))
    assert await refusal_of(fight.answer(ANA, P1, "run")) == "GM_ONLY"


async def test_only_what_is_offered_can_be_answered(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    assert await refusal_of(fight.answer(HANK, P1, "fly")) == "NOT_A_CHOICE"


async def test_a_hidden_combatant_is_not_named_by_a_refusal(fight: Room) -> None:
    hidden = {"combatant": "spy", "name": "The Spy", "side": "enemy", "template": "thug", "hidden": True}
    await fight.act(GM, Wish(kind="enter", fields=hidden))
    refusals = []
    for actor in ("spy", "nobody"):
        with pytest.raises(Illegal) as refused:
            await fight.act(ANA, Roll(actor=CombatantId(actor)))
        refusals.append(refused.value.refusal)
    assert refusals[0] == refusals[1]


# ---- a hand is its player's


@pytest.mark.parametrize("is_held", [True, False])
async def test_the_gm_cannot_probe_a_hand_by_an_act(fight: Room, is_held: bool) -> None:
    card = (await fight.hand(ANA, ANAS))[0] if is_held else "#999"
    assert await refusal_of(fight.act(GM, Play(actor=ANAS, card=card))) == "PRIVATE_CARD"


@pytest.mark.parametrize("is_held", [True, False])
async def test_the_gm_cannot_probe_a_hand_by_an_answer(fight: Room, is_held: bool) -> None:
    await fight.act(ANA, Play(actor=ANAS))
    card = (await fight.hand(ANA, ANAS))[0] if is_held else "#999"
    assert await refusal_of(fight.answer(GM, P1, card)) == "PRIVATE_CARD"


async def test_the_gm_names_no_card_and_the_player_is_asked(fight: Room) -> None:
    await fight.act(GM, Play(actor=ANAS))
    (asked,) = await fight.asked(ANA)
    assert [choice.key for choice in asked.choices] == await fight.hand(ANA, ANAS)
    assert (await fight.asked(GM))[0].choices == ()


async def test_another_player_cannot_probe_a_hand(fight: Room) -> None:
    await fight.act(ANA, Play(actor=ANAS))
    card = (await fight.hand(ANA, ANAS))[0]
    assert await refusal_of(fight.act(HANK, Play(actor=ANAS, card=card))) == "NOT_YOURS"
    assert await refusal_of(fight.answer(HANK, P1, card)) == "NOT_YOURS"


async def test_the_player_answers_with_his_own_card(fight: Room) -> None:
    await fight.act(ANA, Play(actor=ANAS))
    card = (await fight.hand(ANA, ANAS))[1]
    await fight.answer(ANA, P1, card)
    assert await fight.score() == int(card[1:])


async def test_the_gm_plays_the_cards_of_his_npcs(fight: Room) -> None:
    npc = {"combatant": "thug", "name": "Thug", "side": "enemy", "template": "thug"}
    await fight.act(GM, Wish(kind="enter", fields=npc))
    await fight.act(GM, Play(actor=CombatantId("thug")))
    (asked,) = await fight.asked(GM)
    assert (await fight.answer(GM, P1, asked.choices[0].key)).seq == 7


# ---- what has gone by


async def test_an_act_for_a_moment_gone_by_is_stale(fight: Room) -> None:
    moment = (await fight.referee.options(SALOON, ANA, ANAS))[0].moment
    await fight.play_first(ANA, ANAS)
    assert await refusal_of(fight.act(ANA, Roll(actor=ANAS), expect=moment)) == "STALE"


async def test_an_act_for_a_moment_that_still_holds_is_ruled(fight: Room) -> None:
    moment = (await fight.referee.options(SALOON, ANA, ANAS))[0].moment
    await fight.play_first(HANK, HANKS)
    assert (await fight.act(ANA, Roll(actor=ANAS), expect=moment)).seq == 6


async def test_an_answer_to_a_question_gone_by_is_stale(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await fight.go_on()
    assert await refusal_of(fight.answer(HANK, P1, "run")) == "STALE"


async def test_a_question_that_never_was_is_stale(fight: Room) -> None:
    assert await refusal_of(fight.act(HANK, Answer(prompt=PromptId("p99"), key="run"))) == "STALE"


async def test_a_second_answer_to_the_same_question_tells_the_first_again(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    first = await fight.answer(HANK, P1, "run")
    again = await fight.answer(HANK, P1, "stand")
    assert (again.is_repeat, again.seq, again.lines) == (True, first.seq, first.lines)


# ---- refusals in words


async def test_a_refusal_is_said_in_the_words_of_the_system(fight: Room) -> None:
    with pytest.raises(Illegal) as refused:
        await fight.act(ANA, Play(actor=ANAS, card="#999"))
    said = await fight.referee.refusal_words(refused.value.refusal, SALOON, ANA)
    assert said == "The toy refuses: NOT_HELD. (TOY-1)"


async def test_a_refusal_of_the_table_names_the_gm_as_the_system_does(fight: Room) -> None:
    with pytest.raises(Illegal) as refused:
        await fight.end(ANA)
    assert "Umpire" in await fight.referee.refusal_words(refused.value.refusal, SALOON, ANA)


async def test_a_refusal_where_there_is_no_fight_has_words_too(room: Room) -> None:
    with pytest.raises(Illegal) as refused:
        await room.show()
    assert "/fight begin" in await room.referee.refusal_words(refused.value.refusal, SALOON, ANA)


async def test_who_decides_for_an_absent_player_is_on_record(fight: Room) -> None:
    ruling = await fight.act(GM, Roll(actor=ANAS))
    assert ruling.lines[0] == "The Umpire decides for Ana."
    (latest, *_) = await fight.referee.history(fight.place, ANA)
    assert latest.lines[0] == "The Umpire decides for Ana."


async def test_a_player_who_decides_for_himself_is_not_noted(fight: Room) -> None:
    ruling = await fight.act(ANA, Roll(actor=ANAS))
    assert not any("decides for" in line for line in ruling.lines)


async def test_going_on_names_whoever_was_gone_on_without(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=ANAS))
    ruling = await fight.go_on()
    assert ruling.lines[0] == "The Umpire decides for Ana."
