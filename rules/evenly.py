"""Asking without tells: where a table plays so (`TableRules.asking` is "even"), a pause tells nothing. Pure.

Where somebody may have something to answer with that others cannot know of (`Prompt.is_reaction`), three things could
tell them: that he is asked at all, in which words, and how long it takes. So on such a table the systems ask there
whoever might, as far as anybody can tell (`Ruleset.evened`), in the same words whatever he holds; and the answer counts
only at the end of a window. Its length is drawn from the fight's key when the question is asked, and depends on nothing
that was answered or could have been. An answer given before that is noted, may be changed until then, and counts then;
without one, what stands after "else" happens then. Whoever can do nothing is so answered for by the clock.

The places, and what told there:

- Conflicts, `<attack>.meet`: was asked only who had a Defend or an action to make one of, and the words said whether he
  had. Now whoever has said that he wants to be asked.
- TWTW, `<move>.<who>`: whoever aims and had left orders was not asked, so a pause told that he had left none. The
  orders are carried out at the end of the window.
- Texarkana, `<test>.again`: was asked only who has a Trait for a second shot. Now everybody who shot and could again.
- Texarkana, `<flight>.shot.<who>`: was asked only who has a weapon that reaches. Now every enemy who sees the runner.

Left as they are, since nothing in them hangs on a secret: turns and declarations, cards and Trumps (always asked of
whoever is in the test, wagers and Traits with them), bumps (the hit shows how many), who gives chase, what the GM
rules. Whoever is hidden is asked nothing anywhere, so there is no pause with nobody awaited.

Whoever is away and decides such a thing himself is back when his answer counts, and not before: until then the board
has him as away, and his orders are carried out wherever else he is awaited. Who comes back so is told with the answer,
whatever it is; those who can do nothing are asked too, and come back by the same answer.

With a deadline the window lasts at least as long as that, and it never ends in the quiet hours of whoever is asked nor
in the hour after them. The GM may go on before (/gm go-on): what was noted counts then, and he cannot see whether there
was anything. Running the NPCs does not reach these questions, not even those of NPCs.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256
from math import exp, log
from statistics import NormalDist

from rules import pacing
from rules.core.command import Answer, GoOn
from rules.core.ids import PromptId, UserId
from rules.core.values import replace
from rules.core.view import AskedView, FightView
from rules.pacing import STUCK, People
from rules.preferences import Person
from rules.tables import AnyFight, AnyRuleset, Noted, Pending

LEAST, MEDIAN, MOST = 30, 100, 300  # seconds: lengths are log-normal about the median, cut off on both sides
SPREAD = 0.6  # the standard deviation of their logarithms
MOST_SOURCES = 8  # requests of which it is remembered that they were noted
_LENGTHS = NormalDist(log(MEDIAN), SPREAD)
_FROM, _TO = _LENGTHS.cdf(log(LEAST)), _LENGTHS.cdf(log(MOST))
_BITS = 53


def length(key: bytes, prompt: PromptId, asked: int) -> float:
    """How long the window of this question is, in seconds, from `LEAST` to `MOST`: it follows from the fight's key.

    `asked` is when its time began.
    """
    drawn = int.from_bytes(hmac.digest(key, f"window|{prompt}|{asked}".encode(), sha256)[:8], "big") >> (64 - _BITS)
    part = (drawn + 0.5) / (1 << _BITS)
    return exp(_LENGTHS.inv_cdf(_FROM + part * (_TO - _FROM)))


def sealed(fight: AnyFight, ruleset: AnyRuleset, pending: Pending) -> frozenset[PromptId]:
    """The decisions owed that are taken at the end of their windows; none at other tables, nor in a fight for one."""
    if fight.table.asking != "even" or fight.is_closed or fight.owed_draw is not None or ruleset.alone(fight.state):
        return frozenset()
    reactions = (each.id for each in ruleset.prompts(fight.state) if each.is_reaction)
    return frozenset(each for each in reactions if STUCK not in pending.done.get(each, ()))


def is_sealed(fight: AnyFight, ruleset: AnyRuleset, pending: Pending, prompt: PromptId) -> bool:
    """Whether this decision is one of those."""
    return prompt in sealed(fight, ruleset, pending)


def windows(
    fight: AnyFight, ruleset: AnyRuleset, pending: Pending, people: People, key: bytes
) -> Mapping[PromptId, float]:
    """When the window of each of them ends that others wait for.

    What was noted before the table stopped playing so counts at once.
    """
    those = sealed(fight, ruleset, pending)
    if not those and not pending.noted:
        return pacing.NO_WINDOWS
    found: dict[PromptId, float] = {}
    for each in pacing.awaited(fight, ruleset, pending):
        if each.blocks and each.prompt in those:
            end = each.began + length(key, each.prompt, each.began)
            end = min((pacing.waking(end, people.get(user, Person())) for user in each.users), default=end)
            found[each.prompt] = max(end, pacing.deadline(each, fight.table, people) or 0)
        elif each.prompt in pending.noted and each.prompt not in those and each.has_default:
            found[each.prompt] = each.began
    return found


def noted(pending: Pending, answer: Answer, user: UserId, source: str, *, returns: bool) -> Pending:
    """The same, with this answer noted in place of an earlier one to the same question; `returns` as in `Noted`."""
    before = pending.noted.get(answer.prompt)
    sources = (*(before.sources if before else ()), source)[-MOST_SOURCES:]
    now = Noted(answer=answer, user=user, sources=sources, returns=returns)
    return replace(pending, noted={**pending.noted, answer.prompt: now})


def is_noted(pending: Pending, prompt: PromptId, source: str) -> bool:
    """Whether this very request was met already."""
    before = pending.noted.get(prompt)
    return before is not None and source in before.sources


def opened(command: GoOn, pending: Pending) -> GoOn:
    """The same, with what was noted for the decisions that it takes."""
    return replace(command, said=tuple(pending.noted[each].answer for each in command.prompts if each in pending.noted))


def told(view: FightView, fight: AnyFight, ruleset: AnyRuleset, pending: Pending, user: UserId | None) -> FightView:
    """The view with what whoever is asked may know: that his answer counts later, and what is noted of it."""
    those = sealed(fight, ruleset, pending)
    if not those or user is None:
        return view
    asked = []
    for each in view.asked:
        mine = each.id in those and (fight.plays(user, each.whom) if fight.holder(each.whom) else each.is_mine)
        asked.append(replace(each, question=_more(each, pending, user)) if mine else each)
    return replace(view, asked=tuple(asked))


BACK_THEN = "You are back then, and not before."
COUNTS_LATER = "Your answer shows when the time for it is over, whatever it is; until then you may change it."


def words_later(pending: Pending, prompt: PromptId, user: UserId) -> str:
    """When an answer counts, and that this user, if he was away when he gave it, is back then."""
    given = pending.noted.get(prompt)
    return f"{COUNTS_LATER} {BACK_THEN}" if given is not None and given.returns and given.user == user else COUNTS_LATER


def _more(asked: AskedView, pending: Pending, user: UserId) -> str:
    given = pending.noted.get(asked.id)
    label = next((each.label for each in asked.choices if given is not None and each.key == given.answer.key), "")
    parts = (asked.question, f"Noted: {label}." if label else "", words_later(pending, asked.id, user))
    return " ".join(part for part in parts if part)
