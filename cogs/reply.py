"""The one door to answers: whatever a person does is answered exactly once, in time, privately.

If the answer is ready soon it is the first response itself, one request; if not, the interaction is deferred so that
the 3 seconds never run out ("Receiving and Responding: Interaction Callback"), and the answer follows.
"""

import asyncio
import io
from typing import Any

import discord

from cogs.screen import Form, Screen, modal_of, view_of

SOON = 1.5  # seconds: half of what Discord allows for the first answer

Interaction = discord.Interaction[Any]  # Any: whichever client runs us


class Reply:
    """The answer owed to one interaction. `is_in_place`: a press on a private screen changes that screen."""

    def __init__(self, interaction: Interaction) -> None:
        """Starts the clock: after `SOON` seconds the interaction is deferred by itself."""
        self._interaction = interaction
        self.is_in_place = _is_private(interaction)
        self.is_redrawn = False  # whether the pressed screen shows the answer
        self._deferring: asyncio.Task[None] | None = None
        self._turns: asyncio.Semaphore | None = None  # of which one is ours
        self._timer = asyncio.get_running_loop().call_later(SOON, self._late)

    async def wait_for_turn(self, turns: asyncio.Semaphore) -> None:
        """Take one, and give it back when the answer is known: sending it holds nobody up."""
        await turns.acquire()
        self._turns = turns

    async def screen(self, screen: Screen) -> None:
        """Show a private screen: in place of the one that was pressed, or as a new ephemeral message."""
        interaction = self._interaction
        view = view_of(screen)
        self.is_redrawn = self.is_in_place
        if await self._is_deferred():
            await interaction.edit_original_response(content=screen.text, view=view)
        elif self.is_in_place:
            await interaction.response.edit_message(content=screen.text, view=view)
        else:
            await interaction.response.send_message(screen.text, view=view, ephemeral=True)

    async def text(self, text: str) -> None:
        """A private message that leaves the pressed screen as it is: refusals and news."""
        await self.apart(Screen(text=text))

    async def apart(self, screen: Screen) -> None:
        """The same with buttons."""
        interaction = self._interaction
        view = view_of(screen)
        if not await self._is_deferred():
            await interaction.response.send_message(screen.text, view=view, ephemeral=True)
        elif self.is_in_place:
            await interaction.followup.send(screen.text, view=view, ephemeral=True)
        else:
            await interaction.edit_original_response(content=screen.text, view=view)

    async def file(self, text: str, name: str, content: bytes) -> None:
        """A private message with a file."""
        interaction = self._interaction
        file = discord.File(io.BytesIO(content), name)
        if not await self._is_deferred():
            await interaction.response.send_message(text, file=file, ephemeral=True)
        elif self.is_in_place:
            await interaction.followup.send(text, file=file, ephemeral=True)
        else:
            await interaction.edit_original_response(content=text, attachments=[file])

    async def form(self, form: Form) -> None:
        """Open a form: it must be the first answer, so nothing slow may go before it."""
        if await self._is_deferred():
            await self.text("That took too long to open. Please press again.")
        else:
            await self._interaction.response.send_modal(modal_of(form))

    async def _is_deferred(self) -> bool:
        """Claim the answer; True if a deferral went out before it."""
        self._timer.cancel()
        self._give_turn_back()
        if self._deferring is not None:
            await self._deferring
        return self._interaction.response.is_done()

    def _give_turn_back(self) -> None:
        turns, self._turns = self._turns, None
        if turns is not None:
            turns.release()

    def _late(self) -> None:
        self._deferring = asyncio.ensure_future(self._defer())

    async def _defer(self) -> None:
        interaction = self._interaction
        if self.is_in_place:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)

    def close(self) -> None:
        """Stop the clock and give the turn back, whatever became of the answer."""
        self._timer.cancel()
        self._give_turn_back()


def is_in_private_thread(interaction: Interaction) -> bool:
    """Whether somebody speaks in a private thread, such as that to which his hand comes; a fight may be there too."""
    return interaction.channel is not None and interaction.channel.type is discord.ChannelType.private_thread


def _is_private(interaction: Interaction) -> bool:
    """Whether a press was on a message of one person alone: an ephemeral one, or one in a DM.

    By the interaction's own word: a message's server is unknown while that server is not in the cache.
    """
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)
