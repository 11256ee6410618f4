"""What is told to whom: public lines without secrets, private news to their owner, calls to whoever must decide."""

from rules.asking import Wish
from rules.core.audience import PUBLIC
from rules.core.command import Amend, GoOn
from rules.core.event import CameBack, Event, OrdersFollowed, TimeUp
from rules.core.fight import Fight
from rules.core.ids import CombatantId, FightId, PromptId, SeatId
from rules.core.values import replace
from rules.store.protocol import Message
from rules.telling import lines
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, Room, refusal_of
from tests.toy import TOY
from tests.toy_values import CARDS, Ask, Play

P1 = PromptId("p1")
AT_DUSK = Fight(id=FightId("dusk"), place=SALOON, ruleset="toy", schema=1, title="Dusk", gms=(GM,), state=TOY.empty())


def of_kind(kind: str, messages: list[Message]) -> list[tuple[int | None, str]]:
    return [(message.user, message.text) for message in messages if message.kind == kind]


async def test_every_step_tells_the_channel_something_even_if_it_has_no_words(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    assert [message.seq for message in fight.heard if message.kind == "line"] == [1, 2, 3, 4, 5]
    assert of_kind("line", fight.heard)[-1] == (None, "")


async def test_the_deal_is_told_to_each_player_alone(fight: Room) -> None:
    hands = await fight.hands()
    assert of_kind("line", fight.heard)[-1] == (None, "It begins.")
    assert of_kind("dm", fight.heard) == [
        (ANA, "\n".join(f"You draw card {card}." for card in hands[ANAS])),
        (HANK, "\n".join(f"You draw card {card}." for card in hands[HANKS])),
    ]


async def test_whoever_asked_gets_his_news_as_the_answer_and_in_no_message(fight: Room) -> None:
    fight.heard.clear()
    ruling = await fight.play_first(ANA, ANAS)
    assert of_kind("dm", fight.heard) == []
    assert ruling.lines[-1] == f"You draw card {(await fight.hand(ANA, ANAS))[-1]}."


async def test_a_player_for_whom_the_gm_acts_gets_his_news_privately(fight: Room) -> None:
    await fight.act(GM, Play(actor=ANAS))
    fight.heard.clear()
    ruling = await fight.go_on()
    drawn = (await fight.hand(ANA, ANAS))[-1]
    assert of_kind("dm", fight.heard) == [(ANA, f"You draw card {drawn}.")]
    assert drawn not in repr(ruling)


async def test_no_public_line_holds_a_card_that_was_not_shown(fight: Room) -> None:
    for number in range(12):
        user, actor = ((ANA, ANAS), (HANK, HANKS))[number % 2]
        await fight.play_first(user, actor)
    await fight.act(GM, Amend(what="stakes", value="the #001 secret"))
    public = "\n".join(text for kind in ("line", "call") for _, text in of_kind(kind, fight.heard))
    shown = {card for card in CARDS if card in public}
    assert len(shown) == 12
    assert not shown & {card for hand in (await fight.hands()).values() for card in hand}
    assert "secret" not in public


async def test_no_private_message_holds_the_card_of_another(fight: Room) -> None:
    for _ in range(6):
        await fight.act(GM, Play(actor=ANAS))
        await fight.act(GM, Play(actor=HANKS))
        await fight.go_on()
    drawn: dict[int | None, set[str]] = {ANA: set(), HANK: set()}
    for user, text in of_kind("dm", fight.heard):
        drawn[user] |= {card for card in CARDS if card in text}
    assert not drawn[ANA] & drawn[HANK]
    assert len(drawn[ANA]) == len(drawn[HANK]) == 8


async def test_a_hidden_npc_is_told_to_the_gm_alone(fight: Room) -> None:
    fight.heard.clear()
    hidden = {"combatant": "spy", "name": "The Spy", "side": "enemy", "template": "thug", "hidden": True}
    await fight.act(GM, Wish(kind="enter", fields=hidden))
    assert [message.text for message in fight.heard] == [""]


async def test_whoever_owes_a_decision_is_called(fight: Room) -> None:
    fight.heard.clear()
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    assert of_kind("call", fight.heard) == [(HANK, "stand or run")]


async def test_nobody_is_called_for_what_he_brought_about_himself(fight: Room) -> None:
    fight.heard.clear()
    await fight.act(ANA, Ask(actor=ANAS, whom=ANAS))
    await fight.act(ANA, Play(actor=ANAS))
    assert of_kind("call", fight.heard) == []


async def test_nobody_is_called_again_for_what_he_owes_already(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    fight.heard.clear()
    await fight.act(ANA, Ask(actor=ANAS))
    await fight.roll()
    assert of_kind("call", fight.heard) == []


async def test_nobody_is_called_for_an_npc_or_the_gm(fight: Room) -> None:
    thug = {"combatant": "thug", "name": "Thug", "side": "enemy", "template": "thug"}
    await fight.act(GM, Wish(kind="enter", fields=thug))
    fight.heard.clear()
    await fight.act(ANA, Ask(actor=ANAS, whom=CombatantId("thug")))
    await fight.act(ANA, Ask(actor=ANAS))
    assert of_kind("call", fight.heard) == []


async def test_an_undo_that_opens_a_question_again_calls_for_it(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await fight.act(GM, GoOn(prompts=(P1,)))
    fight.heard.clear()
    await fight.undo()
    assert of_kind("call", fight.heard) == [(HANK, "stand or run")]


async def test_a_repeat_is_told_to_its_asker_and_to_nobody_else(fight: Room) -> None:
    await fight.roll()
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS), source="x")
    fight.heard.clear()
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS), source="x")
    assert fight.heard == []


async def test_a_refusal_is_told_to_nobody_else(fight: Room) -> None:
    fight.heard.clear()
    await refusal_of(fight.act(ANA, Play(actor=ANAS, card="#999")))
    assert fight.heard == []


async def test_what_is_shown_to_anybody_holds_no_secret(fight: Room) -> None:
    await fight.act(ANA, Play(actor=ANAS))
    await fight.act(GM, Amend(what="stakes", value="everything"))
    shown = repr(await fight.referee.show(SALOON, None))
    assert "#" not in shown
    assert "everything" not in shown


async def test_the_key_of_a_fight_is_in_nothing_that_is_shown(fight: Room) -> None:
    exported = await fight.referee.export(SALOON)
    for user in (None, ANA, GM):
        assert exported.key not in repr(await fight.referee.show(SALOON, user))


def test_where_nothing_is_told_of_whoever_is_away_what_happens_else_is() -> None:
    def said(events: tuple[Event, ...]) -> tuple[str, ...]:
        return lines(TOY, AT_DUSK, events, PUBLIC)

    note = OrdersFollowed(name="Ana", orders="else", otherwise="Ana stands")
    head = "By the standing orders for Ana, who does what stands after “else”:"
    assert said((note,)) == (head, "Ana stands.")
    assert said((replace(note, otherwise=""),)) == (head, "There is nothing to see of it.")
    assert said((note, CameBack(seat=SeatId("s2"), name="Ana"))) == (head, "Whoever plays Ana is back.")
    assert said((note, CameBack(seat=SeatId("s2"), name="Bo"))) == (head, "Ana stands.", "Whoever plays Bo is back.")
    assert said((TimeUp(name="Ana", otherwise="Ana stands"),)) == ("Time is up for Ana.", "Ana stands.")
