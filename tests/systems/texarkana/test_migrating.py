"""A fight written under the first schema, by the program of that time: 27 steps, one of them taken back."""

from pathlib import Path

import msgspec

from rules import verifying
from rules.core.audience import Viewer
from rules.core.codec import codec_of
from rules.core.command import Finish
from rules.core.dice import SeededDice
from rules.core.view import Phase
from rules.systems.texarkana import TEXARKANA
from rules.verifying import Verified

OLD = Path(__file__).parents[2] / "data" / "texarkana_schema_1.json"
DEALER = Viewer(gm=True)


def test_its_steps_follow_one_another_and_lead_to_the_fight_as_stored() -> None:
    exported = verifying.read(OLD.read_bytes())
    assert verifying.verify(exported, {TEXARKANA.id: TEXARKANA}) == Verified(0, 27)


def test_it_reads_as_it_was_told_and_can_be_looked_at() -> None:
    exported, codec = verifying.read(OLD.read_bytes()), codec_of(TEXARKANA)
    fight = codec.fight(bytes(exported.fight), exported.schema)
    assert fight.schema == TEXARKANA.schema
    assert fight.state.house.ties == "npc", "what was called dealer"
    assert {each.name for each in TEXARKANA.view(fight.state, DEALER).combatants} >= {"Hank Dollarhide", "Dutch"}
    said = [
        TEXARKANA.words(event, fight.state, DEALER)
        for step in exported.steps
        for event in codec.events(bytes(step.events), step.schema)
        if type(event) in TEXARKANA.event_types
    ]
    assert any(line and "plays the" in line for line in said)


def test_every_old_command_is_still_one_and_a_lobby_of_old_goes_on() -> None:
    exported, codec = verifying.read(OLD.read_bytes()), codec_of(TEXARKANA)
    commands = [
        codec.command(bytes(step.command), step.schema)
        for step in exported.steps[1:]
        if msgspec.json.decode(bytes(step.command)) != {"do": "undo"}
    ]
    assert len(commands) == 25
    state = TEXARKANA.empty()
    for step in exported.steps[:3]:
        for event in codec.events(bytes(step.events), step.schema):
            if type(event) in TEXARKANA.event_types:
                state = TEXARKANA.apply(state, event)
    assert TEXARKANA.phase(state) is Phase.LOBBY
    for command in (commands[2], Finish()):
        for event in TEXARKANA.decide(state, command, SeededDice(b"old", b"times")):
            state = TEXARKANA.apply(state, event)
    assert TEXARKANA.phase(state) is Phase.OVER
