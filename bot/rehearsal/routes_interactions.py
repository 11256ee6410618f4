"""Routes that answer interactions: the callback, the original answer and follow-ups.

Discord documentation: Interactions, "Receiving and Responding".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .interaction import Interaction
from .rest import Request
from .strict import check_choices, check_message, check_modal
from .wire import (
    ANSWER,
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    COMPONENTS_V2,
    DEFER,
    DEFER_UPDATE,
    EPHEMERAL,
    LOADING,
    MODAL,
    OPEN_MODAL,
    UPDATE,
    Body,
    Json,
    Problem,
    RefusedError,
    empty_message,
    invalid_form,
    unknown_interaction,
    unknown_message,
    unknown_webhook,
)
from .world import Message

if TYPE_CHECKING:
    from .loopback import Loopback

ALLOWED: Final = {
    COMMAND: (ANSWER, DEFER, OPEN_MODAL),
    COMPONENT: (ANSWER, DEFER, DEFER_UPDATE, UPDATE, OPEN_MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL: (ANSWER, DEFER, DEFER_UPDATE, UPDATE),
}
SLASH_REPLY, REPLY = 20, 19  # Message, "Message Types"
DEFER_FLAGS: Final = EPHEMERAL  # a deferral chooses nothing but this
CONTENT_KEYS: Final = ("content", "embeds", "components", "attachments", "poll", "sticker_ids")


def is_empty(body: Json, uploads: object) -> bool:
    """Whether a message would have nothing in it."""
    return not uploads and not any(body.get(key) for key in CONTENT_KEYS)


class InteractionRoutes:
    """The answers of a bot to what people do."""

    def __init__(self, host: Loopback) -> None:
        self._host = host
        add = host.rest.routes.add
        add("POST /interactions/{interaction}/{token}/callback", self.callback)
        add("POST /webhooks/{application}/{token}", self.follow_up)
        add("GET /webhooks/{application}/{token}/messages/{message}", self.read)
        add("PATCH /webhooks/{application}/{token}/messages/{message}", self.edit)
        add("DELETE /webhooks/{application}/{token}/messages/{message}", self.delete)

    # -- the first answer

    def callback(self, call: Request) -> Body:
        """Interactions, "Create Interaction Response"."""
        interaction = self._host.interactions.get(call.args["interaction"])
        if interaction is None or interaction.token != call.args["token"]:
            raise unknown_interaction()
        call.person = interaction.user.id
        if interaction.answered is not None:
            raise RefusedError(400, 40060, "Interaction has already been acknowledged.", fault=True)
        if call.at - interaction.sent > self._host.answer_window:
            raise unknown_interaction()
        body = call.form()
        kind, content = body.get("type"), body.get("data") or {}
        allowed = ALLOWED[interaction.kind]
        if interaction.surface is None:
            allowed = tuple(each for each in allowed if each not in (DEFER_UPDATE, UPDATE))
        if kind not in allowed:
            message = f"Value must be one of {{{', '.join(map(str, allowed))}}}."
            raise invalid_form([Problem(("type",), "BASE_TYPE_CHOICES", message)])
        self._check(interaction, kind, content, call)
        interaction.answered, interaction.answer_kind = call.at, kind
        message_shown = self._carry_out(interaction, kind, content, call)
        if self._host.on_answer is not None:
            self._host.on_answer(interaction, interaction.latency)
        interaction.pulse.beat()
        if call.query.get("with_response") not in ("1", "true"):
            return None
        return self._about(interaction, kind, message_shown)

    def _check(self, interaction: Interaction, kind: int, content: Json, call: Request) -> None:
        if not self._host.strict:
            return
        problems: tuple[Problem, ...] = ()
        if kind == ANSWER:
            problems = check_message(content)
            if not problems and is_empty(content, call.uploads):
                raise empty_message()
        elif kind == UPDATE:
            assert interaction.surface is not None, "an update has a message"
            problems = check_message(content, flags=interaction.surface.flags & COMPONENTS_V2, editing=True)
        elif kind == CHOICES:
            problems = check_choices(content.get("choices"))
        elif kind == OPEN_MODAL:
            problems = check_modal(content)
        elif kind == DEFER and (content.get("flags") or 0) & ~DEFER_FLAGS:
            problems = (Problem(("flags",), "BASE_TYPE_CHOICES", "A deferred answer may only be ephemeral."),)
        if problems:
            raise invalid_form(Problem(("data", *each.path), each.code, each.message) for each in problems)

    def _carry_out(self, interaction: Interaction, kind: int, content: Json, call: Request) -> Message | None:
        if kind in (ANSWER, DEFER):
            flags = (content.get("flags") or 0) | (LOADING if kind == DEFER else 0)
            message = self._post(interaction, {**content, "flags": flags}, call)
            interaction.original = message
            return message
        if kind in (DEFER_UPDATE, UPDATE):
            surface = interaction.original = interaction.surface
            assert surface is not None, "an update has a message"
            if kind == UPDATE:
                self._host.world.edit_message(surface, content, uploads=call.uploads)
                self._host.show(surface, "edit")
            return surface
        if kind == CHOICES:
            interaction.choices = content["choices"]
            self._host.show_privately(interaction.user, "choices", content)
        else:
            interaction.modal = content
            self._host.forms[interaction.user.id] = interaction
            self._host.show_privately(interaction.user, "modal", content)
        return None

    def _post(self, interaction: Interaction, body: Json, call: Request, *, more: Json | None = None) -> Message:
        world = self._host.world
        laid_over: Json = {
            "webhook_id": world.bot.id,
            "application_id": world.bot.id,
            "interaction_metadata": interaction.metadata,
            **(more or {}),
        }
        surface = interaction.surface
        if surface is not None and more is None:
            laid_over["message_reference"] = {"type": 0, "channel_id": surface.channel.id, "message_id": surface.id}
        message = world.add_message(
            interaction.channel,
            body,
            kind=SLASH_REPLY if interaction.kind == COMMAND and more is None else REPLY,
            private_to=interaction.user if (body.get("flags") or 0) & EPHEMERAL else None,
            uploads=call.uploads,
            more=laid_over,
        )
        self._host.show(message, "message")
        return message

    def _about(self, interaction: Interaction, kind: int, message: Message | None) -> Json:
        """Interactions, "Interaction Callback Response Object"."""
        about: Json = {"id": interaction.id, "type": interaction.kind}
        answer: Json = {"interaction": about}
        if message is not None:
            about["response_message_id"] = message.id
            about["response_message_loading"] = bool(message.flags & LOADING)
            about["response_message_ephemeral"] = message.ephemeral
            about["channel_id"] = interaction.channel.id
            if interaction.channel.guild is not None:
                about["guild_id"] = interaction.channel.guild.id
            if kind in (ANSWER, UPDATE):
                answer["resource"] = {"type": kind, "message": message.payload}
        return answer

    # -- afterwards

    def _of(self, call: Request) -> Interaction:
        """The interaction a token belongs to, if it may still be used."""
        interaction = self._host.by_token.get(call.args["token"])
        if interaction is None or call.args["application"] != self._host.world.bot.id:
            raise unknown_webhook()
        call.person = interaction.user.id
        if call.at - interaction.sent > self._host.token_life:
            raise RefusedError(401, 50027, "Invalid Webhook Token", fault=True)
        if interaction.answered is None:
            raise unknown_webhook()
        return interaction

    def _message(self, call: Request, interaction: Interaction) -> Message:
        which = call.args["message"]
        known = [interaction.original, *interaction.followups]
        message = interaction.original if which == "@original" else None
        for each in known:
            if each is not None and each.id == which:
                message = each
        if message is None or message.id not in self._host.world.messages:
            raise unknown_message()
        return message

    def follow_up(self, call: Request) -> Body:
        """Interactions, "Create Followup Message"."""
        interaction, body = self._of(call), call.form()
        if self._host.strict:
            problems = check_message(body)
            if problems:
                raise invalid_form(problems)
            if is_empty(body, call.uploads):
                raise empty_message()
        original = interaction.original
        if interaction.answer_kind == DEFER and original is not None and original.flags & LOADING:
            # the first follow-up takes the place of the deferred answer, and cannot change who sees it
            message = original
            self._host.world.edit_message(message, body, uploads=call.uploads)
            self._host.show(message, "edit")
        else:
            message = self._post(interaction, body, call, more={})
            interaction.followups.append(message)
        self._later(interaction)
        return message.payload if call.query.get("wait") in ("1", "true") else None

    def read(self, call: Request) -> Body:
        """Interactions, "Get Original Interaction Response" and "Get Followup Message"."""
        return self._message(call, self._of(call)).payload

    def edit(self, call: Request) -> Body:
        """Interactions, "Edit Original Interaction Response" and "Edit Followup Message"."""
        interaction, body = self._of(call), call.form()
        message = self._message(call, interaction)
        if self._host.strict:
            problems = check_message(body, flags=message.flags & COMPONENTS_V2, editing=True)
            if problems:
                raise invalid_form(problems)
        self._host.world.edit_message(message, body, uploads=call.uploads)
        self._host.show(message, "edit")
        self._later(interaction)
        return message.payload

    def delete(self, call: Request) -> Body:
        """Interactions, "Delete Original Interaction Response" and "Delete Followup Message"."""
        interaction = self._of(call)
        message = self._message(call, interaction)
        self._host.world.remove_message(message)
        self._host.show(message, "delete")
        self._later(interaction)

    def _later(self, interaction: Interaction) -> None:
        interaction.later += 1
        interaction.pulse.beat()
