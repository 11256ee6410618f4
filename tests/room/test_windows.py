"""What each window is told, and what it may do, seen from its network."""

import asyncio
import json

import aiohttp
import pytest

from bot.rehearsal.room import Room
from bot.rehearsal.room.asked import Frame as Asked
from bot.rehearsal.room.cast import MOST_PEOPLE, Role
from bot.rehearsal.wire import BUTTON, PRIVATE_THREAD, ROW
from bot.rehearsal.world import Upload
from tests.room.live import Frame, Live, live

PICTURE = Upload("0", "map.png", "image/png", b"\x89PNG\r\n\x1a\n not much of one")

ALONE = "first-steps"  # the scene for one person, which begins at once


def said_to(window: Live, text: str) -> bool:
    return any(text in frame for frame in window.frames)


async def test_a_window_begins_with_who_and_what_its_person_can_see(room: Room) -> None:
    async with live(room, "ana") as ana:
        assert [each["name"] for each in ana.hello["people"]] == [
            "Dealer",
            "Ana",
            "Bo",
            "Moderator",
            "Stranger",
            "Fair Draw",
        ]
        assert [each["kind"] for each in ana.hello["channels"]] == ["text", "direct"]
        assert ana.hello["bot"] == "online"
    async with live(room) as first, live(room, "Nobody known") as unknown:
        assert first.hello["me"] == room.cast.first.user.id
        assert unknown.hello["what"] == "nobody"


async def test_private_answers_reach_their_persons_windows_alone(room: Room) -> None:
    async with live(room, "Ana") as ana, live(room, "Ana") as again, live(room, "Dealer") as dealer:
        here = ana.channel()
        await ana.asks("use", channel=here, command="me hand", options={})
        await again.asks("open", channel=here)
        answer = await dealer.asks("open", channel=here)
        assert said_to(ana, '"only_you":true')
        assert said_to(again, '"only_you":true')
        assert answer["messages"] == []
        assert not said_to(dealer, '"only_you":true')


async def test_direct_messages_and_private_threads_are_told_to_those_inside(room: Room) -> None:
    host = room.loopback
    async with live(room, "Ana") as ana, live(room, "Bo") as bo:
        direct = host.world.direct_with(host.person("Ana").user)
        host.show(host.world.add_message(direct, {"content": "for Ana alone"}), "message")
        thread = host.world.add_thread(
            host.default_channel, name="behind the bar", kind=PRIVATE_THREAD, archive_after=60, origin=None
        )
        thread.members.add(host.person("Ana").user.id)
        host.tell("THREAD_CREATE", thread, thread.payload)
        host.show(host.world.add_message(thread, {"content": "whispered"}), "message")
        assert (await bo.asks("open", channel=direct.id))["what"] == "failed"
        assert (await bo.asks("open", channel=thread.id))["what"] == "failed"
        assert (await bo.asks("say", channel=thread.id, text="hello"))["what"] == "failed"
        assert len((await ana.asks("open", channel=thread.id))["messages"]) == 1
        assert said_to(ana, "for Ana alone")
        assert said_to(ana, "behind the bar")
        for secret in ("for Ana alone", "whispered", "behind the bar"):
            assert not said_to(bo, secret)


async def test_what_others_cannot_see_they_can_neither_press_nor_dismiss(room: Room) -> None:
    host = room.loopback
    button = {"type": BUTTON, "style": 1, "label": "Mine", "custom_id": "fd:move:x"}
    body = {"content": "private", "components": [{"type": ROW, "components": [button]}]}
    mine = host.world.add_message(host.default_channel, body, private_to=host.person("Ana").user)
    async with live(room, "Bo") as bo, live(room, "Ana") as ana:
        refused = await bo.asks("press", message=mine.id, component=2, values=[])
        assert refused["why"] == "That message is no longer there."
        assert (await bo.asks("dismiss", message=mine.id))["what"] == "failed"
        assert not mine.dismissed
        assert (await ana.asks("dismiss", message=mine.id))["what"] == "done"
        assert mine.dismissed


async def test_addresses_of_buttons_stay_in_the_room(room: Room) -> None:
    async with live(room, "Dealer") as dealer:
        here = dealer.channel()
        system = (await dealer.asks("scenes"))["systems"][0]
        await dealer.asks("use", channel=here, command="fight begin", options={"system": system["value"]})
        await _until_said(dealer, "Join")
        assert not said_to(dealer, "custom_id")


async def _until_said(window: Live, text: str) -> None:
    async with asyncio.timeout(10):
        while not said_to(window, text):
            await window.hears()


async def test_a_picture_is_given_to_windows_whose_person_sees_its_message(room: Room) -> None:
    host = room.loopback
    host.world.add_message(
        host.default_channel, {"content": "a map"}, private_to=host.person("Ana").user, uploads=[PICTURE]
    )
    async with live(room, "Ana") as ana, live(room, "Bo") as bo, aiohttp.ClientSession() as session:
        told = (await ana.asks("open", channel=ana.channel()))["messages"][0]
        file = told["attachments"][0]["id"]
        for token, status in ((ana.hello["token"], 200), (bo.hello["token"], 404), ("guessed", 404)):
            async with session.get(f"{room.url}/files/{token}/{file}") as response:
                assert response.status == status
                if status == 200:
                    assert await response.read() == PICTURE.content
                    assert response.content_type == "image/png"


async def test_files_that_are_no_pictures_are_never_shown_as_pages(room: Room) -> None:
    host = room.loopback
    page = Upload("0", "page.html", "text/html", b"<script>alert(1)</script>")
    host.world.add_message(host.default_channel, {"content": "a page"}, uploads=[page])
    async with live(room, "Ana") as ana, aiohttp.ClientSession() as session:
        told = (await ana.asks("open", channel=ana.channel()))["messages"][0]
        address = f"{room.url}/files/{ana.hello['token']}/{told['attachments'][0]['id']}"
        async with session.get(address) as response:
            assert response.content_type == "application/octet-stream"
            assert response.headers["Content-Disposition"] == "attachment"


async def test_slash_commands_are_listed_and_completed_by_the_bot(room: Room) -> None:
    async with live(room, "Dealer") as dealer:
        here = dealer.channel()
        commands = {each["name"]: each for each in (await dealer.asks("commands", channel=here))["commands"]}
        assert commands["fight begin"]["description"]
        system = next(each for each in commands["fight begin"]["options"] if each["name"] == "system")
        assert system["required"]
        asked = {"channel": here, "command": "fight begin", "option": "system", "text": "", "options": {}}
        systems = (await dealer.asks("complete", **asked))["choices"]
        assert systems
        asked.update(option="scene", options={"system": systems[0]["value"]})
        assert (await dealer.asks("complete", **asked))["choices"]
        direct = (await dealer.asks("commands", channel=dealer.channel("direct")))["commands"]
        assert "fight begin" not in {each["name"] for each in direct}


async def test_what_cannot_be_sent_is_refused_in_words(room: Room) -> None:
    async with live(room, "Ana") as ana:
        here = ana.channel()
        for what, fields, why in (
            ("say", {"channel": here, "text": "/nothing at all"}, "there is no command"),
            ("say", {"channel": here, "text": "/fight begin"}, "needs system"),
            ("say", {"channel": here, "text": "x" * 2001}, "1 to 2000"),
            ("say", {"channel": "5", "text": "x"}, "no longer there"),
            ("use", {"channel": here, "command": "fight", "options": {}}, "needs one of"),
            ("use", {"channel": here, "command": "again", "options": {}}, "there is no command"),
            (
                "complete",
                {"channel": here, "command": "me hand", "option": "x", "text": "", "options": {}},
                "no option",
            ),
            ("press", {"message": "5", "component": 1, "values": []}, "no longer there"),
            ("submit", {"form": "5", "fields": {}}, "no longer open"),
            ("add person", {"name": "bo", "role": "player"}, "already"),
            ("add person", {"name": "Owner", "role": "player"}, "already"),
            ("add person", {"name": "", "role": "player"}, "letters"),
            ("add person", {"name": "Zoe", "role": "king"}, "one of"),
            ("add channel", {"name": "  ", "parent": None}, "has a name"),
            ("add channel", {"name": "x", "parent": ana.channel("direct")}, "under a channel"),
        ):
            refused = await ana.asks(what, **fields)
            assert refused["what"] == "failed", what
            assert why in refused["why"]


async def test_frames_that_cannot_be_read_change_nothing(room: Room) -> None:
    async with live(room, "Ana") as ana:
        for text in (
            "",
            "[]",
            "{",
            '{"do":"say"}',
            '{"do":"fly","nr":1}',
            '{"do":"open","nr":1,"channel":"1","more":2}',
            '{"do":"open","nr":1,"channel":"1","before":"yesterday"}',
        ):
            await ana.sends(text)
            assert (await ana.hears())["what"] == "unreadable"
        assert (await ana.asks("open", channel=ana.channel()))["what"] == "done"


async def test_a_bug_of_the_room_is_told_to_whoever_asked_and_in_the_terminal(
    empty_room: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.rehearsal.room.sight.page", lambda *_: dict[str, str]()["broken"])
    async with live(empty_room, "Ana") as ana:
        failed = await ana.asks("open", channel=ana.channel())
        assert (failed["what"], "broke" in failed["why"]) == ("failed", True)
    assert "KeyError: 'broken'" in capsys.readouterr().out


async def test_a_form_that_is_sent_twice_at_once_counts_once(room: Room) -> None:
    async with live(room, "Ana") as ana:
        here = ana.channel()
        opened = await ana.asks("use", channel=here, command="sheet import", options={})
        about = {"form": opened["form"], "fields": {_field(opened): "nothing that could be read"}}
        await ana.sends(json.dumps({"do": "submit", "nr": 101, **about}))
        await ana.sends(json.dumps({"do": "submit", "nr": 102, **about}))
        answers: dict[int, str] = {}
        while len(answers) < 2:
            frame = await ana.hears()
            if frame.get("nr") in (101, 102):
                answers[frame["nr"]] = frame["what"]
        assert answers == {101: "done", 102: "failed"}


def _field(form: Frame) -> str:
    """The name of the first field of a form."""
    part = form["components"][0]
    return str(part.get("component", part)["custom_id"])


async def test_people_channels_and_threads_are_added_for_everybody(room: Room) -> None:
    async with live(room, "Dealer") as dealer, live(room, "Bo") as bo:
        assert (await dealer.asks("add person", name="Zoe", role="player"))["what"] == "done"
        channel = (await dealer.asks("add channel", name="The old mine"))["channel"]
        thread = (await dealer.asks("add channel", name="shaft", parent=channel))["channel"]
        await _until_said(bo, "shaft")
        assert said_to(bo, "Zoe")
        assert said_to(bo, "the-old-mine")
        assert (await bo.asks("open", channel=thread))["what"] == "done"
        for number in range(len(room.cast.roles), MOST_PEOPLE):
            await dealer.asks("add person", name=f"Extra {number}", role="stranger")
        assert "holds" in (await dealer.asks("add person", name="One more", role="stranger"))["why"]


async def test_a_bot_that_is_not_there_does_not_respond(empty_room: Room) -> None:
    command = {"id": "1", "type": 1, "name": "me", "description": "x", "options": [], "dm_permission": True}
    more = {"default_member_permissions": None, "contexts": None}
    empty_room.loopback.world.commands[None] = {"1": {**command, **more}}
    async with live(empty_room, "Ana") as ana:
        assert ana.hello["bot"] == "offline"
        refused = await ana.asks("use", channel=ana.channel(), command="me", options={})
        assert refused["why"] == "The application did not respond"


async def test_every_ready_scene_of_every_system_is_set_on_a_table_of_its_own(room: Room) -> None:
    set_up = 0
    async with live(room, "Stranger") as anybody:
        for system in (await anybody.asks("scenes"))["systems"]:
            for scene in system["scenes"]:
                wanted = {"system": system["value"], "scene": scene["value"], "step": 1}
                answer = await anybody.asks("set table", channel=anybody.channel(), **wanted)
                assert (answer["what"], answer["refused"]) == ("done", "")
                page = await anybody.asks("open", channel=answer["channel"])
                offered = "Your move" if scene["value"] == ALONE else "Join"
                assert any(offered in str(each["components"]) for each in page["messages"])
                set_up += 1
    assert len(room.loopback.default_guild.channels) == set_up > 1


async def test_every_scene_goes_on_as_far_as_it_is_wanted_or_what_it_lacks_is_told(room: Room) -> None:
    waits = []
    async with live(room, "Dealer") as dealer:
        for system in (await dealer.asks("scenes"))["systems"]:
            for scene in system["scenes"]:
                wanted = {"system": system["value"], "scene": scene["value"], "step": 4}
                answer = await dealer.asks("set table", channel=dealer.channel(), **wanted)
                said = str((await dealer.asks("open", channel=answer["channel"]))["messages"])
                if answer["refused"]:
                    waits.append(scene["value"])
                    assert "its lobby is open" in answer["refused"]
                    assert "There is nobody to fight. (TX-15) The Dealer adds an NPC" in answer["refused"]
                    assert "presses Start" in answer["refused"]
                    assert "[" not in answer["refused"], "no button can be pressed there"
                    assert "Join" in said
                else:
                    assert "Your move" in said or "The fight is over" in said
                    went_on = " decides for" in said or "declared: " in said
                    assert went_on is (scene["value"] != ALONE), "a scene for one alone has begun, and asks him"
    assert waits == ["empty"]


async def test_a_scene_that_is_full_is_set_for_those_who_found_room(room: Room) -> None:
    for number in range(MOST_PEOPLE - len(room.cast.roles)):
        room.cast.add(f"Extra {number}", Role.PLAYER)
    async with live(room, "Dealer") as dealer:
        wanted = {"system": "texarkana", "scene": "ambush", "step": 2}
        answer = await dealer.asks("set table", channel=dealer.channel(), **wanted)
        assert "could not join: " in answer["refused"]
        said = str((await dealer.asks("open", channel=answer["channel"]))["messages"])
        assert "The cards are dealt" in said


async def test_the_panel_is_the_bots_history_for_this_person_and_stays_out_of_the_channel(room: Room) -> None:
    async with live(room, "Ana") as ana, live(room, "Bo") as bo:
        here = ana.channel()
        system = (await ana.asks("scenes"))["systems"][0]
        await ana.asks("set table", channel=here, system=system["value"], scene=system["scenes"][0]["value"], step=3)
        await bo.asks("open", channel=here)
        before = len(bo.frames)
        for _ in range(2):
            await ana.asks("why", channel=here)
            await _until_told_why(ana)
        page = await ana.asks("open", channel=here)
        assert not [each for each in page["messages"] if "What happened" in each["content"]]
        await bo.asks("open", channel=here)
        assert not any("What happened" in frame for frame in bo.frames[before:])
        assert len(room.asides) == 1
        await ana.asks("why", channel=None)
        assert not room.asides
    assert not room.windows


async def _until_told_why(window: Live) -> None:
    if '"what":"why"' not in "".join(window.frames[-3:]):
        while (await window.hears())["what"] != "why":
            pass


def test_every_kind_of_frame_names_its_answer() -> None:
    for kind in Asked.__args__:
        assert "nr" in kind.__struct_fields__
