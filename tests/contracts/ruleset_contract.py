"""What every rule system promises: the questions are asked of each registered one by `test_rulesets`.

Fights are played at random from what the system itself offers (`ruleset_play`); nothing here knows any system.
"""

import inspect
import itertools
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.address import Address
from rules.core.audience import PUBLIC, Viewer
from rules.core.codec import Codec, codec_of, encode
from rules.core.combatant import Side
from rules.core.command import Amend, Command, GoOn, PlaceThere
from rules.core.dice import ScriptedDice
from rules.core.event import Event
from rules.core.ids import CombatantId, FightId
from rules.core.option import Option
from rules.core.reference import find_rule
from rules.core.refusal import Illegal, Refusal
from rules.core.ruleset import Setup
from rules.core.view import Phase
from rules.telling import refused
from tests.contracts import ruleset_twins as twins
from tests.contracts.ruleset_play import (
    GM,
    WORDS,
    AnyRuleset,
    Game,
    all_options,
    amend,
    answers,
    choices_of,
    end,
    envelope,
    first_choices,
    folded,
    folded_by_referee,
    garbage,
    legal_options,
    lobby,
    play_on,
    started,
    values_of,
    whom_of,
)

FIGHTS = 8
MOST_STEPS = 600  # a random fight is over by then, or the GM ends it
MOST_DEFAULTS = 600  # so many times "go on" and every fight is over
CODE = re.compile(r"""(?:Illegal\(\s*|code=)"([A-Z_]+)\"""")
UNSEEN = CombatantId("unseen")
NOTHING_TO_NAME = re.compile("NO_.*")  # "no enemy is to be seen": there is nothing with which it could be tried
NOT_UNDERSTOOD = re.compile(
    "NO_SUCH_.*|UNREADABLE|BAD_VALUE|ID_TAKEN|WHOM_IS_MISSING|NOTHING_ASKED|NO_ENEMY_SEEN|NO_OTHER_PLACE|SCENE_BROKEN"
)

LONG_NAMES = ("x" * 100, "ß" * 100)  # as long as the bot lets the GM type

STOP = object()

ROOT = Path(__file__).parents[2]


@lru_cache(maxsize=4)
def positions(ruleset: AnyRuleset) -> tuple[Game, ...]:
    """The states of a few random fights (in every other one the GM sets things), each as a game that stands there."""
    found = []
    for seed in range(FIGHTS):
        game = started(ruleset, seed)
        found += [replace(game, log=list(game.log)) for _ in play_on(game, MOST_STEPS, gm_acts=0.12 * (seed % 2))]
        found.append(replace(game, log=list(game.log)))
    return tuple(found)


def some(ruleset: AnyRuleset, number: int, start: int = 0) -> Sequence[Game]:
    """About so many of them, spread over all fights."""
    every = positions(ruleset)
    return every[start :: max(1, len(every) // number)]


class RulesetContract:
    """Tests take `ruleset`."""

    # ---- the tutorial

    def test_there_is_a_scene_first_steps_for_one_alone_and_the_others_are_for_several(
        self, ruleset: AnyRuleset
    ) -> None:
        ready = {each.key for each in ruleset.templates if each.is_ready_character}
        opened = {scene.key: lobby(ruleset, 1, scene=scene.key) for scene in ruleset.scenes}
        alone = {key: who for key, game in opened.items() if (who := ruleset.alone(game.state))}
        assert alone.keys() == {"first-steps"}
        assert set(alone.values()) <= ready
        assert ruleset.alone(ruleset.empty()) == ""

    def test_there_are_six_ready_scenes_or_more_in_which_several_may_fight_at_once(self, ruleset: AnyRuleset) -> None:
        real = []
        for scene in ruleset.scenes:
            state = folded(ruleset, ruleset.empty(), ruleset.open(Setup(scene=scene.key), ScriptedDice()))
            view = ruleset.view(state, GM)
            has_foes = any(each.side is Side.ENEMY for each in view.combatants)
            if has_foes and len(view.places) > 1 and not ruleset.alone(state):
                real.append(scene.key)
        assert len(real) >= 6, real

    def test_advice_is_given_to_one_alone_and_rests_on_what_everybody_knows(self, ruleset: AnyRuleset) -> None:
        said = set()
        for seed in range(4):
            game = started(ruleset, seed, scene="first-steps")
            steps = play_on(game, 60)
            while True:
                everybody = ruleset.view(game.state, Viewer()).advice
                viewers = [Viewer(gm=True), *(Viewer(combatants=frozenset({who})) for who in game.everybody)]
                assert {ruleset.view(game.state, viewer).advice for viewer in viewers} == {everybody}
                said.add(everybody)
                if next(steps, STOP) is STOP:
                    break
        assert len(said) >= 6
        for other in some(ruleset, 60):
            if not ruleset.alone(other.state):
                assert ruleset.view(other.state, Viewer()).advice == ""

    # ---- what is offered

    def test_each_offered_option_is_accepted_with_its_first_choices(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 100):
            for option in legal_options(game):
                for with_optional in (False, True):
                    command = first_choices(game, option, with_optional=with_optional)
                    assert game.refusal(command) is None, (command, game.name, len(game.log))

    def test_each_choice_of_an_option_is_accepted_by_itself(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 60):
            for option in legal_options(game):
                needed = first_choices(game, option, with_optional=False)
                for slot, choice in [(each, choice) for each in option.slots for choice in each.choices]:
                    command = msgspec.structs.replace(needed, **{slot.name: choice.key})
                    # Two optional blanks may bind one another (this weapon reaches only him): then it is refused.
                    if slot.is_optional and game.refusal(command) is not None:
                        others = [each for each in option.slots if each.name != slot.name and each.choices]
                        assert any(
                            game.refusal(msgspec.structs.replace(command, **{each.name: other.key})) is None
                            for each in others
                            for other in each.choices
                        ), (command, game.name, len(game.log))
                    elif not slot.is_optional:
                        assert game.refusal(command) is None, (command, game.name, len(game.log))

    def test_an_option_that_says_why_not_is_refused_for_that_reason(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 40):
            for option in all_options(game):
                if option.why_not is None:
                    continue
                tried = [game.refusal(command) for command in _tries(game, option)]
                assert None not in tried, (option, game.name, len(game.log))
                codes = {refusal.code for refusal in tried if refusal is not None}
                assert option.why_not.code in codes or NOTHING_TO_NAME.fullmatch(option.why_not.code), (option, codes)

    def test_an_option_stands_by_its_own_moment(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 100):
            for option in all_options(game):
                assert not option.moment or ruleset.stands(game.state, option.actor, option.moment)

    def test_what_is_held_is_called_by_one_plain_word(self, ruleset: AnyRuleset) -> None:
        assert re.fullmatch("[a-z]{3,12}", ruleset.held_word)
        assert ruleset.held_word.capitalize() not in (ruleset.gm_word, "History"), "which are buttons beside it"

    def test_labels_and_keys_fit_into_discord(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 100):
            choices = [choice for option in all_options(game) for choice in choices_of(option)]
            choices += [c for viewer in game.viewers for a in ruleset.view(game.state, viewer).asked for c in a.choices]
            choices += [choice for each in ruleset.amendables(game.state) for choice in (*each.values, *each.whom)]
            for choice in choices:
                assert 1 <= len(choice.key) <= 100, choice
                assert 1 <= len(choice.label) <= 100, choice

    def test_whatever_is_chosen_can_stand_in_the_address_of_its_button(self, ruleset: AnyRuleset) -> None:
        fight, undone = FightId("0123456789"), "~999"
        for game in some(ruleset, 200):
            for answer in answers(game):
                assert Address("answer", fight, (f"{answer.prompt}{undone}", answer.key)).is_valid, answer
            for option in all_options(game):
                assert Address("do", fight, (option.actor, option.kind, f"{option.moment}{undone}")).is_valid, option
                for slot in option.slots:
                    to = Address("write", fight, (option.actor, option.kind, slot.name, f"{option.moment}{undone}"))
                    assert to.is_valid, (option, slot)

    def test_labels_and_keys_fit_even_where_the_gm_gives_long_names(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 12):
            grown = replace(game, log=list(game.log))
            first = ruleset.view(game.state, GM).places[0].name
            for name, link in ((LONG_NAMES[0], first), (LONG_NAMES[1], LONG_NAMES[0])):
                command = PlaceThere(where=name, link=link)
                if grown.refusal(command) is None:
                    grown.do(command)
            for option in all_options(grown):
                for choice in choices_of(option):
                    assert len(choice.key) <= 100, choice
                    assert len(choice.label) <= 100, choice

    # ---- decisions owed

    def test_each_choice_of_a_decision_owed_is_accepted(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 300):
            for answer in answers(game):
                assert game.refusal(answer) is None, (answer, game.name, len(game.log))

    def test_going_on_without_answers_every_decision_owed(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 200):
            prompts = ruleset.prompts(game.state)
            assert len({each.id for each in prompts}) == len(prompts)
            for prompt in prompts:
                assert prompt.what
                assert prompt.otherwise
                assert game.refusal(GoOn(prompts=(prompt.id,))) is None, (prompt, game.name, len(game.log))
            if prompts:
                events, _ = game.decide(GoOn(prompts=tuple(each.id for each in prompts)))
                assert events, (prompts, game.name, len(game.log))

    def test_what_happens_else_to_one_takes_no_decision_from_another_unless_it_is_shared(
        self, ruleset: AnyRuleset
    ) -> None:
        for game in some(ruleset, 300):
            owed = [each for each in ruleset.prompts(game.state) if each.blocks and each.whom in game.pcs]
            for one in owed if len({each.whom for each in owed}) > 1 else ():
                events, _ = game.decide(GoOn(prompts=(one.id,)))
                left = {each.id for each in ruleset.prompts(folded(ruleset, game.state, events))}
                for other in owed:
                    is_shared = bool(one.shared) and other.shared == one.shared
                    assert other.whom == one.whom or is_shared == (other.id not in left), (one, other, game.name)

    def test_whoever_owes_a_decision_sees_it_and_what_he_may_answer(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 150):
            for prompt in ruleset.prompts(game.state):
                owner = game.player(prompt.whom) if prompt.whom is not None else GM
                asked = next(each for each in ruleset.view(game.state, owner).asked if each.id == prompt.id)
                assert asked.is_mine
                assert asked.choices
                assert asked.question

    # ---- how a fight goes

    def test_a_running_fight_never_stalls(self, ruleset: AnyRuleset) -> None:
        for game in positions(ruleset):
            if game.phase is Phase.RUNNING:
                assert ruleset.prompts(game.state) or legal_options(game), (game.name, len(game.log))

    def test_a_random_fight_comes_to_its_end(self, ruleset: AnyRuleset) -> None:
        for seed in range(900, 908):
            game = started(ruleset, seed)
            for _ in play_on(game, MOST_STEPS):
                pass
            end(game)
            assert game.phase is Phase.OVER
            assert not ruleset.prompts(game.state)
            assert not legal_options(game)

    def test_the_defaults_alone_bring_every_fight_to_its_end(self, ruleset: AnyRuleset) -> None:
        for seed in range(1000, 1006):
            game = started(ruleset, seed)
            for _ in range(MOST_DEFAULTS):
                if game.phase is Phase.OVER:
                    break
                game.do(GoOn(prompts=tuple(each.id for each in ruleset.prompts(game.state))))
            end(game)

    def test_a_lobby_may_be_ended_too(self, ruleset: AnyRuleset) -> None:
        game = lobby(ruleset, 0)
        end(game)
        assert game.phase is Phase.OVER

    # ---- nonsense

    @pytest.mark.parametrize("seed", range(4))
    def test_nonsense_raises_nothing_but_refusals(self, ruleset: AnyRuleset, seed: int) -> None:
        for game in (*some(ruleset, 30, seed), lobby(ruleset, seed)):
            for _ in range(25):
                command = garbage(game)
                try:
                    events, _ = game.decide(command)
                except Illegal as illegal:
                    require_said(game, illegal.refusal, command)
                    continue
                _require_sound(game, events)

    @pytest.mark.parametrize("seed", range(2))
    def test_nonsense_that_the_gm_gets_away_with_does_no_harm_later(self, ruleset: AnyRuleset, seed: int) -> None:
        game = started(ruleset, 1200 + seed)
        for _ in range(150):
            command = garbage(game)
            if game.refusal(command) is None:
                game.do(command)
                for viewer in game.viewers:
                    ruleset.view(game.state, viewer)
                all_options(game)
                answers(game)
            if game.phase is not Phase.RUNNING:
                game = started(ruleset, 1300 + seed + len(game.log))

    def test_every_refusal_has_words_that_cite_its_rules_and_hide_its_code(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 150):
            for option in all_options(game):
                if option.why_not is not None:
                    require_said(game, option.why_not, None)

    def test_every_code_in_the_sources_has_words_of_its_own(self, ruleset: AnyRuleset) -> None:
        state, silent = started(ruleset, 0).state, []
        for code in sorted(codes_of(ruleset)):
            text = ruleset.words(Refusal(code=code), state, GM)
            if not text or code.replace("_", " ").casefold() == text.strip(".").casefold():
                silent.append(code)
        assert not silent, silent

    def test_each_side_has_a_name(self, ruleset: AnyRuleset) -> None:
        assert set(ruleset.sides) == set(Side)
        assert all(ruleset.sides.values())

    # ---- pure, exact and repeatable

    def test_folding_the_events_one_by_one_gives_the_state_that_the_referee_has(self, ruleset: AnyRuleset) -> None:
        codec = codec_of(ruleset)
        for seed in range(1500, 1502):
            game = started(ruleset, seed)
            for command in play_on(game, MOST_STEPS, gm_acts=0.1):
                events, draws = game.decide(command)
                after = encode(folded(ruleset, game.state, events))
                assert encode(folded_by_referee(game, events)) == after
                stored = codec.events(encode(events))
                assert encode(folded(ruleset, game.state, stored)) == after
                again = codec.fight(encode(envelope(game))).state
                assert encode(folded(ruleset, again, stored)) == after
                assert codec.draws(encode(draws)) == draws

    def test_asking_changes_no_byte_of_the_state(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 100):
            before = encode(game.state)
            command = garbage(game)
            game.refusal(command)
            ruleset.prompts(game.state)
            ruleset.amendables(game.state)
            for option in all_options(game):
                ruleset.stands(game.state, option.actor, option.moment)
            for viewer in game.viewers:
                ruleset.view(game.state, viewer)
                for event in game.log[-1][2]:
                    ruleset.words(event, game.state, viewer)
            assert encode(game.state) == before

    def test_commands_events_and_states_survive_the_codec_byte_for_byte(self, ruleset: AnyRuleset) -> None:
        codec = codec_of(ruleset)
        for seed in range(1700, 1702):
            game = started(ruleset, seed)
            for command in play_on(game, MOST_STEPS, gm_acts=0.15):
                _require_same(codec.command, command)
                events, _ = game.decide(command)
                _require_same(codec.events, events)
                _require_same(codec.fight, envelope(game))
        for _ in range(300):
            _require_same(codec.command, garbage(positions(ruleset)[0]))

    def test_two_processes_with_different_hash_seeds_play_the_same_fights(self, ruleset: AnyRuleset) -> None:
        printed = [_digests(ruleset, seed) for seed in ("1", "4242")]
        assert printed[0] == printed[1]
        assert len(printed[0].split()) > 100

    # ---- secrets

    @pytest.mark.parametrize("seed", range(4))
    def test_who_sees_the_same_is_offered_and_refused_the_same(self, ruleset: AnyRuleset, seed: int) -> None:
        pairs = 0
        for game in some(ruleset, 9, seed):
            for viewer in game.viewers:
                for other in twins.twins(game, viewer):
                    if twins.sees_the_same(game, other, viewer):
                        pairs += 1
                        twins.require_same_answers(game, other, viewer)
        assert pairs > 10, "pairs of states that look the same to somebody"

    def test_who_looked_before_changes_nothing_in_what_is_seen(self, ruleset: AnyRuleset) -> None:
        codec = codec_of(ruleset)
        for game in (lobby(ruleset, 6), *some(ruleset, 12, 1)):
            alone = {viewer: encode(ruleset.view(_copied(codec, game), viewer)) for viewer in game.viewers}
            for viewers in (game.viewers, game.viewers[::-1]):
                state = _copied(codec, game)
                assert {viewer: encode(ruleset.view(state, viewer)) for viewer in viewers} == alone

    def test_a_state_that_was_stored_shows_and_offers_the_same_in_the_same_order(self, ruleset: AnyRuleset) -> None:
        codec = codec_of(ruleset)
        for game in (*(started(ruleset, seed) for seed in range(6)), *some(ruleset, 40)):
            stored = _copied(codec, game)
            for viewer in game.viewers:
                assert ruleset.view(stored, viewer) == ruleset.view(game.state, viewer)
            for who in game.everybody:
                owner = game.player(who)
                assert ruleset.options(stored, who, owner) == ruleset.options(game.state, who, owner)

    def test_whoever_chooses_finds_nothing_twice_under_one_name(self, ruleset: AnyRuleset) -> None:
        for game in some(ruleset, 150):
            asked = [each for viewer in {game.player(pc) for pc in game.pcs} for each in game.look(viewer).asked]
            for pc in game.pcs:
                labels = [option.label for option in ruleset.options(game.state, pc, game.player(pc))]
                labels += [
                    choice.label for each in asked if each.whom == pc and each.is_mine for choice in each.choices
                ]
                assert len(set(labels)) == len(labels), sorted(labels)

    def test_nothing_that_the_gm_does_with_somebody_hidden_names_him_while_he_is(self, ruleset: AnyRuleset) -> None:
        tried: set[str] = set()
        for game in (lobby(ruleset, 5), *some(ruleset, 20, 2)):
            before = twins.with_somebody_hidden(game, UNSEEN)
            if before is None:
                continue
            places = (each.id for each in before.look(GM).places)
            commands = [amend for amend in _amendments(before) if UNSEEN in (amend.whom, amend.value)]
            for command in (*commands, *(PlaceThere(where=each, whom=(UNSEEN,)) for each in places)):
                try:
                    events, _ = before.decide(command)
                except Illegal:
                    continue
                after = replace(before, state=folded(ruleset, before.state, events))
                if any(each.id == UNSEEN for each in after.look(PUBLIC).combatants):
                    continue
                tried.add(str(command))
                for viewer in (each for each in game.viewers if not each.gm):
                    said = [ruleset.words(event, after.state, viewer) or "" for event in events]
                    said.append(encode(after.look(viewer)).decode())
                    assert not any(UNSEEN in text.casefold() for text in said), (command, viewer, said)
        assert len(tried) > 10

    # ---- rules cited

    def test_every_event_cites_rules_that_there_are(self, ruleset: AnyRuleset) -> None:
        for seed in range(1900, 1902):
            game = started(ruleset, seed)
            for _ in play_on(game, MOST_STEPS, gm_acts=0.15):
                pass
            for _, _, events in game.log:
                for event in events:
                    assert event.rules, event
                    require_rules(ruleset, event.rules)

    # ---- what the GM sets

    def test_every_amendable_can_be_set_to_each_value_for_everybody_it_is_offered_for(
        self, ruleset: AnyRuleset
    ) -> None:
        refused = set()
        for game in (*some(ruleset, 25), lobby(ruleset, 1)):
            for command in _amendments(game):
                refusal = game.refusal(command)
                if refusal is not None:
                    refused.add((game.phase.value, command.what, refusal.code))
        assert not refused, refused

    def test_what_the_gm_sets_shows(self, ruleset: AnyRuleset) -> None:
        shows: set[str] = set()
        hides: set[str] = set()
        for game in some(ruleset, 10, 3):
            for each in ruleset.amendables(game.state):
                if each.key in shows:  # once is enough
                    continue
                is_seen = any(_is_seen(game, each.key, values_of(each), whom) for whom in whom_of(each))
                (shows if is_seen else hides).add(each.key)
        assert shows
        assert not hides - shows, hides - shows


def codes_of(ruleset: AnyRuleset) -> set[str]:
    """Every code with which the system's sources refuse."""
    folder = Path(inspect.getfile(type(ruleset))).parent
    return {code for path in folder.rglob("*.py") for code in CODE.findall(path.read_text("utf-8"))}


def require_said(game: Game, refusal: Refusal, command: Command | None) -> None:
    """The refusal has words for whoever tried, which hide its code and cite its rules."""
    for viewer in game.viewers:
        text = refused(game.ruleset, refusal, game.state, viewer)
        assert text != "The rules do not allow that.", refusal
        typed = encode(command).decode() if command is not None else ""
        assert not re.search(rf"\b{refusal.code}\b", text) or refusal.code in typed, text
        for rule in refusal.rules:
            assert rule in text, (refusal, text)
    assert refusal.rules or NOT_UNDERSTOOD.fullmatch(refusal.code), refusal
    require_rules(game.ruleset, refusal.rules)


def require_rules(ruleset: AnyRuleset, rules: Sequence[str]) -> None:
    """The rules can be looked up."""
    for rule in rules:
        assert find_rule(ruleset.rules, rule) is not None, rule


def _copied(codec: Codec[Any], game: Game) -> Any:  # Any: each system has its own state
    """The same state as another object, of which nobody has seen anything."""
    return codec.fight(encode(envelope(game))).state


def _tries(game: Game, option: Option) -> Iterator[Command]:
    """The act itself, with everything that could stand in the blanks it needs."""
    kind = next(each for each in game.ruleset.command_types if each.__struct_config__.tag == option.kind)
    view = game.ruleset.view(game.state, game.player(option.actor))
    values = [*(each.id for each in view.combatants), *(each.id for each in view.places), WORDS]
    needed = [each.name for each in msgspec.structs.fields(kind) if each.required and each.name != "actor"]
    for filled in itertools.product(values, repeat=len(needed)):
        fields = {"actor": option.actor, **dict(zip(needed, filled, strict=True))}
        yield codec_of(game.ruleset).build(option.kind, fields)


def _amendments(game: Game) -> Iterator[Amend]:
    for each in game.ruleset.amendables(game.state):
        for whom in whom_of(each):
            for value in values_of(each):
                yield amend(each, value, whom)


def _is_seen(game: Game, what: str, values: Sequence[str], whom: str | None) -> bool:
    """Whether each value leads to a view of its own, for a GM who here sees everything; a single one, to another."""
    all_seeing = Viewer(gm=True, combatants=frozenset(game.everybody))
    seen = [encode(game.ruleset.view(game.state, all_seeing))] if len(values) == 1 else []
    for value in values:
        try:
            events, _ = game.decide(Amend(what=what, value=value, whom=None if whom is None else CombatantId(whom)))
        except Illegal:
            return False
        seen.append(encode(game.ruleset.view(folded(game.ruleset, game.state, events), all_seeing)))
    return len(set(seen)) == len(seen)


def _require_sound(game: Game, events: tuple[Event, ...]) -> None:
    """What was accepted can be applied, stored and looked at."""
    after = folded(game.ruleset, game.state, events)
    for viewer in game.viewers:
        game.ruleset.view(after, viewer)
        for event in events:
            game.ruleset.words(event, after, viewer)
    assert codec_of(game.ruleset).events(encode(events)) == events


def _require_same(decode: object, value: object) -> None:
    assert callable(decode)
    raw = encode(value)
    decoded = decode(raw)
    assert decoded == value
    assert encode(decoded) == raw


def _digests(ruleset: AnyRuleset, hash_seed: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.contracts.ruleset_digests", ruleset.id],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        check=True,
        capture_output=True,
        text=True,
    )
    return ran.stdout
