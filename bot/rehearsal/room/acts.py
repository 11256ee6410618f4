"""What happens when a window asks for something. Everything is done as the window's person, through Discord's own ways.

Refusals are `NotDoneError`, in words for that person alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from bot.rehearsal import typed
from bot.rehearsal.interaction import make
from bot.rehearsal.people import Choice, NotThereError, Outcome, UnansweredError
from bot.rehearsal.wire import AUTOCOMPLETE, COMMAND, ENTITY_SELECTS, GUILD_TEXT, PUBLIC_THREAD, Json
from bot.rehearsal.world import Channel, Message

from . import asked, scenes, sight
from .cast import NotWelcomeError, Role
from .window import Window

if TYPE_CHECKING:
    from .room import Room

LONGEST_MESSAGE: Final = 2000  # Message, "Create Message: content"
HISTORY: Final = "fight history"
NO_ANSWER: Final = "The application did not respond"
REHEARSED_SELECTS: Final = (5, 7)  # of the selects that Discord fills: users, and whatever can be mentioned


class NotDoneError(Exception):
    """Something that could not be done; the text is for whoever wanted it."""


async def carry_out(room: Room, window: Window, frame: asked.Frame) -> Json:
    """Do it, and give what the answer holds. Raises: NotDoneError."""
    try:
        return await _carry_out(room, window, frame)
    except UnansweredError as error:
        raise NotDoneError(NO_ANSWER) from error
    except typed.UnusableError as error:
        raise NotDoneError(str(error)) from error
    except NotThereError as error:
        raise NotDoneError("That is no longer there.") from error
    except NotWelcomeError as error:
        raise NotDoneError(str(error)) from error


async def _carry_out(room: Room, window: Window, frame: asked.Frame) -> Json:
    user, host = window.person.user, room.loopback
    match frame:
        case asked.Open():
            return sight.page(_channel(room, window, frame.channel), user, room.asides, host, frame.before)
        case asked.Say():
            return await _say(room, window, frame)
        case asked.Commands():
            return {"commands": sight.commands(host, user, _channel(room, window, frame.channel))}
        case asked.Complete():
            choices = await _complete(room, window, frame)
            return {"choices": [{"name": each.name, "value": each.value} for each in choices]}
        case asked.Use():
            channel = _channel(room, window, frame.channel)
            leaf, left = typed.find(host, frame.command.split(), channel)
            if left:
                raise NotDoneError(f"There is no command /{frame.command}.")
            return await _use(room, window, leaf, dict(frame.options), channel)
        case asked.Press():
            return await _press(room, window, frame)
        case asked.Submit():
            return await _submit(window, frame)
        case asked.Dismiss():
            message = _message(room, window, frame.message)
            if message.ephemeral:
                message.dismissed = True
                room.shown(message, "delete")
            return {}
        case asked.Why():
            return await _why(room, window, frame)
        case asked.AddPerson():
            return _add_person(room, frame)
        case asked.AddChannel():
            return {"channel": _add_channel(room, window, frame).id}
        case asked.TakeDms():
            user.dms_open = frame.on
            room.told_about_people()
            return {}
        case asked.Scenes():
            return {"systems": await scenes.offered(room)}
        case asked.SetTable():
            channel, refused = await scenes.set_table(room, _channel(room, window, frame.channel), frame)
            return {"channel": channel.id, "refused": refused}
        case asked.Restart():
            await room.restart_bot()
            return {}
        case _:
            assert_never(frame)


# -- finding


def _channel(room: Room, window: Window, channel_id: str) -> Channel:
    channel = room.loopback.world.channels.get(channel_id)
    if channel is None or not channel.visible_to(window.person.user):
        raise NotDoneError("That channel is no longer there.")
    return channel


def _message(room: Room, window: Window, message_id: str) -> Message:
    message = room.loopback.world.messages.get(message_id)
    if message is None or not message.seen_by(window.person.user):
        raise NotDoneError("That message is no longer there.")
    return message


# -- speaking and slash commands


async def _say(room: Room, window: Window, frame: asked.Say) -> Json:
    channel, text = _channel(room, window, frame.channel), frame.text.strip()
    if text.startswith("/"):
        leaf, values = typed.read(room.loopback, text, channel)
        return await _use(room, window, leaf, dict(values), channel)
    if not 1 <= len(text) <= LONGEST_MESSAGE:
        raise NotDoneError(f"A message has 1 to {LONGEST_MESSAGE} letters.")
    message = room.loopback.world.add_message(channel, {"content": text}, author=window.person.user)
    room.loopback.show(message, "message")
    return {}


async def _use(room: Room, window: Window, leaf: typed.Leaf, options: dict[str, object], channel: Channel) -> Json:
    host, user = room.loopback, window.person.user
    typed.require_allowed(leaf, user, channel)
    about = typed.invocation(host, leaf, options, channel)
    return _answered(
        window, await window.person.does(make(host.world, COMMAND, user, channel, about), leaf.name, settle=False)
    )


async def _complete(room: Room, window: Window, frame: asked.Complete) -> tuple[Choice, ...]:
    host, user = room.loopback, window.person.user
    channel = _channel(room, window, frame.channel)
    leaf, _ = typed.find(host, frame.command.split(), channel)
    typed.require_allowed(leaf, user, channel)
    if not leaf.option(frame.option).get("autocomplete"):
        raise NotDoneError("The bot offers nothing there.")
    about = typed.invocation(host, leaf, {**frame.options, frame.option: frame.text}, channel, focused=frame.option)
    return (await window.person.does(make(host.world, AUTOCOMPLETE, user, channel, about), leaf.name)).choices


# -- buttons, menus and forms


async def _press(room: Room, window: Window, frame: asked.Press) -> Json:
    message = _message(room, window, frame.message)
    component = next((each for each in message.components if each.get("id") == frame.component), None)
    if component is None or component.get("custom_id") is None:
        raise NotDoneError("That button is no longer there.")
    if component["type"] in ENTITY_SELECTS and component["type"] not in REHEARSED_SELECTS:
        raise NotDoneError("Menus of roles and channels are not rehearsed.")
    interaction = window.person.pressing(message, component["custom_id"], *frame.values)
    return _answered(window, await window.person.does(interaction, "a press", settle=False))


async def _submit(window: Window, frame: asked.Submit) -> Json:
    opened = window.forms.pop(frame.form, None)  # taken while it is on its way: a form is sent once
    if opened is None:
        raise NotDoneError("That form is no longer open.")
    try:
        interaction = window.person.filling(opened, dict(frame.fields))
        return _answered(window, await window.person.does(interaction, "a form", settle=False))
    except NotThereError as error:
        window.opened(opened)
        raise NotDoneError(str(error)) from error
    except UnansweredError:
        window.opened(opened)
        raise


def _answered(window: Window, outcome: Outcome) -> Json:
    """What the window has to do about an answer: open a form, or nothing, since messages come by themselves."""
    if outcome.modal is None:
        return {}
    window.opened(outcome.interaction)
    return {"form": outcome.interaction.id, **sight.form(outcome.modal)}


# -- the panel


async def _why(room: Room, window: Window, frame: asked.Why) -> Json:
    """Use the bot's own history as this person; its answer goes to the panel and not into the channel."""
    room.forget_aside(window)
    if frame.channel is None:
        return {}
    host, user = room.loopback, window.person.user
    channel = _channel(room, window, frame.channel)
    if channel.guild is None:
        raise NotDoneError("Open the channel of the fight to read its rulings.")
    leaf, _ = typed.find(host, HISTORY.split(), channel)
    typed.require_allowed(leaf, user, channel)
    interaction = make(host.world, COMMAND, user, channel, typed.invocation(host, leaf, {}, channel))
    window.aside = interaction.id
    room.asides[interaction.id] = window
    await window.person.does(interaction, leaf.name, settle=False)
    return {}


# -- the room itself


def _add_person(room: Room, frame: asked.AddPerson) -> Json:
    if frame.role not in list(Role):
        raise NotDoneError(f"Somebody is one of: {', '.join(Role)}.")
    person = room.cast.add(frame.name, Role(frame.role))
    room.told_about_people()
    return {"name": person.name}


def _add_channel(room: Room, window: Window, frame: asked.AddChannel) -> Channel:
    name = " ".join(frame.name.split())
    if not name or not name.isprintable():
        raise NotDoneError("A channel has a name.")
    if frame.parent is None:
        return room.loopback.channel("-".join(name.casefold().split()))
    parent = _channel(room, window, frame.parent)
    if parent.kind != GUILD_TEXT:
        raise NotDoneError("A thread hangs under a channel.")
    thread = room.loopback.world.add_thread(parent, name=name, kind=PUBLIC_THREAD, archive_after=1440, origin=None)
    thread.payload["owner_id"] = window.person.user.id
    thread.members = {window.person.user.id}
    room.loopback.tell("THREAD_CREATE", thread, {**thread.payload, "newly_created": True})
    return thread
