"""What is not possible is said privately, in words that help, and changes nothing."""

import contextlib
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.rehearsal import Loopback
from bot.rehearsal.journal import Shown
from bot.rehearsal.people import Outcome
from tests.support.table import Table, require_refused, seated

Act = Callable[[Table], Awaitable[Outcome]]


async def lookout(table: Table) -> None:
    await table.fight("Ana", "Bo")
    await table.person("Ana").command("/act", action="I am Lookout")
    await table.settled()


async def turn(table: Table) -> None:
    await lookout(table)
    await table.person("Ana").command("/act", action="5 of Masks")
    await table.settled()


async def lobby(table: Table) -> None:
    await table.fight("Ana", "Bo", start=False)


async def dealt(table: Table) -> None:
    await table.fight("Ana", "Bo")


def types(person: str, path: str, /, **options: object) -> Act:
    async def act(table: Table) -> Outcome:
        return await table.person(person).command(path, **{name.rstrip("_"): each for name, each in options.items()})

    return act


def presses(who: str, label: str) -> Act:
    async def act(table: Table) -> Outcome:
        return await table.person(who).press(table.board(), table.button(table.board(), label))

    return act


REFUSALS = {
    "a second fight in one channel": (
        dealt,
        types("Bo", "/fight begin", system="texarkana"),
        ("already", "/fight end"),
    ),
    "joining twice": (lobby, types("Ana", "/fight join"), ("already in", "Ada Quill")),
    "joining twice by the button": (lobby, presses("Ana", "Join"), ("already in", "Ada Quill")),
    "leaving what one is not in": (lobby, types("Cy", "/fight leave"), ("not in this fight", "Join")),
    "leaving what one is not in by the button": (lobby, presses("Cy", "Leave"), ("not in this fight", "Join")),
    "starting as a player": (lobby, types("Ana", "/fight start"), ("Dealer",)),
    "starting as a player by the button": (lobby, presses("Ana", "Start (Dealer)"), ("Dealer",)),
    "starting twice": (dealt, types("Dealer", "/fight start"), ("begun already", "TX-")),
    "the panel as a player": (dealt, presses("Ana", "Dealer"), ("only the Dealer",)),
    "your move as a stranger": (
        dealt,
        presses("Cy", "Your move"),
        ("you play nobody here", "Ask the Dealer for a place"),
    ),
    "the hand as a stranger": (
        dealt,
        presses("Cy", "Hand"),
        ("you play nobody here", "Ask the Dealer for a place"),
    ),
    "me as a stranger": (
        dealt,
        types("Cy", "/me hand"),
        ("you play nobody here", "Ask the Dealer for a place"),
    ),
    "acting as a stranger": (
        dealt,
        types("Cy", "/act", action="Shoot"),
        ("you play nobody here", "Ask the Dealer for a place"),
    ),
    "undo as a player": (dealt, types("Ana", "/fight undo"), ("only the Dealer",)),
    "end as a player": (dealt, types("Ana", "/fight end"), ("only the Dealer",)),
    "go on as a player": (dealt, types("Ana", "/gm go-on"), ("only the Dealer",)),
    "adding as a player": (dealt, types("Ana", "/gm add", who="bandit"), ("only the Dealer",)),
    "placing as a player": (dealt, types("Ana", "/gm place", where="Road"), ("only the Dealer",)),
    "amending as a player": (
        dealt,
        types("Ana", "/gm amend", what="Grit", value="9", whom="Ada"),
        ("only the Dealer",),
    ),
    "a secret as a player": (dealt, types("Ana", "/gm secret", what="Woe", value="9"), ("only the Dealer",)),
    "acting before the Initiative": (lookout, types("Bo", "/act", action="Shoot", whom="Dutch"), ("cannot be done",)),
    "acting before the Lookout": (turn, types("Bo", "/act", action="Shoot", whom="Dutch"), ("Lookout", "Ada", "TX-20")),
    "acting for another": (turn, types("Ana", "/act", action="Shoot", as_="Hank"), ("Hank", "not yours", "Ada Quill")),
    "moving nowhere near": (turn, types("Ana", "/act", action="Move", where="Moon"), ("Moon", "Rocks", "Wagon")),
    "fleeing with a card one lacks": (turn, types("Ana", "/act", action="Flee", card="2 of Hearts"), ("2 of Hearts",)),
    "acting for an enemy out of turn": (turn, types("Dealer", "/act", action="Shoot", as_="Dutch"), ("Phase", "TX-")),
    "a grit that is no number": (
        turn,
        types("Dealer", "/gm amend", what="Grit", value="much", whom="ada"),
        ("much", "0 to 999"),
    ),
    "another's decision": (lookout, types("Bo", "/act", action="5 of Masks"), ("cannot be done",)),
}


@pytest.mark.parametrize("what", REFUSALS)
async def test_it_is_refused_privately_in_words_and_changes_nothing(what: str) -> None:
    arrange, act, words = REFUSALS[what]
    async with seated() as table:
        await arrange(table)
        before, shown = await table.seq(), len(table.discord.journal)
        outcome = await act(table)
        await table.settled()
        require_refused(outcome, *words)
        assert await table.seq() == before
        others = [each for each in table.discord.journal[shown:] if isinstance(each, Shown) and each.readers is None]
        assert not others, "nobody else sees anything of it"


async def test_somebody_elses_button_is_refused_and_decides_nothing() -> None:
    """Nobody sees another's private screen; a forged or forwarded press is refused all the same."""
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, bo = table.person("Ana"), table.person("Bo")
        await ana.presses("Your move")
        screen = ana.surfaces()[0]
        address = next(each.custom_id for each in screen.controls if each.label == "I am Lookout")
        await bo.press(table.board(), table.button(table.board(), "Your move"))
        interaction = bo.pressing(table.board(), table.button(table.board(), "Hand"))
        interaction.payload["data"]["custom_id"] = address
        before = await table.seq()
        require_refused(await bo.does(interaction), "Ada Quill is not yours", "Hank Dollarhide")
        assert await table.seq() == before


async def test_the_buttons_of_the_panel_refuse_whoever_is_not_the_game_master() -> None:
    async with seated() as table:
        await table.fight("Ana")
        ana, board = table.person("Ana"), table.board()
        before = await table.seq()
        for verb in ("undo", "goon", "end", "endnow", "panel"):
            interaction = ana.pressing(board, table.button(board, "Hand"))
            interaction.payload["data"]["custom_id"] = interaction.payload["data"]["custom_id"].replace("hand", verb)
            require_refused(await ana.does(interaction), "only the Dealer")
        assert await table.seq() == before


async def test_an_old_button_works_after_the_bot_was_started_anew(tmp_path: Path) -> None:
    async with Loopback() as discord:
        async with seated(discord, database=tmp_path / "fights.sqlite") as table:
            await table.fight("Ana", "Bo")
            await table.person("Ana").presses("Your move")
        await discord.until_gone()
        async with seated(discord, database=tmp_path / "fights.sqlite") as table:
            ana = table.person("Ana")
            outcome = await ana.presses("I am Lookout")
            assert "Ada Quill is Lookout" in outcome.text
            assert "plays the" in (await ana.picks("7 of Hearts")).text


async def test_an_old_button_says_that_it_is_no_longer_open(tmp_path: Path) -> None:
    async with Loopback() as discord:
        async with seated(discord, database=tmp_path / "fights.sqlite") as table:
            await table.fight("Ana", "Bo")
            ana = table.person("Ana")
            await ana.press(table.board(), table.button(table.board(), "Your move"))
            old = ana.surfaces()[0]
            await table.person("Bo").command("/act", action="I am Lookout")
            await table.person("Bo").command("/gm go-on")
        await discord.until_gone()
        async with seated(discord, database=tmp_path / "fights.sqlite") as table:
            seq = await table.seq()
            address = next(each.custom_id for each in old.controls if each.label == "I am Lookout")
            require_refused(await ana.press(old.message, address), "no longer open", "Your move")
            assert await table.seq() == seq


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ("UPDATE fights SET schema = 99", "NEWER_PROGRAM", ("newer version of the program", "another channel")),
        ("UPDATE fights SET raw = x'00'", "BROKEN_RECORD", ("cannot be read", "another channel")),
    ],
)
async def test_a_fight_that_cannot_be_read_says_so_and_the_host_reads_it_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str, code: str, words: tuple[str, ...]
) -> None:
    file = tmp_path / "fights.sqlite"
    async with Loopback() as discord:
        async with seated(discord, database=file) as table:
            await table.fight("Ana", "Bo")
            board = table.board()
            press = discord.person("Ana").pressing(board, table.button(board, "Your move"))
        await discord.until_gone()
        with contextlib.closing(sqlite3.connect(file)) as connection, connection:
            connection.execute(change)
        async with seated(discord, database=file) as table:
            dealer = table.person("Dealer")
            require_refused(await table.person("Ana").does(press), *words)
            require_refused(await dealer.command("/fight undo"), *words)
            require_refused(await dealer.command("/fight begin", system="texarkana", scene="ambush"), *words)
            await table.settled()
        assert [each.getMessage() for each in caplog.records].count(f"a fight was refused: {code}") == 3
        assert not [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]


async def test_a_button_of_a_fight_put_away_says_so() -> None:
    async with seated() as table:
        await table.fight("Ana")
        ana, board = table.person("Ana"), table.board()
        interaction = ana.pressing(board, table.button(board, "Your move"))
        act = ana.pressing(board, table.button(board, "Your move"))
        await table.person("Dealer").command("/fight end")
        await table.person("Dealer").presses("Yes, end it")
        await table.settled()
        outcome = await ana.does(interaction)
        assert "over" in outcome.text.casefold()
        act.payload["data"]["custom_id"] = (
            act.payload["data"]["custom_id"].replace("move", "answer") + ":lookout.c2:take"
        )
        require_refused(await ana.does(act), "put away")


async def test_a_form_of_a_moment_gone_by_is_refused() -> None:
    async with seated() as table:
        await turn(table)
        ana = table.person("Ana")
        await ana.presses("Your move")
        await ana.presses("Shoot")
        screen = ana.surfaces()[0]
        confirm = next(each.custom_id for each in screen.controls if each.is_button and each.label == "Shoot")
        await ana.command("/act", action="Let the turn go by")
        seq = await table.seq()
        outcome = await ana.press(screen.message, confirm)
        require_refused(outcome)
        assert await table.seq() == seq


async def test_words_written_for_a_turn_gone_by_are_refused() -> None:
    async with seated() as table:
        await turn(table)
        ana = table.person("Ana")
        await ana.presses("Your move")
        await ana.presses("Something else")
        await ana.presses("Say it")
        while (await table.showing()).view.headline != "Turn 2, Posse Phase":
            outcome = await table.person("Dealer").command("/gm go-on")
            assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        seq = await table.seq()
        require_refused(await ana.fills({"What do you do?": "Whistle"}), "no longer open")
        assert await table.seq() == seq


FORGED = (
    "history:{0}:x",
    "history:{0}:-1",
    "history:{0}:٣",
    "history:{0}:1:2",
    f"history:{{0}}:{'9' * 60}",
    "join:{0}:x",
    "back:{0}",
    "form:{0}:c2",
    "form:{0}:c2:shoot:x",
    "form:{0}:c2:nonsense",
    "slot:{0}:c2:shoot",
    "do:{0}",
    "do:{0}:c2",
    "do:{0}:c2:nonsense",
    "do:{0}:c2:answer",
    "do:{0}:c2:start:x:y",
    "write:{0}:c2:free",
    "write:{0}:c2:free:",
    "written:{0}:c2:nonsense",
    "answer:{0}",
    "answer:{0}:lookout.c2",
    "answer:{0}:lookout.c2:page=x",
    f"answer:{{0}}:lookout.c2:page={'9' * 40}",
    "answer:{0}:nonsense:page=1",
    "choose:{0}",
    "goon:{0}:x",
    "goon:{0}:1:2",
    f"undo:{{0}}:{'9' * 60}",
    "undo:{0}:",
    "hand:{0}\x00",
    "history:{0}:\u202e1",
    "callwho:{0}:\u202e1",
    "written:{0}:c2:\u202e1",
    "hand:nonsense",
    "hand:",
    "nonsense:{0}",
)


@pytest.mark.parametrize("forged", FORGED)
async def test_a_forged_address_is_refused_privately_and_is_no_bug(
    forged: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        seq = await table.seq()
        for person in (table.person("Ana"), table.person("Dealer")):
            interaction = person.pressing(table.board(), table.button(table.board(), "Hand"))
            fight = interaction.payload["data"]["custom_id"].split(":")[2]
            interaction.payload["data"]["custom_id"] = "fd:" + forged.format(fight)
            require_refused(await person.does(interaction))
        assert await table.seq() == seq
        assert not [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
