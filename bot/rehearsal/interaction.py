"""An interaction from its birth to its last follow-up, and the payload that tells a bot about it.

Discord documentation: Interactions, "Receiving and Responding".
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from .pulse import Pulse
from .wire import COMPONENT, MODAL, Body, Json
from .world import Channel, Message, User, World


@dataclass(slots=True, eq=False, kw_only=True, repr=False)
class Interaction:
    """What one person did, and what the bot has answered so far."""

    id: str
    token: str
    kind: int
    user: User
    channel: Channel
    payload: Json
    metadata: Json
    surface: Message | None = None  # the message the pressed component sits on
    sent: float = 0.0  # monotonic
    answered: float | None = None
    answer_kind: int | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    later: int = 0  # requests with its token after the answer
    pulse: Pulse = field(default_factory=Pulse)

    def __repr__(self) -> str:
        return f"<Interaction {self.id} of kind {self.kind} by {self.user.name}, answered with {self.answer_kind}>"

    @property
    def latency(self) -> float:
        """Seconds from its delivery to its answer."""
        assert self.answered is not None, "not answered yet"
        return self.answered - self.sent

    def age(self, seconds: float) -> None:
        """Pretend it was delivered so much earlier: for the three seconds and the fifteen minutes."""
        self.sent -= seconds


def make(
    world: World,
    kind: int,
    user: User,
    channel: Channel,
    about: Body,
    *,
    surface: Message | None = None,
    opened_by: Interaction | None = None,
) -> Interaction:
    """Build an interaction; `about` becomes its `data`."""
    interaction_id = world.new_id()
    token = f"aW50ZXJhY3Rpb246{interaction_id}"
    guild = channel.guild
    owners = {"0": guild.id if guild is not None else "0"}
    metadata: Json = {
        "id": interaction_id,
        "type": kind,
        "user": user.payload(),
        "authorizing_integration_owners": owners,
    }
    if kind == COMPONENT and surface is not None:
        metadata["interacted_message_id"] = surface.id
    if kind == MODAL and opened_by is not None:
        metadata["triggering_interaction_metadata"] = opened_by.metadata
    payload: Json = {
        "id": interaction_id,
        "application_id": world.bot.id,
        "type": kind,
        "data": about,
        "token": token,
        "version": 1,
        "app_permissions": str(channel.permissions_of(world.bot)),
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": owners,
        "attachment_size_limit": 10_485_760,
        "channel_id": channel.id,
    }
    if guild is not None:
        permissions = channel.permissions_of(user)
        payload.update(
            guild_id=guild.id,
            guild={"id": guild.id, "features": [], "locale": "en-US"},
            guild_locale="en-US",
            context=0,
            member=user.member(permissions=permissions, roles=guild.roles_of(user)),
            channel={**channel.payload, "permissions": str(permissions)},
        )
    else:
        payload.update(user=user.payload(), context=1, channel=channel.payload)
    if surface is not None:
        payload["message"] = surface.payload
    return Interaction(
        id=interaction_id,
        token=token,
        kind=kind,
        user=user,
        channel=channel,
        payload=payload,
        metadata=metadata,
        surface=surface,
        sent=time.monotonic(),
    )
