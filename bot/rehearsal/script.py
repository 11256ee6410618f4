r"""Scripts of a table at play: who sits there, what they do and what they must come to see; `play.py` plays them.

    people Dealer(gm) Mo(moderator) Ana Bo  # who is there; gm may manage the server, a moderator its messages
    seed 7                             # the same draws every time
    # A remark at the beginning of a line is told with the play.
    Dealer: /fight begin system:texarkana title:"Saloon brawl"
    Ana presses "Join"                 # the newest button of that label that she can see
    Ana picks "7 of Clubs"             # a line of a menu, or a button
    Ana fills "What do you do?" "I duck"    # a blank of the open form; they collect until it is sent
    Ana submits
    Ana goes to "mill"                 # another channel, made if there is none; all begin in "saloon"
    expect public ~ "Initiative"       # becomes visible to everybody within 3 seconds, in whichever channel
    expect Ana ~ "Your hand"           # … to Ana
    expect not public ~ "7 of Clubs"
    Bo closes DMs                      # and: opens DMs
    Ana dismisses                      # her private messages vanish
    Ana says "Look out!"               # chat, which the bot never reads
    note "What comes now"              # told with the play
    kill                               # SIGKILL of the bot's process, then a start
    wait 0.5                           # seconds
    pass 12 hours                      # … or minutes, days: for the bot, which comes to what is due meanwhile
    count Dealer                       # commands typed, presses, messages that came since the last count
    count Dealer presses <= 6          # … and no more than that

What is printed has before each text on whose screen it came: everyone's, or those of the people named. The owner of the
server, who can read every private thread, is not named. A script in which time passes begins on a Monday at noon, UTC.
A file that the bot gave to somebody he gives back by its name: `Dealer: /fight import file:brawl.fight.json`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

PUBLIC: Final = "public"
COUNTED: Final = ("commands", "presses", "messages")
QUOTED: Final = r'"((?:[^"\\]|\\.)*)"'
UNITS: Final = {"minute": 60, "hour": 3600, "day": 86400}  # seconds
NAME: Final = r"[^\W\d][\w-]*"


class ScriptError(ValueError):
    """A line that cannot be read; the text begins with `line 7:`."""

    def __init__(self, line: int, complaint: str) -> None:
        super().__init__(f"line {line}: {complaint}")
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody at the table; a GM has the permission Manage Guild, a moderator Manage Messages."""

    name: str
    gm: bool = False
    moderator: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Narration."""

    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Somebody types a slash command."""

    line: int
    who: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Somebody writes into the channel."""

    line: int
    who: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """Somebody presses a button."""

    line: int
    who: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """Somebody picks options, or presses a button of that name."""

    line: int
    who: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """Somebody writes into a field of the open form."""

    line: int
    who: str
    field: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Submit:
    """Somebody sends the open form."""

    line: int
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Go:
    """Somebody opens another channel, and does there what follows."""

    line: int
    who: str
    channel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Expect:
    """Somebody (None: everybody in a channel) must or must not see a text, whatever its case."""

    line: int
    who: str | None
    text: str
    wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectMessages:
    """Somebody opens or closes their direct messages."""

    line: int
    who: str
    opens: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismiss:
    """Somebody's ephemeral messages vanish."""

    line: int
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """The bot is killed without warning, and started again."""

    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Nothing happens for some seconds."""

    line: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """So much time passes for the bot, whose clock stands otherwise."""

    line: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How much somebody did and was told since the last count; `what`, `how` and `limit` make it a condition."""

    line: int
    who: str
    what: str | None = None
    how: str = "<="
    limit: int = 0


Step = (
    Note
    | Command
    | Say
    | Press
    | Pick
    | Fill
    | Submit
    | Go
    | Expect
    | DirectMessages
    | Dismiss
    | Kill
    | Wait
    | Pass
    | Count
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A whole script; `seed` makes the bot's draws the same each time."""

    people: tuple[Member, ...]
    steps: tuple[Step, ...]
    seed: int | None = None

    @property
    def is_timed(self) -> bool:
        """Whether time passes in it, so that the bot needs a clock that can be put on."""
        return any(isinstance(step, Pass) for step in self.steps)


def parse(text: str) -> Script:
    """Read a script. Raises: ScriptError at the first line that cannot be read."""
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), start=1):
        reader.read(number, line)
    if not reader.people:
        raise ScriptError(1, "nobody plays: a script begins with `people Dealer(gm) Ana Bo`")
    return Script(people=tuple(reader.people), steps=tuple(reader.steps), seed=reader.seed)


def without_comment(line: str) -> str:
    """Cut off a comment at the end of a line: a # with a space on each side, outside of quotes."""
    plain = re.sub(QUOTED, lambda quoted: "_" * len(quoted[0]), line)
    comment = re.search(r"\s#(\s|$)", plain)
    return (line if comment is None else line[: comment.start()]).strip()


class _Reader:
    def __init__(self) -> None:
        self.people: list[Member] = []
        self.steps: list[Step] = []
        self.seed: int | None = None

    def read(self, number: int, line: str) -> None:
        if line.lstrip().startswith("#"):
            narration = line.strip().lstrip("#").strip()
            if narration:
                self.steps.append(Note(line=number, text=narration))
            return
        text = without_comment(line)
        if not text:
            return
        match text.split(None, 1)[0]:
            case "people":
                self._read_people(number, text)
            case "seed":
                self.seed = int(self._matched(number, text, r"seed (\d+)", "seed 7")[1])
            case "note":
                noted = self._matched(number, text, rf"note {QUOTED}", 'note "text"')
                self.steps.append(Note(line=number, text=_unquoted(noted[1])))
            case "kill":
                self._matched(number, text, "kill", "kill")
                self.steps.append(Kill(line=number))
            case "wait":
                seconds = self._matched(number, text, r"wait (\d+(?:\.\d+)?)", "wait 0.5")[1]
                self.steps.append(Wait(line=number, seconds=float(seconds)))
            case "pass":
                passes = self._matched(number, text, r"pass (\d+) (minute|hour|day)s?", "pass 12 hours")
                self.steps.append(Pass(line=number, seconds=int(passes[1]) * UNITS[passes[2]]))
            case "expect":
                self._read_expectation(number, text)
            case "count":
                self._read_count(number, text)
            case _:
                self._read_act(number, text)

    def _read_people(self, number: int, text: str) -> None:
        words = text.split()[1:]
        if self.people:
            raise ScriptError(number, "people are named once")
        for word in words:
            named = re.fullmatch(rf"({NAME})(?:\((gm|moderator)\))?", word)
            if named is None or named[1].casefold() == PUBLIC:
                raise ScriptError(number, f"not a name: {word!r}; write `people Dealer(gm) Mo(moderator) Ana Bo`")
            if any(each.name == named[1] for each in self.people):
                raise ScriptError(number, f"{named[1]} is named twice")
            self.people.append(Member(name=named[1], gm=named[2] == "gm", moderator=named[2] == "moderator"))
        if not words:
            raise ScriptError(number, "write `people Dealer(gm) Ana Bo`")

    def _read_expectation(self, number: int, text: str) -> None:
        said = self._matched(
            number, text, rf"expect (not )?({NAME}) ~ {QUOTED}", 'expect public ~ "text" or expect not Ana ~ "text"'
        )
        who = None if said[2] == PUBLIC else self._person(number, said[2])
        wanted = said[1] is None
        self.steps.append(Expect(line=number, who=who, text=_unquoted(said[3]), wanted=wanted))

    def _read_count(self, number: int, text: str) -> None:
        shape = rf"count ({NAME})(?: ({'|'.join(COUNTED)}) (<=|>=|==|<|>) (\d+))?"
        said = self._matched(number, text, shape, "count Ana or count Ana presses <= 6")
        who = self._person(number, said[1])
        if said[2] is None:
            self.steps.append(Count(line=number, who=who))
        else:
            self.steps.append(Count(line=number, who=who, what=said[2], how=said[3], limit=int(said[4])))

    def _read_act(self, number: int, text: str) -> None:
        typed = re.fullmatch(rf"({NAME}):\s*(.*)", text)
        if typed is not None:
            if not typed[2].startswith("/"):
                raise ScriptError(number, f"{typed[1]} types a slash command, not {typed[2]!r}")
            self.steps.append(Command(line=number, who=self._person(number, typed[1]), text=typed[2]))
            return
        name, _, act = text.partition(" ")
        verb, _, rest = act.strip().partition(" ")
        values = tuple(map(_unquoted, re.findall(QUOTED, rest)))
        quotes_only = not re.sub(QUOTED, "", rest).strip()
        step: Step | None = None
        match verb, len(values), quotes_only:
            case "presses", 1, True:
                step = Press(line=number, who=name, label=values[0])
            case "picks", count, True if count:
                step = Pick(line=number, who=name, labels=values)
            case "fills", 2, True:
                step = Fill(line=number, who=name, field=values[0], value=values[1])
            case "says", 1, True:
                step = Say(line=number, who=name, text=values[0])
            case "goes", 1, False if re.fullmatch(rf"to\s+{QUOTED}", rest.strip()):
                step = Go(line=number, who=name, channel=values[0])
            case "submits", 0, True:
                step = Submit(line=number, who=name)
            case "dismisses", 0, True:
                step = Dismiss(line=number, who=name)
            case (("closes" | "opens"), 0, False) if rest.strip() == "DMs":
                step = DirectMessages(line=number, who=name, opens=verb == "opens")
        if step is None:
            raise ScriptError(
                number,
                f"cannot read {text!r}; a person presses, picks, fills, submits, says, goes to, closes DMs, opens "
                'DMs, dismisses, or types: `Ana presses "Join"`, `Ana goes to "mill"`, `Ana: /fight join`',
            )
        self._person(number, name)
        self.steps.append(step)

    def _person(self, number: int, name: str) -> str:
        if all(each.name != name for each in self.people):
            known = ", ".join(each.name for each in self.people) or "nobody yet; begin with a people line"
            raise ScriptError(number, f"nobody is called {name!r}; people: {known}")
        return name

    def _matched(self, number: int, text: str, shape: str, example: str) -> re.Match[str]:
        found = re.fullmatch(shape, _single_spaced(text))
        if found is None:
            raise ScriptError(number, f"cannot read {text!r}; write {example}")
        return found


def _single_spaced(text: str) -> str:
    """Leave one space between words, and everything inside quotes as it is."""
    return re.sub(rf"{QUOTED}|\s+", lambda found: found[0] if found[0].startswith('"') else " ", text)


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
