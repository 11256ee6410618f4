"""A few hundred fights at random: nothing but refusals is raised, nothing stalls, no card is lost."""

import random

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.codec import codec_of, encode
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Command, Enter, GoOn, PlaceThere
from rules.core.dice import RecordedDice, SeededDice
from rules.core.event import Event
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.state import TexState
from tests.systems.texarkana.table import DEALER, Table, envelope, lobby, require_all_cards, who

CODEC = codec_of(TEXARKANA)
MOST_STEPS = 900
SCENES = ("saloon", "ambush", "empty")
CHARACTERS = ("ada", "hank", "mercy", "tobias", "ruth", "silas")


def option_command(state: TexState, chance: random.Random) -> Command | None:
    """One legal option of somebody, each blank filled with one of its choices (the first, mostly)."""
    actor = chance.choice(state.fighters)
    viewer = Viewer(gm=True, combatants=frozenset({actor.id} if actor.is_pc else ()))
    legal = [option for option in TEXARKANA.options(state, actor.id, viewer) if option.why_not is None]
    if not legal:
        return None
    option = chance.choice(legal)
    fields: dict[str, object] = {"actor": actor.id}
    is_first = chance.random() < 0.5
    for slot in option.slots:
        if slot.is_optional and not slot.choices:
            continue
        if slot.is_free:
            fields[slot.name] = slot.choices[0].key if slot.choices else "shout at them"
        elif is_first:
            fields[slot.name] = slot.choices[0].key
        elif not slot.is_optional or chance.random() < 0.7:
            fields[slot.name] = chance.choice(slot.choices).key
    return CODEC.build(option.kind, fields)


def amendment(state: TexState, chance: random.Random) -> Command:
    """The Dealer sets something, or somebody comes in."""
    if chance.random() < 0.3 and len(state.fighters) < 12:
        name = f"n{chance.randrange(1000)}"
        template = chance.choice(("bandit", "wild-dog", "pale-horror", "gunslinger"))
        return Enter(
            combatant=who(name),
            name=name,
            side=chance.choice(tuple(Side)),
            template=template,
            where=chance.choice(state.zones).id,
            hidden=chance.random() < 0.3,
        )
    if chance.random() < 0.2:
        return PlaceThere(where=chance.choice(state.zones).id, whom=(chance.choice(state.fighters).id,))
    each = chance.choice(TEXARKANA.amendables(state))
    value = chance.choice(each.values).key if each.values else str(chance.randrange(7))
    return Amend(what=each.key, value=value, whom=who(chance.choice(each.whom).key) if each.whom else None)


def next_command(state: TexState, chance: random.Random, amends: bool) -> Command | None:
    if amends and chance.random() < 0.08:
        return amendment(state, chance)
    asked = TEXARKANA.prompts(state)
    assert asked or state.phase is not Phase.RUNNING, "somebody has to decide something"
    roll = chance.random()
    if roll < 0.5:
        return option_command(state, chance)
    if roll < 0.8:
        one = chance.choice(TEXARKANA.view(state, all_knowing(state)).asked)
        return Answer(prompt=one.id, key=chance.choice(one.choices).key) if one.choices else None
    return GoOn(prompts=tuple(one.id for one in chance.sample(asked, chance.randint(1, len(asked)))))


def all_knowing(state: TexState) -> Viewer:
    return Viewer(gm=True, combatants=frozenset(pc.id for pc in state.pcs))


def step(table: Table, command: Command, seed: int, at: int) -> tuple[Event, ...]:
    """Decide, check that a repeat with the recorded draws gives the same, and apply."""
    before = encode(table.state)
    dice = SeededDice(b"random play", f"{seed}.{at}".encode())
    events = TEXARKANA.decide(table.state, command, dice)
    assert encode(table.state) == before
    again = RecordedDice(dice.drawn)
    assert TEXARKANA.decide(table.state, command, again) == events
    again.require_all_used()
    for event in events:
        assert event.rules, event
        table.state = TEXARKANA.apply(table.state, event)
        require_all_cards(table.state)
    assert CODEC.events(encode(events)) == events
    assert CODEC.command(encode(command)) == command
    return events


def look(table: Table, events: tuple[Event, ...]) -> None:
    """Everything that is shown can be shown to everybody."""
    for viewer in (PUBLIC, DEALER, all_knowing(table.state)):
        TEXARKANA.view(table.state, viewer)
        for fighter in table.state.fighters:
            for option in TEXARKANA.options(table.state, fighter.id, viewer):
                assert TEXARKANA.stands(table.state, fighter.id, option.moment)
                if option.why_not is not None:
                    assert TEXARKANA.words(option.why_not, table.state, viewer)
        for event in events:
            TEXARKANA.words(event, table.state, viewer)


@pytest.mark.parametrize("seed", range(100))
def test_random_fights_neither_break_nor_stall(seed: int) -> None:
    chance = random.Random(seed)
    table = lobby(chance.choice(SCENES), *chance.sample(CHARACTERS, chance.randint(1, 6)))
    if not table.state.enemies:
        table.do(Enter(combatant=who("bear"), name="Bear", side=Side.ENEMY, template="bear"))
    table.freely(CODEC.build("start", {}), f"deal {seed}")
    amends = seed % 3 == 0
    for at in range(MOST_STEPS):
        if table.state.phase is Phase.OVER:
            break
        command = next_command(table.state, chance, amends)
        if command is None:
            continue
        try:
            events = step(table, command, seed, at)
        except Illegal as illegal:
            table.say(illegal.refusal)
            continue
        if at % 7:
            continue
        look(table, events)
        assert CODEC.fight(encode(envelope(table.state))) == envelope(table.state)
    assert table.state.phase is Phase.OVER or amends


@pytest.mark.parametrize("seed", range(24))
def test_the_defaults_alone_bring_every_fight_to_an_end(seed: int) -> None:
    chance = random.Random(seed)
    table = lobby(chance.choice(("saloon", "ambush")), *chance.sample(CHARACTERS, chance.randint(1, 4)))
    table.freely(CODEC.build("start", {}), f"deal {seed}")
    for at in range(MOST_STEPS):
        asked = TEXARKANA.prompts(table.state)
        if not asked:
            break
        step(table, GoOn(prompts=tuple(prompt.id for prompt in asked)), seed, at)
    assert table.state.phase is Phase.OVER


@pytest.mark.parametrize("seed", range(24))
def test_an_option_filled_with_its_first_choices_is_legal(seed: int) -> None:
    chance = random.Random(seed)
    table = lobby(chance.choice(("saloon", "ambush")), *chance.sample(CHARACTERS, 3))
    table.freely(CODEC.build("start", {}), f"deal {seed}")
    for at in range(60):
        for fighter in table.state.fighters:
            viewer = Viewer(gm=True, combatants=frozenset({fighter.id}))
            for option in TEXARKANA.options(table.state, fighter.id, viewer):
                if option.why_not is None:
                    fields: dict[str, object] = {"actor": fighter.id}
                    for slot in option.slots:
                        if slot.choices:
                            assert all(len(choice.label) <= 100 for choice in slot.choices)
                            fields[slot.name] = slot.choices[0].key
                        elif not slot.is_optional:
                            fields[slot.name] = "anything"
                    command = CODEC.build(option.kind, fields)
                    TEXARKANA.decide(table.state, command, SeededDice(b"first", f"{seed}.{at}".encode()))
        asked = TEXARKANA.prompts(table.state)
        if not asked:
            break
        command = option_command(table.state, chance) or GoOn(prompts=(asked[0].id,))
        try:
            step(table, command, seed, at)
        except Illegal:
            step(table, GoOn(prompts=(asked[0].id,)), seed, at)
