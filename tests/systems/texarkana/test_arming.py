"""Weapons in hand, carried openly and hidden (TXD-27, TXD-30, TXD-31)."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Amend, Enter
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Brawl, Draw
from rules.systems.texarkana.events import Armed, TurnTaken, WeaponConcealed
from rules.systems.texarkana.library import stat_blocks
from rules.systems.texarkana.state import Tier
from tests.systems.texarkana.table import DEALER, Table, fight, kinds, lobby, npc, only, pc, who

ANA = Viewer(combatants=frozenset({who("ana")}))


def draw(weapon: str, actor: str = "ana") -> Draw:
    return Draw(actor=who(actor), weapon=weapon)


def seen(table: Table, name: str, viewer: Viewer = PUBLIC) -> str:
    return next(each.state for each in TEXARKANA.view(table.state, viewer).combatants if each.id == name)


@pytest.mark.parametrize(
    ("tier", "may_ambush", "in_hand"),
    [("fists", "no", ""), ("melee", "no", "bullwhip"), ("any", "no", "revolver"), ("fists", "yes", "revolver")],
)
def test_txd_31_a_fight_starts_with_what_is_in_order_in_hand(tier: str, may_ambush: str, in_hand: str) -> None:
    """Hank carries a revolver, his main weapon, and a bullwhip."""
    assert lobby("empty", "hank", tier=tier, may_ambush=may_ambush)["hank"].in_hand == in_hand


@pytest.mark.parametrize(("tier", "in_hand"), [("fists", ""), ("melee", "blackjack"), ("any", "blackjack")])
def test_txd_31_so_do_npcs_and_what_is_hidden_stays_so_until_it_is_drawn(tier: str, in_hand: str) -> None:
    table = lobby("empty", tier=tier)
    table.do(Enter(combatant=who("clem"), name="Clem", side=Side.ENEMY, template="saloon-tough"))
    assert (table["clem"].in_hand, table["clem"].concealed) == (in_hand, frozenset({"bowie-knife"}))


def test_txd_30_the_toughs_knife_and_the_bartenders_blunderbuss_are_hidden() -> None:
    hidden = {key: block.concealed for key, block in stat_blocks().items() if block.concealed}
    assert hidden == {"saloon-tough": ("bowie-knife",), "bartender": ("blunderbuss",)}
    assert all(set(block.concealed) <= set(block.weapons) for block in stat_blocks().values())


def test_txd_31_what_an_npc_carries_openly_is_seen_what_it_hides_is_the_dealers_secret() -> None:
    table = lobby("saloon")
    assert seen(table, "clem") == "unhurt, carries blackjack"
    assert "knife" not in repr(TEXARKANA.view(table.state, PUBLIC))
    assert "blunderbuss" not in repr(TEXARKANA.view(table.state, PUBLIC))
    (clem,) = [each for each in TEXARKANA.view(table.state, DEALER).combatants if each.id == "clem"]
    assert clem.details.endswith("blackjack, bowie knife (hidden)")


def test_txd_27_drawing_is_free_with_the_action_and_announced() -> None:
    table = fight(pc(weapons=("revolver", "wrench")), npc())
    events = table.do(draw("wrench"))
    assert kinds(events) == ["Armed"]
    assert table.words(events) == ["Ana has the wrench in hand."]
    assert not only(events, TurnTaken)
    assert table["ana"].id not in table.state.acted


def test_txd_31_a_weapon_is_put_away() -> None:
    table = fight()
    assert table.words(table.do(draw("fists"))) == ["Ana has empty hands."]
    assert table["ana"].in_hand == ""


@pytest.mark.parametrize(
    ("weapon", "code"), [("revolver", "IN_HAND"), ("sabre", "NOT_CARRIED"), ("spoon", "NO_SUCH_WEAPON")]
)
def test_txd_31_what_cannot_be_drawn_is_refused_with_what_there_is(weapon: str, code: str) -> None:
    table = fight(pc(weapons=("revolver", "wrench")), npc())
    refusal = table.refusal(draw(weapon))
    assert refusal.code == code
    assert refusal.hint == "Ana has: revolver, wrench."
    assert table.say(refusal)


def test_tx_43_what_one_was_disarmed_of_is_not_drawn() -> None:
    table = fight(pc(in_hand="", is_disarmed_of=frozenset({"revolver"})), npc())
    assert table.refusal(draw("revolver")).code == "NOT_CARRIED"


def test_tx_38_who_is_held_draws_nothing() -> None:
    table = fight(pc(in_hand=""), npc(place="road", weapons=(), in_hand=""), grapples=(("bart", "ana"),))
    assert table.refusal(draw("revolver")).code == "HELD"


def test_tx_20_one_draws_in_ones_own_turn() -> None:
    assert fight(phase="enemy").refusal(draw("fists")).code == "NOT_YOUR_PHASE"


def test_txd_31_the_option_to_draw_says_what_goes_too_far() -> None:
    table = fight(pc(weapons=("revolver", "wrench"), in_hand=""), npc(), tier=Tier.MELEE)
    (option,) = [each for each in TEXARKANA.options(table.state, who("ana"), ANA) if each.kind == "draw"]
    assert {choice.key: bool(choice.note) for choice in option.slots[0].choices} == {"revolver": True, "wrench": False}


def test_txd_31_who_has_no_weapon_is_not_offered_to_draw() -> None:
    table = fight(pc(weapons=(), in_hand=""), npc())
    (option,) = [each for each in TEXARKANA.options(table.state, who("ana"), ANA) if each.kind == "draw"]
    assert option.why_not is not None
    assert table.say(option.why_not) == "Ana has no weapon to draw or put away. (TXD-31)"


def test_txd_31_a_hidden_npc_draws_unheard() -> None:
    table = fight(pc(), npc(), npc("nemo", in_hand="", is_hidden=True), phase="enemy", tier=Tier.FISTS)
    events = table.do(draw("revolver", "nemo"))
    assert table.words(events) == []
    assert table.tier() is Tier.FISTS


def test_txa_26_a_drawn_pistol_answers_at_point_blank_a_holstered_one_does_not() -> None:
    for in_hand, weapon in (("revolver", "revolver"), ("", "fists")):
        table = fight(
            pc(weapons=("revolver",), in_hand=in_hand), npc(place="road", weapons=(), in_hand=""), phase="enemy"
        )
        table.do(Brawl(actor=who("bart"), whom=who("ana")))
        assert table.state.attempts[0].stakes.pc_weapon == weapon  # type: ignore[union-attr]  # a brawl's


# ---- what the Dealer sets


def test_txd_31_the_dealer_hides_a_weapon_on_an_npc() -> None:
    table = fight(pc(), npc(weapons=(), in_hand=""))
    events = table.do(Amend(what="hidden-weapon", value="derringer", whom=who("bart")))
    assert table.words(events) == []
    assert table["bart"].concealed == {"derringer"}
    assert "derringer" not in seen(table, "bart")


def test_txd_31_what_is_hidden_leaves_the_hand() -> None:
    table = fight()
    events = table.do(Amend(what="hidden-weapon", value="revolver", whom=who("bart")))
    assert only(events, Armed)[0].weapon == ""
    assert only(events, WeaponConcealed)
    assert seen(table, "bart") == "unhurt"


def test_txd_31_the_dealer_shows_a_weapon_on_an_npc() -> None:
    table = fight(pc(), npc(weapons=("sabre",), in_hand="", concealed=frozenset({"sabre"})))
    table.do(Amend(what="carries", value="sabre", whom=who("bart")))
    assert seen(table, "bart") == "unhurt, carries cavalry sabre"


def test_txd_31_a_weapon_put_into_a_hand_is_hidden_no_more() -> None:
    table = fight(pc(), npc(weapons=("sabre",), in_hand="", concealed=frozenset({"sabre"})))
    table.do(Amend(what="weapon", value="sabre", whom=who("bart")))
    table.do(Amend(what="weapon", value="fists", whom=who("bart")))
    assert seen(table, "bart") == "unhurt, carries cavalry sabre"


@pytest.mark.parametrize("what", ["carries", "hidden-weapon"])
@pytest.mark.parametrize("value", ["fists", "spoon"])
def test_txd_31_only_weapons_are_carried(what: str, value: str) -> None:
    assert fight().refusal(Amend(what=what, value=value, whom=who("bart"))).code == "NO_SUCH_WEAPON"
