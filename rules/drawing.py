"""Where a step's chance comes from: the fight's own key, or people who type in what they drew."""

from rules.core.codec import codec_of, encode
from rules.core.command import Answer, Command
from rules.core.dice import Draw, DrawMismatch, DrawNeeded, SeededDice, TypedDice
from rules.core.event import DrawAsked, DrawsMade, Event
from rules.core.ids import PromptId, UserId
from rules.core.option import Choice
from rules.core.reference import Switch
from rules.core.refusal import Illegal
from rules.core.view import AskedView
from rules.tables import AnyFight, AnyRuleset, Table

DRAWS, BOT, TYPED = "draws", "bot", "typed"  # the one switch that every system has, and what it may be set to
DRAW = "draw"  # how the id of a decision begins that is a draw to be typed in

Decided = tuple[tuple[Event, ...], tuple[Draw, ...]]


def draws_switch(*, is_typed: bool) -> Switch:
    """Where chance comes from, as a switch of the house."""
    return Switch(
        key=DRAWS,
        rule="",
        about="Who draws cards and rolls dice",
        readings=(Choice(key=BOT, label="the bot draws"), Choice(key=TYPED, label="people draw and type in what came")),
        usual=BOT,
        now=TYPED if is_typed else BOT,
    )


def decide(ruleset: AnyRuleset, table: Table, fight: AnyFight, command: Command, user: UserId) -> Decided:
    """What the command brings about, and the draws that decided it.

    In a fight with typed-in draws the first missing one makes the command wait. Raises: Illegal.
    """
    if fight.is_typed:
        return _decide_typed(ruleset, fight, command, (), user)
    # Not the state's fingerprint: a field added to the state would change every draw of every rehearsal.
    dice = SeededDice(table.key, _moment(fight) + b"|" + encode(command))
    return ruleset.decide(fight.state, command, dice), tuple(dice.drawn)


def _moment(fight: AnyFight) -> bytes:
    """What tells the draws of this moment from those of any other: what was seen of those taken back tells nothing."""
    return f"{fight.ply}~{fight.epoch}".encode() if fight.epoch else str(fight.ply).encode()


def decide_waiting(ruleset: AnyRuleset, fight: AnyFight, answer: Command, user: UserId) -> Decided:
    """The waiting command decided with one draw more. Raises: Illegal(DRAW_OWED, STALE, GM_ONLY, NO_SUCH_DRAW)."""
    owed = fight.owed_draw
    assert owed is not None, "asked only while a draw is owed"
    if not isinstance(answer, Answer) or not answer.prompt.startswith(DRAW):
        raise Illegal("DRAW_OWED", why=owed.why)
    if answer.prompt != draw_id(fight):
        raise Illegal("STALE")
    if user not in (owed.user, *fight.gms):
        raise Illegal("GM_ONLY", gm=ruleset.gm_word)
    return _decide_typed(ruleset, fight, waiting(ruleset, fight), (*owed.typed, answer.key), owed.user)


def draw_id(fight: AnyFight) -> PromptId:
    """The id of the draw owed now: each has its own, so that a second tap is not taken for the next draw."""
    return PromptId(f"{DRAW}{fight.ply}")


def waiting(ruleset: AnyRuleset, fight: AnyFight) -> Command:
    """The command that waits for a draw."""
    assert fight.owed_draw is not None, "asked only while a draw is owed"
    return codec_of(ruleset).command(fight.owed_draw.command.encode())


def _decide_typed(
    ruleset: AnyRuleset, fight: AnyFight, command: Command, typed: tuple[str, ...], user: UserId
) -> Decided:
    dice = TypedDice(*typed)
    try:
        events = ruleset.decide(fight.state, command, dice)
    except DrawNeeded as needed:
        return (DrawAsked(user=user, command=encode(command).decode(), typed=typed, why=needed.why),), ()
    except DrawMismatch:
        names = {choice.key: choice.label for choice in ruleset.typed_choices(typed[-1:])}
        raise Illegal("NO_SUCH_DRAW", came=names.get(typed[-1], typed[-1])) from None
    done = (DrawsMade(),) if fight.owed_draw is not None else ()
    return (*done, *events), tuple(dice.drawn)


def asked(ruleset: AnyRuleset, fight: AnyFight, user: UserId | None) -> AskedView | None:
    """The draw owed, as a decision: of whoever gave the command, or of the GM."""
    owed = fight.owed_draw
    if owed is None:
        return None
    is_mine = user in (owed.user, *fight.gms)
    return AskedView(
        id=draw_id(fight),
        whom=None,
        who=ruleset.gm_word,
        what=f"a draw to be typed in: {owed.why}",
        otherwise="the fight waits",
        question=f"What came? ({owed.why})",
        choices=_possible(ruleset, fight) if is_mine else (),
        is_mine=is_mine,
    )


def _possible(ruleset: AnyRuleset, fight: AnyFight) -> tuple[Choice, ...]:
    assert fight.owed_draw is not None, "asked only while a draw is owed"
    try:
        ruleset.decide(fight.state, waiting(ruleset, fight), TypedDice(*fight.owed_draw.typed))
    except DrawNeeded as needed:
        return ruleset.typed_choices(needed.among)
    raise AssertionError("a waiting command needs a draw")
