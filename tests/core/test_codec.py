"""States, commands and events become bytes and come back, the same in every process."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.core.audience import GM, Seen, of
from rules.core.codec import codec_of, digest, encode, squeeze
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Call, Command, Enter, Finish, GoOn, Leave, PlaceThere, Start
from rules.core.deck import Deck
from rules.core.dice import Draw
from rules.core.event import Closed, DrawAsked, DrawsMade, Event, Remembered, SeatFreed, SeatTaken, Undone
from rules.core.fight import Fight, OwedDraw, Seat
from rules.core.ids import CombatantId, FightId, Place, PromptId, RuleId, SeatId, UserId
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.core.view import Phase
from tests import toy_upgraded, toy_values
from tests.toy import TOY
from tests.toy_upgraded import TOY_UPGRADED, ToyUpgraded
from tests.toy_values import Duelist, Question, ToyState

CODEC = codec_of(TOY)
ROOT = Path(__file__).parents[2]
ANA = CombatantId("c2")
P1 = PromptId("p1")

COMMANDS: tuple[Command, ...] = (
    Enter(combatant=ANA, name="Ana “the Eye” 🤠", side=Side.POSSE, template="hero", where="street", hidden=True),
    Leave(combatant=ANA),
    Start(),
    Answer(prompt=P1, key="run"),
    GoOn(prompts=(P1, PromptId("p2"))),
    Amend(what="score", value="3", whom=ANA),
    Call(check="nerve", who=(ANA,), difficulty="3", hidden=True, about="a door"),
    PlaceThere(where="roof", whom=(ANA,), link="street", sight="street", note="a ladder"),
    Finish(),
    toy_values.Play(actor=ANA, card="#007", note="bang"),
    toy_values.Roll(actor=ANA),
    toy_values.Ask(actor=ANA, whom=ANA),
    toy_values.Idle(actor=ANA),
)
EVENTS: tuple[Event, ...] = (
    SeatTaken(seat=SeatId("s2"), user=UserId(2**63 - 1), combatant=ANA),
    SeatFreed(seat=SeatId("s2")),
    Closed(),
    Undone(to=0),
    Undone(to=2, name="Ana"),
    Remembered(seen=(Seen(what="#007"), Seen(what="#008", to=of(ANA)))),
    DrawAsked(user=UserId(1), command='{"do":"roll"}', typed=("3",), why="a die"),
    DrawsMade(),
    toy_values.SceneSet(scene="noon"),
    toy_values.Entered(audience=GM, who=ANA, name="Ana", side=Side.ENEMY, place="street", is_npc=True, is_hidden=True),
    toy_values.Left(who=ANA, name="Ana"),
    toy_values.Began(),
    toy_values.CardDrawn(rules=(RuleId("TOY-1"),), audience=of(ANA), who=ANA, card="#007"),
    toy_values.CardsShuffled(),
    toy_values.CardPlayed(who=ANA, card="#007"),
    toy_values.Redealt(audience=of(ANA), who=ANA, back="#007", came="#008"),
    toy_values.RedealTold(who=ANA),
    toy_values.Rolled(who=ANA, face=6),
    toy_values.Asked(question=P1, whom=None, for_card=True),
    toy_values.Answered(question=P1, whom=ANA, way="run"),
    toy_values.Amended(audience=GM, what="stakes", value="all", whom=None),
    toy_values.Placed(whom=ANA, where="roof"),
    toy_values.Ended(),
)
FIGHT: Fight[ToyState] = Fight(
    id=FightId("dusk"),
    place=Place(guild=1, channel=2**62),
    ruleset="toy",
    schema=1,
    title="At dusk",
    gms=(UserId(7),),
    seats=(Seat(id=SeatId("s2"), user=UserId(8), combatant=ANA),),
    seq=3,
    ply=2,
    before=1,
    is_typed=True,
    owed_draw=OwedDraw(user=UserId(8), command='{"do":"roll"}', typed=("3",), why="a die"),
    state=ToyState(
        phase=Phase.RUNNING,
        duelists=(Duelist(id=ANA, name="Ana", side=Side.POSSE, place="street", is_npc=False, hand=("#001", "#002")),),
        questions=(Question(id=P1, whom=None),),
        deck=Deck(top=("#009",), rest=("#004", "#005"), discards=("#003",)),
        shown=frozenset(f"#{number:03}" for number in range(3, 60)),
    ),
)


def everything() -> bytes:
    """All of the above as bytes; printed by another process in the test of hash seeds."""
    return b"\n".join((encode(COMMANDS), encode(EVENTS), encode(FIGHT)))


def test_the_lists_above_leave_out_no_command_and_no_event() -> None:
    assert {type(command) for command in COMMANDS} == set(TOY.command_types)
    assert {type(event) for event in EVENTS} >= set(TOY.event_types)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_a_command_comes_back_as_it_was(command: Command) -> None:
    assert CODEC.command(encode(command)) == command


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_as_it_was(event: Event) -> None:
    assert CODEC.events(encode((event,))) == (event,)


def test_a_fight_comes_back_as_it_was() -> None:
    assert CODEC.fight(encode(FIGHT)) == FIGHT


def test_an_empty_state_comes_back_as_it_was() -> None:
    fight = replace(FIGHT, state=TOY.empty())
    assert CODEC.fight(encode(fight)) == fight


def test_draws_come_back_as_they_were() -> None:
    draws = (Draw("a card", "#007"), Draw("a die", "6"))
    assert CODEC.draws(encode(draws)) == draws


def test_the_bytes_are_the_same_in_processes_with_other_hash_seeds() -> None:
    script = "import sys; from tests.core.test_codec import everything; sys.stdout.buffer.write(everything())"
    printed = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1] == everything()


def test_a_field_that_no_command_has_is_not_decoded() -> None:
    assert refusal(lambda: CODEC.command(b'{"do":"start","seed":1}')) == "BROKEN_RECORD"


def test_a_field_that_no_event_has_is_not_decoded() -> None:
    assert refusal(lambda: CODEC.events(b'[{"was":"began","seed":1}]')) == "BROKEN_RECORD"


@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b"null", b'"\xff"', encode(FIGHT)[:-1], encode(FIGHT) + b"}"])
@pytest.mark.parametrize("schema", [0, -1, 1])
def test_what_is_no_fight_is_refused(raw: bytes, schema: int) -> None:
    assert refusal(lambda: CODEC.fight(raw, schema)) == "BROKEN_RECORD"


@pytest.mark.parametrize("raw", [b"", b"junk", squeeze(b"junk"), squeeze(encode(FIGHT))[:-9]])
def test_what_is_no_keyframe_is_refused(raw: bytes) -> None:
    assert refusal(lambda: CODEC.keyframe(raw, 1)) == "BROKEN_RECORD"


def test_what_was_written_under_a_newer_schema_is_refused_even_if_it_could_be_read() -> None:
    assert refusal(lambda: CODEC.fight(encode(FIGHT), 2)) == "NEWER_PROGRAM"
    assert refusal(lambda: CODEC.keyframe(squeeze(encode(FIGHT)), 2)) == "NEWER_PROGRAM"
    assert refusal(lambda: CODEC.events(encode(EVENTS), 2)) == "NEWER_PROGRAM"
    assert refusal(lambda: CODEC.command(encode(COMMANDS[0]), 2)) == "NEWER_PROGRAM"


class ToyUpgradedTwice(ToyUpgraded):
    """A third schema, under which weather is shouted."""

    schema = 3

    def migrate(self, kind: str, raw: Mapping[str, Any], schema: int) -> Mapping[str, Any]:  # Any: decoded JSON
        if schema == 1:
            return super().migrate(kind, raw, schema)
        assert schema == 2, "asked version by version"
        return {**raw, "weather": f"{raw['weather']}!"} if "weather" in raw else raw


def test_what_is_two_schemas_old_is_brought_up_to_date_one_by_one() -> None:
    codec = codec_of(ToyUpgradedTwice())
    state = replace(FIGHT.state, scene="noon", stakes="all")
    fight = codec.fight(encode(replace(FIGHT, state=state, owed_draw=None)), 1)
    assert (fight.schema, fight.state.weather, fight.state.wager) == (3, "dry!", "all")
    assert codec.events(encode((toy_values.SceneSet(scene="noon"),)), 1) == (
        toy_upgraded.SceneSet(scene="noon", weather="dry!"),
    )
    written_under_2 = encode((toy_upgraded.SceneSet(scene="noon", weather="wet"),))
    assert codec.events(written_under_2, 2) == (toy_upgraded.SceneSet(scene="noon", weather="wet!"),)
    assert codec.command(encode(toy_values.Play(actor=ANA, note="bang")), 1) == toy_upgraded.Play(
        actor=ANA, remark="bang"
    )


def test_the_commands_that_wait_for_a_draw_are_brought_up_to_date_too() -> None:
    codec = codec_of(TOY_UPGRADED)
    waiting = encode(toy_values.Play(actor=ANA, note="bang")).decode()
    now = encode(toy_upgraded.Play(actor=ANA, remark="bang")).decode()
    owed = OwedDraw(user=UserId(8), command=waiting, typed=("3",), why="a die")
    assert codec.fight(encode(replace(FIGHT, owed_draw=owed)), 1).owed_draw == replace(owed, command=now)
    asked = DrawAsked(user=UserId(8), command=waiting, typed=("3",), why="a die")
    assert codec.events(encode((asked,)), 1) == (msgspec.structs.replace(asked, command=now),)


def test_what_is_of_the_present_schema_is_never_migrated() -> None:
    now = encode((toy_upgraded.SceneSet(scene="noon", weather="wet"),))
    assert codec_of(TOY_UPGRADED).events(now, 2) == (toy_upgraded.SceneSet(scene="noon", weather="wet"),)


def refusal(read: Callable[[], object]) -> str:
    """The code with which it is refused."""
    with pytest.raises(Illegal) as refused:
        read()
    return refused.value.refusal.code


# ---- commands from words


def test_a_command_is_built_from_its_kind_and_its_blanks() -> None:
    built = CODEC.build("place-there", {"where": "roof", "whom": ["c2"]})
    assert built == PlaceThere(where="roof", whom=(ANA,))


def test_a_blank_left_empty_counts_as_left_out() -> None:
    assert CODEC.build("play", {"actor": "c2", "card": "", "note": None}) == toy_values.Play(actor=ANA)


def test_a_typed_word_serves_as_a_truth_value() -> None:
    fields = {"combatant": "c2", "name": "Ana", "side": "posse", "template": "hero", "hidden": "true"}
    built = CODEC.build("enter", fields)
    assert isinstance(built, Enter)
    assert built.hidden


def test_no_blank_changes_the_kind_of_a_command() -> None:
    assert CODEC.build("start", {"do": "finish"}) == Start()


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("fly", {"actor": "c2"}),
        ("", {}),
        ("play", {}),
        ("play", {"actor": "c2", "speed": "1"}),
        ("play", {"actor": ["c2"]}),
        ("play", {"actor": "c2", "card": {"code": "#007"}}),
        ("enter", {"combatant": "c2", "name": "Ana", "side": "#007", "template": "hero"}),
        ("go-on", {"prompts": "p1"}),
    ],
)
def test_what_cannot_be_read_is_refused_without_repeating_any_value(kind: str, fields: dict[str, object]) -> None:
    with pytest.raises(Illegal) as refused:
        CODEC.build(kind, fields)
    refusal = refused.value.refusal
    assert refusal.code == "UNREADABLE"
    assert "#007" not in refusal.facts["what"]
    assert "`" not in refusal.facts["what"], "the words of a library, not of a table"


def test_the_blank_that_cannot_be_read_is_named() -> None:
    with pytest.raises(Illegal) as refused:
        CODEC.build("play", {"actor": "c2", "card": ["#007"]})
    assert "card" in refused.value.refusal.facts["what"]


# ---- fingerprints and keyframes


def test_a_fingerprint_depends_on_the_key_and_on_every_byte() -> None:
    marks = {digest(b"key", b"state"), digest(b"yek", b"state"), digest(b"key", b"statf"), digest(b"key", b"")}
    assert len(marks) == 4
    assert {len(mark) for mark in marks} == {16}


def test_a_keyframe_comes_back_as_it_was() -> None:
    assert CODEC.keyframe(squeeze(encode(FIGHT))) == FIGHT
