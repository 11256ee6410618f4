"""What one sees on a phone in the course of an evening, in the order in which it comes up."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.rehearsal import Person
from bot.rehearsal.people import Outcome
from bot.rehearsal.world import Message
from tests.screens import phone
from tests.support.table import Table

RULE = "=" * phone.WIDTH


@dataclass(slots=True)
class Album:
    """Screens of one table, each under who sees it and when; `once` takes only the first of a kind."""

    table: Table
    pages: list[str] = field(default_factory=list)
    _kinds: set[str] = field(default_factory=set)

    def take(self, title: str, shown: Message) -> None:
        """A message as it stands now."""
        self._add(title, phone.message(shown, self._names))

    def answer(self, title: str, outcome: Outcome) -> None:
        """How the bot answered: a message, a form, or the pressed screen as it is now."""
        if outcome.modal is not None:
            self._add(title, phone.form(outcome.modal))
            return
        done = outcome.interaction
        shown = [*done.followups, done.original or done.surface]
        assert shown[0] is not None, "every answer is on a message"
        self.take(title, shown[0])

    def offered(self, title: str, choices: Iterable[str]) -> None:
        """What autocomplete offers."""
        self._add(title, phone.choices(choices))

    def is_new(self, kind: str) -> bool:
        """Whether nothing of this kind was taken yet; names and numbers do not count."""
        names = "|".join(map(re.escape, sorted(self._people, key=len, reverse=True)))
        bare = re.sub(rf"\d+|{names}" if names else r"\d+", "", kind)
        if bare in self._kinds:
            return False
        self._kinds.add(bare)
        return True

    @property
    def text(self) -> str:
        """All pages, to be compared."""
        return "\n\n".join(self.pages) + "\n"

    _people: set[str] = field(default_factory=set)

    def knows(self, names: Iterable[str]) -> None:
        """Names that make no difference to what kind a screen is of."""
        self._people.update(names)

    @property
    def _names(self) -> dict[str, str]:
        return {each.id: each.name for each in self.table.discord.world.users.values()}

    def _add(self, title: str, text: str) -> None:
        self.pages.append(f"{RULE}\n{len(self.pages) + 1}. {title}\n{RULE}\n{text}")


def newest(person: Person) -> Message:
    """The last message on somebody's screen."""
    return person.surfaces()[0].message
