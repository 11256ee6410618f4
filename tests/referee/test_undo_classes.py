"""Who may take back what, what he is shown first, and what is dealt anew where something was seen."""

import asyncio

import msgspec
import pytest

from rules import verifying
from rules.core.combatant import Side
from rules.core.command import Amend, Start
from rules.core.ids import Place, UserId
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.differences import differences
from rules.referee import Referee
from rules.registry import RULESETS
from rules.store.memory import MemoryStore
from rules.telling import Ruling
from rules.undo_classes import UndoClass
from rules.verifying import Exported, Unsound, Verified
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, Room, refusal_of
from tests.toy import TOY
from tests.toy_values import Ask, Play

MODERATOR = UserId(55)


async def asks(room: Room) -> None:
    """Ana does something of which nothing has come yet."""
    await room.act(ANA, Ask(actor=ANAS, whom=HANKS))


# ---- free


async def test_one_takes_back_by_himself_what_brought_nothing(kept: KeptRoom) -> None:
    await asks(kept)
    assert await kept.referee.free_undo(SALOON, ANA) == 5
    assert await kept.referee.free_undo(SALOON, HANK) is None
    ruling = await kept.undo(ANA)
    assert ruling.lines == ("Ana takes that back.",)
    assert await kept.asked() == ()
    assert await kept.referee.verify(SALOON) == Verified(6)


async def test_what_is_free_is_known_after_a_restart_too(kept: KeptRoom) -> None:
    await asks(kept)
    await kept.begin_anew()
    assert await kept.referee.free_undo(SALOON, ANA) == 5
    await kept.undo(ANA)
    assert await kept.referee.free_undo(SALOON, ANA) is None


async def test_dice_cards_and_what_others_did_since_are_not_free(fight: Room) -> None:
    why = {}
    for name, user, actor in (("own roll", ANA, ANAS), ("roll of another", HANK, HANKS)):
        await fight.roll(user, actor)
        with pytest.raises(Illegal) as refused:
            await fight.undo(ANA)
        why[name] = await fight.referee.refusal_words(refused.value.refusal, SALOON, ANA)
    assert why == {
        "own roll": "Only the Umpire can take that back: cards or dice have come since.",
        "roll of another": "Only the Umpire can take that back: what was done last was not yours alone.",
    }
    assert await fight.referee.free_undo(SALOON, ANA) is None


async def test_what_the_gm_did_for_a_player_is_not_the_players_to_take_back(fight: Room) -> None:
    await fight.act(GM, Ask(actor=ANAS, whom=HANKS))
    assert await refusal_of(fight.undo(ANA)) == "UNDO_NEEDS_GM"


async def test_the_table_may_change_in_between(fight: Room) -> None:
    await asks(fight)
    await fight.referee.set_table(SALOON, GM, what="deadline", value="4h", source="table")
    assert await fight.referee.free_undo(SALOON, ANA) == 6
    await fight.undo(ANA)
    assert (await fight.referee.table_rules(SALOON))[0].now == "4h"
    assert await fight.referee.verify(SALOON) == Verified(7)


async def test_after_something_was_done_and_taken_back_nothing_is_free(fight: Room) -> None:
    """It may have told something."""
    await asks(fight)
    await fight.roll(HANK, HANKS)
    await fight.undo()
    assert await refusal_of(fight.undo(ANA)) == "UNDO_NEEDS_GM"


async def test_several_free_acts_are_taken_back_one_after_another(fight: Room) -> None:
    await asks(fight)
    await asks(fight)
    await fight.undo(ANA)
    await fight.undo(ANA)
    assert await fight.asked() == ()
    assert await refusal_of(fight.undo(ANA)) == "UNDO_NEEDS_GM"


# ---- past what was seen


async def test_a_card_that_was_shown_is_another_one_afterwards(kept: KeptRoom) -> None:
    hands = await kept.hands()
    await kept.play_first(ANA, ANAS)
    ruling = await kept.undo()
    assert ruling.lines == ("The Umpire took back the last ruling.", "A card of Ana is dealt anew.")
    now = await kept.hands()
    assert now[HANKS] == hands[HANKS]
    assert hands[ANAS][0] not in now[ANAS]
    assert hands[ANAS][1] in now[ANAS]
    assert len(now[ANAS]) == 2
    told = [each.text for each in kept.heard if each.kind == "dm" and each.user == ANA][-1]
    assert told == f"Your card {hands[ANAS][0]} goes back: you have card {now[ANAS][1]}."
    assert await kept.referee.verify(SALOON) == Verified(6)
    for user in (HANK, GM, None):
        history = repr(await kept.referee.history(SALOON, user))
        assert now[ANAS][1] not in history, "which card came instead is Ana's alone"


async def test_further_back_nothing_is_forgotten_that_was_seen(kept: KeptRoom) -> None:
    hands = await kept.hands()
    await kept.roll()
    await kept.play_first(ANA, ANAS)
    await kept.undo()
    await kept.begin_anew()
    await kept.undo()
    now = await kept.hands()
    assert hands[ANAS][0] not in now[ANAS], "all have seen it, in a step that was taken back before this one"
    assert await kept.referee.verify(SALOON) == Verified(8)


async def test_what_was_dealt_anew_does_not_come_back_by_a_correction(fight: Room) -> None:
    hands = await fight.hands()
    await fight.act(ANA, Play(actor=ANAS))
    await fight.answer(ANA, (await fight.asked(ANA))[0].id, hands[ANAS][0])
    await fight.undo()
    now = await fight.hands()
    await fight.answer(ANA, (await fight.asked(ANA))[0].id, now[ANAS][1])
    await fight.referee.correct(SALOON, GM, Amend(what="score", value="5", whom=ANAS), source="c")
    assert hands[ANAS][0] not in (await fight.hands())[ANAS]
    assert await fight.score() == 5 + int(now[ANAS][1][1:])
    await fight.referee.verify(SALOON)


async def test_what_was_dealt_and_taken_back_is_dealt_as_chance_has_it(fight: Room) -> None:
    """A start taken back puts all cards into the deck again: nothing of what was seen is anybody's."""
    await fight.undo()
    await fight.act(GM, Start())
    assert await fight.referee.verify(SALOON) == Verified(6)


async def test_with_cards_of_their_own_only_the_table_can_deal_anew() -> None:
    room = Room(MemoryStore(), draws="typed")
    await room.begin()
    await room.join(ANA, "Ana")
    await room.act(GM, Start())
    for card in ("#010", "#020"):
        await room.type_in(GM, card)
    await room.act(ANA, Play(actor=ANAS, card="#010"))
    await room.type_in(ANA, "#030")
    found = await room.referee.would_undo(SALOON, GM)
    assert (found.kind, found.is_by_hand, found.dealt) == (UndoClass.REDEAL, True, ())
    await room.undo()
    await room.referee.verify(SALOON)


# ---- looking first


async def test_the_gm_is_shown_what_an_undo_would_bring(fight: Room) -> None:
    (card, _), seq = (await fight.hands())[ANAS], await fight.seq()
    await fight.play_first(ANA, ANAS)
    found = await fight.referee.would_undo(SALOON, GM)
    assert found.seq == seq + 1
    assert found.kind is UndoClass.REDEAL
    assert found.taken == (f"Ana plays card {card}.",)
    assert found.differs == (f"Ana: score {int(card[1:])} → score 0",)
    assert found.seen == (f"All have seen {card}.",)
    assert found.dealt == ("A card of Ana is dealt anew.",)
    assert not found.is_at_once
    assert await fight.seq() == seq + 1, "to look changes nothing"


async def test_of_dice_nothing_is_left_that_anybody_could_know(fight: Room) -> None:
    await fight.roll()
    found = await fight.referee.would_undo(SALOON, GM)
    assert (found.kind, found.seen, found.dealt) == (UndoClass.GM, (), ())


async def test_whoever_was_hidden_and_has_been_seen_is_named() -> None:
    referee = Referee(MemoryStore(), RULESETS, clock=lambda: 0.0)
    await referee.begin(SALOON, GM, "texarkana", title="", setup=Setup(scene="saloon"), source="1")
    await referee.add(SALOON, GM, name="Rex", template="bandit", side=Side.ENEMY, at="", hidden=True, source="2")
    rex = next(each.id for each in (await referee.show(SALOON, GM)).view.combatants if each.name == "Rex")
    await referee.act(SALOON, GM, Amend(what="hidden", value="no", whom=rex), source="3")
    found = await referee.would_undo(SALOON, GM)
    assert found.seen == ("Everybody has seen, and it would be out of sight again: Rex. That cannot be made unseen.",)
    assert "Rex: out of sight again" in found.differs


async def test_whoever_goes_back_behind_what_was_done_by_orders_is_shown_all_of_it(fight: Room) -> None:
    low, high = sorted((await fight.hands())[HANKS])
    await fight.referee.go_away(SALOON, HANK, orders="lowest", source="away")
    await fight.act(GM, Play(actor=HANKS))
    found = await fight.referee.would_undo(SALOON, GM)
    assert found.kind is UndoClass.REDEAL
    asked, order, played = found.taken
    assert asked == "The Umpire decides for Hank."
    assert order == "By the standing orders for Hank, who plays the lowest card:"
    assert played == f"Hank plays card {low}."
    assert found.differs[0] == f"Hank: score {int(low[1:])} → score 0"
    assert found.seen == (f"All have seen {low}.",)
    assert found.dealt == ("A card of Hank is dealt anew.",)
    before = await fight.seq()
    await fight.undo()
    assert await fight.score(HANKS) == 0
    assert await fight.asked() == ()
    assert high in await fight.hand(HANK, HANKS)
    assert low not in await fight.hand(HANK, HANKS)
    assert await fight.seq() == before + 2
    assert await fight.referee.verify(SALOON) == Verified(before + 2)


async def test_what_is_shown_of_an_undo_of_several_steps_is_what_comes(kept: KeptRoom) -> None:
    """In a fight of which one half goes by orders, back to its beginning."""
    await kept.referee.go_away(SALOON, HANK, orders="lowest", source="away")
    for _ in range(2):
        await kept.act(GM, Play(actor=HANKS))
    await kept.act(ANA, Ask(actor=ANAS, whom=HANKS))
    for _ in range(3):
        found = await kept.referee.would_undo(SALOON, GM)
        was = await kept.show(GM)
        ruling = await kept.undo()
        now = await kept.show(GM)
        assert found.seq == was.seq
        assert found.differs == differences(was.view, now.view)
        assert now.view.asked == ()
        assert not found.dealt or found.dealt[0] in repr(await kept.referee.history(SALOON, GM, limit=2))
        assert ruling.lines
        await kept.begin_anew()
    await kept.referee.verify(SALOON)


async def test_a_moderator_is_shown_no_more_of_it_than_he_may_know(fight: Room) -> None:
    low, high = sorted((await fight.hands())[HANKS])
    await fight.act(HANK, Play(actor=HANKS, card=low))
    found = await fight.referee.would_undo(SALOON, MODERATOR, is_moderator=True)
    assert found.taken == (f"Hank plays card {low}.",)
    assert (found.seen, found.dealt) == ((f"All have seen {low}.",), ("A card of Hank is dealt anew.",))
    assert high not in repr(found)
    await fight.undo()
    (new,) = {*await fight.hand(HANK, HANKS)} - {high}
    await fight.roll()
    found = await fight.referee.would_undo(SALOON, MODERATOR, is_moderator=True)
    assert not any(card in repr(found) for card in (high, new))


# ---- who


async def test_a_moderator_takes_back_and_is_on_record(fight: Room) -> None:
    await fight.roll()
    assert await refusal_of(fight.referee.undo(SALOON, MODERATOR, source="u")) == "GM_ONLY"
    assert (await fight.referee.would_undo(SALOON, MODERATOR, is_moderator=True)).kind is UndoClass.GM
    ruling = await fight.referee.undo(SALOON, MODERATOR, source="v", is_moderator=True)
    assert "moderator" in ruling.lines[0]
    assert ruling.lines[1] == "The last ruling is taken back."
    assert await fight.score() == 0
    assert await fight.referee.verify(SALOON) == Verified(6)


async def test_of_two_who_take_back_at_once_one_does(fight: Room) -> None:
    await fight.roll()
    await fight.roll()
    seq = await fight.seq()
    both = await asyncio.gather(
        fight.referee.undo(SALOON, GM, source="a", seq=seq),
        fight.referee.undo(SALOON, MODERATOR, source="b", seq=seq, is_moderator=True),
        return_exceptions=True,
    )
    assert sum(isinstance(each, Ruling) for each in both) == 1
    (refused,) = [each for each in both if isinstance(each, Illegal)]
    assert refused.refusal.code == "MOVED_ON"
    assert await fight.seq() == seq + 1


async def test_the_same_request_twice_takes_back_once(fight: Room) -> None:
    await asks(fight)
    await fight.undo(ANA, source="twice")
    assert (await fight.undo(ANA, source="twice")).is_repeat
    assert await fight.seq() == 6


async def test_one_alone_takes_back_what_he_likes_and_nothing_is_dealt_anew() -> None:
    referee, here = Referee(MemoryStore(), RULESETS, clock=lambda: 0.0), Place(guild=1, channel=9)
    await referee.begin(here, ANA, "texarkana", title="", setup=Setup(scene="first-steps"), source="b")
    assert (await referee.would_undo(here, ANA)).is_at_once
    await referee.undo(here, ANA, source="u")
    await referee.verify(here)


# ---- asking for it


async def test_a_player_asks_the_gm_once_and_all_hear_it(kept: KeptRoom) -> None:
    await kept.roll()
    await kept.referee.ask_undo(SALOON, ANA, seq=5)
    line, call = kept.heard[-2:]
    assert (line.kind, line.text) == ("line", "Ana would like the last ruling to be taken back.")
    assert (call.kind, call.user) == ("call", GM)
    await kept.begin_anew()
    assert await kept.referee.may_ask_undo(SALOON, HANK) is None
    assert await refusal_of(kept.referee.ask_undo(SALOON, HANK, seq=5)) == "UNDO_ASKED"
    assert await kept.seq() == 5, "it is no step"
    await kept.roll()
    assert await kept.referee.may_ask_undo(SALOON, HANK) == 6
    assert await refusal_of(kept.referee.ask_undo(SALOON, HANK, seq=5)) == "MOVED_ON"
    assert await refusal_of(kept.referee.ask_undo(SALOON, STRANGER, seq=6)) == "NOT_PLAYING"


# ---- proof


async def exported(room: Room) -> Exported:
    await room.play_first(ANA, ANAS)
    await room.undo()
    return await room.referee.export(SALOON)


def changed(fight: Exported, old: bytes, new: bytes) -> Exported:
    last = fight.steps[-1]
    assert old in bytes(last.events)
    events = msgspec.Raw(bytes(last.events).replace(old, new, 1))
    return msgspec.structs.replace(fight, steps=(*fight.steps[:-1], msgspec.structs.replace(last, events=events)))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [(b'"seen":[{"what":"#', b'"seen":[{"what":"?', "became known"), (b'"came":"#', b'"came":"?', "other events")],
)
async def test_an_undo_that_deals_otherwise_is_unsound(fight: Room, old: bytes, new: bytes, why: str) -> None:
    good = await exported(fight)
    assert verifying.verify(good, {TOY.id: TOY}) == Verified(6)
    with pytest.raises(Unsound, match=f"step 6: .*{why}"):
        verifying.verify(changed(good, old, new), {TOY.id: TOY})
