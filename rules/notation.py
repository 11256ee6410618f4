"""A fight as readable text: commands, the draws they took, and what came of them. Written, read and played again.

    rules texarkana
    scene saloon
    house incapacitate=fatal_only

    > shoot actor:c2 whom:c7 weapon:revolver card:7Pi
      ~ 9He
      shot TX-54 TX-55 | Ana shoots ...
      ! OUT_OF_REACH TX-52 | too far ...

`>` is a command, its blanks by name; `~` its draws in order; `#` a remark on what follows.
All other indented lines are what the rules answered: the name of each event, its rules and its words for somebody who
may see everything; `!` a refusal. They are ignored when the text is played and written anew, so that a changed ruling
shows as a changed line.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.core.audience import Viewer
from rules.core.codec import codec_of
from rules.core.command import Command, kind_of
from rules.core.dice import Dice, DrawMismatch, ScriptedDice
from rules.core.event import Event
from rules.core.refusal import Illegal
from rules.core.ruleset import Ruleset, Setup
from rules.core.values import replace

AnyRuleset = Ruleset[Any]  # Any: each system has its own state


class NotationError(Exception):
    """Text that cannot be read or played; the message begins with its line."""


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """One command as written (`kind` and `fields`), with its draws, or a remark (`kind` empty)."""

    line: int
    written: str
    kind: str = ""
    fields: Mapping[str, str]
    draws: tuple[str, ...] = ()


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """A whole text: the remarks above it, what the fight is opened with, and its moves."""

    heading: tuple[str, ...] = ()
    ruleset: str
    setup: Setup
    opening: tuple[str, ...]  # draws
    moves: tuple[Move, ...]


def read(text: str) -> Score:
    """The text as a score. Raises: NotationError."""
    heading: list[str] = []
    ruleset, scene = "", ""
    house: dict[str, str] = {}
    opening: list[str] = []
    moves: list[Move] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        word, _, rest = line.partition(" ")
        if word == ">":
            moves.append(_move(number, rest))
        elif word == "#" and not ruleset:
            heading.append(line)
        elif word == "#":
            moves.append(Move(line=number, written=line, fields={}))
        elif word == "~":
            if moves and moves[-1].kind:
                last = moves[-1]
                moves[-1] = replace(last, draws=(*last.draws, *rest.split()))
            else:
                opening.extend(rest.split())
        elif raw.startswith(" ") or not line:
            continue
        elif word == "rules":
            ruleset = rest
        elif word == "scene":
            scene = rest
        elif word == "house":
            house.update(_pairs(number, rest, "="))
        else:
            raise NotationError(f"line {number}: expected rules, scene, house, >, ~ or #, not {word!r}")
    if not ruleset:
        raise NotationError("line 1: the first word must be rules, with the name of the rules")
    return Score(
        heading=tuple(heading),
        ruleset=ruleset,
        setup=Setup(scene=scene, house=house),
        opening=tuple(opening),
        moves=tuple(moves),
    )


def _move(number: int, written: str) -> Move:
    try:
        kind, *words = shlex.split(written)
    except ValueError as error:
        raise NotationError(f"line {number}: {error}") from error
    fields = dict(_pair(number, word, ":") for word in words)
    return Move(line=number, written=written, kind=kind, fields=fields)


def _pairs(number: int, text: str, by: str) -> Iterator[tuple[str, str]]:
    return (_pair(number, word, by) for word in shlex.split(text))


def _pair(number: int, word: str, by: str) -> tuple[str, str]:
    name, found, value = word.partition(by)
    if not found:
        raise NotationError(f"line {number}: expected name{by}value, not {word!r}")
    return name, value


def play(score: Score, ruleset: AnyRuleset, more: Dice | None = None) -> Iterator[str]:
    """Play the score and write it anew, line by line. `more` supplies draws where a command has none written.

    Raises: NotationError if a draw is missing, left over or impossible, or a command unreadable.
    """
    yield from score.heading
    yield f"rules {ruleset.id}"
    if score.setup.scene:
        yield f"scene {score.setup.scene}"
    if score.setup.house:
        yield "house " + " ".join(f"{switch}={value}" for switch, value in sorted(score.setup.house.items()))
    state: Any = ruleset.empty()
    dice = _Written(score.opening, more)
    try:
        events = ruleset.open(score.setup, dice)
    except Illegal as refused:
        said = ruleset.words(refused.refusal, state, Viewer()) or refused.refusal.code
        raise NotationError(f"line 1: {said}") from refused
    state = _folded(ruleset, state, events)
    yield from _outcome(ruleset, state, dice, events)
    is_after_remark = False
    for move in score.moves:
        gap = "" if is_after_remark else "\n"
        is_after_remark = not move.kind
        if not move.kind:
            yield f"{gap}{move.written}"
            continue
        yield f"{gap}> {move.written}"
        dice = _Written(move.draws, more)
        try:
            events = ruleset.decide(state, _command(ruleset, move), dice)
            dice.require_all_used()
        except Illegal as refused:
            viewer = _all_seeing(ruleset, state)
            said = ruleset.words(refused.refusal, state, viewer) or str(refused.refusal.facts.get("what", ""))
            yield " ".join(("  !", refused.refusal.code, *refused.refusal.rules, "|", said)).rstrip(" |")
            continue
        except DrawMismatch as error:
            raise NotationError(f"line {move.line}: {error}") from error
        state = _folded(ruleset, state, events)
        yield from _outcome(ruleset, state, dice, events)


class _Written(ScriptedDice):
    """Written draws first, then (if given) another source."""

    def __init__(self, written: Sequence[str], more: Dice | None) -> None:
        super().__init__(*written)
        self._more = None if written else more

    def _choose(self, among: Sequence[str], why: str) -> str:
        return super()._choose(among, why) if self._more is None else self._more.pick(among, why)


def _command(ruleset: AnyRuleset, move: Move) -> Command:
    shapes = {
        field.encode_name: getattr(field.type, "__origin__", None)
        for command in ruleset.command_types
        if kind_of(command.__name__) == move.kind
        for field in msgspec.structs.fields(command)
    }
    fields = {name: _value(move, value, shapes.get(name)) for name, value in move.fields.items()}
    return codec_of(ruleset).build(move.kind, fields)


def _value(move: Move, written: str, shape: object) -> object:
    """A list is written `a,b`, blanks of an answer `name=value;name=value`."""
    if shape is tuple:
        return written.split(",")
    if shape is Mapping:
        return dict(_pair(move.line, each, "=") for each in written.split(";"))
    return written


def _outcome(ruleset: AnyRuleset, state: object, dice: ScriptedDice, events: tuple[Event, ...]) -> Iterator[str]:
    draws = [draw.came for draw in dice.drawn]
    for at in range(0, len(draws), 16):
        yield "  ~ " + " ".join(draws[at : at + 16])
    viewer = _all_seeing(ruleset, state)
    for event in events:
        said = ruleset.words(event, state, viewer) or ""
        yield " ".join((f"  {kind_of(type(event).__name__)}", *event.rules, "|", said)).rstrip(" |")


def _all_seeing(ruleset: AnyRuleset, state: object) -> Viewer:
    seen = ruleset.view(state, Viewer(gm=True)).combatants
    return Viewer(gm=True, combatants=frozenset(each.id for each in seen))


def _folded(ruleset: AnyRuleset, state: object, events: tuple[Event, ...]) -> object:
    for event in events:
        state = ruleset.apply(state, event)
    return state
