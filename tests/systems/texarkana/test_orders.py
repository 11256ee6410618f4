"""What standing orders make of each decision of somebody who is away."""

from rules import standing_orders
from rules.core.command import Answer, Command, GoOn
from rules.core.fight import Seat
from rules.core.ids import PromptId, SeatId, UserId
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Brawl, BreakGrapple, Flee, Shoot, TakeCover
from rules.systems.texarkana.state import Tier
from tests.systems.texarkana.table import Table, envelope, fight, npc, pc, who
from tests.systems.texarkana.test_dying import shot_down, two_shot_down

ANA = who("ana")


def ordered(table: Table, order: str) -> Command:
    """What the order brings where Ana owes a decision."""
    prompt = next(each for each in TEXARKANA.prompts(table.state) if each.whom == ANA)
    return TEXARKANA.by_orders(table.state, prompt, order)


def answered(command: Command | None) -> str:
    """The key of the answer."""
    assert isinstance(command, Answer)
    return command.key


def shot_at(*hand: str) -> Table:
    table = fight(pc(hand=hand), npc(), phase="enemy")
    table.freely(Shoot(actor=who("bart"), whom=ANA))
    return table


def test_tx_48_defend_first_takes_cover_and_then_lets_turns_go_by() -> None:
    table = fight(pc(), npc(place="ridge"))
    command = ordered(table, "defend")
    assert command == TakeCover(actor=ANA, where="road")
    in_cover = fight(pc(is_in_cover=True), npc(place="ridge"))
    assert answered(ordered(in_cover, "defend")) == "pass"


def test_tx_38_defend_first_breaks_loose() -> None:
    table = fight(pc(place="rocks"), npc(), grapples=(("bart", "ana"),))
    assert ordered(table, "defend") == BreakGrapple(actor=ANA)


def test_tx_22_a_turn_goes_by_under_every_other_order() -> None:
    assert answered(ordered(fight(), "pass")) == answered(ordered(fight(), "lowest")) == "pass"
    assert ordered(fight(), "else") == GoOn(prompts=(PromptId("turn2.ana"),))


def test_txd_10_the_lowest_card_is_played_and_a_skull_only_if_there_is_nothing_else() -> None:
    assert answered(ordered(shot_at("KHe", "3Ho", "9Ma"), "lowest")) == "3Ho"
    assert answered(ordered(shot_at("2Sk", "9Ma"), "lowest")) == "9Ma"
    assert answered(ordered(shot_at("2Sk", "5Sk"), "lowest")) == "2Sk"


def test_txd_10_of_two_lowest_cards_the_one_that_trumps_is_kept() -> None:
    table = shot_at("3Ma", "3Ho")
    (attempt,) = table.state.attempts
    assert "Ma" in attempt.trumps
    assert answered(ordered(table, "lowest")) == "3Ho"


def test_txd_18_under_the_other_orders_the_card_that_looks_best_is_played() -> None:
    table = shot_at("KHe", "3Ho")
    assert isinstance(ordered(table, "pass"), GoOn)
    assert isinstance(ordered(table, "defend"), GoOn)


def test_tx_59_tx_60_nobody_who_is_away_shoots_after_a_runner_or_gives_chase_while_another_can() -> None:
    table = fight(pc(hand=("2He",)), pc("bea", hand=("QHe",)), npc(), phase="enemy")
    table.freely(Flee(actor=who("bart")))
    assert answered(ordered(table, "defend")) == "hold"
    for each in table.asked():
        table.freely(Answer(prompt=PromptId(each), key="hold"))
    assert table.asked() == ("t1.chase.ana", "t1.chase.bea")
    assert answered(ordered(table, "pass")) == "stay"


def left_to_others(table: Table, *away: str) -> bool:
    """Whether Ana's orders do nothing about what she owes, where these are away with orders."""
    seats = tuple(
        Seat(id=SeatId(each), user=UserId(number), combatant=who(each), is_away=each in away, orders="else")
        for number, each in enumerate(("ana", "bea", "cal"), 1)
    )
    prompt = next(each for each in TEXARKANA.prompts(table.state) if each.whom == ANA)
    return standing_orders.ordered(envelope(table.state, *seats), TEXARKANA, prompt) is None


def test_tx_14_who_is_lookout_is_left_to_those_who_are_there() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(), phase="before", turn=0, lookout=None)
    assert left_to_others(table, "ana")
    assert not left_to_others(table, "ana", "bea")
    assert ordered(table, "else") == GoOn(prompts=(PromptId("lookout.ana"),))


def test_txd_20_who_saves_the_dying_is_left_to_those_who_are_there() -> None:
    table = shot_down()
    assert table.asked() == ("save.bea.ana", "save.bea.cal")
    assert left_to_others(table, "ana")
    assert not left_to_others(table, "ana", "cal")


def test_txd_20_whom_nobody_else_could_save_is_left_to_nobody() -> None:
    """Cal is there, but could save only Bea."""
    table = two_shot_down()
    table.do(Answer(prompt=PromptId("save.bea.ana"), key="leave"))
    assert table.asked() == ("save.bea.cal", "save.dan.ana")
    assert not left_to_others(table, "ana")


def test_tx_08_nobody_who_is_away_goes_too_far() -> None:
    table = fight(pc(place="rocks"), npc(), tier=Tier.FISTS)
    table.freely(Brawl(actor=ANA, whom=who("bart"), weapon="revolver"))
    (prompt,) = [each for each in TEXARKANA.prompts(table.state) if each.whom == ANA]
    assert prompt.id.endswith(".mean")
    assert ordered(table, "lowest") == GoOn(prompts=(prompt.id,))
