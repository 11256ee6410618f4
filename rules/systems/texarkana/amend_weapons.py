"""What the Dealer sets about weapons: given into a hand, carried openly, or hidden (TXD-31)."""

from collections.abc import Callable, Mapping

from rules.core.audience import GM
from rules.core.event import cited
from rules.core.option import Amendable, Choice
from rules.core.refusal import Illegal
from rules.systems.texarkana import events as e
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Fighter
from rules.systems.texarkana.weapons import FISTS, is_weapon, tables, weapon_name
from rules.systems.texarkana.zones import audience_of


def _weapon(draft: TexDraft, whom: Fighter, value: str) -> None:
    """A weapon in hand, whether or not he had it; `fists` for none."""
    key = _key(value)
    if key:
        draft.emit(e.WeaponGiven(rules=cited("TXD-27", "TX-44"), audience=GM, who=whom.id, weapon=key))
    draft.emit(e.Armed(rules=cited("TXD-27"), audience=audience_of(whom), who=whom.id, weapon=key))


def _carries(draft: TexDraft, whom: Fighter, value: str) -> None:
    """A weapon that everybody sees on him, whether or not he had it."""
    key = _one(value)
    draft.emit(e.WeaponGiven(rules=cited("TXD-31"), audience=GM, who=whom.id, weapon=key))
    draft.emit(e.WeaponShown(rules=cited("TXD-31"), audience=audience_of(whom), who=whom.id, weapon=key))


def _hidden_weapon(draft: TexDraft, whom: Fighter, value: str) -> None:
    """A weapon that nobody sees until it is drawn; if it was in his hand, that is empty now."""
    key = _one(value)
    draft.emit(e.WeaponGiven(rules=cited("TXD-31"), audience=GM, who=whom.id, weapon=key))
    if whom.in_hand == key:
        draft.emit(e.Armed(rules=cited("TXD-31"), audience=audience_of(whom), who=whom.id, weapon=""))
    draft.emit(e.WeaponConcealed(rules=cited("TXD-31"), audience=GM, who=whom.id, weapon=key))


def _one(text: str) -> str:
    key = _key(text)
    if not key:
        raise _no_such(text)
    return key


def _key(text: str) -> str:
    """The weapon of this key or name; empty for bare fists. Raises: Illegal(NO_SUCH_WEAPON)."""
    word = text.casefold()
    if word in ("", "none", FISTS):
        return ""
    key = next((each for each in (*tables().melee, *tables().ranged) if word in (each, weapon_name(each))), word)
    if not is_weapon(key):
        raise _no_such(text)
    return key


def _no_such(text: str) -> Illegal:
    known = ", ".join((FISTS, *tables().melee, *tables().ranged))
    return Illegal("NO_SUCH_WEAPON", "TX-30", "TX-56", weapon=text, hint=f"There is: {known}.")


OF_COMBATANT: Mapping[str, Callable[[TexDraft, Fighter, str], None]] = {
    "weapon": _weapon,
    "carries": _carries,
    "hidden-weapon": _hidden_weapon,
}


def amendables(everybody: tuple[Choice, ...], npcs: tuple[Choice, ...]) -> tuple[Amendable, ...]:
    """What is set here."""
    every = tuple(Choice(key=key, label=weapon_name(key)) for key in (*tables().melee, *tables().ranged))
    fists = Choice(key=FISTS, label=weapon_name(FISTS))
    return (
        Amendable(key="weapon", label="Weapon in hand", group="amend", whom=everybody, values=(fists, *every)),
        Amendable(key="carries", label="Weapon carried openly", group="amend", whom=npcs, values=every),
        Amendable(key="hidden-weapon", label="Hidden weapon", group="secret", whom=npcs, values=every),
    )
