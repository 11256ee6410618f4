"""Presses on messages that live on: what passed is refused, and the message shows what is open now.

A private message is changed in place; one in a player's own thread by whoever keeps it, since others may press there.
"""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext

from cogs.address import Address
from cogs.desk import Desk, user_of
from cogs.errors import serve
from cogs.reply import Interaction, Reply, is_in_private_thread
from cogs.screen import Screen
from cogs.surfaces import Surfaces
from rules.core.ids import PromptId
from rules.core.refusal import Illegal
from rules.referee import Showing

ANSWERING = ("answer", "choose", "fill", "filled")
OF_THE_MOMENT = frozenset(  # verbs of what is shown for one moment of a fight
    ("move", "hand", "npc", "back", "form", "slot", "do", "with", "write", "written", *ANSWERING)
)


async def serve_press(
    desk: Desk,
    surfaces: Surfaces,
    interaction: Interaction,
    address: Address,
    handle: Callable[[Reply], Awaitable[None]],
) -> None:
    """Run the handler of a press; see `cogs.errors.serve`."""
    fight, user, message = address.fight or None, user_of(interaction), interaction.message
    replies: list[Reply] = []

    async def handled(reply: Reply) -> None:
        replies.append(reply)
        await handle(reply)

    async def present() -> Screen | None:
        """What is open now, in place of the pressed message; None where that is left to others."""
        assert fight is not None, "asked for a fight only"
        if message is not None and is_in_private_thread(interaction) and not message.flags.ephemeral:
            await surfaces.redraw(fight, user, message.channel.id, message.id)
        if not replies or not replies[0].is_in_place:
            return None
        showing = await desk.referee.show(fight, user)
        has_part = showing.viewer.gm or showing.viewer.combatants
        return await desk.home(showing, user) if has_part else None

    is_direct = fight is not None and message is not None and interaction.guild_id is None
    is_of_the_moment = fight is not None and address.verb in OF_THE_MOMENT
    with surfaces.answering_in(fight, message.id) if is_direct and fight and message else nullcontext():
        await serve(desk.referee, interaction, fight, handled, present=present if is_of_the_moment else None)
        if is_direct and fight and message and replies and replies[0].is_redrawn:
            await surfaces.was_redrawn(fight, user, message.id)


def require_same_hand(showing: Showing, prompt: PromptId, revision: str) -> None:
    """Whether a decision that is still owed was shown with the hand as it is now. Raises: Illegal(HAND_CHANGED)."""
    asked = next((each for each in showing.view.asked if each.id == prompt), None)
    hand = next((each for each in showing.view.hands if asked is not None and each.combatant == asked.whom), None)
    if hand is not None and revision and revision != str(hand.revision):
        raise Illegal("HAND_CHANGED", held=showing.held_word)
