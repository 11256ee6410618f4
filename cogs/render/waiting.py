"""Whom a fight waits for: all in full, or on a board, where there is less room, every player by name."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cogs.render import theme
from cogs.screen import Screen
from rules.core.ids import CombatantId
from rules.core.view import AskedView
from rules.referee import Showing

NAMED = 450  # characters at most in which players are named, however little room there is
SHORTER = (60, 30, 16)  # characters of a name, where there are many
NPCS = "⏳ NPCs: "
FEW = 40  # characters; with less room NPCs are only counted, and nothing is said of what happens else
LEAST_BELOW = 600  # characters of the screen below those awaited, however many they are


def awaited(showing: Showing, asked: Iterable[AskedView], limit: int = 150) -> list[str]:
    """Who owes what, since when, and what happens if he stays away: a line each, with `limit` characters of both.

    Since when, and when the time is up, is said where it is not as in the line before.
    """
    every = tuple(asked)
    return [f"{line}{_otherwise(each, limit)}" for line, each in zip(_bare(showing, every, limit), every, strict=True)]


def unseen(showing: Showing, whom: CombatantId | None) -> AskedView | None:
    """What this one owes, where the viewer is a GM and sees nothing that he could choose; None: nothing of the kind."""
    owed = (each for each in showing.view.asked if each.whom == whom and not each.choices)
    return next(owed, None) if showing.viewer.gm else None


def on_board(showing: Showing, limit: int, words: int) -> str:
    """All players who are awaited; then the NPCs, and what happens else, as far as `limit` characters suffice.

    `words`: characters of what is owed, and of what happens else.
    """
    asked = _blocking(showing)
    people = [each for each in asked if each.whom is None or each.whom in showing.players]
    npcs = [each for each in asked if each not in people]
    whole = awaited(showing, (*people, *npcs), words)
    if not people or len("\n".join(whole)) <= limit:
        return theme.fit(whole, limit, more="⏳ … and {} more")
    counted = f"{NPCS}{len(npcs)}"
    said = _people(showing, people, words, limit - len(counted) - 1 if npcs else limit)
    if not npcs:
        return said
    room = limit - len(said) - len(NPCS) - 1
    names = [theme.name(each.who) for each in npcs]
    return f"{said}\n{NPCS}{theme.fit(names, room, glue=', ')}" if room >= FEW else f"{said}\n{counted}"


def above(showing: Showing, screen: Screen) -> Screen:
    """The screen below everybody who is awaited, unless it names them all itself."""
    asked = _blocking(showing)
    lines = awaited(showing, asked)
    if all(line in screen.text for line in lines):
        return screen
    room = theme.CONTENT - min(len(screen.text), LEAST_BELOW) - 2
    if len("\n".join(lines)) > room:
        lines = _together(showing, asked, 60, 60)
    said = theme.fit(lines, room)
    return replace(screen, text=theme.cut(f"{said}\n\n{screen.text}", theme.CONTENT))


def _blocking(showing: Showing) -> list[AskedView]:
    return [each for each in showing.view.asked if each.blocks]


def _people(showing: Showing, people: Sequence[AskedView], words: int, room: int) -> str:
    """A line each, with what happens else as far as there is room; too many together in one line."""
    bare = _bare(showing, people, words)
    left = room - len("\n".join(bare))
    if left < 0:
        every = ["\n".join(_together(showing, people, words, names)) for names in SHORTER]
        return theme.cut(next((text for text in every if len(text) <= NAMED), every[-1]), NAMED)
    lines: list[str] = []
    for line, each in zip(bare, people, strict=True):
        possible = [_otherwise(each, limit) for limit in (words, FEW)]
        otherwise = next((text for text in possible if len(text) <= left), "")
        left -= len(otherwise)
        lines.append(f"{line}{otherwise}")
    return "\n".join(lines)


def _together(showing: Showing, asked: Sequence[AskedView], words: int, names: int) -> list[str]:
    """Those who owe the same in one line."""
    groups: dict[str, list[str]] = {}
    for each in asked:
        groups.setdefault(f"{theme.name(each.what, words)}{_asked_at(showing, each)}", []).append(each.who)
    return [f"⏳ {', '.join(theme.name(who, names) for who in whose)}: {what}" for what, whose in groups.items()]


def _bare(showing: Showing, asked: Sequence[AskedView], limit: int) -> list[str]:
    """A line each, without what happens else."""
    lines: list[str] = []
    before = ""
    for each in asked:
        when = _asked_at(showing, each)
        lines.append(f"⏳ {theme.name(each.who)}: {theme.name(each.what, limit)}{when if when != before else ''}")
        before = when
    return lines


def _otherwise(asked: AskedView, limit: int) -> str:
    """What happens if he stays away, in brackets."""
    return f" (else: {theme.name(asked.otherwise, limit)})"


def _asked_at(showing: Showing, asked: AskedView) -> str:
    since, until = showing.since.get(asked.id), showing.until.get(asked.id)
    words = [f", asked <t:{since}:R>"] if since else []
    if until is not None:
        called = f": the {showing.gm_word} is called" if asked.id in showing.calls_gm else ""
        words.append(f", time up <t:{until}:R>{called}")
    return "".join(words)
