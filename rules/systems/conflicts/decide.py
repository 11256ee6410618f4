"""Deciding: which rule answers which command. The rules themselves are in the files named after them."""

from rules.core.command import Act, Amend, Answer, Call, Command, Enter, Finish, GoOn, LayOut, Leave, PlaceThere, Start
from rules.core.dice import Dice
from rules.core.draft import Draft
from rules.core.event import Event
from rules.core.refusal import Illegal
from rules.systems.conflicts import commands as c, prompts
from rules.systems.conflicts.amend import amend, finish
from rules.systems.conflicts.apply import apply
from rules.systems.conflicts.calls import call
from rules.systems.conflicts.declaring import ask_me, change, plan_anew
from rules.systems.conflicts.lobby import enter, lay_out, leave, start
from rules.systems.conflicts.moving import drop
from rules.systems.conflicts.placing import place_there
from rules.systems.conflicts.play import ConflictDraft, require_fighter, require_running, require_up
from rules.systems.conflicts.rounds import act, advance
from rules.systems.conflicts.state import ConflictState


def decide(state: ConflictState, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What the command brings about, and whatever follows until somebody has to decide again.

    Raises: Illegal, DrawNeeded.
    """
    draft: ConflictDraft = Draft(state, apply)
    _carry_out(draft, command, dice)
    advance(draft, dice)
    return tuple(draft.events)


def _carry_out(draft: ConflictDraft, command: Command, dice: Dice) -> None:
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
            amend(draft, command)
        case Call():
            call(draft, dice, command)
        case PlaceThere():
            place_there(draft, command)
        case Finish():
            finish(draft)
        case Answer():
            prompts.answer(draft, dice, command)
        case GoOn():
            for which in command.prompts:  # each may answer or bring about others: they are looked up anew
                prompts.go_on(draft, dice, which, command.said)
                advance(draft, dice)
        case Act():
            _act(draft, command, dice)
        case _:
            raise Illegal("UNREADABLE", what=type(command).__name__, kind=type(command).__name__)


def _act(draft: ConflictDraft, command: Act, dice: Dice) -> None:
    match command:
        case c.PlanAnew():
            plan_anew(draft, command)
        case c.Change():
            change(draft, command)
        case c.AskMe():
            ask_me(draft, command)
        case c.Drop():
            actor = require_fighter(draft.state, command.actor)
            require_running(draft.state)
            require_up(actor)
            drop(draft, actor, command.how)
        case _:
            act(draft, dice, command)
