"""Who may know what in a fight of Texarkana, and the search for words that tell somebody more.

Each card has two names found nowhere else ("7 of Clubs", "7Cl"); hidden NPCs get names of their own. `Truth` follows
the stored fight, secrets included, step by step; `leaks_in` looks through a text for what its reader may not know.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.core.event import Event
from rules.core.fight import Fight
from rules.core.ids import CombatantId, UserId
from rules.systems.texarkana import events as e
from rules.systems.texarkana.cards import SUITS, VALUES, shown
from rules.systems.texarkana.state import TexState

NAMES = {shown(face + suit): face + suit for suit in SUITS for face in VALUES}
CODES = frozenset(NAMES.values())
WORD, LAST_WORD = re.compile("[A-Za-z0-9]+"), re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]+\Z")
LONGEST = 9  # characters of a face, a suit or a rating with the one before it
OF_SUIT = re.compile(rf" of ({'|'.join(SUITS.values())})\b")
AFTER_SUIT = "|".join(f"(?<={suit}{more} )" for suit in SUITS.values() for more in ("", " rating"))
RATING = re.compile(rf" (?:(?:{AFTER_SUIT})[+-]\d|(?<=\brating )-?\d|(?<=Brawling )\d)")  # the blank makes it quick


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """Something that reached somebody who may not know it."""

    where: str
    reader: UserId | None
    token: str
    text: str


@dataclass(slots=True)
class Said:
    """What one step made known: to everybody, and to the owner of a hand."""

    public: set[str] = field(default_factory=set)
    drawn: dict[CombatantId, set[str]] = field(default_factory=dict)


@dataclass(slots=True)
class Truth:
    """A fight with all its secrets: follow every stored step with `saw`."""

    fight: Fight[TexState]
    steps: dict[int, Said] = field(default_factory=dict)
    known_names: set[str] = field(default_factory=set)  # ids of combatants who were ever seen
    ever_public: set[str] = field(default_factory=set)
    ever_drawn: dict[CombatantId, set[str]] = field(default_factory=dict)

    def saw(self, after: Fight[TexState], events: Sequence[Event]) -> None:
        """Take note of a step that was just stored."""
        said = Said(public=set(self.face_up))
        for event in events:
            match event:
                case e.CardPlayed() | e.DealerFlipped() | e.Trumped() | e.DealerTrumped() | e.WoeGained():
                    said.public.add(event.card)
                case e.AttemptDecided():
                    said.public.update(event.attempt.face_up)
                case e.Assisted() | e.RivalTrumped() | e.NpcFlipped():
                    said.public.add(event.card)
                case e.CardsTurned():
                    said.public |= {event.card, event.other_card}
                case e.CardLaid() | e.CardPicked():
                    said.drawn.setdefault(event.who, set()).add(event.card)
                case e.CardsOffered():
                    said.drawn.setdefault(event.who, set()).update(event.cards)
                case e.CardDrawn():
                    said.drawn.setdefault(event.who, set()).add(event.card)
                case e.DealtAnew():
                    mine = {*event.back, *event.hand, *event.offered}
                    said.drawn.setdefault(event.who, set()).update(mine)
                case e.HandDiscarded():
                    said.drawn.setdefault(event.who, set()).update(event.cards)
                case _:
                    pass
        self.fight = after
        self.known_names |= {fighter.id for fighter in after.state.fighters if not fighter.is_hidden}
        said.public |= set(self.face_up)
        self.steps[after.seq] = said
        self.ever_public |= said.public
        for who, cards in said.drawn.items():
            self.ever_drawn.setdefault(who, set()).update(cards)

    @property
    def face_up(self) -> tuple[str, ...]:
        """The cards on the table now, and those just played that somebody's question names (TXD-17)."""
        state = self.fight.state
        seconds = (second.card for second in state.second_shots)
        return (*(card for attempt in state.attempts for card in attempt.face_up), *seconds)

    def cards_now(self, reader: UserId | None) -> set[str]:
        """The cards that this user may read of now: his own, and those on the table."""
        mine = self.fight.viewer(reader).combatants
        return set(self.face_up).union(*((*pc.hand, *pc.offered) for pc in self.fight.state.pcs if pc.id in mine))

    def cards_of_step(self, seq: int, reader: UserId | None) -> set[str]:
        """The cards that this user may read of in the words of one step."""
        said = self.steps.get(seq, Said())
        mine = self.fight.viewer(reader).combatants
        return said.public.union(*(cards for who, cards in said.drawn.items() if who in mine))

    def cards_ever(self, reader: UserId | None) -> set[str]:
        """All cards that this user ever learned of."""
        mine = self.fight.viewer(reader).combatants
        return self.ever_public.union(*(cards for who, cards in self.ever_drawn.items() if who in mine))

    def unknown_people(self) -> Iterator[str]:
        """Names and ids of those whom only the Dealer knows of."""
        for fighter in self.fight.state.fighters:
            if fighter.id not in self.known_names:
                yield fighter.name
                yield fighter.id

    def leaks_in(
        self, text: str, reader: UserId | None, allowed: set[str], where: str, *, typed: str = ""
    ) -> Iterator[Leak]:
        """Everything in the text that its reader may not know. `typed`: what he wrote himself, and so knows."""
        plain = text.replace("\\", "")
        for card in cards_in(plain) - allowed - (cards_in(typed) if typed else set()):
            yield Leak(where=where, reader=reader, token=card, text=text)
        if reader in self.fight.gms:
            return
        for token in self.unknown_people():
            if (
                token in plain
                and token not in typed
                and re.search(rf"(?<![A-Za-z0-9]){re.escape(token)}(?![A-Za-z0-9])", plain)
            ):
                yield Leak(where=where, reader=reader, token=token, text=text)
        for found in RATING.finditer(plain):
            yield Leak(where=where, reader=reader, token=_last_word(plain[: found.start()]) + found[0], text=text)


def cards_in(text: str) -> set[str]:
    """The codes of all cards that the text names, by code or in words."""
    named = {f"{_last_word(text[: found.start()])} of {found[1]}" for found in OF_SUIT.finditer(text)}
    return {NAMES[name] for name in named if name in NAMES}.union(CODES.intersection(WORD.findall(text)))


def _last_word(text: str) -> str:
    return next(iter(LAST_WORD.findall(text[-LONGEST:])), "")


def brief(leaks: Iterable[Leak]) -> list[str]:
    """A few leaks in a line each, for a failing test."""
    return [f"{leak.where} to {leak.reader}: {leak.token} in {leak.text[:200]!r}" for leak in list(leaks)[:5]]
