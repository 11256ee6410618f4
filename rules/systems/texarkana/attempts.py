"""A test of skill: its cards, what is at stake in it, and what was brought into it. Values only, as in `state`."""

import msgspec

from rules.core.ids import CombatantId
from rules.core.tally import Tally


class InitiativeStakes(msgspec.Struct, frozen=True, kw_only=True, tag="initiative", tag_field="about"):
    """The Lookout's test (TX-15)."""


class BrawlStakes(msgspec.Struct, frozen=True, kw_only=True, tag="brawl", tag_field="about"):
    """A brawl between the PC and the NPC of the test.

    `how` is what its starter wants instead of damage, `answer` what the one attacked wants if he wins (TX-37, TX-41).
    """

    starter: CombatantId
    pc_weapon: str
    npc_weapon: str
    how: str = ""
    answer: str = ""


class ShotStakes(msgspec.Struct, frozen=True, kw_only=True, tag="shot", tag_field="about"):
    """A ranged attack. `flight` names the escape it tries to prevent (TX-59)."""

    shooter: CombatantId
    weapon: str
    flight: str = ""


class ChaseStakes(msgspec.Struct, frozen=True, kw_only=True, tag="chase", tag_field="about"):
    """Somebody runs after somebody (TX-60)."""

    flight: str
    runner: CombatantId


class BreakStakes(msgspec.Struct, frozen=True, kw_only=True, tag="break", tag_field="about"):
    """The one held tries to get loose (TX-38)."""

    breaker: CombatantId


class HoldStakes(msgspec.Struct, frozen=True, kw_only=True, tag="hold", tag_field="about"):
    """The holder works on the one held (TX-39)."""

    holder: CombatantId


class ShootoutStakes(msgspec.Struct, frozen=True, kw_only=True, tag="shootout", tag_field="about"):
    """One against one with pistols, in a single exchange (TX-13, TXD-26)."""

    pc_weapon: str
    npc_weapon: str


class SundryStakes(msgspec.Struct, frozen=True, kw_only=True, tag="sundry", tag_field="about"):
    """Something quick that the Dealer wants a test for (TX-63)."""

    what: str


class TendStakes(msgspec.Struct, frozen=True, kw_only=True, tag="tend", tag_field="about"):
    """Saving somebody who is dying (TXD-20)."""

    dying: CombatantId


class InvocationStakes(msgspec.Struct, frozen=True, kw_only=True, tag="invocation", tag_field="about"):
    """An Invocation, perhaps on somebody (TXF-40)."""

    key: str
    whom: CombatantId | None = None


Stakes = (
    InitiativeStakes
    | BrawlStakes
    | ShotStakes
    | ChaseStakes
    | BreakStakes
    | HoldStakes
    | SundryStakes
    | TendStakes
    | InvocationStakes
    | ShootoutStakes
)


class Wager(msgspec.Struct, frozen=True, kw_only=True):
    """A Characteristic (else a Flaw) that somebody invoked for a test (TXF-22)."""

    who: CombatantId
    name: str
    is_flaw: bool


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A Trait that somebody brought into a test (TXF-14)."""

    who: CombatantId
    trait: str


class Backing(msgspec.Struct, frozen=True, kw_only=True):
    """What a PC's last test owed to claimed Traits: what the Dealer may strike afterwards.

    `is_decisive`: without them the test would have failed.
    """

    who: CombatantId
    traits: tuple[str, ...]
    is_decisive: bool


class Attempt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A test under way (TXD-10). The PC plays `card`, the Dealer flips `flip`, each may push on once.

    `bonus` is added to the PC's score, `difficulty` to the Dealer's card: it is the Dealer's secret. So is `woe`, the
    chips that lie on the difficulty: they are spent when the test is decided (TXD-23).
    Of two PCs (TXD-14) `pc` is who began, `npc` the other, who plays `flip`; his `difficulty` is no secret, but a card
    lies face down until the other one lies there too. Of two NPCs (TXD-15) both cards are flipped.
    """

    id: str
    pc: CombatantId
    npc: CombatantId | None
    stakes: Stakes
    trumps: tuple[str, ...]
    npc_trumps: tuple[str, ...]
    bonus: Tally
    difficulty: Tally
    card: str = ""
    flip: str = ""
    push: str = ""
    counter: str = ""
    woe: int = 0
    has_stood: bool = False  # of two PCs, who began does not Trump (TXD-14)
    is_burned: bool = False  # the PC's card is burned, whatever comes (TXF-40, TXD-17)
    wagers: tuple[Wager, ...] = ()
    claims: tuple[Claim, ...] = ()
    helper: CombatantId | None = None  # TXD-16
    helped: CombatantId | None = None
    help_card: str = ""

    @property
    def flight(self) -> str:
        """The flight that waits for this test; empty if none does."""
        return self.stakes.flight if isinstance(self.stakes, ShotStakes | ChaseStakes) else ""

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of this test."""
        return tuple(card for card in (self.card, self.flip, self.push, self.counter, self.help_card) if card)

    @property
    def face_up(self) -> tuple[str, ...]:
        """Those that everybody sees: one of two played by PCs lies face down until the other is there (TXD-14)."""
        return self.cards if self.card and self.flip else tuple(filter(None, (self.help_card,)))
