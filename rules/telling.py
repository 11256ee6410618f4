"""What a step gives to tell: to the channel, to each player concerned, and to whoever asked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from rules.acts import Told
from rules.authority import name_of
from rules.core import event as envelope
from rules.core.audience import ALL, PUBLIC, Viewer
from rules.core.event import Event
from rules.core.fight import Seat
from rules.core.ids import CombatantId, FightId, RuleId, UserId, is_somebody
from rules.core.names import mention
from rules.core.refusal import Refusal
from rules.core.speech import event_words, refusal_words, words_to_holder
from rules.core.tally import Tally
from rules.core.terms import explained, first_used
from rules.core.values import replace
from rules.core.view import Phase
from rules.store.protocol import Message
from rules.tables import AnyFight, AnyRuleset

UNSEEN = "There is nothing to see of it."


def lines(ruleset: AnyRuleset, fight: AnyFight, events: tuple[Event, ...], viewer: Viewer) -> tuple[str, ...]:
    """The events in plain words for one viewer; what is not for his eyes is left out."""
    moderated = tuple(event for event in events if isinstance(event, envelope.Moderated))
    said = [
        (
            event,
            _to_holder(ruleset, fight, event, viewer) or event_words(event, ruleset.gm_word)
            if isinstance(event, envelope.ENVELOPE_EVENTS)
            else ruleset.words(event, fight.state, viewer),
        )
        for event in (*moderated, *_told_at_once(each for each in events if each not in moderated))  # who did it, first
    ]
    waits = any(isinstance(event, envelope.DrawAsked) for event in events)  # nothing has come of it yet
    found: list[str] = []
    for event, line in reversed([(event, line) for event, line in said if line]):
        found[:0] = (line,) if waits else (line, *_if_nothing_follows(event, line, found))
    return tuple(found)


def _if_nothing_follows(event: Event, line: str, rest: Sequence[str]) -> tuple[str, ...]:
    """What it comes to where this line says whose doing it was, and the rest of the step says nothing of him."""
    if isinstance(event, envelope.OrdersFollowed | envelope.PlayedFor | envelope.TimeUp) and event.otherwise:
        names = event.names if isinstance(event, envelope.PlayedFor) else (event.name,)
        if not any(name in each for name in names for each in rest):
            return (f"{event.otherwise[0].upper()}{event.otherwise[1:]}.",)
    return (UNSEEN,) if line.endswith(":") and not rest else ()


def _to_holder(ruleset: AnyRuleset, fight: AnyFight, event: Event, viewer: Viewer) -> str | None:
    """What a viewer is told of a place that he holds himself; None: what all are told."""
    if not isinstance(event, envelope.WentAway | envelope.CameBack | envelope.OrdersFollowed):
        return None
    mine = [seat for seat in fight.seats if seat.user == viewer.user]
    if isinstance(event, envelope.OrdersFollowed):
        is_mine = event.name in [name_of(ruleset, fight, seat.combatant) for seat in mine]
    else:
        is_mine = event.seat in [seat.id for seat in mine]
    return words_to_holder(event, event.name) if is_mine else None


def _told_at_once(events: Iterable[Event]) -> Iterator[Event]:
    """The events, several places that one user leaves together as one with all the names."""
    left: envelope.SeatLeft | None = None
    for event in events:
        if left is not None and isinstance(event, envelope.SeatLeft) and _is_alike(left, event):
            left = replace(left, name=f"{left.name} and {event.name}", seen=left.seen or event.seen)
            continue
        if left is not None:
            yield left
        left = event if isinstance(event, envelope.SeatLeft) else None
        if left is None:
            yield event
    if left is not None:
        yield left


def _is_alike(one: envelope.SeatLeft, other: envelope.SeatLeft) -> bool:
    return one.user is not None and (one.user, one.is_taken, one.stays) == (
        other.user,
        other.is_taken,
        other.stays,
    )


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
    ruleset: AnyRuleset,
    after: AnyFight,
    events: tuple[Event, ...],
    user: UserId,
    told: Told,
    left: Mapping[UserId, str],
) -> tuple[Message, ...]:
    """The outbox of a step: a line to the channel (perhaps empty: the board is due all the same), private news, calls.

    Whoever has just sat down is noted: the way to him is to be tried, but for one alone, who needs none. So are those
    who have `left`, with what is said to them, that what they were sent shows no hand any more.

    The line comes first, then terms that it is the first to use. `told` says in which act it is told.

    Whoever asked (`user`) is answered directly and gets no private news here.
    """
    line = _message(after.id, after.seq, "line", "\n".join(lines(ruleset, after, events, PUBLIC)))
    outbox = [replace(line, act=told.act, goes_on=told.goes_on)]
    taken_over = _taken_over(after, events)
    for holder in sorted(after.players - {user}):
        news = _private_news(ruleset, after, events, holder)
        if names := _whom_he_plays(taken_over, holder):
            news = "\n".join((f"From now on you play {names}.", *((news,) if news else ())))
        if news:
            outbox.append(_message(after.id, after.seq, "dm", news, holder))
    for event in events:
        if isinstance(event, envelope.SeatFreed) and event.user is not None:
            news = f"Your place as {event.name} is taken back. Join is open to you still."
            outbox.append(_message(after.id, after.seq, "dm", news, event.user))
    if not ruleset.alone(after.state):
        seated = [each for each in map(_seated, events) if each is not None]
        outbox.extend(_message(after.id, after.seq, "seat", "", each) for each in seated)
        outbox.extend(_message(after.id, after.seq, "seat", left[each], each) for each in sorted(left))
    terms = tuple(name for event in events if isinstance(event, envelope.Explained) for name in event.terms)
    if terms:
        outbox.append(_message(after.id, after.seq, "term", "\n".join(explained(ruleset.terms, terms))))
    outbox.extend(_calls(ruleset, after, events, user, told))
    return tuple(outbox)


def farewells(before: AnyFight, after: AnyFight, events: tuple[Event, ...]) -> Mapping[UserId, str]:
    """Who has no part any more since this step, each with why, where he only stood in for somebody who is back."""
    left = dict.fromkeys(before.players - after.players, "")
    back = {event.seat: event.name for event in events if isinstance(event, envelope.CameBack)}
    for seat in before.seats:
        if seat.id in back and seat.player in left:
            words = f"{mention(seat.user)} plays {back[seat.id]} himself again."
            left[seat.player] = " ".join(part for part in (left[seat.player], words) if part)
    return left


def _seated(event: Event) -> UserId | None:
    """Who has just sat down, so that the way to him is to be tried."""
    if isinstance(event, envelope.SeatTaken):
        return event.user
    return event.now if isinstance(event, envelope.SeatGiven) else None


def _private_news(ruleset: AnyRuleset, fight: AnyFight, events: tuple[Event, ...], user: UserId) -> str:
    viewer = fight.viewer(user)
    mine = tuple(event for event in events if event.audience != ALL and viewer.may_know(event.audience))
    return "\n".join(lines(ruleset, fight, mine, viewer))


def _whom_he_plays(taken_over: Mapping[CombatantId, tuple[str, Seat]], player: UserId) -> str:
    """Those whom he takes over, by name: his own first, then those of each who is away."""
    own: list[str] = []
    others: dict[UserId, list[str]] = {}
    for name, seat in taken_over.values():
        if seat.player == player:
            (own if seat.user == player else others.setdefault(seat.user, [])).append(name)
    of_others = [f"{' and '.join(names)} for {mention(user)}, who is away" for user, names in others.items()]
    return ", and ".join([" and ".join(own), *of_others] if own else of_others)


def _taken_over(after: AnyFight, events: tuple[Event, ...]) -> Mapping[CombatantId, tuple[str, Seat]]:
    """The combatants that change hands by this step, with their names and seats."""
    found: dict[CombatantId, tuple[str, Seat]] = {}
    for event in events:
        if isinstance(event, envelope.SeatGiven | envelope.WentAway | envelope.SeatTaken) and event.name:
            seat = next((each for each in after.seats if each.id == event.seat), None)
            if seat is not None and seat.is_there:
                found[seat.combatant] = (event.name, seat)
    return found


def _calls(ruleset: AnyRuleset, after: AnyFight, events: tuple[Event, ...], user: UserId, told: Told) -> list[Message]:
    """Name each player who owes a decision since this step, except whoever caused it, and each new GM.

    Whoever takes over is called for what is owed already; whoever is away with orders is not called. Where nobody
    stands in any more for whoever is away, he and the GMs are named for that; the GMs where nobody holds a seat any
    more; nobody once the fight is over.
    """
    calls: dict[UserId, Message] = {}
    taken_over = _taken_over(after, events)
    for prompt in ruleset.prompts(after.state):
        seat = after.seat_of(prompt.whom)
        is_new = prompt.id in told.calls or (prompt.whom in taken_over and prompt.blocks)
        if is_new and seat is not None and seat.player != user and seat.is_there:
            call = _message(after.id, after.seq, "call", prompt.what, seat.player)
            calls.setdefault(seat.player, replace(call, act=told.calls.get(prompt.id, 0)))
    for event in events:
        if isinstance(event, envelope.GmNamed) and event.user != user:
            what = f"{ruleset.gm_word} of this fight"
            calls.setdefault(event.user, _message(after.id, after.seq, "call", what, event.user))
    is_over = ruleset.phase(after.state) is Phase.OVER
    for each, names in () if is_over else _left_alone(after, events).items():
        if each != user and is_somebody(each):
            what = f"nobody plays {' and '.join(names)} now"
            calls.setdefault(each, _message(after.id, after.seq, "call", what, each))
    return list(calls.values())


def _left_alone(after: AnyFight, events: tuple[Event, ...]) -> Mapping[UserId, list[str]]:
    """Whom it concerns that nobody plays some combatants any more, each with their names."""
    found: dict[UserId, list[str]] = {}
    for event in events:
        if isinstance(event, envelope.StoodDown | envelope.SeatLeft):
            holders = (seat.user for seat in after.seats if seat.id == event.seat)
            for each in dict.fromkeys((*holders, *after.gms)):
                found.setdefault(each, []).append(event.name)
    return found


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
