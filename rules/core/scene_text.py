"""A scene as somebody pastes it, line by line: settings and people, which all systems write alike.

Whatever it holds, every line is understood or told with what would be legal. What a place is, each system reads.
"""

import re
from collections.abc import Callable, Iterable, Mapping

import msgspec

from rules.core.combatant import Side
from rules.core.names import LONGEST, apart, clean, key_of, tidy
from rules.core.scenes import Pasted, Told

MOST_LINES = 200
LONGEST_LINE = 400  # characters
MOST_PLACES = 40
MOST_NPCS = 50
LONGEST_ID = 30
MOST_LISTED = 12  # things that a fault lists
LONGEST_OPENING = 300

SIDE_WORDS: Mapping[str, Side] = {
    "posse": Side.POSSE,
    "players": Side.POSSE,
    "enemy": Side.ENEMY,
    "enemies": Side.ENEMY,
    "bystander": Side.BYSTANDER,
    "bystanders": Side.BYSTANDER,
}
UNARMED = ("unarmed", "empty-handed")

_SETTING = re.compile(r"([\w ]{1,30}?)\s*[:=]\s*(.*)")
_COUNTED = re.compile(r"(?:(hidden)\s+)?(?:(\d{1,4})\s*(?:[x×]\s+)?)?(.*)", re.IGNORECASE)
_TAIL = re.compile(
    r"""(?:\s+(?:as|called|named)\s+(?P<plain>.+?)|\s*["“„](?P<quoted>[^"“”„]+)["“”])?"""
    r"""(?:\s+(?:in|at|on)\s+(?P<where>.+))?""",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(r"(?:hidden\s+)?(?:\d{1,4}\s*(?:[x×]\s+)?)?(.+?)\s+(?:in|at|on)\s+.+", re.IGNORECASE)


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """A line `Tier: melee`: the words that serve (none: any text); `several` may stand in it, with commas."""

    values: tuple[str, ...] = ()
    several: bool = False


COMMON: Mapping[str, Setting] = {"scene": Setting(), "opening": Setting()}
"""The settings of all systems: what the scene is called, and what is said as it begins."""


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """People of one stat block in one place: `weapon` None means as usual, empty none; `marks` of the system's own."""

    line: int
    count: int
    template: str
    name: str
    where: str
    side: Side
    is_hidden: bool
    weapon: str | None
    marks: frozenset[str]

    def names(self, taken: list[str]) -> list[str]:
        """A name for each, apart from those taken, to which they are added."""
        found = []
        for _ in range(self.count):
            found.append(apart(self.name, taken))
            taken.append(found[-1])
        return found


def listed(words: Iterable[str]) -> str:
    """What there is, as a fault lists it."""
    several = list(words)
    more = f" and {len(several) - MOST_LISTED} more" if len(several) > MOST_LISTED else ""
    return (", ".join(several[:MOST_LISTED]) or "none yet") + more


def quoted(text: str) -> str:
    """Something typed, as a fault repeats it."""
    return f"“{text[:40]}”"


def slug(name: str, taken: Iterable[str]) -> str:
    """An id for something of this name, in whatever script."""
    word = re.sub(r"\W+", "-", key_of(name))[:LONGEST_ID].strip("-") or "place"
    return apart(word, list(taken)).replace(" ", "-")


class Lines:
    """The lines of a pasted text that are `left` to be read, and what was said about the others."""

    def __init__(self, text: str) -> None:
        """Empty lines and remarks (`#`) count, but say nothing."""
        self.left: list[tuple[int, str]] = []
        self.at: dict[str, int] = {}  # the line of each setting
        self._understood: dict[int, str] = {}
        self._faults: dict[int, str] = {}
        for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
            line = tidy(raw, LONGEST_LINE + 1)
            if not line or line.startswith("#"):
                continue
            if len(self.left) >= MOST_LINES:
                self.fault(number, "too many lines", f"a scene has at most {MOST_LINES}, remarks not counted")
                break
            if len(line) > LONGEST_LINE:
                self.fault(number, "this line is too long", f"it may have {LONGEST_LINE} characters")
                continue
            self.left.append((number, line))

    def understood(self, line: int, said: str) -> None:
        """Note what a line was taken for."""
        self._understood[line] = said

    def fault(self, line: int, wrong: str, right: str) -> None:
        """Note what is wrong with a line, and what would be legal; the first fault of a line counts."""
        self._faults.setdefault(line, f"{wrong}; {right}")

    @property
    def is_sound(self) -> bool:
        """Whether nothing was wrong so far."""
        return not self._faults

    def named(self, line: int, what: str, text: str) -> str:
        """A name as it is kept, or a fault and a stand-in."""
        name = clean(text)
        if not name or len(tidy(text, LONGEST + 1)) > LONGEST:
            self.fault(line, f"{quoted(text)} cannot be the name of {what}", f"it has 1 to {LONGEST} characters")
        return name or "nobody"

    def settings(self, known: Mapping[str, Setting]) -> dict[str, str]:
        """The settings by name in small letters, each with a value that serves."""
        found: dict[str, str] = {}
        for number, line in self._take(lambda line: _setting(line)[0] in known):
            key, value = _setting(line)
            setting = known[key]
            words = [each.strip() for each in value.split(",")] if setting.several else [value]
            wrong = [each for each in words if setting.values and each.casefold() not in setting.values]
            if key in found:
                self.fault(number, f"{key} is said twice", "one line of it would be right")
            elif wrong or not value:
                self.fault(
                    number,
                    f"{key} cannot be {quoted((wrong or [''])[0])}",
                    f"{listed(setting.values or ('a text',))} would be right",
                )
            elif key == "opening" and len(value) > LONGEST_OPENING:
                self.fault(number, "the opening is too long", f"it may have {LONGEST_OPENING} characters")
            else:
                self.at[key] = number
                found[key] = ", ".join(word.casefold() for word in words) if setting.values else value
                self.understood(number, f"{key.capitalize()}: {found[key]}")
        if "scene" in found:
            found["scene"] = clean(found["scene"])
        return found

    def people(self, templates: Mapping[str, str], marks: Mapping[str, str] | None = None) -> list[Group]:
        """Who is there. `templates`: the names of the stat blocks by key; `marks`: words of the system's own.

        A line is `2 Saloon tough in Bar`, with `as Clem` or a name in quotes before the place, and behind it, after
        commas, a side, `hidden`, `with` a weapon, `unarmed`, or a mark.
        """
        names = {key_of(word): key for key, name in templates.items() for word in (key, name)}
        words = sorted(names, key=len, reverse=True)
        found: list[Group] = []
        total = 0
        left, self.left = self.left, []
        for number, line in left:
            group = self._group(number, line, names, words, templates, marks or {})
            if group is None:
                self.left.append((number, line))
                continue
            if not 1 <= group.count <= MOST_NPCS - total:
                wrong = f"{group.count} more would be {total + group.count}" if total else f"not {group.count} of them"
                self.fault(number, wrong, f"a scene has 1 to {MOST_NPCS} NPCs in all")
            else:
                total += group.count
                found.append(group)
        return found

    def _group(
        self,
        number: int,
        line: str,
        names: Mapping[str, str],
        words: Iterable[str],
        templates: Mapping[str, str],
        marks: Mapping[str, str],
    ) -> Group | None:
        counted = _COUNTED.fullmatch(line)
        assert counted is not None, "every line fits"
        rest = counted[3]
        template, tail = _template(rest, names, words)
        if not template:
            return None
        parts = tail.split(",")
        behind: list[str] = []
        while len(parts) > 1 and _is_behind(parts[-1].strip(), marks):
            behind.insert(0, parts.pop().strip().casefold())
        said = _TAIL.fullmatch(",".join(parts).rstrip())
        if said is None:
            return None
        name = said["plain"] or said["quoted"] or templates[template]
        weapon = next((each.removeprefix("with ") for each in behind if each.startswith("with ")), None)
        return Group(
            line=number,
            count=int(counted[2]) if counted[2] else 1,
            template=template,
            name=self.named(number, "somebody", name),
            where=(said["where"] or "").strip(),
            side=next((SIDE_WORDS[each] for each in behind if each in SIDE_WORDS), Side.ENEMY),
            is_hidden=bool(counted[1]) or "hidden" in behind,
            weapon="" if any(each in UNARMED for each in behind) else weapon,
            marks=frozenset(marks[each] for each in behind if each in marks),
        )

    def tell(self, group: Group, template: str, where: str) -> None:
        """Say how a line about people was understood."""
        who = f"{group.count} × {template}" if group.count > 1 else template
        named = f" as {group.name}" if key_of(group.name) != key_of(template) else ""
        held = "" if group.weapon is None else f", with {group.weapon}" if group.weapon else ", unarmed"
        more = f"{held}{', hidden' if group.is_hidden else ''}{''.join(f', {each}' for each in sorted(group.marks))}"
        self.understood(group.line, f"{who}{named}, {group.side}, at {where}{more}")

    def no_such_place(self, line: int, where: str, places: Iterable[str]) -> None:
        """Nobody can be put there."""
        right = f"there are {listed(places)}. Behind it may stand: enemy, posse, bystander, hidden, unarmed, with …"
        self.fault(line, f"there is no place {quoted(where)}", right)

    def end(self, templates: Iterable[str], settings: Iterable[str], place: str) -> None:
        """Whatever is left was not understood; `place` is how a place is written."""
        for number, line in self.left:
            somebody = _SOMEBODY.fullmatch(line)
            if somebody:
                self.fault(
                    number, f"there is no stat block {quoted(somebody[1])}", f"there are {listed(sorted(templates))}"
                )
            else:
                right = f"a place is written {place}, people 2 Somebody in a place, a setting {listed(settings)}: …"
                self.fault(number, f"{quoted(line)} says nothing I know", right)
        self.left = []

    def pasted(self, name: str, scene: str) -> Pasted:
        """What came of it."""
        return Pasted(
            name=name,
            understood=_told({line: said for line, said in self._understood.items() if line not in self._faults}),
            faults=_told(self._faults),
            scene=scene if self.is_sound else "",
        )

    def _take(self, fits: Callable[[str], bool]) -> list[tuple[int, str]]:
        taken = [(number, line) for number, line in self.left if fits(line)]
        self.left = [(number, line) for number, line in self.left if not fits(line)]
        return taken


def _told(said: Mapping[int, str]) -> tuple[Told, ...]:
    return tuple(Told(line=line, said=said[line]) for line in sorted(said))


def _setting(line: str) -> tuple[str, str]:
    """The name of a setting, in small letters, and its value; both empty if the line is none."""
    found = _SETTING.fullmatch(line)
    return (found[1].strip().casefold(), found[2].strip()) if found else ("", "")


def _template(rest: str, names: Mapping[str, str], words: Iterable[str]) -> tuple[str, str]:
    """The stat block that a line begins with, by its longest name, and what follows; both empty if with none."""
    folded = rest.casefold()
    for word in words:
        if len(folded) != len(rest) or not folded.startswith(word):
            continue
        for plural in ("", "s", "es"):
            tail = rest[len(word) :]
            if tail.casefold().startswith(plural) and (tail[len(plural) :][:1] in ("", " ", ",", '"', "“", "„")):
                return names[word], tail[len(plural) :]
    return "", ""


def _is_behind(word: str, marks: Mapping[str, str]) -> bool:
    folded = word.casefold()
    return folded in SIDE_WORDS or folded in marks or folded in UNARMED or folded == "hidden" or folded[:5] == "with "
