"""What somebody asks of the Referee: a command, a wish in words, or what depends on the fight as it then is."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from rules.core.codec import codec_of
from rules.core.command import Answer, Command, GoOn, Office
from rules.core.event import Event
from rules.core.ids import CombatantId, PromptId
from rules.core.refusal import Illegal
from rules.sessions import Brought
from rules.tables import AnyFight, AnyRuleset


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """A command in words, as people give it: its kind and its blanks by name."""

    kind: str
    fields: Mapping[str, object]


Made: TypeAlias = tuple[Command, tuple[Event, ...]]
"""A command as the Referee makes it, and the envelope's own events that go before what the system decides."""
Make: TypeAlias = Callable[[AnyFight, AnyRuleset], Made]  # for the fight as it is when its turn comes


class Asked:
    """One request: what is asked, by which `source`, and what it was made for (`expect`)."""

    def __init__(
        self,
        what: Command | Wish | Make,
        source: str,
        expect: str = "",
        *,
        office: Office | None = None,
        brings: Brought | None = None,
        is_own: bool = False,
        ran: set[CombatantId] | None = None,
    ) -> None:
        """`office` is given where the Referee itself makes the command, for whoever may ask for that.

        `brings` is the sheet that it brings into the fight. `is_own`: nobody asked, the bot goes on by itself.
        `ran` is given where the NPCs are run: whoever acts is put into it, and each acts once.
        """
        self._what = what
        self.source = source
        self.expect = expect
        self.office = office
        self.brings = brings
        self.is_own = is_own
        self.ran = ran

    @property
    def address(self) -> str:
        """What was addressed: the moment quoted, or the prompt answered."""
        if self.expect:
            return self.expect
        if isinstance(self._what, Answer):
            return self._what.prompt
        if isinstance(self._what, Wish) and self._what.kind == "answer":
            return str(self._what.fields.get("prompt", ""))
        return ""

    def command(self, fight: AnyFight, ruleset: AnyRuleset) -> Made:
        """What it comes to in this fight."""
        if isinstance(self._what, Command):
            return self._what, ()
        if isinstance(self._what, Wish):
            return codec_of(ruleset).build(self._what.kind, self._what.fields), ()
        return self._what(fight, ruleset)


def decided_by(command: Command) -> tuple[PromptId, ...]:
    """The decisions that a command takes."""
    match command:
        case Answer():
            return (command.prompt,)
        case GoOn():
            return command.prompts
        case _:
            return ()


STAMP = "~"


def stamped(fight: AnyFight, address: str) -> str:
    """A prompt's id or a moment as it is handed out: after an undo those of before are told from those of now."""
    return f"{address}{STAMP}{fight.epoch}" if fight.epoch else address


def unstamped(fight: AnyFight, address: str) -> str:
    """What the system itself calls it. Raises: Illegal(STALE) if it was handed out before the last undo."""
    inner, _, epoch = address.partition(STAMP)
    if epoch != (str(fight.epoch) if fight.epoch else ""):
        raise Illegal("STALE")
    return inner
