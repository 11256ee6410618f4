"""Traits (TXF-14 to TXF-16): +2 or -2, another trump suit, no busts; claimed by the player, struck by the Dealer.

A Trait that hinders counts unasked where it applies; of one that helps its player says so before the card.
The second shot of Rapid Shot is in `second_shots`.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, Claim, ShotStakes
from rules.systems.texarkana.library import read
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Fighter, TexState

WRESTLING = ("brawl", "break", "hold")


class Trait(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list of Traits; `tests` are those in which it may count."""

    name: str
    note: str
    tests: tuple[str, ...]
    bonus: int = 0
    trumps: tuple[str, ...] = ()
    never_busts: bool = False
    automatic: bool = False
    against_beasts: bool = False
    second_shot: bool = False


@lru_cache(maxsize=1)
def traits() -> Mapping[str, Trait]:
    """All Traits, by key."""
    return read("traits.toml", dict[str, Trait])


def trait_name(key: str) -> str:
    """The Trait as the table calls it."""
    found = traits().get(key)
    return found.name if found else key


def kind_of_test(attempt: Attempt, who: CombatantId) -> str:
    """What the test is to this combatant: to shoot or to evade a shot, else what it is about."""
    stakes = attempt.stakes
    if isinstance(stakes, ShotStakes):
        return "shoot" if stakes.shooter == who else "evade"
    about = str(type(stakes).__struct_config__.tag)
    return "brawl" if about in WRESTLING else about


def fitting(state: TexState, attempt: Attempt, who: Fighter) -> tuple[str, ...]:
    """The Traits of a PC that could count in a test and do not yet (TXF-14)."""
    kind, other = kind_of_test(attempt, who.id), state.find(attempt.npc)
    claimed = {claim.trait for claim in attempt.claims if claim.who == who.id}
    is_against_beast = other is not None and other.is_beast
    return tuple(
        key
        for key in who.traits
        if (trait := traits().get(key))
        and kind in trait.tests
        and key not in claimed
        and key not in who.struck
        and (is_against_beast or not trait.against_beasts)
    )


def claimable(state: TexState, attempt: Attempt, who: Fighter) -> tuple[str, ...]:
    """Those that the player may bring in: what hinders counts anyhow."""
    return tuple(key for key in fitting(state, attempt, who) if not traits()[key].automatic)


def automatic_claims(state: TexState, attempt: Attempt) -> tuple[e.TraitClaimed, ...]:
    """Those that count unasked, of every PC in the test."""
    return tuple(
        claimed(attempt, pc.id, key)
        for pc in _players(state, attempt)
        for key in fitting(state, attempt, pc)
        if traits()[key].automatic
    )


def _players(state: TexState, attempt: Attempt) -> Iterator[Fighter]:
    for who in (attempt.pc, attempt.npc):
        fighter = state.find(who)
        if fighter is not None and fighter.is_pc:
            yield fighter


def claimed(attempt: Attempt, who: CombatantId, key: str) -> e.TraitClaimed:
    """The Trait counts in the test (TXF-14 to TXF-16)."""
    trait = traits()[key]
    return e.TraitClaimed(
        rules=tuple(RuleId(rule) for rule in _rules(trait)),
        attempt=attempt.id,
        claim=Claim(who=who, trait=key),
        part=Part(trait.bonus, trait.name, RuleId("TXF-14")) if trait.bonus else None,
        trumps=tuple(suit for suit in trait.trumps if suit not in trumps_of(attempt, who)),
    )


def never_busts(attempt: Attempt, who: CombatantId) -> bool:
    """Whether a Trait in this test keeps him from busting (TXF-15)."""
    return any(
        (trait := traits().get(claim.trait)) and trait.never_busts for claim in attempt.claims if claim.who == who
    )


def without_claims(attempt: Attempt, who: CombatantId) -> Attempt:
    """The test as if he had brought no Traits into it; trumps stay as they are once a card lies there."""
    names = {trait_name(claim.trait) for claim in attempt.claims if claim.who == who}
    added = {suit for claim in attempt.claims if claim.who == who for suit in _trumps(claim.trait)}
    is_first, has_begun = who == attempt.pc, bool(attempt.card or attempt.flip)

    def without(tally: Tally) -> Tally:
        return Tally(tuple(part for part in tally.parts if not (part.rule == "TXF-14" and part.why in names)))

    def fewer(trumps: tuple[str, ...]) -> tuple[str, ...]:
        return trumps if has_begun else tuple(suit for suit in trumps if suit not in added)

    return replace(
        attempt,
        claims=tuple(claim for claim in attempt.claims if claim.who != who),
        bonus=without(attempt.bonus) if is_first else attempt.bonus,
        difficulty=attempt.difficulty if is_first else without(attempt.difficulty),
        trumps=fewer(attempt.trumps) if is_first else attempt.trumps,
        npc_trumps=attempt.npc_trumps if is_first else fewer(attempt.npc_trumps),
    )


def _trumps(key: str) -> tuple[str, ...]:
    trait = traits().get(key)
    return trait.trumps if trait else ()


def trumps_of(attempt: Attempt, who: CombatantId) -> tuple[str, ...]:
    """What trumps for one of the two in a test."""
    return attempt.trumps if who == attempt.pc else attempt.npc_trumps


def claim(draft: TexDraft, attempt: Attempt, who: Fighter, key: str) -> None:
    """Bring a Trait into a test before the card (TXF-14). Raises: Illegal(NO_SUCH_TRAIT)."""
    could = claimable(draft.state, attempt, who)
    if key not in could:
        names = ", ".join(map(trait_name, could)) or "none"
        raise Illegal(
            "NO_SUCH_TRAIT", "TXF-14", who=who.name, trait=trait_name(key), hint=f"Could be claimed: {names}."
        )
    draft.emit(claimed(attempt, who.id, key))


def _rules(trait: Trait) -> Iterator[str]:
    if trait.bonus:
        yield "TXF-14"
    if trait.never_busts:
        yield "TXF-15"
    if trait.trumps:
        yield "TXF-16"


def has_second_shot(pc: Fighter) -> bool:
    """Whether one of his Traits lets him shoot twice (TXD-17)."""
    return any(trait.second_shot for key in pc.traits if (trait := traits().get(key)) and key not in pc.struck)
