"""Checks: a card drawn, the column of a trait, as many rows as one's level, against a target number (TW-1)."""

import msgspec

from rules.core.deck import look_at_next
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.tally import Part, Tally
from rules.systems.twtw import events as e
from rules.systems.twtw.cards import CAUSE_ROWS, CRITICAL, Card, card
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.state import Fighter
from rules.systems.twtw.tables import difficulty
from rules.systems.twtw.wounds import total

UNTRAINED_COLUMN = 4  # TW-1.11


class Talent(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody brings to a check: a column of the upper grid and how many of its rows he may read."""

    column: int
    rows: int
    rule: str


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A check: the card, its result with all parts, and whether the cell at one's own level is a calamity."""

    card: str
    result: Tally
    is_calamity: bool

    def meets(self, need: int) -> bool:
        """Whether it succeeds: equality does, a calamity never (TW-1.3, TW-1.7)."""
        return not self.is_calamity and self.result.total >= need


def trait_talent(fighter: Fighter, trait: str) -> Talent:
    """A check without a skill: the rows of the trait's own skill, in its column (TW-1.12)."""
    return Talent(column=fighter.trait(trait), rows=fighter.trait_skill(trait), rule="TW-1.12")


def skill_talent(fighter: Fighter, trait: str, skill: str) -> Talent:
    """A check of a skill: its level in the trait's column; untrained the trait's skill in d4 (TW-1.6, TW-1.11)."""
    level = fighter.skills.get(skill, 0)
    if level:
        return Talent(column=fighter.trait(trait), rows=level, rule="TW-1.6")
    return Talent(column=UNTRAINED_COLUMN, rows=fighter.trait_skill(trait), rule="TW-1.11")


def bravery_talent(fighter: Fighter) -> Talent:
    """Bravery is a number of its own; without one, Presence serves (TW-OQ-2)."""
    if fighter.bravery:
        return Talent(column=fighter.bravery, rows=fighter.trait_skill("Presence"), rule="TW-OQ-2")
    talent = trait_talent(fighter, "Presence")
    return Talent(column=talent.column, rows=talent.rows, rule="TW-OQ-2")


def best_row(drawn: Card, talent: Talent) -> tuple[int, int]:
    """The best of the rows one may read, and its value: a critical failure among them counts nothing (TW-1.6)."""
    rows = min(max(talent.rows, 1), CAUSE_ROWS)
    best = max(range(1, rows + 1), key=lambda row: (drawn.caused(row, talent.column), -row))
    return best, drawn.caused(best, talent.column)


def is_calamity(drawn: Card, talent: Talent) -> bool:
    """Whether the cell at one's own level shows a critical failure (TW-1.7)."""
    rows = min(max(talent.rows, 1), CAUSE_ROWS)
    return drawn.caused(rows, talent.column) == CRITICAL


def read_off(fighter: Fighter, talent: Talent, code: str, *more: Part) -> Outcome:
    """What the card gives this character: the cell, his wounds (TW-W4), and whatever else is added."""
    drawn = card(code)
    row, value = best_row(drawn, talent)
    parts = [Part(value, f"card {code} ({row}){talent.column}", RuleId(talent.rule))]
    hurt = min(total(fighter.wounds), difficulty().most_wound_penalty)
    if hurt:
        parts.append(Part(-hurt, "wounds", RuleId("TW-W4")))
    return Outcome(card=code, result=Tally((*parts, *more)), is_calamity=is_calamity(drawn, talent))


def draw(draft: TwtwDraft, dice: Dice, why: str) -> str:
    """The next card, discarded at once (TW-1.5). The discards come back when there is none left (TW-OQ-29)."""
    if not draft.state.deck.left:
        draft.emit(e.DeckShuffled(rules=cited("TW-OQ-29")))
    code = look_at_next(draft.state.deck, dice, why)
    draft.emit(e.CardDrawn(rules=cited("TW-1.5"), card=code, why=why))
    return code


def check(draft: TwtwDraft, dice: Dice, who: CombatantId, talent: Talent, why: str, *more: Part) -> Outcome:
    """Draw a card and read it."""
    code = draw(draft, dice, f"{draft.state.name(who)}: {why}")
    return read_off(draft.state.fighter(who), talent, code, *more)


def bumps(result: int, need: int) -> int:
    """One for every 4 that the result exceeds the target number by (TW-1.20)."""
    return max(0, (result - need) // difficulty().bump)
