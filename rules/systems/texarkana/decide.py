"""Deciding: which rule answers which command. The rules themselves are in the files named after them."""

from rules.core.command import (
    Amend,
    Answer,
    Call,
    Command,
    Describe,
    Enter,
    Finish,
    GoOn,
    LayOut,
    Leave,
    PlaceThere,
    Start,
)
from rules.core.dice import Dice
from rules.core.draft import Draft
from rules.core.event import Event
from rules.core.refusal import Illegal
from rules.systems.texarkana import commands as c, prompts
from rules.systems.texarkana.amend import amend, finish, place_there
from rules.systems.texarkana.apply import apply
from rules.systems.texarkana.arming import draw
from rules.systems.texarkana.assisting import assist
from rules.systems.texarkana.brawling import brawl
from rules.systems.texarkana.calls import call
from rules.systems.texarkana.dying import tend
from rules.systems.texarkana.fleeing import flee
from rules.systems.texarkana.grappling import break_grapple, hold_grapple
from rules.systems.texarkana.harm import refuse_injury
from rules.systems.texarkana.improvising import improvise
from rules.systems.texarkana.initiative import take_lookout
from rules.systems.texarkana.instead import prefer
from rules.systems.texarkana.invocations import invoke
from rules.systems.texarkana.lobby import enter, lay_out, leave, start
from rules.systems.texarkana.moving import move, take_cover
from rules.systems.texarkana.outcome import advance, play
from rules.systems.texarkana.own_npcs import describe
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.rivals import turn_on
from rules.systems.texarkana.shooting import shoot
from rules.systems.texarkana.state import TexState
from rules.systems.texarkana.sundry import sundry
from rules.systems.texarkana.threats import follow_up
from rules.systems.texarkana.turns import nominate, pass_turn

WITH_CARD = (c.Shoot, c.Brawl, c.Improvise, c.Flee, c.BreakGrapple, c.HoldGrapple, c.Tend, c.Invoke, c.TurnOn)


def decide(state: TexState, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What the command brings about, and whatever follows until somebody has to decide again.

    Raises: Illegal, DrawNeeded.
    """
    return tuple(draft_of(state, command, dice).events)


def draft_of(state: TexState, command: Command, dice: Dice) -> TexDraft:
    """The same, with the state it leads to. Raises: Illegal, DrawNeeded."""
    draft: TexDraft = Draft(state, apply)
    _carry_out(draft, command, dice)
    advance(draft, dice)
    return draft


def _carry_out(draft: TexDraft, command: Command, dice: Dice) -> None:
    match command:
        case Enter():
            enter(draft, dice, command)
        case Describe():
            describe(draft, dice, command)
        case LayOut():
            lay_out(draft, command)
        case Leave():
            leave(draft, command)
        case Start():
            start(draft, dice, command)
        case Amend():
            amend(draft, command)
        case Call():
            call(draft, dice, command)
        case PlaceThere():
            place_there(draft, command)
        case Finish():
            finish(draft, command)
        case Answer():
            follow = prompts.answer(draft, dice, command)
            if follow is not None:
                _act(draft, follow, dice)
        case GoOn():
            _go_on(draft, command, dice)
        case _:
            _act(draft, command, dice)


def _go_on(draft: TexDraft, command: GoOn, dice: Dice) -> None:
    """The defaults, one after the other; each may answer or bring about others (so they are looked up anew)."""
    for which in command.prompts:
        follow = prompts.go_on(draft, dice, which, command.said)
        if follow is not None:
            _act(draft, follow, dice)
        advance(draft, dice)


def _act(draft: TexDraft, command: Command, dice: Dice) -> None:
    """What a combatant does; a card given along with it is played as soon as his test is open."""
    match command:
        case c.TakeLookout():
            take_lookout(draft, command)
        case c.Nominate():
            nominate(draft, command)
        case c.Shoot():
            shoot(draft, command)
        case c.Brawl():
            brawl(draft, command)
        case c.Draw():
            draw(draft, command)
        case c.Improvise():
            improvise(draft, command)
        case c.Prefer():
            prefer(draft, command)
        case c.TakeCover():
            take_cover(draft, command)
        case c.Move():
            move(draft, command)
        case c.Flee():
            flee(draft, command)
        case c.Sundry():
            sundry(draft, command)
        case c.Tend():
            tend(draft, command)
        case c.Invoke():
            invoke(draft, command)
        case c.Assist():
            assist(draft, command)
        case c.TurnOn():
            turn_on(draft, command)
        case c.Pass():
            pass_turn(draft, command)
        case c.BreakGrapple():
            break_grapple(draft, command)
        case c.HoldGrapple():
            hold_grapple(draft, command)
        case c.RefuseInjury():
            refuse_injury(draft, command)
        case _:
            raise Illegal("UNREADABLE", what=type(command).__name__, kind=type(command).__name__)
    follow_up(draft, command)
    if isinstance(command, WITH_CARD) and command.card:
        advance(draft, dice)
        attempt = draft.state.attempt_of(command.actor)
        if attempt is not None and not attempt.card:
            play(draft, dice, attempt, command.actor, command.card)
