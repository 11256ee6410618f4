"""Sensible play for whoever does not decide: an NPC's act, the automatic card, whether to Trump (TXD-18)."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import msgspec

from rules.core.command import Command
from rules.core.ids import CombatantId
from rules.core.refusal import refusal_of
from rules.systems.texarkana import commands
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.brawling import require_brawl
from rules.systems.texarkana.cardplay import bonus_of, is_enough
from rules.systems.texarkana.cards import SUITS, VALUES, in_order, is_skull, is_trump
from rules.systems.texarkana.grappling import require_held, require_holding
from rules.systems.texarkana.moving import require_path
from rules.systems.texarkana.play import opponents_of
from rules.systems.texarkana.shooting import require_shot
from rules.systems.texarkana.state import Fighter, House, TexState, Tier, value_of
from rules.systems.texarkana.sundry import RELOAD, empty_guns, require_sundry
from rules.systems.texarkana.weapons import TIER_ORDER, brawling_arm, brawling_keys
from rules.systems.texarkana.zones import distance, neighbours

BELIEF = ((-3, 1), (-2, 1), (-1, 2), (0, 1), (1, 2), (2, 1), (3, 1))  # the Dealer's own Difficulty chips (TXF-08)
FAR = 99


def suggest(state: TexState, npc: Fighter) -> Command | None:
    """What an NPC who may act had best do; None while it has to wait for somebody's test.

    Attack the nearest enemy within reach, else reload, else go towards one, else hold. Never beyond the tier.
    """
    foes = sorted(opponents_of(state, npc), key=lambda foe: _steps(state, npc.place, foe.place))
    chapters: tuple[Iterable[Try], ...] = (
        _grapple_tries(state, npc),
        _attacks(state, npc, foes),
        _reloads(state, npc),
        _steps_towards(state, npc, foes),
    )
    for tries in chapters:
        is_busy = False
        for command, require in tries:
            refusal = refusal_of(require)
            if refusal is None:
                return command
            is_busy = is_busy or refusal.code == "BUSY"
        if is_busy:
            return None
    return commands.Pass(actor=npc.id)


Try = tuple[Command, Callable[[], object]]


def _grapple_tries(state: TexState, npc: Fighter) -> list[Try]:
    """In a grapple: break loose, or work on the one held."""
    if state.holder_of(npc.id):
        return [(commands.BreakGrapple(actor=npc.id), lambda: require_held(state, npc))]
    if state.held_by(npc.id):
        return [(commands.HoldGrapple(actor=npc.id), lambda: require_holding(state, npc))]
    return []


def _attacks(state: TexState, npc: Fighter, foes: list[Fighter]) -> Iterator[Try]:
    """Shots where the situation is one for guns, then brawls with the best weapon it allows, nearest enemy first."""
    weapon = _best_arm(state, npc)
    for foe in foes:
        if state.tier is Tier.ANY:
            yield _shot(state, npc, foe)
        yield _brawl(state, npc, foe, weapon)


def _shot(state: TexState, npc: Fighter, foe: Fighter) -> Try:
    return commands.Shoot(actor=npc.id, whom=foe.id), lambda: require_shot(state, npc, foe.id)


def _brawl(state: TexState, npc: Fighter, foe: Fighter, weapon: str) -> Try:
    command = commands.Brawl(actor=npc.id, whom=foe.id, weapon=weapon)
    return command, lambda: require_brawl(state, npc, foe.id, weapon=weapon)


def _best_arm(state: TexState, npc: Fighter) -> str:
    """The weapon that does most in a brawl without going beyond the tier."""
    arms = [brawling_arm(npc, key) for key in brawling_keys(npc)]
    allowed = [arm for arm in arms if TIER_ORDER.index(arm.tier) <= TIER_ORDER.index(state.tier)]
    return max(allowed, key=lambda arm: (arm.damage, arm.bonus)).key


def _reloads(state: TexState, npc: Fighter) -> Iterator[Try]:
    """An empty gun, where the situation is one for guns (TXD-27)."""
    for gun in empty_guns(npc) if state.tier is Tier.ANY else ():
        what = f"{RELOAD} {gun}"
        yield (
            commands.Sundry(actor=npc.id, what=what),
            lambda what=what: require_sundry(state, npc, what),  # type: ignore[misc]  # a default binds it now
        )


def _steps_towards(state: TexState, npc: Fighter, foes: list[Fighter]) -> Iterator[Try]:
    """Steps that bring it nearer to the nearest enemy there is a way to."""
    for foe in foes:
        here = _steps(state, npc.place, foe.place)
        for place in neighbours(state, npc.place):
            if _steps(state, place, foe.place) < here:
                yield _step(state, npc, place)


def _step(state: TexState, npc: Fighter, place: str) -> Try:
    return commands.Move(actor=npc.id, where=place), lambda: require_path(state, npc, place)


def _steps(state: TexState, one: str, other: str) -> int:
    steps = distance(state, one, other)
    return FAR if steps is None else steps


def best_card(state: TexState, attempt: Attempt, who: CombatantId) -> str:
    """The card of the hand with the best chance by what the PC may believe; Skulls last among equals (TXD-18)."""
    hand = in_order(state.fighter(who).hand)
    assert hand, "a PC who is tested has a card"
    odds = odds_of(state, attempt, who)
    return max(hand, key=lambda card: preference(odds, card))


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """What a player goes by in choosing a card: trumps on both sides, the own bonus, the house."""

    trumps: tuple[str, ...]
    npc_trumps: int  # how many suits
    bonus: int
    house: House


def odds_of(state: TexState, attempt: Attempt, who: CombatantId) -> Odds:
    """As the player sees them: he does not know the difficulty."""
    is_first = who == attempt.pc
    mine, theirs = (attempt.trumps, attempt.npc_trumps) if is_first else (attempt.npc_trumps, attempt.trumps)
    parts = bonus_of(state, attempt) if is_first else attempt.difficulty
    return Odds(trumps=mine, npc_trumps=len(theirs), bonus=parts.total, house=state.house)


def preference(odds: Odds, card: str) -> tuple[int, bool, int]:
    """What makes one card better than another: its chance, then no Skull, then the lower value (TXD-18)."""
    value = value_of(card, odds.house)
    house = odds.house
    chance = believed_chance(
        value,
        is_trump(card, odds.trumps) and house.trump != "never",
        odds.bonus,
        odds.npc_trumps,
        (house.ace, house.bust_over, house.ties),
    )
    return chance, not is_skull(card), -value


@lru_cache(maxsize=8192)
def believed_chance(value: int, has_trump: bool, bonus: int, npc_trumps: int, readings: tuple[int, int, str]) -> int:
    """How often a card succeeds, of all flips and all difficulties that a player expects (in 1/257049 parts).

    `readings` are what the Ace counts, the limit of a bust, and whose ties are.
    """
    ace, bust_over, ties = readings
    flips = tuple(ace if face == "A" else each for face, each in VALUES.items())
    wins = 0
    for flip in flips:
        if has_trump and should_trump(value, flip):
            scores = [value + push + bonus for push in flips if value + push <= bust_over]
        else:
            scores = [value + bonus] * len(flips)
        for score in scores:
            for difficulty, weight in BELIEF:
                if not is_enough(score, flip + difficulty, ties):
                    continue
                answered = sum(
                    flip + counter > bust_over or is_enough(score, flip + counter + difficulty, ties)
                    for counter in flips
                )
                wins += weight * ((len(SUITS) - npc_trumps) * len(flips) + npc_trumps * answered)
    return wins


def should_trump(value: int, flip: int) -> bool:
    """Whether to push on, by the own card's value and the Dealer's (TXD-18)."""
    if value <= 9:
        return flip >= value - 2
    if value == 10:
        return flip >= 9
    return flip >= value


def is_better_trumped(state: TexState, attempt: Attempt, who: CombatantId) -> bool:
    """Whether the automatic player Trumps in this test (TXD-18)."""
    own, other = (attempt.card, attempt.flip) if who == attempt.pc else (attempt.flip, attempt.card)
    return should_trump(state.value(own), state.value(other))
