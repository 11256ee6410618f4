"""A fight in which somebody is somebody else: the same log under other ids, with its fingerprints worked out anew.

Whatever proved itself before proves itself after; what did not, does not.
"""

import contextlib
from collections.abc import Mapping, Sequence

from rules import renaming
from rules.core.codec import codec_of, digest, encode, squeeze, unsqueezed
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.renaming import Names
from rules.store.protocol import Record, Step, Whole
from rules.tables import AnyFight, AnyRuleset, fold_step


def rewritten(record: Record, steps: Sequence[Step], names: Names, rulesets: Mapping[str, AnyRuleset]) -> Whole:
    """The fight's record and all its steps (oldest first) with other ids.

    A fight that cannot be read keeps its fingerprints, whatever they are worth. Raises: Illegal(NEWER_PROGRAM).
    """
    ruleset = rulesets.get(record.ruleset)
    if ruleset is None or max(record.schema, *(step.schema for step in steps)) > ruleset.schema:
        raise Illegal("NEWER_PROGRAM")
    now = [_renamed(step, names) for step in steps]
    with contextlib.suppress(Illegal):  # else it could not be proved before
        now = _fingerprinted(ruleset, record.key, steps, now)
    users = tuple(user for user in record.users if user not in names)
    raw = renaming.fight(record.raw, names)
    pending = renaming.text(record.pending, names)
    return Whole(record=replace(record, users=users, raw=raw, pending=pending), steps=tuple(now))


def _renamed(step: Step, names: Names) -> Step:
    keyframe = step.keyframe
    if keyframe is not None:
        keyframe = squeeze(renaming.fight(unsqueezed(keyframe), names))
    return replace(
        step,
        user=UserId(names.get(step.user, step.user)),
        command=renaming.command(step.command, names),
        events=renaming.events(step.events, names),
        keyframe=keyframe,
        expect=renaming.text(step.expect.encode(), names).decode(),
    )


def _fingerprinted(ruleset: AnyRuleset, key: bytes, steps: Sequence[Step], now: Sequence[Step]) -> list[Step]:
    """The steps with the fingerprints of what they lead to; one that was wrong stays wrong."""
    codec = codec_of(ruleset)
    found: list[Step] = []
    before: AnyFight | None = None
    after: AnyFight | None = None
    for old, new in zip(steps, now, strict=True):
        before, after = _after(ruleset, before, old), _after(ruleset, after, new)
        is_right = not codec.is_present(old.schema) or digest(key, encode(before)) == old.digest
        found.append(replace(new, digest=digest(key, encode(after))) if is_right else new)
    return found


def _after(ruleset: AnyRuleset, fight: AnyFight | None, step: Step) -> AnyFight:
    """The fight after a step: an undo has a keyframe, since it does not follow from the step before it."""
    codec = codec_of(ruleset)
    if step.keyframe is not None:
        return codec.keyframe(step.keyframe, step.schema)
    if fight is None:
        raise Illegal("BROKEN_RECORD")
    events = codec.events(step.events, step.schema)
    return fold_step(ruleset, fight, events, seq=step.seq, ply=step.ply, before=step.before)
