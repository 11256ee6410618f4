"""A number that can explain itself: the parts that made it, each with its rule and audience."""

import msgspec

from rules.core.audience import ALL, Audience, Viewer
from rules.core.ids import RuleId

BY_THE_HOUSE = "by the house: "  # begins the `why` of a part (of 0) that names a reading of the house


class Part(msgspec.Struct, frozen=True, array_like=True):
    """One addend: its value, what it is called at the table, the rule it comes from, and who may know it."""

    value: int
    why: str
    rule: RuleId
    audience: Audience = ALL


class Tally(msgspec.Struct, frozen=True, array_like=True):
    """A sum with its parts, in the order in which the rules add them."""

    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> int:
        """The sum of all parts, hidden ones too: for ruling, never for showing."""
        return sum(part.value for part in self.parts)

    @property
    def counted(self) -> tuple[Part, ...]:
        """The parts without the readings of the house that bore on them."""
        return tuple(part for part in self.parts if not part.why.startswith(BY_THE_HOUSE))

    @property
    def readings(self) -> str:
        """Those readings as words to put behind it: " [by the house: ties miss]"; empty without any."""
        named = (part.why.removeprefix(BY_THE_HOUSE) for part in self.parts if part.why.startswith(BY_THE_HOUSE))
        words = ", ".join(dict.fromkeys(named))
        return f" [{BY_THE_HOUSE}{words}]" if words else ""

    def plus(self, *parts: Part) -> "Tally":
        """The same tally with further parts; parts of value 0 are kept, since they explain too."""
        return Tally((*self.parts, *parts))

    def seen_by(self, viewer: Viewer) -> "Tally":
        """The parts this viewer may know."""
        return Tally(tuple(part for part in self.parts if viewer.may_know(part.audience)))

    def is_open_to(self, viewer: Viewer) -> bool:
        """Whether the viewer may know every part, and so the total."""
        return all(viewer.may_know(part.audience) for part in self.parts)
