"""How a board is kept up: seldom, to the last state, made anew where it takes no more edits; what old ones do."""

import itertools
import time

import pytest

from bot.rehearsal import Loopback
from bot.rehearsal.journal import Requested
from bot.rehearsal.render import text_of
from bot.rehearsal.routes_channels import LATE_EDITS
from bot.rehearsal.world import Message
from tests.support.table import Table, seated

EVERY = 1.5  # seconds: the agreed pace
HURRY = 12  # acts, one right after the other


class Clock:
    """A clock that can be put forward."""

    def __init__(self, ago: float = 0.0) -> None:
        self.shift = -ago

    def __call__(self) -> float:
        return time.time() + self.shift


def edits(table: Table, board: Message, after: int) -> list[Requested]:
    return [
        each
        for each in table.discord.journal[after:]
        if isinstance(each, Requested) and each.method == "PATCH" and each.path.endswith(board.id)
    ]


async def sets_grit(table: Table, value: int) -> None:
    outcome = await table.person("Dealer").command("/gm amend", what="Grit", value=str(value), whom="Ada Quill")
    assert not outcome.text.startswith("✋"), outcome.text


async def test_a_board_is_edited_at_once_and_then_not_for_a_while_and_shows_the_last_state() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        board = table.board()
        assert await table.discord.settled(EVERY + 0.2, limit=4.0), "the board may be edited again"
        after = len(table.discord.journal)
        for number in range(HURRY):
            await sets_grit(table, number % 9 + 1)
        took = [each.at for each in edits(table, board, after)]
        assert took, "the first at once"
        last = f"Grit {(HURRY - 1) % 9 + 1}"
        assert await table.discord.until(lambda: last in board.payload["content"], 5.0)
        made = [each.at for each in edits(table, board, after)]
        assert all(later - sooner >= EVERY * 0.9 for sooner, later in itertools.pairwise(made)), made
        assert len(made) < HURRY


async def test_a_board_that_takes_no_more_edits_is_made_anew_and_the_old_ones_buttons_answer_with_the_present(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.voice.LATE_EDIT", 0.1)
    clock = Clock(ago=2 * 3600)
    async with Loopback(clock=clock) as loopback, seated(loopback, expects_refusals=True) as table:
        await table.fight("Ana", "Bo")
        old = table.board()
        clock.shift = 0.0
        for number in range(LATE_EDITS):
            await sets_grit(table, number + 2)
            await table.settled()
        assert table.board() is old
        await sets_grit(table, 9)
        await table.settled()
        new = table.board()
        assert new is not old
        assert "Grit 9" in new.payload["content"]
        assert "Grit 9" not in old.payload["content"]
        assert table.discord.default_channel.pins == [new.id]
        ana = table.person("Ana")
        shown = (await ana.press(old, table.button(old, "Hand"))).text
        assert all(item.label in shown for item in (await table.showing(by=ana)).view.hands[0].items)
        assert "Will you be Lookout" in (await ana.press(old, table.button(old, "Your move"))).text
        await sets_grit(table, 3)
        await table.settled()
        assert table.board() is new
        assert "Grit 3" in new.payload["content"]


@pytest.mark.parametrize("may_pin", [True, False])
async def test_a_board_asked_for_is_posted_below_and_the_old_one_goes(may_pin: bool) -> None:
    async with seated(expects_refusals=not may_pin) as table:
        if not may_pin:
            table.discord.deny(table.discord.default_channel, "pin_messages")
        await table.fight("Ana", "Bo")
        old = table.board()
        await table.person("Ana").command("/fight show")
        await table.settled()
        new = table.board()
        assert int(new.id) > int(old.id)
        assert old.id not in table.discord.world.messages
        assert table.discord.default_channel.pins == ([new.id] if may_pin else [])


async def test_what_was_answered_in_a_direct_message_stays_to_be_read() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        letter = list(table.discord.world.direct_with(ana.user).messages.values())[-1]
        await ana.press(letter, table.button(letter, "I am Lookout"))
        await table.settled()
        await ana.press(letter, table.button(letter, "5 of Masks"))
        await table.settled()
        assert "Ada Quill plays the 5 of Masks." in text_of(letter.payload)
        held = (await table.showing(by=ana)).view.hands[0]
        assert all(item.label in text_of(letter.payload) for item in held.items)
