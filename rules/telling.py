"""What a step gives to tell: to the channel, to each player concerned, and to whoever asked."""

import msgspec

from rules.acts import Told
from rules.core import event as envelope
from rules.core.audience import ALL, PUBLIC, Viewer
from rules.core.event import Event
from rules.core.ids import FightId, RuleId, UserId
from rules.core.refusal import Refusal
from rules.core.speech import event_words, refusal_words
from rules.core.tally import Tally
from rules.core.terms import explained, first_used
from rules.core.values import replace
from rules.store.protocol import Message
from rules.tables import AnyFight, AnyRuleset


def lines(ruleset: AnyRuleset, fight: AnyFight, events: tuple[Event, ...], viewer: Viewer) -> tuple[str, ...]:
    """The events in plain words for one viewer; what is not for his eyes is left out."""
    said = (
        event_words(event, ruleset.gm_word)
        if isinstance(event, envelope.ENVELOPE_EVENTS)
        else ruleset.words(event, fight.state, viewer)
        for event in events
    )
    return tuple(line for line in said if line)


def refused(ruleset: AnyRuleset | None, refusal: Refusal, state: object, viewer: Viewer) -> str:
    """A refusal in plain words, the table's or the system's, with its rules and what would be legal."""
    text = refusal_words(refusal, ruleset.gm_word if ruleset else "game master")
    if text is None and ruleset is not None:
        text = ruleset.words(refusal, state, viewer)
    text = text or "The rules do not allow that."
    rules = f" ({', '.join(refusal.rules)})" if refusal.rules and not any(r in text for r in refusal.rules) else ""
    hint = f" {refusal.hint}" if refusal.hint and refusal.hint not in text else ""
    return f"{text[0].upper()}{text[1:]}{rules}{hint}"


def cited(ruleset: AnyRuleset, fight: AnyFight, events: tuple[Event, ...], viewer: Viewer) -> tuple[RuleId, ...]:
    """The rules behind what this viewer is told of the events, those of the numbers he may know included."""
    found: dict[RuleId, None] = {}
    for event in events:
        if lines(ruleset, fight, (event,), viewer):
            found.update(dict.fromkeys(event.rules))
            for tally in msgspec.structs.astuple(event):
                if isinstance(tally, Tally):
                    found.update(dict.fromkeys(part.rule for part in tally.seen_by(viewer).parts))
    return tuple(found)


def explaining(ruleset: AnyRuleset, after: AnyFight, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The note that terms are explained which the public words of a step are the first to use; none for one alone.

    Whoever plays alone has the GM's advice, which says the same.
    """
    if ruleset.alone(after.state):
        return ()
    new = first_used(ruleset.terms, lines(ruleset, after, events, PUBLIC), after.explained)
    return (envelope.Explained(terms=new),) if new else ()


def messages(
    ruleset: AnyRuleset, after: AnyFight, events: tuple[Event, ...], user: UserId, told: Told
) -> tuple[Message, ...]:
    """The outbox of a step: a line to the channel (perhaps empty: the board is due all the same), private news, calls.

    The line comes first, then terms that it is the first to use. `told` says in which act it is told.

    Whoever asked (`user`) is answered directly and gets no private news here.
    """
    line = _message(after.id, after.seq, "line", "\n".join(lines(ruleset, after, events, PUBLIC)))
    outbox = [replace(line, act=told.act, goes_on=told.goes_on)]
    for holder in sorted(after.players - {user}):
        news = _private_news(ruleset, after, events, holder)
        if news:
            outbox.append(_message(after.id, after.seq, "dm", news, holder))
    terms = tuple(name for event in events if isinstance(event, envelope.Explained) for name in event.terms)
    if terms:
        outbox.append(_message(after.id, after.seq, "term", "\n".join(explained(ruleset.terms, terms))))
    outbox.extend(_calls(ruleset, after, user, told))
    return tuple(outbox)


def _private_news(ruleset: AnyRuleset, fight: AnyFight, events: tuple[Event, ...], user: UserId) -> str:
    viewer = fight.viewer(user)
    mine = tuple(event for event in events if event.audience != ALL and viewer.may_know(event.audience))
    return "\n".join(lines(ruleset, fight, mine, viewer))


def _calls(ruleset: AnyRuleset, after: AnyFight, user: UserId, told: Told) -> list[Message]:
    """Name each player who owes a decision since this step, except whoever caused it."""
    calls: dict[UserId, Message] = {}
    for prompt in ruleset.prompts(after.state):
        holder = after.holder(prompt.whom)
        if prompt.id in told.calls and holder is not None and holder != user:
            call = _message(after.id, after.seq, "call", prompt.what, holder)
            calls.setdefault(holder, replace(call, act=told.calls[prompt.id]))
    return list(calls.values())


def _message(fight: FightId, seq: int, kind: str, text: str, user: UserId | None = None) -> Message:
    return Message(fight=fight, seq=seq, kind=kind, text=text, user=user)


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """What an act brought about, for whoever asked: `lines` in words for his eyes, `seq` of the step.

    `is_repeat`: this was ruled before and is told again.
    """

    fight: FightId
    seq: int
    lines: tuple[str, ...]
    is_repeat: bool = False


def ruling(ruleset: AnyRuleset, fight: AnyFight, events: tuple[Event, ...], user: UserId) -> Ruling:
    """The events as a ruling for this user."""
    return Ruling(fight=fight.id, seq=fight.seq, lines=lines(ruleset, fight, events, fight.viewer(user)))
