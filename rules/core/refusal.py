"""Why something may not be done: an expected answer, never a crash."""

from collections.abc import Callable, Mapping
from typing import ParamSpec

import msgspec

from rules.core.ids import RuleId

P = ParamSpec("P")


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """What was wrong (`code`), the facts to say it with, the rules behind it, and what would be legal (`hint`).

    A function of what the actor may see: it never carries a fact hidden from him.
    """

    code: str
    facts: Mapping[str, str] = {}
    rules: tuple[RuleId, ...] = ()
    hint: str = ""


class Illegal(Exception):
    """The rules refuse a command. Nothing has changed."""

    def __init__(self, code: str, *rules: str, hint: str = "", **facts: str) -> None:
        """`rules` are rule ids; `facts` fill the words of the refusal."""
        super().__init__(code)
        self.refusal = Refusal(code=code, facts=facts, rules=tuple(RuleId(rule) for rule in rules), hint=hint)

    @classmethod
    def of(cls, refusal: Refusal) -> "Illegal":
        """The same refusal again, as an answer to whoever tries it all the same."""
        return cls(refusal.code, *refusal.rules, hint=refusal.hint, **refusal.facts)


def refusal_of(require: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Refusal | None:
    """Why the rules refuse something; None if they do not."""
    try:
        require(*args, **kwargs)
    except Illegal as illegal:
        return illegal.refusal
    return None
