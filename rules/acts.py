"""Which steps are one act at the table, told in one message from announcement to result; since when what is owed.

An act begins with a step that decides nothing an earlier one left open. Whatever matters it opens (a test, a flight)
belong to it, and so do the steps by which they are decided, with the matters that arise then. A system takes a matter
out of that by naming an act of its own (`Prompt.act`). After an undo or a correction all that is open begins anew.
"""

from collections.abc import Iterable, Mapping

import msgspec

from rules.core.ids import PromptId
from rules.drawing import draw_id
from rules.tables import AnyFight, AnyRuleset, Pending

DRAWS = "draws"  # what a command is in that waits for draws to be typed in


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """In which act a step is told: the number of its first step; `calls` says so of each decision that is newly owed.

    0: an act that this one step completes, or a call that belongs to no act yet.
    """

    act: int
    goes_on: bool
    calls: Mapping[PromptId, int]


OWN = 0  # the act of what is told by itself


def after_step(
    ruleset: AnyRuleset,
    pending: Pending,
    before: AnyFight | None,
    after: AnyFight,
    decides: Iterable[PromptId],
    *,
    at: float,
    is_anew: bool,
) -> tuple[Told, Pending]:
    """In which act the step to `after` is told, and what is then pending. `before` is None for the first step.

    `decides` are the decisions that the step took, `at` the time (seconds since the epoch). `is_anew`: it took
    something back.
    """
    open_before = {} if is_anew else pending.acts
    met = _met(ruleset, before, decides) if before is not None and not is_anew else ()
    act = max((open_before[each] for each in met if each in open_before), default=after.seq)
    now: dict[str, int] = {}
    since: dict[PromptId, int] = {}
    calls: dict[PromptId, int] = {}
    owed_before = _owed(ruleset, before) if before is not None else frozenset()
    asked_before = owed_before if is_anew else owed_before | pending.since.keys()
    for prompt in ruleset.prompts(after.state):
        since[prompt.id] = pending.since.get(prompt.id, int(at)) if prompt.id in asked_before else int(at)
        opened = prompt.act or prompt.matter
        if opened:
            now.setdefault(opened, open_before.get(opened, after.seq if prompt.act else act))
        if prompt.id not in asked_before:
            calls[prompt.id] = now.get(opened, OWN)
    if now:  # what waits until this is decided is not asked anew then
        is_same = not now.keys().isdisjoint(open_before)
        since = {**{each: when for each, when in pending.since.items() if is_same or each in owed_before}, **since}
    if after.owed_draw is not None:
        since[draw_id(after)] = int(at)
        now[DRAWS] = act
    goes_on = act in now.values()
    told = Told(act=act if goes_on or act != after.seq else 0, goes_on=goes_on, calls=calls)
    return told, Pending(since=since, acts=now)


def _owed(ruleset: AnyRuleset, fight: AnyFight) -> frozenset[PromptId]:
    return frozenset(prompt.id for prompt in ruleset.prompts(fight.state))


def _met(ruleset: AnyRuleset, before: AnyFight, decides: Iterable[PromptId]) -> set[str]:
    """What the step decides about, of all that was open before it."""
    which = set(decides)
    met = {prompt.act or prompt.matter for prompt in ruleset.prompts(before.state) if prompt.id in which}
    return met | ({DRAWS} if before.owed_draw is not None else set())
