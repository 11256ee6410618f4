"""A player's own character: its fields, how it comes into a fight, and what a fight leaves of it (TXF-20, TXF-29).

Within a session nothing comes back: chips, Injury and the very cards of the hand stay (TXD-36).
"""

from collections.abc import Mapping

from rules.core.audience import NOBODY, of
from rules.core.command import Enter, Start
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.core.sheet import Left, Sheet, SheetField, checked
from rules.systems.texarkana import events as e
from rules.systems.texarkana.cards import ALL_CARDS, SKULLS, SUITS, in_order, shown
from rules.systems.texarkana.invocations import invocations
from rules.systems.texarkana.library import (
    USUAL_COIN,
    USUAL_GRIT,
    USUAL_LUCK,
    USUAL_RANK,
    USUAL_WILL,
    Character,
)
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Condition, Fighter, TexState
from rules.systems.texarkana.traits import traits
from rules.systems.texarkana.weapons import melee, ranged, tables, weapon_name

MOST_CHIPS = 10  # of each at the start, and cards in a hand (TXF-04, TXF-29)
MOST_WEAPONS = 5
MOST_TRAITS = 5
RANKED = tuple(suit for suit in SUITS if suit != SKULLS)  # TXF-02
RANKS = {"A": "expert", "B": "professional", "C": "some training", "D": "the simplest only"}  # TXF-20
FIELDS_OF_SKILL = {
    "He": "courage, empathy",
    "Di": "business, gambling",
    "Ho": "nature, riding",
    "Pi": "gunplay, perception",
    "Cl": "brawling, athletics",
    "Sp": "labour, endurance",
    "Ma": "stealth, evasion",
    "To": "medicine, learning",
}  # TXF-02
CHIPS = {"will": USUAL_WILL, "grit": USUAL_GRIT, "luck": USUAL_LUCK, "coin": USUAL_COIN}
MOTIVATIONS = (
    "Selflessness",
    "Serenity",
    "Community",
    "Justice",
    "Honour",
    "Repentance",
    "Companionship",
    "Vengeance",
)  # TXF-35


def _chips(name: str, usual: int) -> SheetField:
    numbers = tuple(Choice(key=str(number), label=str(number)) for number in range(MOST_CHIPS + 1))
    label = "Will (cards in hand)" if name == "will" else name.capitalize()
    return SheetField(name=name, label=label, page="Chips", usual=str(usual), choices=numbers, rule=RuleId("TXF-29"))


def _rank(suit: str) -> SheetField:
    ranks = tuple(Choice(key=rank, label=rank, note=note) for rank, note in RANKS.items())
    return SheetField(
        name=SUITS[suit].casefold(),
        label=f"{SUITS[suit]} ({FIELDS_OF_SKILL[suit]})",
        page="Ranks 1" if RANKED.index(suit) < 4 else "Ranks 2",
        usual=USUAL_RANK,
        choices=ranks,
        rule=RuleId("TXF-20"),
    )


def _text(name: str, label: str, rule: str) -> SheetField:
    return SheetField(name=name, label=label, page="Person", is_optional=True, rule=RuleId(rule))


def _several(name: str, label: str, rule: str, known: Mapping[str, tuple[str, str]]) -> SheetField:
    choices = tuple(Choice(key=key, label=called, note=note) for key, (called, note) in known.items())
    return SheetField(
        name=name, label=label, page="Person", choices=choices, most=MOST_TRAITS, is_optional=True, rule=RuleId(rule)
    )


def _weapons() -> tuple[Choice, ...]:
    guns = [Choice(key=key, label=row.name, note=_asks_for(row.rank)) for key, row in tables().ranged.items()]
    blades = [
        Choice(key=key, label=row.name, note=_asks_for(row.rank))
        for key, row in tables().melee.items()
        if not row.is_improvised
    ]
    return (*guns, *blades)


def _asks_for(rank: Mapping[str, str]) -> str:
    return " and ".join(f"{least} {SUITS[suit]}" for suit, least in rank.items())


FIELDS = (
    SheetField(
        name="motivation",
        label="Motivation",
        page="Person",
        choices=tuple(Choice(key=each.casefold(), label=each) for each in MOTIVATIONS),
        is_optional=True,
        rule=RuleId("TXF-35"),
    ),
    _text("characteristics", "Characteristics, with commas between", "TXF-22"),
    _text("flaws", "Flaws, with commas between", "TXF-22"),
    _several("traits", "Traits", "TXF-14", {key: (each.name, each.note) for key, each in traits().items()}),
    _several(
        "invocations", "Invocations", "TXF-40", {key: (each.name, each.note) for key, each in invocations().items()}
    ),
    *(_chips(name, usual) for name, usual in CHIPS.items()),
    *(_rank(suit) for suit in RANKED),
    SheetField(
        name="weapon",
        label="Main weapon",
        page="Weapons",
        choices=_weapons(),
        is_optional=True,
        rule=RuleId("TX-56"),
    ),
    SheetField(
        name="others",
        label="Other weapons",
        page="Weapons",
        choices=_weapons(),
        most=MOST_WEAPONS,
        is_optional=True,
        rule=RuleId("TX-30"),
    ),
)


class TexarkanaSheets:
    """The rules of its sheets."""

    fields = FIELDS
    farewell = (
        "Injuries heal, and the next session deals new hands. Whoever acted on his Motivation takes 2 Grit or 1 Will, "
        "up to 10: with /sheet edit (TXF-35)."
    )

    def check(self, given: Mapping[str, str]) -> Sheet:
        """The sheet of these values; a weapon beyond its rank is no fault, but said (TXA-04)."""
        values = checked(FIELDS, given)
        ranks = ", ".join(f"{SUITS[suit]} {values[SUITS[suit].casefold()]}" for suit in RANKED)
        weapons = ", ".join(map(weapon_name, _weapons_of(values))) or "none"
        person = [f"{each.label.partition(',')[0]}: {values[each.name]}" for each in FIELDS if each.page == "Person"]
        lines = (
            ", ".join(f"{name.capitalize()} {values[name]}" for name in CHIPS),
            f"Weapons: {weapons}",
            f"Ranks: {ranks}",
            *(line for line in person if not line.endswith(": ")),
        )
        return Sheet(fields=values, lines=lines, warnings=_warnings(values))

    def left_words(self, left: Mapping[str, str], *, is_owner: bool) -> str:
        """The chips as everybody at the table sees them; the cards to their owner alone (TXF-05)."""
        said = [f"{name.capitalize()} {left.get(name, '0')}" for name in CHIPS]
        if _number(left, "injury"):
            said.append(f"Injury {left['injury']}")
        if is_owner and left.get("hand"):
            said.append(f"in hand {', '.join(map(shown, left['hand'].split()))}")
        return "; ".join(said)

    def left(self, state: TexState) -> Left:
        """Chips, Injury and hand of each PC; to the table, the Dealer's Woe (TXF-24, TXD-36)."""
        table = {"woe": str(state.woe)} if state.lookout or state.turn else {}
        return Left(sheets={pc.id: _left_of(pc) for pc in state.pcs}, table=table)

    def rested(self, fields: Mapping[str, str], left: Mapping[str, str]) -> Mapping[str, str]:
        """The chips as they were left; nothing found says that they come back of themselves (TXF-29, TXF-35)."""
        chips = {name: str(min(MOST_CHIPS, _number(left, name))) for name in CHIPS if name in left}
        return {**fields, **chips}


SHEETS = TexarkanaSheets()


def _left_of(pc: Fighter) -> Mapping[str, str]:
    is_dead = pc.condition in (Condition.DEAD, Condition.DYING)  # whom nobody saved dies with the scene (TXD-20)
    return {
        "will": str(pc.will),
        "grit": "0" if is_dead else str(pc.grit),
        "luck": str(pc.luck),
        "coin": str(pc.coin),
        "injury": str(pc.injury),
        "hand": " ".join(in_order(pc.hand)),
    }


def _weapons_of(values: Mapping[str, str]) -> tuple[str, ...]:
    """The main one first."""
    return tuple(dict.fromkeys(key for key in (values["weapon"], *values["others"].split(",")) if key))


def _ranks_of(values: Mapping[str, str]) -> Mapping[str, str]:
    return {suit: values[SUITS[suit].casefold()] for suit in RANKED}


def _warnings(values: Mapping[str, str]) -> tuple[str, ...]:
    ranks, found = _ranks_of(values), []
    for key in _weapons_of(values):
        row = ranged(key) or melee(key)
        if row is not None and any(ranks[suit] > least for suit, least in row.rank.items()):
            use = "serves only as a club" if ranged(key) else "is no better than anything at hand"
            found.append(f"{row.name}: without {_asks_for(row.rank)} it {use} (TXA-04).")
    spent = [name.capitalize() for name in ("will", "grit") if values[name] == "0"]
    return (*found, *(f"{name} 0: cannot take part in a fight." for name in spent))


def _number(left: Mapping[str, str], name: str) -> int:
    return int(left[name]) if left.get(name, "").isdecimal() else 0


# ---- into a fight


def character_of(command: Enter) -> Character:
    """The sheet that the command brings, with its chips as the session left them.

    Raises: Illegal(SHEET_WORN), or what is wrong with a value.
    """
    values = dict(SHEETS.check(command.sheet).fields)
    chips = {name: _number(command.left if name in command.left else values, name) for name in CHIPS}
    for name, rule in (("will", "TXF-34"), ("grit", "TXF-32")):
        if not chips[name]:
            raise Illegal("SHEET_WORN", rule, who=command.name, what=name.capitalize())
    return Character(
        name=command.name,
        note="",
        weapons=_weapons_of(values),
        ranks=_ranks_of(values),
        will=min(MOST_CHIPS, chips["will"]),
        grit=chips["grit"],
        luck=chips["luck"],
        coin=chips["coin"],
        injury=_number(command.left, "injury"),
        characteristics=_listed(values["characteristics"]),
        flaws=_listed(values["flaws"]),
        traits=_listed(values["traits"]),
        invocations=_listed(values["invocations"]),
    )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.strip() for each in text.split(",") if each.strip()))


def keep_hand(draft: TexDraft, command: Enter) -> None:
    """The cards of the last fight are in the hand again, but for those that are elsewhere meanwhile (TXD-36)."""
    hand = _free(draft.state, command.left.get("hand", ""))[:MOST_CHIPS]
    if hand:
        who = command.combatant
        draft.emit(e.HandKept(rules=cited("TXD-36"), audience=of(who), who=who, cards=hand))


def set_aside(draft: TexDraft, command: Start, enough: int) -> None:
    """What those of the session hold who are not in this fight is not in the deck either (TXD-36).

    Not if fewer than `enough` cards would then be left to be dealt and flipped (TXD-32).
    """
    cards = _free(draft.state, " ".join(left.get("hand", "") for left in command.absent))
    if cards and draft.state.deck.left - len(cards) >= enough:
        draft.emit(e.CardsSetAside(rules=cited("TXD-36"), audience=NOBODY, cards=cards))


def _free(state: TexState, hand: str) -> tuple[str, ...]:
    cards = dict.fromkeys(card for card in hand.split() if card in ALL_CARDS)
    return tuple(card for card in cards if card in state.deck.rest)


def woe_at_start(state: TexState, command: Start) -> int:
    """What the session left, else its number plus 1 plus the number of players (TXF-24)."""
    if "woe" in command.session:
        return _number(command.session, "woe")
    return (_number(command.session, "number") or state.house.session) + 1 + len(state.pcs)
