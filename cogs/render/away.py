"""What somebody is told who is away or back: in one fight, or in all of his at once."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cogs.render import theme
from cogs.screen import Screen
from rules.core.counting import counted
from rules.referee import Showing

COMING_BACK = "You are back as soon as you do something yourself, or say /me back."
NAMELESS = "A fight that I cannot show you now"


class Words(NamedTuple):
    """What is said above and below what each fight ruled; `doing`: "You are away"; `nowhere`: instead, if none did."""

    doing: str
    nowhere: str
    below: tuple[str, ...] = ()


BACK = Words("You are back", "You were not away.")
EVERYWHERE = (
    "In each you are back as soon as you do something there yourself; /me back everywhere:True says it for all."
)
LEFT = Words("You are away", "You are away in none of your fights.", (EVERYWHERE,))


def alone(*, is_away: bool, others: int) -> tuple[str, ...]:
    """What stands below the ruling by which somebody is away in one fight.

    `is_away`: not if he only stood in for somebody. `others`: in how many more fights he plays.
    """
    more = f"You play in {counted(others, 'other fight')} too: everywhere:True says it in all of them."
    return (*((COMING_BACK,) if is_away else ()), *((more,) if others else ()))


def named(showing: Showing) -> str:
    """A fight with its channel; already escaped."""
    return f"**{theme.name(showing.title)}** in <#{showing.place.channel}>"


def everywhere(
    ruled: Sequence[tuple[str, Sequence[str]]], refused: Mapping[str, Sequence[str]], words: Words
) -> Screen:
    """In which fights it counts, with what each ruled, and in which not: each reason (in words) with its fights."""
    every = len(ruled) + sum(map(len, refused.values()))
    head = f"{words.doing} in {len(ruled)} of your {every} fights." if every > 1 else f"{words.doing}."
    head = head if ruled else words.nowhere
    said = [f"{where}: {theme.plain(' '.join(lines))}" for where, lines in ruled]
    not_so = [f"✋ {', '.join(fights)}: {theme.plain(why)}" for why, fights in refused.items()]
    below = "\n".join(words.below if ruled else ())
    room = theme.CONTENT - len(head) - len(below) - 2
    shown = theme.fit((*not_so, *said), room)
    return Screen(text="\n".join(part for part in (head, shown, below) if part))
