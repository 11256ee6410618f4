"""What people look up: rules in our own words, tables, and the readings a house may choose between."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.core.audience import ALL, Audience
from rules.core.ids import RuleId
from rules.core.names import key_of
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.core.tally import BY_THE_HOUSE, Part


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in our own words. `words`: what people call it; `source`: where it comes from ("the book")."""

    id: str
    summary: str
    title: str = ""
    words: tuple[str, ...] = ()
    source: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a table: its name, and its numbers and notes in short phrases, the most wanted first."""

    name: str
    facts: tuple[str, ...]


class RuleTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the book with the rule it belongs to."""

    title: str
    rule: str
    rows: tuple[Row, ...]


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """Something the house may read in several ways: `now` and `usual` are keys of `readings`, `rule` an id or empty."""

    key: str
    rule: str
    about: str
    readings: tuple[Choice, ...]
    usual: str
    now: str


def switch(key: str, rule: str, about: str, **readings: str) -> Switch:
    """A switch with what each reading says; the usual one stands first. `_` before a key that is a number."""
    choices = tuple(Choice(key=each.lstrip("_"), label=label) for each, label in readings.items())
    return Switch(key=key, rule=rule, about=about, readings=choices, usual=choices[0].key, now=choices[0].key)


def label_of(readings: Iterable[Choice], key: str) -> str:
    """What a reading says; the key itself, where there is none of it."""
    return next((each.label for each in readings if each.key == key), key)


def by_the_house(switch: Switch, now: str, audience: Audience = ALL) -> Part:
    """A part of 0 that names the reading in force: it settled something, or bore on it."""
    return Part(0, BY_THE_HOUSE + label_of(switch.readings, now), RuleId(switch.rule), audience)


def written(key: str) -> str:
    """The key of a switch or a reading as people read and write it: "bust-over"."""
    return key.replace("_", "-")


def key_written(text: str) -> str:
    """The key that is meant by what somebody wrote, one with "_" too: no key has a "-"."""
    return text.replace("-", "_")


def require_readings(switches: Mapping[str, Switch], given: Mapping[str, str], rule: str) -> None:
    """Refuse a switch or a reading that there is not; `rule` is about switches. Raises: Illegal(NO_SUCH_SWITCH)."""
    for name, value in given.items():
        found = switches.get(name)
        there = switches if found is None else [reading.key for reading in found.readings]
        if found is None or value not in there:
            hint = f"There is: {', '.join(map(written, there))}."
            about = found.rule if found else rule
            raise Illegal("NO_SUCH_SWITCH", about, switch=written(name)[:40], value=written(value)[:40], hint=hint)


class HouseSet(msgspec.Struct, frozen=True, kw_only=True):
    """House rules that go by one name ("quick"): the switches that differ from the book."""

    key: str
    note: str
    switches: Mapping[str, str] = {}


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A rule as a system's `rules.toml` has it, by number."""

    title: str
    text: str
    words: tuple[str, ...]


def rules_of(
    entries: Mapping[str, Entry], sources: Mapping[str, str], named: Mapping[str, tuple[str, ...]]
) -> tuple[Rule, ...]:
    """The rules in their order: `sources` by what a number begins with, `named` what else people look one up by."""
    return tuple(
        Rule(
            id=number,
            title=each.title,
            words=(*each.words, *named.get(number, ())),
            summary=each.text,
            source=sources[number.partition("-")[0]],
        )
        for number, each in entries.items()
    )


def find_rule(rules: Iterable[Rule], number: str) -> Rule | None:
    """The rule of this number, in any case; None if there is none."""
    wanted = number.strip().casefold()
    return next((rule for rule in rules if rule.id.casefold() == wanted), None)


def look_up(rules: Sequence[Rule], text: str) -> tuple[Rule, ...]:
    """The rules meant, best first: one by its id ("TX-29", "tx 29"), else all whose id, title or words fit."""
    wanted = key_of(text)
    for rule in rules:
        if _squeezed(rule.id) == _squeezed(wanted):
            return (rule,)
    if not wanted:
        return ()
    ranked = [(rank, rule) for rule in rules if (rank := _rank(rule, wanted)) is not None]
    return tuple(rule for _, rule in sorted(ranked, key=lambda each: each[0]))


def _rank(rule: Rule, wanted: str) -> int | None:
    """How well a rule fits, 0 being best; None: not at all."""
    title, words = key_of(rule.title), [key_of(word) for word in rule.words]
    fits = (
        wanted == title or wanted in words,
        key_of(rule.id).startswith(wanted),
        any(each.startswith(wanted) for each in (title, *words)),
        any(wanted in each for each in (title, *words)),
        wanted in rule.summary.casefold(),
        all(any(part in each for each in (title, *words, rule.summary.casefold())) for part in wanted.split()),
    )
    return next((rank for rank, does_fit in enumerate(fits) if does_fit), None)


def _squeezed(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def in_this_order(rules: Sequence[Rule], first: Iterable[str]) -> tuple[Rule, ...]:
    """All rules, those of these ids before the others."""
    by_id = {rule.id: rule for rule in rules}
    ahead = tuple(by_id[each] for each in dict.fromkeys(first) if each in by_id)
    return (*ahead, *(rule for rule in rules if rule not in ahead))
