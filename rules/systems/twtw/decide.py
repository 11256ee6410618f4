"""Deciding: which rule answers which command. The rules themselves are in the files named after them."""

from typing import assert_never

from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Call, Command, Enter, Finish, GoOn, LayOut, Leave, PlaceThere, Start
from rules.core.dice import Dice
from rules.core.draft import Draft
from rules.core.event import Event, cited
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.systems.twtw import commands as c, events as e, prompts
from rules.systems.twtw.aiming import aim
from rules.systems.twtw.amend import amend, finish, place_there
from rules.systems.twtw.apply import apply
from rules.systems.twtw.calls import call, drop_calls
from rules.systems.twtw.handling import orders, ready, reload, sundry
from rules.systems.twtw.healing import treat
from rules.systems.twtw.hits import land
from rules.systems.twtw.lobby import enter, lay_out, leave, start
from rules.systems.twtw.moving import go_further, move
from rules.systems.twtw.play import TwtwDraft, require_running
from rules.systems.twtw.posture import dodge, drop_prone, duck, emerge, stand
from rules.systems.twtw.rounds import begin_round, declare
from rules.systems.twtw.shooting import fire
from rules.systems.twtw.state import Stage, TwtwState
from rules.systems.twtw.striking import strike
from rules.systems.twtw.surprise import expect
from rules.systems.twtw.turns import current

MOST_ACTS = 12  # of an NPC in one turn that nobody decides
MOST_EMPTY_ROUNDS = 2  # in which nobody can do anything, before the Judge is asked


def decide(state: TwtwState, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What the command brings about, and whatever follows until somebody has to decide again.

    Raises: Illegal, DrawNeeded.
    """
    return tuple(draft_of(state, command, dice).events)


def draft_of(state: TwtwState, command: Command, dice: Dice) -> TwtwDraft:
    """The same, with the state it leads to. Raises: Illegal, DrawNeeded."""
    draft: TwtwDraft = Draft(state, apply)
    _carry_out(draft, command, dice)
    advance(draft, dice)
    return draft


def _carry_out(draft: TwtwDraft, command: Command, dice: Dice) -> None:
    match command:
        case Enter():
            enter(draft, command)
        case LayOut():
            lay_out(draft, command)
        case Leave():
            leave(draft, command)
        case Start():
            start(draft, dice)
        case Amend():
            amend(draft, dice, command)
        case Call():
            call(draft, dice, command)
        case PlaceThere():
            place_there(draft, command)
        case Finish():
            finish(draft)
        case Answer():
            require_running(draft.state)
            follow = prompts.answer(draft, dice, command)
            if follow is not None:
                _act(draft, follow, dice)
        case GoOn():
            _go_on(draft, command, dice)
        case _:
            _act(draft, command, dice)


def _go_on(draft: TwtwDraft, command: GoOn, dice: Dice) -> None:
    """The defaults, one after the other; an NPC's whole turn at once, with the bumps of its own hits."""
    for which in command.prompts:
        for _ in range(MOST_ACTS):
            if not prompts.is_owed(draft.state, which):
                break
            follow = prompts.go_on(draft, dice, which, command.said)
            if follow is not None:
                _act(draft, follow, dice)
            advance(draft, dice)
            _spend_own_bumps(draft, dice)


def _spend_own_bumps(draft: TwtwDraft, dice: Dice) -> None:
    """An NPC's hit, made because nobody decided, is not asked about either."""
    attack = draft.state.attack
    while attack is not None and not draft.state.fighter(attack.attacker).is_pc:
        for question in prompts.questions(draft.state)[:1]:
            question.lapse(draft, dice)
        advance(draft, dice)
        attack = draft.state.attack


def _act(draft: TwtwDraft, command: Command, dice: Dice) -> None:
    match command:
        case c.Move():
            move(draft, command)
        case c.Aim():
            aim(draft, command)
        case c.Fire():
            fire(draft, dice, command)
        case c.Strike():
            strike(draft, dice, command)
        case c.Dodge():
            dodge(draft, command)
        case c.Duck():
            duck(draft, command)
        case c.Emerge():
            emerge(draft, command)
        case c.DropProne():
            drop_prone(draft, command)
        case c.Stand():
            stand(draft, command)
        case c.Ready():
            ready(draft, command)
        case c.Reload():
            reload(draft, dice, command)
        case c.Sundry():
            sundry(draft, command)
        case c.Treat():
            treat(draft, dice, command)
        case c.Expect():
            expect(draft, command)
        case c.Orders():
            orders(draft, command)
        case c.Declare():
            declare(draft, command)
        case _:
            raise Illegal("UNREADABLE", what=type(command).__name__, kind=type(command).__name__)


def advance(draft: TwtwDraft, dice: Dice) -> None:
    """Lead the fight on to the next decision: hits land, moves go on, stages and rounds follow one another."""
    empty = 0
    while draft.state.phase is Phase.RUNNING:
        drop_calls(draft)
        if draft.state.attack is not None:
            if draft.state.attack.bumps:
                return
            land(draft, dice)
        elif not _is_mover_down(draft.state) and _end(draft):
            return
        elif draft.state.going is not None:
            if go_further(draft, dice):
                return
        elif current(draft.state) is not None:
            return
        else:
            match draft.state.stage:
                case Stage.MOVES:
                    draft.emit(e.StageBegan(rules=cited("TW-2.2"), stage=Stage.ACTIONS))
                case Stage.BEFORE | Stage.ACTIONS:
                    if empty == MOST_EMPTY_ROUNDS:
                        return
                    empty += 1
                    begin_round(draft, dice)
                case _:
                    assert_never(draft.state.stage)


def _is_mover_down(state: TwtwState) -> bool:
    """Whether a move under way has to be ended first, its mover having been put out."""
    mover = state.find(state.going.who) if state.going is not None else None
    return mover is not None and not mover.is_at_hand


def _end(draft: TwtwDraft) -> bool:
    """Whether the fight is over: one side has nobody up any more, seen or unseen (TW-W6)."""
    up = {fighter.side for fighter in draft.state.fighters if fighter.is_up}
    if Side.POSSE in up and Side.ENEMY in up:
        return False
    winner = next((side for side in (Side.POSSE, Side.ENEMY) if side in up), None)
    draft.emit(e.Ended(rules=cited("TW-W6", "TW-2.1"), winner=winner))
    return True
