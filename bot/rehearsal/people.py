"""What a person does at a loopback Discord, and what their screen shows."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from . import typed
from .interaction import Interaction, make
from .journal import Shown
from .render import SELECTS, Control, Surface, closeness, form_text, surface, text_of
from .wire import (
    AUTOCOMPLETE,
    BUTTON,
    COMMAND,
    COMPONENT,
    DEFER,
    DEFER_UPDATE,
    LABEL,
    LOADING,
    MODAL,
    ROLE_SELECT,
    ROW,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    Body,
    Json,
    loads,
)
from .world import Channel, Message, User

if TYPE_CHECKING:
    from .loopback import Loopback

HUSH: Final = 0.5  # seconds without a request after which a silently deferred press counts as done
NO_FIT: Final = 9


class UnansweredError(Exception):
    """The bot gave no answer in time: people read "The application did not respond"."""


class NotThereError(LookupError):
    """There is no such button, option, form or field on the person's screen, or it is disabled."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A line that autocomplete offers."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the bot answered; `settled` is False where it deferred and then said nothing."""

    interaction: Interaction
    text: str
    ephemeral: bool
    choices: tuple[Choice, ...]
    modal: Json | None
    settled: bool

    @property
    def latency(self) -> float:
        """Seconds from the act to the first answer."""
        return self.interaction.latency


@dataclass(slots=True)
class Tally:
    """What a person did and was told since somebody last counted."""

    commands: int = 0
    presses: int = 0  # buttons, picks and forms sent
    messages: int = 0  # that arrived on their screen


@dataclass(eq=False)
class Person:
    """A member of the guild, with a channel open in front of them."""

    loopback: Loopback
    user: User
    channel: Channel = field(init=False)
    tally: Tally = field(default_factory=Tally)
    _heard: int = 0
    _counted: int = 0

    def __post_init__(self) -> None:
        self.channel = self.loopback.default_channel

    @property
    def name(self) -> str:
        """What others call them."""
        return self.user.name

    @property
    def mention(self) -> str:
        """How a message calls them."""
        return f"<@{self.user.id}>"

    def goes_to(self, channel: Channel) -> None:
        """Open another channel or thread."""
        self.channel = channel

    def goes_to_dms(self) -> None:
        """Open the conversation with the bot."""
        self.channel = self.loopback.world.direct_with(self.user)

    # -- acts

    async def command(self, path: str, channel: Channel | None = None, /, **options: object) -> Outcome:
        """Send a slash command: `command("/fight begin", system="texarkana")`; None leaves an option out.

        Raises: UnusableError where Discord's client would not send it, UnansweredError.
        """
        where = channel or self.channel
        leaf, left = typed.find(self.loopback, path.removeprefix("/").split(), where)
        if left:
            raise typed.UnusableError(f"{leaf.name} has no subcommand {left[0]!r}")
        return await self._send(leaf, {name: each for name, each in options.items() if each is not None}, where)

    async def types(self, line: str) -> Outcome:
        """Type a slash command and send it: `/fight begin system:texarkana title:"Saloon brawl"`.

        A file is named as it is called on the screen: `/fight import file:brawl.fight.json`.
        """
        leaf, values = typed.read(self.loopback, line, self.channel)
        return await self._send(leaf, typed.with_files(leaf, values, self._files()), self.channel)

    def _files(self) -> dict[str, bytes]:
        """What the bot attached to messages on the screen, by name; of one name the newest."""
        shown = (each for message in self._messages() for each in message.payload["attachments"])
        uploads = self.loopback.world.uploads
        return {each["filename"]: uploads[each["id"]].content for each in shown if each["id"] in uploads}

    async def _send(self, leaf: typed.Leaf, values: Mapping[str, object], channel: Channel) -> Outcome:
        typed.require_allowed(leaf, self.user, channel)
        about = typed.invocation(self.loopback, leaf, values, channel)
        self.tally.commands += 1
        return await self.does(make(self.loopback.world, COMMAND, self.user, channel, about), leaf.name)

    async def complete(self, path: str, option: str, text: str, /, **options: object) -> list[Choice]:
        """Type into an option and read what is offered.

        Raises: UnusableError where the option offers nothing, UnansweredError.
        """
        leaf, _ = typed.find(self.loopback, path.removeprefix("/").split(), self.channel)
        if not leaf.option(option).get("autocomplete"):
            raise typed.UnusableError(f"{leaf.name}: {option!r} has no autocomplete")
        typed.require_allowed(leaf, self.user, self.channel)
        values = {name: each for name, each in options.items() if each is not None}
        about = typed.invocation(self.loopback, leaf, {**values, option: text}, self.channel, focused=option)
        interaction = make(self.loopback.world, AUTOCOMPLETE, self.user, self.channel, about)
        return list((await self.does(interaction, f"{leaf.name} {option}: {text}")).choices)

    async def presses(self, label: str) -> Outcome:
        """Press the newest visible enabled button that is called so: exactly, else by its beginning, else by a part.

        Raises: NotThereError, UnansweredError.
        """
        found = self._button(label)
        if found is None:
            raise NotThereError(self._missing(label))
        return await self.press(*found)

    async def picks(self, *labels: str) -> Outcome:
        """Pick options in the newest visible select that has them all; where none has, press a button of that name.

        Raises: NotThereError, UnansweredError.
        """
        best: tuple[int, Message, Control, list[str]] | None = None
        for each in self.surfaces():
            for control in each.controls:
                if control.is_button or control.disabled:
                    continue
                ranked = [self._option(control, label) for label in labels]
                worst = max(rank for rank, _ in ranked)
                if worst < NO_FIT and (best is None or worst < best[0]):
                    best = (worst, each.message, control, [value for _, value in ranked])
        if best is not None:
            return await self.press(best[1], best[2].custom_id, *best[3])
        found = self._button(labels[0]) if len(labels) == 1 else None
        if found is None:
            raise NotThereError(self._missing(*labels))
        return await self.press(*found)

    async def press(self, message: Message, custom_id: str, *values: str, settle: bool = True) -> Outcome:
        """Press or pick on one component; the quick way, for benchmarks, which may want the first answer only.

        Raises: NotThereError when it is not on the message, disabled, or not this person's to see; UnansweredError.
        """
        interaction = self.pressing(message, custom_id, *values)
        return await self.does(interaction, f"a press of {custom_id}", settle=settle)

    def pressing(self, message: Message, custom_id: str, *values: str) -> Interaction:
        """Build the interaction of a press without sending it, so that a test may deliver it twice or late."""
        current = self.loopback.world.messages.get(message.id)
        if current is None or not message.seen_by(self.user):
            raise NotThereError(f"{self.name} does not see that message")
        component = next((each for each in message.components if each.get("custom_id") == custom_id), None)
        if component is None:
            raise NotThereError(f"the message has no component {custom_id!r}")
        if component.get("disabled"):
            raise NotThereError(f"the component {custom_id!r} is disabled")
        about: Json = {"component_type": component["type"], "custom_id": custom_id, "id": component["id"]}
        if component["type"] in SELECTS:
            self._require_values(component, values)
            about["values"] = list(values)
            if component["type"] == ROLE_SELECT:
                assert message.channel.guild is not None, "roles are picked in guilds only"
                about["resolved"] = {"roles": {each: message.channel.guild.roles[each] for each in values}}
            elif component["type"] != STRING_SELECT:
                resolved: Json = {"users": {}}
                about["resolved"] = resolved
                for each in values:
                    typed.describe(self.loopback.world.users[each], message.channel, resolved)
        self.tally.presses += 1
        return make(self.loopback.world, COMPONENT, self.user, message.channel, about, surface=message)

    def _require_values(self, component: Json, values: tuple[str, ...]) -> None:
        """Components, "String Select": as many as it allows, each once, all of them offered."""
        low, high = component.get("min_values"), component.get("max_values")
        if not (1 if low is None else low) <= len(values) <= (1 if high is None else high):
            raise NotThereError(
                f"{component['custom_id']!r} takes {low or 1} to {high or 1} options, not {len(values)}"
            )
        offered = {option["value"] for option in component.get("options") or ()}
        if component["type"] == STRING_SELECT and (set(values) - offered or len(set(values)) < len(values)):
            raise NotThereError(f"{component['custom_id']!r} does not offer {values}")

    async def fills(self, fields: Mapping[str, object] | None = None, /, **more: object) -> Outcome:
        """Fill in the form that was last opened and send it; fields go by label or custom id.

        Raises: NotThereError for a missing form or field or a value the form does not take, UnansweredError.
        """
        opened = self.form
        if opened is None:
            raise NotThereError(f"{self.name} has no form open")
        interaction = self.filling(opened, {**(fields or {}), **more})
        return await self.does(interaction, f"the form {(opened.modal or {})['title']!r}")

    def filling(self, opened: Interaction, values: Mapping[str, object]) -> Interaction:
        """Fill in the form that this interaction opened, and build what sends it, without sending it.

        Raises: NotThereError as `fills`.
        """
        if opened.modal is None:
            raise NotThereError(f"{self.name} has no form open")
        unused = dict(values)
        parts = [self._filled(part, None, unused) for part in opened.modal["components"] if part["type"] != TEXT]
        if unused:
            raise NotThereError(f"the form has no field {', '.join(map(repr, unused))}: {form_text(opened.modal)}")
        if self.form is opened:
            del self.loopback.forms[self.user.id]
        about: Json = {"custom_id": opened.modal["custom_id"], "components": parts}
        self.tally.presses += 1
        return make(
            self.loopback.world, MODAL, self.user, opened.channel, about, surface=opened.surface, opened_by=opened
        )

    @property
    def form(self) -> Interaction | None:
        """The interaction whose form is open on their screen."""
        return self.loopback.forms.get(self.user.id)

    def _filled(self, part: Json, label: str | None, values: dict[str, object]) -> Json:
        """One part of a form as Discord sends it back, taking what it needs out of `values`."""
        filled: Json = {"type": part["type"], "id": part.get("id") or 1}
        if part["type"] == ROW:
            filled["components"] = [self._filled(each, None, values) for each in part["components"]]
            return filled
        if part["type"] == LABEL:
            filled["component"] = self._filled(part["component"], part["label"], values)
            return filled
        caption = label or part.get("label") or ""
        key = next((each for each in values if each == part["custom_id"] or closeness(each, caption) == 0), None)
        filled["custom_id"] = part["custom_id"]
        given = values.pop(key) if key is not None else None
        if part["type"] == TEXT_INPUT:
            filled["value"] = self._text(part, caption, given)
        else:
            filled["values"] = self._options(part, caption, given)
        return filled

    def _text(self, part: Json, caption: str, given: object) -> str:
        text = str(part.get("value") or "" if given is None else given)
        low, high = part.get("min_length") or 0, part.get("max_length") or 4000
        required = part.get("required") is not False
        if not text and not required:
            return ""
        if not max(low, int(required)) <= len(text) <= high:
            raise NotThereError(f"{caption!r} takes {max(low, int(required))} to {high} characters, not {len(text)}")
        return text

    def _options(self, part: Json, caption: str, given: object) -> list[str]:
        offered = part.get("options") or ()
        if given is None:
            values = [option["value"] for option in offered if option.get("default")]
        else:
            control = Control(
                kind=part["type"],
                label=caption,
                custom_id=part["custom_id"],
                disabled=False,
                options=tuple((option["label"], option["value"]) for option in offered),
            )
            ranked = [
                self._option(control, str(each)) for each in (given if isinstance(given, list | tuple) else (given,))
            ]
            if any(rank == NO_FIT for rank, _ in ranked):
                raise NotThereError(f"{caption!r} does not offer {given!r}")
            values = [value for _, value in ranked]
        low = part.get("min_values")
        if part.get("required") is not False and len(values) < (1 if low is None else low):
            raise NotThereError(f"{caption!r} needs a choice")
        return values

    async def says(self, text: str) -> Message:
        """Write an ordinary message into the open channel."""
        message = self.loopback.world.add_message(self.channel, {"content": text}, author=self.user)
        self.loopback.show(message, "message")
        return message

    async def closes_dms(self) -> None:
        """Take no direct messages from here on."""
        self.user.dms_open = False

    async def opens_dms(self) -> None:
        """Take direct messages again."""
        self.user.dms_open = True

    def dismisses(self) -> None:
        """Let every ephemeral message vanish, as a restarted client does."""
        for each in self._messages():
            if each.ephemeral:
                each.dismissed = True

    # -- the answer

    async def does(self, interaction: Interaction, what: str = "an interaction", *, settle: bool = True) -> Outcome:
        """Send an interaction and wait for its answer and (`settle`), where that was deferred, for what settles it.

        Raises: UnansweredError.
        """
        host = self.loopback
        if not host.deliver(interaction):
            raise UnansweredError(f"no bot is connected to answer {self.name}: {what}")
        if not await interaction.pulse.until(lambda: interaction.answered is not None, host.answer_window + 0.1):
            raise UnansweredError(f"the application did not respond to {self.name}: {what}")
        settled = settle and await self._settles(interaction)
        messages = list(interaction.followups)
        silent = interaction.answer_kind == DEFER_UPDATE and interaction.later <= len(messages)
        if interaction.original is not None and not silent:
            messages.insert(0, interaction.original)
        messages = [each for each in messages if each.id in host.world.messages]
        return Outcome(
            interaction=interaction,
            text="\n".join(text_of(each.payload) for each in messages),
            ephemeral=bool(messages) and messages[-1].ephemeral,
            choices=tuple(Choice(each["name"], each["value"]) for each in interaction.choices or ()),
            modal=interaction.modal,
            settled=settled,
        )

    async def _settles(self, interaction: Interaction) -> bool:
        host, original = self.loopback, interaction.original
        if interaction.answer_kind == DEFER:
            assert original is not None, "a deferred answer is a message"

            def shown() -> bool:
                return not original.flags & LOADING or original.id not in host.world.messages

            return await interaction.pulse.until(shown, host.patience)
        if interaction.answer_kind == DEFER_UPDATE:
            deadline = time.monotonic() + host.patience
            while interaction.later == 0 and time.monotonic() < deadline:
                if host.rest.under_way == 0 and time.monotonic() - host.rest.last_call > HUSH:
                    return False
                await interaction.pulse.until(lambda: interaction.later > 0, 0.05)
            return interaction.later > 0
        return True

    # -- the screen

    def _messages(self) -> Iterator[Message]:
        """Yield every message on the screen, oldest first: the open channel, its threads, the talk with the bot."""
        here = self.channel
        open_now = {here, *(each for each in (here.parent, self.user.direct) if each is not None)}
        if here.guild is not None:
            open_now.update(each for each in here.guild.channels.values() if each.parent is here)
        messages = [message for channel in open_now for message in channel.messages.values()]
        messages.sort(key=lambda each: int(each.id))
        return (each for each in messages if each.seen_by(self.user))

    def surfaces(self) -> list[Surface]:
        """Visible messages with their controls, newest first."""
        return [surface(each) for each in reversed(list(self._messages()))]

    def sees(self) -> str:
        """Read the whole screen now, newest last; an open form comes after everything."""
        texts = [text_of(each.payload) for each in self._messages()]
        if self.form is not None and self.form.modal is not None:
            texts.append(form_text(self.form.modal))
        return "\n".join(texts)

    def heard(self) -> str:
        """Read everything that came to this screen since the last call, edits included."""
        entries, self._heard = self.loopback.journal[self._heard :], len(self.loopback.journal)
        arrived = [each for each in entries if isinstance(each, Shown) and each.reaches(self.user.id)]
        texts: list[str] = []
        for each in arrived:
            payload: Body = loads(each.payload)
            if each.what in ("message", "edit"):
                texts.append(text_of(payload))
            elif each.what == "modal":
                texts.append(form_text(payload))
            elif each.what == "choices":
                texts.append(" | ".join(choice["name"] for choice in payload["choices"]))
        return "\n".join(filter(None, texts))

    def counted(self) -> Tally:
        """Give what was done and told since the last call, and start anew."""
        entries, self._counted = self.loopback.journal[self._counted :], len(self.loopback.journal)
        arrived = (each for each in entries if isinstance(each, Shown) and each.reaches(self.user.id))
        tally, self.tally = self.tally, Tally()
        tally.messages = sum(each.what == "message" for each in arrived)
        return tally

    def _button(self, label: str) -> tuple[Message, str] | None:
        best: tuple[int, Message, str] | None = None
        for each in self.surfaces():
            for control in each.controls:
                rank = closeness(label, control.label)
                if control.kind == BUTTON and not control.disabled and rank < (NO_FIT if best is None else best[0]):
                    best = (rank, each.message, control.custom_id)
        return None if best is None else best[1:]

    def _option(self, control: Control, wanted: str) -> tuple[int, str]:
        """How well the closest option fits, and its value; users are found by name."""
        options = control.options
        if control.kind in (5, 7):  # Components, "User Select" and "Mentionable Select"
            options = tuple((user.name, user.id) for user in self.loopback.world.users.values())
        if control.kind == ROLE_SELECT and self.channel.guild is not None:
            options = tuple((each["name"], each["id"]) for each in self.channel.guild.roles.values())
        ranked = [(closeness(wanted, *option), option[1]) for option in options]
        return min(ranked, key=lambda each: each[0], default=(NO_FIT, ""))

    def _missing(self, *labels: str) -> str:
        controls = [control for each in self.surfaces() for control in each.controls]
        enabled = [f"[{each.label}]" if each.is_button else f"<{each.label}>" for each in controls if not each.disabled]
        disabled = [
            each
            for each in controls
            if each.disabled and any(closeness(label, each.label) < NO_FIT for label in labels)
        ]
        why = "is disabled" if disabled else "is not there"
        return f"{self.name}: {', '.join(labels)} {why}; there is {' '.join(enabled) or 'nothing to press'}"
