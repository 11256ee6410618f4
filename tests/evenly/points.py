"""Every place where the systems ask somebody who may have something to answer with that others cannot know of.

Each comes as two fights that differ only in that: in the one he has it, in the other he has not.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.core.codec import encode, squeeze
from rules.core.command import Command, GoOn
from rules.core.fight import Fight, Seat
from rules.core.ids import CombatantId, SeatId, UserId
from rules.core.ruleset import Ruleset, Setup
from rules.core.table_rules import TableRules
from rules.core.values import replace
from rules.registry import RULESETS
from rules.store.memory import MemoryStore
from rules.systems.conflicts import CONFLICTS
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Flee, Shoot
from rules.systems.twtw import TWTW
from rules.systems.twtw.commands import Move
from rules.systems.twtw.state import Policy, Stage
from rules.tables import AnyFight, AnyRuleset, users
from tests.referee.room import ANA, GM, HANK, NOON, STRANGER, Room
from tests.systems.conflicts import table as conflicts
from tests.systems.texarkana import table as texarkana
from tests.systems.twtw import table as twtw

ANAS, BEAS, BARTS = CombatantId("ana"), CombatantId("bea"), CombatantId("bart")
EVEN = TableRules(asking="even")


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """`user` does `act`, upon which `whose` is asked `prompt`: he may do `nothing`, or where he is `able` `something`.

    `player` decides for `whose`.
    """

    name: str
    ruleset: AnyRuleset
    able: Any  # the state in which he has something to answer with
    unable: Any
    act: Command
    prompt: str
    nothing: str
    something: str
    user: UserId = GM
    whose: CombatantId = ANAS
    player: UserId = ANA

    @property
    def others(self) -> tuple[UserId | None, ...]:
        """Whoever may not know what he has: the GM knows it everywhere."""
        return tuple(each for each in (None, STRANGER, ANA, HANK) if each != self.player)


def _attacked(*, able: bool) -> Any:  # Any: as above
    """Bart is about to attack Ana, who wants to be asked, and has a Defend or has used up both actions."""
    bart, ana, bea = conflicts.npc(at=1), conflicts.pc(asks=True), conflicts.pc("bea", at=30)
    declared = {"bart": ("attack ana pistol", "orient"), "ana": ("defend", "orient"), "bea": ("orient", "orient")}
    state = conflicts.performing(bart, ana, bea, plans=declared).state
    if able:
        return state
    spent = tuple(replace(plan, is_spent=True) for plan in state.fighter(ANAS).plans)
    return replace(
        state, fighters=tuple(replace(each, plans=spent) if each.id == ANAS else each for each in state.fighters)
    )


def _under_aim(policy: Policy) -> Any:  # Any: as above
    """Bart is about to move under Ana's aim."""
    bart = twtw.enemy("bart", twtw.at(0, 10))
    ana = twtw.fighter("ana", twtw.at(0, 0), policy=policy, **twtw.aiming(bart))
    bea = twtw.fighter("bea", twtw.at(0, -3))
    return twtw.table(bart, ana, bea, stage=Stage.MOVES).state


def _rapid(*traits: str) -> Any:  # Any: as above
    """Ana is about to shoot at Bart, with the King of Hearts and the King of Diamonds."""
    ana = texarkana.pc(hand=("KHe", "KDi", "2He", "3Cl"), traits=traits)
    bart, bea = texarkana.npc(grit=40, full_grit=40), texarkana.pc("bea", hand=("QHe",))
    return texarkana.fight(ana, bea, bart, texarkana.npc("carl")).state


def _fled_from(*weapons: str) -> Any:  # Any: as above
    """Bart is about to flee before Ana's eyes, who has nothing in hand."""
    ana, bea = texarkana.pc(hand=("KHe",), weapons=weapons, in_hand=""), texarkana.pc("bea", "gully", hand=("QHe",))
    return texarkana.fight(ana, bea, texarkana.npc(), texarkana.npc("carl"), phase="enemy").state


def _fleeing_from(*weapons: str) -> Any:  # Any: as above
    """Ana is about to flee before the eyes of Bart, who shows no weapon."""
    ana, bea = texarkana.pc(hand=("KHe",)), texarkana.pc("bea", "ridge", hand=("QHe",))
    bart = texarkana.npc(weapons=weapons, in_hand="", concealed=frozenset(weapons))
    return texarkana.fight(ana, bea, bart).state


POINTS = (
    Point(
        name="an attack is met",
        ruleset=CONFLICTS,
        able=_attacked(able=True),
        unable=_attacked(able=False),
        act=GoOn(prompts=()),
        prompt="a1.meet",
        nothing="let-it-come",
        something="defend",
    ),
    Point(
        name="a target moves, and orders are to keep the aim",
        ruleset=TWTW,
        able=_under_aim(Policy.ASK),
        unable=_under_aim(Policy.KEEP),
        act=Move(actor=BARTS, where="6 left of Ana"),
        prompt="w1.ana",
        nothing="keep",
        something="fire",
    ),
    Point(
        name="a second shot",
        ruleset=TEXARKANA,
        able=_rapid("rapid-shot"),
        unable=_rapid(),
        act=Shoot(actor=ANAS, whom=BARTS, card="KHe"),
        prompt="t1.again",
        nothing="no",
        something="KDi",
        user=ANA,
    ),
    Point(
        name="an NPC flees",
        ruleset=TEXARKANA,
        able=_fled_from("revolver"),
        unable=_fled_from(),
        act=Flee(actor=BARTS),
        prompt="t1.shot.ana",
        nothing="hold",
        something="shoot",
    ),
    Point(
        name="a player's character flees",
        ruleset=TEXARKANA,
        able=_fleeing_from("revolver"),
        unable=_fleeing_from(),
        act=Flee(actor=ANAS),
        prompt="t1.shot.bart",
        nothing="hold",
        something="shoot",
        user=ANA,
        whose=BARTS,
        player=GM,
    ),
)


class SystemRoom(Room):
    """A table at which the real systems are played, in the middle of a fight."""

    def __init__(self, store: MemoryStore, *, seed: bytes = b"seed") -> None:
        super().__init__(store, seed=seed)
        self.rulesets = RULESETS
        self.stands_at = NOON
        self.memory = store
        self.restart()

    async def in_the_middle(self, ruleset: Ruleset[Any], state: Any, rules: TableRules = EVEN) -> "SystemRoom":
        """A fight of these rules stands so; Ana and Hank play "ana" and "bea"."""
        begun = await self.referee.begin(self.place, GM, ruleset.id, title="Dusk", setup=Setup(), source=self.source())
        seats = tuple(Seat(id=SeatId(f"s{who}"), user=user, combatant=who) for user, who in ((ANA, ANAS), (HANK, BEAS)))
        state = ruleset.evened(state, is_even=rules.asking == "even")
        await self.told_by_hand(lambda fight: replace(fight, state=state, seats=seats, table=rules))
        self.heard.clear()
        await self.referee.told(begun, GM)
        return self

    async def told_by_hand(self, change: Callable[[AnyFight], AnyFight]) -> None:
        """Change the stored fight behind the Referee's back."""
        fight = (await self.show()).id
        record = await self.memory.load(fight)
        assert record is not None
        before = self.referee._tables.decode(record)
        after: Fight[Any] = change(before)
        changed = msgspec.structs.replace(record, raw=encode(after), users=users(after), pending=b"")
        self.memory._records[fight] = changed
        steps = self.memory._steps[fight]
        steps[-1] = msgspec.structs.replace(steps[-1], keyframe=squeeze(encode(after)))
        self.restart()

    async def passes(self, until: float) -> None:
        """Time passes until then; the clock acts whenever something is due."""
        while (due := await self.store.next_due(-1)) is not None and due <= until:
            self.stands_at = max(self.stands_at or 0, due)
            await self.referee.tick((await self.show()).id)
        self.stands_at = until
