"""A bug in our own code: one private answer, one log line, no secret in either."""

import logging

import pytest

from bot.rehearsal.people import Outcome
from rules.store.protocol import StoreError
from tests.support.table import Table, seated

SECRET = "7 of Clubs token=abc"


async def broken(*args: object, **kwargs: object) -> None:
    raise RuntimeError(SECRET)


def broken_now(*args: object, **kwargs: object) -> None:
    raise RuntimeError(SECRET)


def require_one_line(caplog: pytest.LogCaptureFixture) -> None:
    lines = [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    assert len(lines) == 1, lines
    assert "RuntimeError" in lines[0]
    assert "\n" not in lines[0]
    assert "Clubs" not in caplog.text
    assert "token" not in caplog.text


def require_told(table: Table, outcome: Outcome) -> None:
    assert outcome.ephemeral
    assert "Something went wrong on my side" in outcome.text
    assert len(outcome.interaction.followups) + (outcome.interaction.original is not None) == 1
    assert not any("Clubs token" in text for text in table.texts())


async def test_a_bug_in_a_command_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        await table.fight("Ana")
        monkeypatch.setattr(table.bot.referee, "show", broken)
        require_told(table, await table.person("Ana").command("/act", action="Shoot"))
        require_one_line(caplog)


async def test_a_bug_in_a_button_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        await table.fight("Ana")
        monkeypatch.setattr(table.bot.referee, "show", broken)
        require_told(table, await table.person("Ana").press(table.board(), table.button(table.board(), "Hand")))
        require_one_line(caplog)


async def test_a_bug_in_a_private_button_leaves_the_screen_and_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        await table.fight("Ana")
        ana = table.person("Ana")
        await ana.presses("Your move")
        before = ana.surfaces()[0]
        monkeypatch.setattr(table.bot.referee, "act", broken)
        outcome = await ana.presses("I am Lookout")
        require_told(table, outcome)
        require_one_line(caplog)
        assert before.text in ana.sees()


async def test_a_bug_in_a_menu_is_told_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async with seated() as table:
        await table.fight(start=False)
        monkeypatch.setattr(table.bot.referee, "join", broken)
        require_told(table, await table.person("Ana").picks("Ruth Okafor"))
        require_one_line(caplog)


async def test_a_bug_after_a_form_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await ana.command("/act", action="5 of Masks")
        await ana.presses("Your move")
        await ana.presses("Something else")
        await ana.presses("Say it")
        monkeypatch.setattr(table.bot.referee, "act", broken)
        require_told(table, await ana.fills({"What do you do?": "Whistle"}))
        require_one_line(caplog)


async def test_a_bug_in_an_autocomplete_offers_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        await table.fight("Ana")
        monkeypatch.setattr(table.bot.referee, "options", broken)
        assert await table.person("Ana").complete("/act", "action", "s") == []
        require_one_line(caplog)


async def test_a_bug_in_showing_a_ruling_does_not_stop_the_showing_of_the_next(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        with monkeypatch.context() as patch:
            patch.setattr("bot.telling.board.news", broken_now)
            await table.person("Ana").command("/act", action="I am Lookout")
            await table.settled()
        require_one_line(caplog)
        assert "Ada Quill, Lookout" not in table.person("Bystander").sees()
        await table.person("Ana").command("/act", action="5 of Masks")
        await table.settled()
        assert "plays the 5 of Masks" in table.person("Bystander").sees()


async def test_a_bug_in_drawing_the_board_ends_with_the_next_ruling(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        with monkeypatch.context() as patch:
            patch.setattr("bot.boards.board.board", broken_now)
            await table.person("Ana").command("/act", action="I am Lookout")
            await table.settled()
        require_one_line(caplog)
        await table.person("Ana").command("/act", action="5 of Masks")
        await table.settled()
        assert "Posse Phase" in table.board().payload["content"]


async def test_a_bug_in_what_comes_after_a_ruling_does_not_hide_the_ruling(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        await table.fight("Ana")
        ana = table.person("Ana")
        await ana.presses("Your move")
        monkeypatch.setattr(table.bot.referee, "options", broken)
        outcome = await ana.presses("I am Lookout")
        assert "is Lookout" in outcome.text
        assert "went wrong" not in outcome.text
        require_one_line(caplog)


async def test_a_store_that_does_not_answer_is_no_bug_and_said_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def away(*args: object, **kwargs: object) -> None:
        raise StoreError(SECRET)

    async with seated() as table:
        await table.fight("Ana")
        monkeypatch.setattr(table.bot.referee, "show", away)
        outcome = await table.person("Ana").command("/act", action="Shoot")
        assert outcome.ephemeral
        assert "cannot reach my records" in outcome.text
        assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
        assert SECRET not in caplog.text
