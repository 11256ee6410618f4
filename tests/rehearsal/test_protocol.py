"""The rules of interactions, tokens, channels and the gateway, mostly without any client library."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from bot.rehearsal import Loopback, NotThereError, UnansweredError
from bot.rehearsal.journal import Dispatched, Requested
from bot.rehearsal.wire import AUTOCOMPLETE, COMPONENT, MODAL, Json

from .example_bot import running
from .raw import Raw, raw_client

ROUTE = "POST /channels/{channel}/messages"


def board(loopback: Loopback) -> Json:
    components = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}]
    return {"content": "board", "components": components}


async def test_an_interaction_is_answered_once(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        interaction = raw.opened()
        assert await raw.answer(interaction, 4, {"content": "x"}) == 0
        assert await raw.answer(interaction, 4, {"content": "y"}) == 40060
        assert [each.code for each in loopback.refusals] == [40060]


async def test_an_answer_after_three_seconds_is_unknown(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        interaction = raw.opened()
        interaction.age(3.1)
        assert await raw.answer(interaction, 4, {"content": "x"}) == 10062
        assert await raw.code("POST", "/interactions/1/x/callback", {"type": 5}) == 10062


async def test_a_latency_makes_an_answer_late(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        loopback.answer_window = 0.05
        loopback.rest.latency = 0.06
        assert await raw.answer(raw.opened(), 4, {"content": "x"}) == 10062


async def test_a_form_cannot_follow_a_deferral(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        interaction = raw.opened()
        assert await raw.answer(interaction, 5, {"flags": 64}) == 0
        form = {"title": "t", "custom_id": "m", "components": [{"type": 10, "content": "x"}]}
        assert await raw.answer(interaction, 9, form) == 40060


@pytest.mark.parametrize(
    ("kind", "answers"),
    [(2, (4, 5, 9)), (COMPONENT, (4, 5, 6, 7, 9)), (AUTOCOMPLETE, (8,)), (MODAL, (4, 5))],
)
async def test_each_kind_of_interaction_takes_its_kinds_of_answers(
    loopback: Loopback, kind: int, answers: tuple[int, ...]
) -> None:
    contents: dict[int, Json] = {
        4: {"content": "x"},
        7: {"content": "y"},
        8: {"choices": []},
        9: {"title": "t", "custom_id": "m", "components": [{"type": 10, "content": "x"}]},
    }
    surface = loopback.world.add_message(loopback.default_channel, board(loopback)) if kind == COMPONENT else None
    async with raw_client(loopback) as raw:
        for answer in range(1, 10):
            code = await raw.answer(raw.opened(kind, surface=surface), answer, contents.get(answer))
            assert code == (0 if answer in answers else 50035), answer


async def test_a_deferral_chooses_nothing_but_who_sees_it(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        loopback.openapi = None
        assert await raw.answer(raw.opened(), 5, {"flags": 1 << 15}) == 50035


async def test_a_followup_needs_a_first_answer_and_a_living_token(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        interaction = raw.opened()
        assert await raw.code("POST", raw.hook(interaction), {"content": "x"}) == 10015
        assert await raw.answer(interaction, 5) == 0
        assert await raw.code("POST", raw.hook(interaction), {"content": "x"}) == 0
        assert await raw.code("POST", raw.hook(interaction), {"content": ""}) == 50006
        interaction.age(15 * 60 + 1)
        assert await raw.code("POST", raw.hook(interaction), {"content": "x"}) == 50027
        assert await raw.code("PATCH", raw.hook(interaction, "/messages/@original"), {"content": "x"}) == 50027


async def test_the_original_answer_is_read_edited_and_deleted(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        interaction = raw.opened()
        assert await raw.answer(interaction, 4, {"content": "one", "flags": 64}) == 0
        original = raw.hook(interaction, "/messages/@original")
        status, message = await raw("PATCH", original, {"content": "two"})
        assert (status, message["content"], message["flags"]) == (200, "two", 64)
        status, followup = await raw("POST", raw.hook(interaction), {"content": "three"}, params={"wait": "true"})
        assert status == 200
        assert await raw.code("DELETE", raw.hook(interaction, f"/messages/{followup['id']}")) == 0
        assert await raw.code("GET", raw.hook(interaction, f"/messages/{followup['id']}")) == 10008
        assert await raw.code("DELETE", original) == 0
        assert await raw.code("GET", original) == 10008
        ana, bo = loopback.person("Ana"), loopback.person("Bo")
        assert {"one", "two"} <= set(loopback.seen_by(ana))
        assert not {"one", "two"} & set(loopback.seen_by(bo))


async def test_the_callback_tells_about_the_message_it_made(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        interaction = raw.opened()
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        status, answer = await raw("POST", path, {"type": 4, "data": {"content": "x", "flags": 64}})
        assert status == 200
        assert answer["interaction"]["response_message_ephemeral"]
        assert answer["resource"]["message"]["content"] == "x"


async def test_an_ephemeral_message_is_not_in_the_channel(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        interaction = raw.opened()
        await raw.answer(interaction, 4, {"content": "x", "flags": 64})
        assert interaction.original is not None
        assert await raw.code("GET", f"{raw.channel}/messages/{interaction.original.id}") == 10008
        assert (await raw("GET", f"{raw.channel}/messages"))[1] == []
    assert not [each for each in loopback.journal if isinstance(each, Dispatched) and each.event.startswith("MESSAGE")]


async def test_a_press_needs_an_enabled_component_that_the_person_sees(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    message = loopback.world.add_message(loopback.default_channel, board(loopback), private_to=ana.user)
    with pytest.raises(NotThereError, match="does not see"):
        await bo.press(message, "x")
    with pytest.raises(NotThereError, match="no component"):
        await ana.press(message, "y")
    message.payload["components"][0]["components"][0]["disabled"] = True
    with pytest.raises(NotThereError, match="disabled"):
        await ana.press(message, "x")


async def _messages(raw: Raw, count: int) -> list[str]:
    return [(await raw("POST", f"{raw.channel}/messages", {"content": str(each)}))[1]["id"] for each in range(count)]


async def test_messages_are_listed_newest_first(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        ids = await _messages(raw, 5)

        async def listed(query: str) -> list[str]:
            return [each["content"] for each in (await raw("GET", f"{raw.channel}/messages?{query}"))[1]]

        assert await listed("limit=2") == ["4", "3"]
        assert await listed(f"before={ids[2]}") == ["1", "0"]
        assert await listed(f"after={ids[2]}&limit=1") == ["3"]
        assert await listed(f"around={ids[2]}&limit=3") == ["3", "2", "1"]
        assert await raw.code("GET", f"{raw.channel}/messages?limit=101") == 50035


async def test_messages_are_edited_deleted_and_only_ones_own(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        (mine,) = await _messages(raw, 1)
        theirs = (await loopback.person("Ana").says("hello")).id
        assert await raw.code("PATCH", f"{raw.channel}/messages/{mine}", {"content": "y"}) == 0
        assert await raw.code("PATCH", f"{raw.channel}/messages/{theirs}", {"content": "y"}) == 50005
        assert await raw.code("DELETE", f"{raw.channel}/messages/{theirs}") == 50013
        assert await raw.code("DELETE", f"{raw.channel}/messages/{mine}") == 0
        assert await raw.code("DELETE", f"{raw.channel}/messages/{mine}") == 10008
        assert await raw.code("POST", "/channels/1/messages", {"content": "x"}) == 10003
        assert await raw.code("GET", "/users/1") == 10013
        assert await raw.code("GET", f"/guilds/{loopback.default_guild.id}/members/{loopback.world.owner.id}") == 0
        assert await raw.code("GET", f"/guilds/{loopback.default_guild.id}/members/1") == 10007


async def test_pins_work_at_both_addresses(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        first, second = await _messages(raw, 2)
        assert await raw.code("PUT", f"{raw.channel}/messages/pins/{first}") == 0
        assert await raw.code("PUT", f"{raw.channel}/pins/{second}") == 0
        items = (await raw("GET", f"{raw.channel}/messages/pins"))[1]["items"]
        assert [each["message"]["id"] for each in items] == [second, first]
        assert await raw.code("DELETE", f"{raw.channel}/messages/pins/{second}") == 0
        assert [each["id"] for each in (await raw("GET", f"{raw.channel}/pins"))[1]] == [first]


async def test_an_archived_thread_takes_no_edits_and_a_locked_one_stays_locked(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        status, thread = await raw("POST", f"{raw.channel}/threads", {"name": "t", "type": 11})
        assert status == 200
        messages = f"/channels/{thread['id']}/messages"
        message = (await raw("POST", messages, {"content": "x"}))[1]
        assert (await raw("PATCH", f"/channels/{thread['id']}", {"archived": True}))[0] == 200
        assert await raw.code("PATCH", f"{messages}/{message['id']}", {"content": "y"}) == 50083
        assert await raw.code("POST", messages, {"content": "wake up"}) == 0
        assert await raw.code("PATCH", f"{messages}/{message['id']}", {"content": "y"}) == 0
        loopback.deny(loopback.default_channel, "manage_threads")
        assert await raw.code("PATCH", f"/channels/{thread['id']}", {"locked": True}) == 50013
        assert await raw.code("POST", f"{raw.channel}/threads", {"name": "x" * 101, "type": 11}) == 50035


async def test_a_message_has_one_thread(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        (message,) = await _messages(raw, 1)
        path = f"{raw.channel}/messages/{message}/threads"
        status, thread = await raw("POST", path, {"name": "t"})
        assert (status, thread["id"]) == (200, message)
        assert await raw.code("POST", path, {"name": "t"}) == 160004


async def test_a_private_thread_is_for_its_members(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    async with raw_client(loopback) as raw:
        thread = (await raw("POST", f"{raw.channel}/threads", {"name": "t"}))[1]
        assert thread["type"] == 12
        assert await raw.code("PUT", f"/channels/{thread['id']}/thread-members/{ana.user.id}") == 0
        await raw("POST", f"/channels/{thread['id']}/messages", {"content": "hush"})
        assert "hush" in ana.sees()
        assert "hush" not in bo.sees()
        assert "hush" in loopback.seen_by(ana)
        assert "hush" not in loopback.seen_by(bo)
        members = (await raw("GET", f"/channels/{thread['id']}/thread-members"))[1]
        assert {each["user_id"] for each in members} == {ana.user.id, raw.bot_id}


async def test_a_wrong_token_and_an_unknown_route_are_refused(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        status, _ = await raw("GET", "/users/@me", headers={"Authorization": "Bot other"})
        assert status == 401
        assert (await raw("GET", "/nowhere"))[0] == 404
    assert len(loopback.refusals) == 2


async def test_injected_errors_come_as_often_as_asked(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        loopback.fail(ROUTE, status=400, code=30046, message="Maximum number of edits reached", times=2)
        codes = [await raw.code("POST", f"{raw.channel}/messages", {"content": "x"}) for _ in range(3)]
        assert codes == [30046, 30046, 0]
        assert not loopback.refusals, "what a test injects is not the bot's fault"
    with pytest.raises(ValueError, match="no route"):
        loopback.fail("POST /channels")


async def test_a_limited_route_answers_429_with_its_headers(loopback: Loopback) -> None:
    loopback.limit(ROUTE, uses=1, seconds=30)
    url = f"{loopback.url}/api/v10/channels/{loopback.default_channel.id}/messages"
    headers = {"Authorization": f"Bot {loopback.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.post(url, json={"content": "x"}) as answer:
            assert (answer.status, answer.headers["X-RateLimit-Remaining"]) == (200, "0")
        async with session.post(url, json={"content": "x"}) as answer:
            assert answer.status == 429
            assert {"Via", "Retry-After", "X-RateLimit-Bucket"} <= set(answer.headers)
            assert 29 < (await answer.json())["retry_after"] <= 30


# -- with discord.py


async def test_discord_py_waits_out_a_rate_limit(loopback: Loopback) -> None:
    async with running(loopback):
        loopback.limit(ROUTE, uses=1, seconds=0.2)
        ana = loopback.person("Ana")
        assert (await ana.command("/saloon nail", text="one")).text == "Pinned 1."
        assert (await ana.command("/saloon nail", text="two")).text == "Pinned 2."
    statuses = [
        each.status for each in loopback.journal if isinstance(each, Requested) and each.path.endswith("/messages")
    ]
    assert statuses.count(200) >= 2


async def test_discord_py_tries_again_after_an_injected_502(loopback: Loopback) -> None:
    async with running(loopback):
        loopback.fail(ROUTE, status=502, times=1)
        assert (await loopback.person("Ana").command("/saloon nail", text="one")).text == "Pinned 1."


async def test_a_dropped_connection_is_resumed_and_nothing_is_lost(loopback: Loopback) -> None:
    async with running(loopback) as bot:
        ana = loopback.person("Ana")
        await loopback.gateway.drop(4000)
        missed = loopback.channel("missed while away")
        assert await loopback.until(lambda: loopback.gateway.resumed == 1, 10)
        assert (await ana.command("/saloon card")).text.startswith("Wanted")
        assert bot.get_channel(int(missed.id)) is not None
        assert loopback.gateway.identified == 1


async def test_a_request_to_reconnect_leads_to_a_resume(loopback: Loopback) -> None:
    async with running(loopback):
        loopback.gateway.ask_to_reconnect()
        assert await loopback.until(lambda: loopback.gateway.resumed == 1, 10)


async def test_a_forgotten_session_is_identified_anew(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    real_sleep = asyncio.sleep

    async def short(seconds: float, result: None = None) -> None:
        await real_sleep(min(seconds, 0.01), result)

    monkeypatch.setattr("discord.gateway.asyncio.sleep", short)  # discord.py waits up to five seconds of its own
    async with running(loopback):
        await loopback.gateway.drop(4000, forget=True)
        assert await loopback.until(lambda: loopback.gateway.identified == 2 and loopback.gateway.listening, 10)
        assert (await loopback.person("Ana").command("/saloon card")).text.startswith("Wanted")


async def test_a_bot_that_died_is_replaced(loopback: Loopback) -> None:
    ana = loopback.person("Ana")
    async with running(loopback):
        await ana.command("/saloon tap")
    await loopback.until_gone()
    with pytest.raises(UnansweredError, match="no bot"):
        await ana.presses("Pour rye")
    async with running(loopback):
        assert (await ana.presses("Pour rye")).text == "Here is your rye."


async def test_a_person_waits_three_seconds_for_an_answer(loopback: Loopback) -> None:
    loopback.answer_window = 0.1
    async with running(loopback):
        loopback.rest.latency = 0.3
        with pytest.raises(UnansweredError, match="did not respond"):
            await loopback.person("Ana").command("/saloon card")
        loopback.rest.latency = 0.0
        await loopback.settled(0.4)
    assert [each.code for each in loopback.refusals] == [10062]


async def test_the_same_interaction_can_be_delivered_twice(loopback: Loopback) -> None:
    async with running(loopback):
        answer = await loopback.person("Ana").command("/saloon card")
        assert loopback.deliver_again(answer.interaction)
        assert await loopback.until(lambda: bool(loopback.refusals), 5)
        assert [each.code for each in loopback.refusals] == [40060]


async def test_answers_are_measured(loopback: Loopback) -> None:
    measured: list[float] = []
    loopback.on_answer = lambda interaction, seconds: measured.append(seconds)
    async with running(loopback):
        answer = await loopback.person("Ana").command("/saloon card")
    assert measured == [answer.latency]
    assert 0 < answer.latency < 3


async def test_without_a_journal_people_still_see(loopback: Loopback) -> None:
    async with Loopback(journal=False, compress=False) as quiet, running(quiet):
        ana = quiet.person("Ana")
        await ana.command("/saloon card")
        assert "Wanted" in ana.sees()
        assert not quiet.journal
        with pytest.raises(AssertionError):
            quiet.seen_by(ana)


async def test_a_guild_and_a_channel_may_come_later(loopback: Loopback) -> None:
    async with running(loopback) as bot:
        guild = loopback.guild("Dry Gulch")
        channel = loopback.channel("street", guild)
        ana = loopback.person("Ana")
        ana.goes_to(channel)
        assert (await ana.command("/saloon card")).text.startswith("Wanted")
        assert isinstance(bot.get_channel(int(channel.id)), discord.TextChannel)


async def test_commands_and_presses_work_in_a_thread(loopback: Loopback) -> None:
    async with running(loopback) as bot, raw_client(loopback) as raw:
        thread = (await raw("POST", f"{raw.channel}/threads", {"name": "t", "type": 11}))[1]
        ana = loopback.person("Ana")
        ana.goes_to(loopback.world.channels[thread["id"]])
        await ana.command("/saloon open", title="The Nugget")
        assert "The bell rings." in (await ana.presses("ring")).text
        assert not bot.errors


async def test_a_hundred_people_press_at_once(loopback: Loopback) -> None:
    async with running(loopback):
        people = [loopback.person(f"Player {number}") for number in range(100)]
        await people[0].command("/saloon tap")
        answers = await asyncio.gather(*(each.presses("Pour rye") for each in people))
    assert {each.text for each in answers} == {"Here is your rye."}
    assert not loopback.refusals


async def test_commands_work_in_direct_messages(loopback: Loopback) -> None:
    async with running(loopback):
        ana, bo = loopback.person("Ana"), loopback.person("Bo")
        ana.goes_to_dms()
        await ana.command("/saloon tap")
        assert (await ana.presses("Pour gin")).text == "Here is your gin."
        assert "The tap." not in bo.sees()


async def test_a_message_of_the_same_nonce_is_not_posted_again(loopback: Loopback) -> None:
    body = {"content": "Bang", "nonce": "f1", "enforce_nonce": True}
    async with raw_client(loopback) as raw:

        async def post(**more: object) -> str:
            _, message = await raw("POST", f"{raw.channel}/messages", {**body, **more})
            return str(message["id"])

        first = await post()
        assert await post() == first
        assert await post(nonce="f2") != first
        assert await post(enforce_nonce=False) != first
