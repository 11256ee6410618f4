"""What somebody is told who is away or back: in one fight, or in all of his at once."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cogs.render import theme
from cogs.screen import Screen
from rules.core.counting import counted
from rules.referee import Showing

BY_ELSE = "You left nobody and no orders: whatever you owe is decided at once by what stands after “else”."
COMING_BACK = "You are back as soon as you do something yourself, or say /me back."
NAMELESS = "A fight that I cannot show you now"


class Words(NamedTuple):
    """What is said above and below what each fight ruled; `doing`: "You are away"."""

    doing: str
    below: tuple[str, ...] = ()


BACK = Words("You are back")


def left(*, is_bare: bool) -> Words:
    """For somebody who is away in all his fights. `is_bare`: he left nobody and no orders."""
    how = "In each you are back as soon as you do something there yourself; /me back everywhere:True says it for all."
    return Words("You are away", (*((BY_ELSE,) if is_bare else ()), how))


def alone(decided: Sequence[str] | None, *, is_bare: bool, others: int) -> tuple[str, ...]:
    """What stands below the ruling by which somebody is away in one fight.

    `decided`: what was decided for him at once; None: he is not away, he only stood in for somebody. `others`: in how
    many more fights he plays.
    """
    more = f"You play in {counted(others, 'other fight')} too: everywhere:True says it in all of them."
    hint = (more,) if others else ()
    return hint if decided is None else (*((BY_ELSE,) if is_bare else ()), *decided, COMING_BACK, *hint)


def named(showing: Showing) -> str:
    """A fight with its channel; already escaped."""
    return f"**{theme.name(showing.title)}** in <#{showing.place.channel}>"


def everywhere(
    ruled: Sequence[tuple[str, Sequence[str]]], refused: Mapping[str, Sequence[str]], words: Words
) -> Screen:
    """In which fights it counts, with what each ruled, and in which not: each reason (in words) with its fights."""
    every = len(ruled) + sum(map(len, refused.values()))
    head = f"{words.doing} in {len(ruled)} of your {every} fights." if every > 1 or refused else f"{words.doing}."
    said = [f"{where}: {theme.plain(' '.join(lines))}" for where, lines in ruled]
    not_so = [f"✋ {', '.join(fights)}: {theme.plain(why)}" for why, fights in refused.items()]
    below = "\n".join(words.below if ruled else ())
    room = theme.CONTENT - len(head) - len(below) - 2
    shown = theme.fit((*not_so, *said), room)
    return Screen(text="\n".join(part for part in (head, shown, below) if part))
