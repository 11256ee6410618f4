"""Rules, weapon tables and house rules as private screens, readable on a narrow phone: short lines, no columns."""

from collections.abc import Iterable, Sequence

from cogs.address import Address
from cogs.render import theme
from cogs.screen import Button, Pick, Row, Screen, Select
from rules.core.ids import FightId
from rules.core.reference import HouseSet, Row as TableRow, Rule, RuleTable, Switch, label_of, written

NOWHERE = FightId("")  # the fight of an address that needs none
SHOWN = 5  # so many rules are told in full
ROOM = theme.CONTENT - 100  # for a heading, and a word about the rest


def title_of(rule: Rule) -> str:
    """A rule in one line: "TX-49 What cover gives"."""
    return f"{rule.id} {rule.title}".strip()


def rules(found: Sequence[Rule], every: Sequence[Rule]) -> Screen:
    """The rules found, the first ones in full; below them the others, or those that have to do with the only one."""
    first, rest = found[:SHOWN], found[SHOWN:]
    text = theme.fit((_told(rule) for rule in first), ROOM, glue="\n\n")
    others = rest if len(found) > 1 else related(found[0], every)
    placeholder = f"{len(rest)} more that fit …" if rest else "See also …"
    rows: tuple[Row, ...] = (_menu("see", placeholder, others),) if others else ()
    return Screen(text=text, rows=rows)


def _told(rule: Rule) -> str:
    source = f"\n({theme.plain(rule.source)})" if rule.source else ""
    return f"**{theme.plain(title_of(rule))}**\n{theme.plain(rule.summary)}{source}"


def related(rule: Rule, every: Sequence[Rule]) -> tuple[Rule, ...]:
    """Rules that share a word with this one, those that share most first."""
    words = set(rule.words)
    shared = [(len(words & set(each.words)), each) for each in every if each.id != rule.id]
    return tuple(each for count, each in sorted(shared, key=lambda pair: -pair[0]) if count)


def menu(cited: Iterable[str], every: Sequence[Rule]) -> tuple[Select, ...]:
    """A menu of the rules behind what is shown above it, which opens them apart; none if there are none."""
    by_id = {rule.id: rule for rule in every}
    known = [by_id[each] for each in dict.fromkeys(cited) if each in by_id]
    return (_menu("rule", "Look up a rule …", known),) if known else ()


def buttons(cited: Iterable[str]) -> tuple[Button, ...]:
    """A button for each rule that a refusal cites, which opens it apart."""
    return tuple(Button(label=each, to=Address("rule", NOWHERE, (each,))) for each in dict.fromkeys(cited))


def _menu(verb: str, placeholder: str, listed: Sequence[Rule]) -> Select:
    picks = tuple(
        Pick(key=rule.id, label=title_of(rule), note=theme.cut(rule.summary, theme.OPTION_LABEL))
        for rule in listed[: theme.OPTIONS]
    )
    return Select(to=Address(verb, NOWHERE), placeholder=placeholder, picks=picks)


# ---- weapons


def weapons(system: str, name: str, tables: Sequence[RuleTable], page: int) -> Screen:
    """A page of the weapon tables, with a button for each page."""
    pages = [(table, rows) for table in tables for rows in _paged(_row(row) for row in table.rows)]
    table, rows = pages[page % len(pages)]
    head = f"**{theme.plain(f'{name}: {table.title}')}** ({theme.plain(table.rule)})"
    turns = [
        Button(label=label, to=Address("weapons", NOWHERE, (system, str(at))), style="main" if at == page else "plain")
        for at, label in enumerate(_labels([each.title for each, _ in pages]))
    ]
    return Screen(text="\n".join((head, *rows)), rows=tuple(theme.rows_of(turns)) if len(turns) > 1 else ())


def _row(row: TableRow) -> str:
    return f"**{theme.plain(row.name)}**: {theme.plain(', '.join(row.facts))}"


def _paged(lines: Iterable[str]) -> list[list[str]]:
    """The lines on as few pages as hold them."""
    pages: list[list[str]] = [[]]
    room = ROOM
    for line in lines:
        if pages[-1] and len(line) + 1 > room:
            pages.append([])
            room = ROOM
        pages[-1].append(line)
        room -= len(line) + 1
    return pages


def _labels(titles: Sequence[str]) -> list[str]:
    """One label a page; those of a table with several pages are numbered."""
    numbers = [titles[: at + 1].count(each) for at, each in enumerate(titles)]
    return [
        f"{each} {number}" if titles.count(each) > 1 else each for each, number in zip(titles, numbers, strict=True)
    ]


# ---- house rules


def house(
    name: str,
    switches: Sequence[Switch],
    sets: Sequence[HouseSet],
    every: Sequence[Rule],
    *,
    to: Address,
    page: int,
    is_of_fight: bool,
) -> Screen:
    """What the house may set, with the reading in force. `to` turns the pages; the page is its last argument."""
    whose = "in this fight" if is_of_fight else f"{name}, as the rules have them"
    named = (f"“{theme.plain(each.key)}”: {theme.plain(each.note)}" for each in sets)
    example = [sets[-1].key, *(f"{written(each.key)}={written(each.readings[-1].key)}" for each in switches[:1])]
    typed = "Set them when a fight begins: " + theme.plain(f"/fight begin house:{', '.join(example)}")
    lines = [*(_switch(switch, is_of_fight=is_of_fight) for switch in switches), *named, typed]
    pages = _paged(lines)
    turns = tuple(
        Button(label=f"Page {at + 1}", to=Address(to.verb, to.fight, (*to.args, str(at))))
        for at in range(len(pages))
        if len(pages) > 1 and at != page
    )
    rows: tuple[Row, ...] = (*theme.rows_of(turns, 2), *menu((switch.rule for switch in switches), every))
    text = "\n".join((f"**House rules** {theme.plain(whose)}", *pages[page % len(pages)]))
    return Screen(text=text, rows=rows)


def _switch(switch: Switch, *, is_of_fight: bool) -> str:
    rule = f" ({switch.rule})" if switch.rule else ""
    in_force = label_of(switch.readings, switch.now)
    others = "; ".join(f"{written(each.key)}: {each.label}" for each in switch.readings if each.key != switch.now)
    how = "in force" if is_of_fight else "usual"
    return (
        f"**{theme.plain(switch.about)}**{theme.plain(rule)}\n"
        f"{theme.plain(f'{written(switch.key)}={written(switch.now)}')} ({how}): {theme.plain(in_force)}\n"
        f"or {theme.plain(others)}"
    )
