"""What a button or select stands for, as text: the custom_id is an address, the store holds the state.

So every button of ours works for ever, after any restart, with nothing registered anywhere.
"""

from dataclasses import dataclass

from rules.core.ids import FightId, SheetId

PREFIX = "fd"
OF_SHEETS = "fs"  # the prefix of what is for a character of one's own, in no fight
OF_MODERATORS = "fm"  # the prefix of what is for moderators: of a server, or of a fight of it
NO_FIGHT = FightId("-")  # of what is for moderators
NOWHERE = FightId("")  # of what is for nobody's fight: kept scenes, what is stored about somebody
LONGEST = 100  # custom_id, Discord: "Component custom_id"


@dataclass(frozen=True, slots=True)
class Address:
    """A verb, the fight it is for, and its arguments (ids and keys, never texts)."""

    verb: str
    fight: FightId
    args: tuple[str, ...] = ()
    prefix: str = PREFIX

    @property
    def is_valid(self) -> bool:
        """Whether it can be written and read again: own words may be too long, or hold a colon."""
        return len(":".join((PREFIX, self.verb, self.fight, *self.args))) <= LONGEST and not any(
            ":" in each or not each.isprintable() for each in self.args
        )

    def __str__(self) -> str:
        text = ":".join((self.prefix, self.verb, self.fight, *self.args))
        assert self.is_valid, f"an address of {len(text)} characters that could not be read again: {text}"
        return text


def parse(custom_id: str, prefix: str = PREFIX) -> Address | None:
    """The address in a custom_id, or None if it is none with this prefix."""
    found, *rest = custom_id.split(":")
    if found != prefix or len(rest) < 2:
        return None
    verb, fight, *args = rest
    return Address(verb, FightId(fight), tuple(args), prefix)


def of_moderators(verb: str, fight: FightId = NO_FIGHT, *args: str) -> Address:
    """The address of something that moderators do: at a fight, or to their whole server."""
    return Address(verb, fight, args, OF_MODERATORS)


def of_sheet(verb: str, sheet: SheetId | str = "-", *args: str) -> Address:
    """The address of something to do with a sheet ("-": with none yet)."""
    return Address(verb, FightId(sheet), args, OF_SHEETS)
