"""Everything that anybody can read is in the words of the table: screens, words, refusals, rules, commands, README."""

import importlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.address import Address
from cogs.render import board, own_npcs, private, reference
from cogs.screen import Entities, Form, Screen, Select
from rules.core.audience import Viewer
from rules.core.command import Start
from rules.core.ids import FightId, Place, UserId
from rules.core.option import Choice, Option, Slot
from rules.core.refusal import Refusal
from rules.core.speech import TABLE_CODES, refusal_said
from rules.drawing import draws_switch
from rules.looking import Showing
from rules.registry import RULESETS
from rules.telling import lines
from tests.contracts import ruleset_play
from tests.contracts.ruleset_play import GM, AnyRuleset, Game
from tests.support.plain_speech import faults
from tests.support.table import seated

ROOT = Path(__file__).parents[2]
SEEDS = range(3)
STEPS = 40
NUMBERED = re.compile(r"(?<=[a-z]) c\d+\b")  # what random play puts behind names, to tell them apart
SO_CALLED = "give-seat"  # the one command that was asked for by this name
FACTS = dict.fromkeys(("who", "whom", "holder"), "Hank")
systems = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.id)


def require_plain(texts: list[str], gm_word: str) -> None:
    assert texts, "something was read"
    found = list(faults([text.replace(SO_CALLED, "") for text in texts], gm_word))
    assert not found, "\n".join(found)


# ---- a fight


@systems
@pytest.mark.parametrize("seed", SEEDS)
def test_every_screen_and_word_of_a_fight_is_plain(ruleset: AnyRuleset, seed: int) -> None:
    game = ruleset_play.lobby(ruleset, seed)
    texts = list(_screens(game))
    game.do(Start())
    for _ in ruleset_play.play_on(game, STEPS, gm_acts=0.15):
        texts.extend(_screens(game))
    ruleset_play.end(game)
    texts.extend(_screens(game))
    require_plain([NUMBERED.sub("", text) for text in texts], ruleset.gm_word)


def _screens(game: Game) -> Iterator[str]:
    """All that anybody is shown at this moment, and what was said of the last step."""
    ready = tuple(Choice(key=each.key, label=each.name, note=each.note) for each in game.ruleset.templates)
    for viewer in game.viewers:
        showing = _showing(game, viewer)
        screens = [board.board(showing, ready), private.hand(showing), private.panel(showing, ready[:3])]
        whom = game.everybody if viewer.gm else tuple(viewer.combatants)
        for who in whom:
            options = game.ruleset.options(game.state, who, viewer)
            screens.append(private.move(showing, who, options))
            screens.extend(private.form(showing, each, private.defaults(each)) for each in options if not each.why_not)
            yield from _refused(game, options, viewer)
        for screen in screens:
            yield from _read(screen)
        yield from _forms(showing)
        yield from showing.view.sketch
        for _, _, events in game.log[-1:]:
            yield from lines(game.ruleset, ruleset_play.envelope(game), events, viewer)
    for each in game.ruleset.amendables(game.state):
        yield from (each.label, each.hint, *(choice.label for choice in each.values))


def _forms(showing: Showing) -> Iterator[str]:
    for asked in private.owed(showing):
        for choice in asked.choices:
            form = private.answer_form(showing, asked.id, choice.key)
            yield from _blanks(form) if form is not None else ()


def _refused(game: Game, options: tuple[Option, ...], viewer: Viewer) -> Iterator[str]:
    for option in options:
        if option.why_not is not None:
            yield game.ruleset.words(option.why_not, game.state, viewer) or ""


def _showing(game: Game, viewer: Viewer) -> Showing:
    return Showing(
        id=FightId("f"),
        place=Place(guild=1, channel=2),
        seq=1,
        title="Dusk",
        ruleset=game.ruleset.id,
        ruleset_name=game.ruleset.name,
        gm_word=game.ruleset.gm_word,
        held_word=game.ruleset.held_word,
        sides=game.ruleset.sides,
        gms=(UserId(1),),
        players={},
        viewer=viewer,
        view=game.look(viewer),
        is_closed=False,
        has_sheets=game.ruleset.sheets is not None,
    )


def _read(screen: Screen) -> Iterator[str]:
    yield screen.text.replace("\\", "")
    for row in screen.rows:
        if isinstance(row, Select):
            yield row.placeholder
            yield from (text for pick in row.picks for text in (pick.label, pick.note))
        elif isinstance(row, Entities):
            yield row.placeholder
        else:
            yield from (button.label for button in row)


def _blanks(form: Form) -> Iterator[str]:
    yield form.title
    for blank in form.blanks:
        yield from (blank.label, *(text for pick in blank.picks for text in (pick.label, pick.note)))


# ---- what is written down


@systems
def test_every_refusal_is_plain(ruleset: AnyRuleset) -> None:
    module = importlib.import_module(f"rules.systems.{ruleset.id}.refusals")
    codes: Mapping[str, str] = module.WHAT_IS_WRONG
    state = ruleset.empty()
    said = [ruleset.words(Refusal(code=code, facts=FACTS), state, GM) for code in codes]
    require_plain([each for each in said if each], ruleset.gm_word)


def test_every_refusal_of_the_table_is_plain() -> None:
    require_plain([refusal_said(Refusal(code=code, facts={"gm": "game master"}), {}) for code in TABLE_CODES], "")


def test_every_refusal_of_the_table_has_words() -> None:
    files = [*(ROOT / "rules").glob("*.py"), *(ROOT / "cogs").rglob("*.py"), *(ROOT / "rules/core").glob("*.py")]
    raised = {code for file in files for code in re.findall(r'Illegal\(\s*"([A-Z_]+)"', file.read_text("utf-8"))}
    assert raised - TABLE_CODES <= {"NO_SUCH_RULE"}, "a refusal without words"


@systems
def test_what_is_looked_up_is_plain(ruleset: AnyRuleset) -> None:
    screens = [reference.rules((rule,), ruleset.rules) for rule in ruleset.rules]
    screens += [reference.weapons(ruleset.id, ruleset.name, ruleset.tables, page) for page in range(4)]
    switches = (*ruleset.house(None), draws_switch(is_typed=False))
    for page, is_of_fight in ((0, True), (1, False)):
        to = Address("house", FightId("f"), (ruleset.id,))
        house = reference.house(
            ruleset.name,
            switches,
            ruleset.house_sets,
            ruleset.rules,
            to=to,
            page=page,
            is_of_fight=is_of_fight,
        )
        screens.append(house)
    texts = [text for screen in screens for text in _read(screen)]
    texts += [text for each in (*ruleset.templates, *ruleset.scenes) for text in _words_of(each)]
    require_plain(texts, ruleset.gm_word)


@systems
def test_what_a_game_master_or_a_player_fills_in_is_plain(ruleset: AnyRuleset) -> None:
    slots: list[Slot] = list(ruleset.own_npcs.blanks) if ruleset.own_npcs else []
    texts = [text for slot in slots for text in (slot.label, *(choice.label for choice in slot.choices))]
    texts += [way.label for way in own_npcs.WAYS]
    for blank in ruleset.sheets.fields if ruleset.sheets else ():
        texts += [blank.label, blank.page, *(choice.label for choice in blank.choices)]
    require_plain(texts, ruleset.gm_word)


@systems
def test_the_advice_to_whoever_plays_alone_is_plain(ruleset: AnyRuleset) -> None:
    library = importlib.import_module(f"rules.systems.{ruleset.id}.library")
    require_plain([each.say for each in library.advice()], ruleset.gm_word)


def _words_of(value: Any) -> Iterator[str]:  # Any: whichever of our structs
    for field in msgspec.structs.fields(value):
        text = getattr(value, field.name)
        if isinstance(text, str) and field.name != "key":
            yield text


async def test_every_command_is_plain() -> None:
    async with seated() as table:
        texts = [
            text for command in table.bot.tree.get_commands() for text in _of_command(command.to_dict(table.bot.tree))
        ]
        require_plain(texts, "")


def _of_command(command: Mapping[str, Any]) -> Iterator[str]:  # Any: Discord's JSON
    yield command["name"]
    yield command["description"]
    yield from (choice["name"] for choice in command.get("choices") or ())
    for option in command.get("options") or ():
        yield from _of_command(option)


def test_what_the_readme_tells_players_is_plain() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    told = "".join(
        text.partition(f"\n## {begins}\n")[2].partition(f"\n## {ends}\n")[0]
        for begins, ends in (("How a fight goes", "Host it"), ("Commands", "Keep it running"))
    )
    assert "### Privacy" in told
    require_plain([line for line in told.splitlines() if line], "Dealer")  # its examples are Texarkana's


# ---- the test itself


@pytest.mark.parametrize(
    ("text", "gm_word"),
    [
        ("Your seat is free.", "Dealer"),
        ("NOT_YOUR_PHASE", "Dealer"),
        ("set bust_over to 22", "Dealer"),
        ("c12 shoots", "Dealer"),
        ("The posse holds the field", "Judge"),
        ("Ask the Judge", "GM"),
        ("Ask the Dealer", ""),
    ],
)
def test_a_word_that_does_not_belong_is_found(text: str, gm_word: str) -> None:
    assert list(faults([text], gm_word))


def test_the_words_of_ones_own_table_are_no_fault() -> None:
    assert not list(faults(["The Posse holds the field: the Dealer's secret."], "Dealer"))
