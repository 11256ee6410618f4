"""A decision owed: data in the state, never a waiting coroutine."""

import msgspec

from rules.core.audience import ALL, Audience
from rules.core.ids import CombatantId, PromptId


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Who must decide what, and what happens if nobody does.

    `whom` is the combatant whose controller decides (an NPC's is the GM), or None where the GM decides as the GM.
    `what` and `otherwise` are plain words that anybody may read ("a card against Hank's shot"; "the best card is
    played for her"): they carry no secret, nor does `question`, which puts it to whoever decides. `audience` is who
    may know its choices, besides whoever decides: a view shows them to nobody else.
    `blocks` is False for a decision that holds nobody else up. `matter` names what it belongs to (a test, a flight),
    so that all that was decided in one matter can be judged again.
    `is_reaction`: it is put to somebody whom others cannot tell to have anything to answer with (see `rules.evenly`).
    `shared` names what several are asked at once where what happens else to one takes the question from all: it does so
    only when none of them has any time left.
    `act` names the act in whose public message the answer is told; empty: that in which the matter arose.
    """

    id: PromptId
    whom: CombatantId | None
    what: str
    otherwise: str
    question: str
    audience: Audience = ALL
    blocks: bool = True
    matter: str = ""
    act: str = ""
    is_reaction: bool = False
    shared: str = ""
