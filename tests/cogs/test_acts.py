"""One public message an act: posted with its announcement, edited up to its result; who is called, and how often."""

from dataclasses import dataclass, field

import pytest

from bot.rehearsal import Loopback, Person
from bot.rehearsal.world import Message
from cogs.render import theme
from rules.core.view import AskedView
from rules.store.memory import MemoryStore
from tests.cogs.players import awaited, player_of
from tests.support.table import Table, seated

WAITS = 4  # a round, for one person
CALLS = 2  # a round, beside the messages of acts
POSTED = "POST /channels/{channel}/messages"
EDITED = "PATCH /channels/{channel}/messages/{message}"


def lines_of(table: Table) -> list[str]:
    """Everything said in public but the boards, a line each."""
    return [line for each in told(table) for line in each.payload["content"].split("\n")]


def told(table: Table) -> list[Message]:
    """The public messages but the board."""
    return [each for each in table.posted() if each is not table.board()]


async def in_posse_phase(table: Table) -> Person:
    """Ana and Bo in the ambush, the Posse's first phase. Returns Ana."""
    await table.fight("Ana", "Bo")
    ana = table.person("Ana")
    await ana.command("/act", action="I am Lookout")
    await ana.command("/act", action="5 of Masks")
    await table.settled()
    assert (await table.showing()).view.headline == "Turn 1, Posse Phase"
    return ana


async def shoots(table: Table, person: Person, whom: str) -> None:
    """He shoots, without saying yet with which card."""
    outcome = await person.command("/act", action="Shoot", whom=whom)
    assert not outcome.text.startswith("✋"), outcome.text
    await table.settled()


async def plays(table: Table, person: Person) -> None:
    """He plays the first card of his hand, stands, and does not shoot again."""
    for _ in range(3):
        mine = [each for each in (await table.showing(by=person)).view.asked if each.is_mine and each.choices]
        if not mine or mine[0].what == "to act":
            break
        keys = {choice.key: choice.label for choice in mine[0].choices}
        label = keys.get("stand") or keys.get("no") or mine[0].choices[0].label
        outcome = await person.command("/act", action=label)
        assert not outcome.text.startswith("✋"), outcome.text
    await table.settled()


async def test_an_attack_is_one_message_from_its_announcement_to_its_result() -> None:
    async with seated() as table:
        ana = await in_posse_phase(table)
        before = len(told(table))
        await shoots(table, ana, "Dutch")
        (act,) = told(table)[before:]
        announced = act.payload["content"]
        assert "Ada Quill owes a card" in announced
        await plays(table, ana)
        assert told(table)[before] is act
        assert [each.payload["content"][:2] for each in told(table)[before + 1 :]] == ["<@"], "whose move is next"
        assert act.payload["content"].startswith(announced)
        assert "Ada Quill plays the " in act.payload["content"]
        assert "Dutch loses Grit" in act.payload["content"], "the result"


async def test_a_new_message_only_when_the_next_act_begins() -> None:
    async with seated() as table:
        ana = await in_posse_phase(table)
        before = len(told(table))
        await shoots(table, ana, "Dutch")
        await plays(table, ana)
        await shoots(table, table.person("Bo"), "Dutch")
        await plays(table, table.person("Bo"))
        acts = [each.payload["content"] for each in told(table)[before:] if "plays the" in each.payload["content"]]
        assert len(acts) == 2
        assert "Hank Dollarhide plays" not in acts[0]
        assert "Ada Quill plays" not in acts[1]


async def test_whoever_is_called_in_the_middle_of_an_act_is_pinged_once_by_a_line_of_his_own() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await dealer.command("/gm go-on")  # the card is played for her: she is called for what follows
        await table.settled()
        act, call = told(table)[-2:]
        assert "Ada Quill plays the " in act.payload["content"]
        assert [user["id"] for user in call.payload["mentions"]] == [ana.user.id]
        assert call.payload["content"].startswith("<@")
        assert "\n" not in call.payload["content"]


async def test_an_act_goes_on_in_its_message_after_a_restart() -> None:
    store = MemoryStore()
    async with Loopback() as loopback:
        async with seated(loopback, store=store) as table:
            ana = await in_posse_phase(table)
            await shoots(table, ana, "Dutch")
            before = told(table)
            announced = before[-1].payload["content"]
        async with seated(loopback, store=store) as table:
            await plays(table, table.person("Ana"))
            assert told(table)[: len(before)] == before
            assert told(table)[len(before) - 1].payload["content"].startswith(announced)
            assert "Ada Quill plays the " in told(table)[len(before) - 1].payload["content"]
            assert not [each for each in told(table)[len(before) :] if "plays the" in each.payload["content"]]


async def test_where_the_message_is_gone_the_act_is_told_whole_in_another() -> None:
    async with seated(expects_refusals=True) as table:
        ana = await in_posse_phase(table)
        await shoots(table, ana, "Dutch")
        announced = told(table)[-1].payload["content"].split("\n")[0]
        table.discord.world.remove_message(told(table)[-1])
        await plays(table, ana)
        assert lines_of(table).count(announced) == 1
        act = next(each for each in told(table) if announced in each.payload["content"])
        assert "Ada Quill plays the " in act.payload["content"]


async def test_where_discord_takes_no_more_edits_the_act_is_told_whole_in_another() -> None:
    async with seated(expects_refusals=True) as table:
        ana = await in_posse_phase(table)
        await shoots(table, ana, "Dutch")
        announced = told(table)[-1].payload["content"].split("\n")[0]
        table.discord.fail(EDITED, status=400, code=30046, message="Maximum number of edits reached")
        await ana.command("/act", action=await first_card(table, ana))
        await table.settled()
        acts = [each for each in told(table) if announced in each.payload["content"]]
        assert len(acts) == 2, "the old one stays as it is"
        assert "Ada Quill plays the " in acts[1].payload["content"]


async def test_where_no_edit_is_allowed_the_result_is_told_in_another_message() -> None:
    async with seated(expects_refusals=True) as table:
        ana = await in_posse_phase(table)
        await shoots(table, ana, "Dutch")
        announced = told(table)[-1]
        table.discord.fail(EDITED, status=403, code=50001, message="Missing Access")
        await plays(table, ana)
        assert "owes a card to shoot" in announced.payload["content"]
        anew = [each.payload["content"] for each in told(table) if each.id > announced.id]
        assert any(" Dutch (" in content for content in anew), "hit or missed"


async def test_an_announcement_that_was_not_allowed_is_told_with_what_follows() -> None:
    async with seated(expects_refusals=True) as table:
        ana = await in_posse_phase(table)
        before = len(told(table))
        table.discord.fail(POSTED, status=403, code=50013, message="Missing Permissions")
        await shoots(table, ana, "Dutch")
        assert len(told(table)) == before
        await plays(table, ana)
        assert any("owes a card to shoot" in each.payload["content"] for each in told(table)[before:])


async def test_steps_that_waited_while_discord_failed_are_all_told() -> None:
    async with seated(expects_refusals=True) as table:
        ana = await in_posse_phase(table)
        await shoots(table, ana, "Dutch")
        table.discord.fail(EDITED, status=500, code=0, message="Internal Server Error")
        await plays(table, ana)
        history = await table.bot.referee.history((await table.showing()).id, None, limit=6)
        ruled = [theme.plain(line) for past in history for line in past.lines]
        assert len(ruled) >= 4
        assert not [line for line in ruled if line not in lines_of(table)]


@pytest.mark.parametrize("is_deleted", [True, False])
async def test_whoever_is_still_awaited_is_named_in_the_message_that_replaces_another(is_deleted: bool) -> None:
    async with seated(expects_refusals=not is_deleted) as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system="conflicts")
        players = [table.person(name) for name in ("Ana", "Bo")]
        for player in players:
            await player.command("/fight join")
        await dealer.command("/fight start")
        for player in players:
            await player.command("/act", action=await first_card(table, player))
        await dealer.command("/gm go-on")
        await table.settled()
        if is_deleted:
            table.discord.world.remove_message(told(table)[-1])
        else:
            table.discord.fail(EDITED, status=400, code=30046, message="Maximum number of edits reached")
        await players[0].command("/act", action=await first_card(table, players[0]))
        await table.settled()
        anew = told(table)[-1].payload
        assert " has declared." in anew["content"]
        assert players[1].user.id in anew["content"]
        assert players[0].user.id not in anew["content"]


async def first_card(table: Table, person: Person) -> str:
    (asked,) = [each for each in (await table.showing(by=person)).view.asked if each.is_mine and each.choices]
    return asked.choices[0].label


async def test_what_was_taken_back_is_played_again_in_a_message_of_its_own() -> None:
    async with seated() as table:
        ana = await in_posse_phase(table)
        await shoots(table, ana, "Dutch")
        act = told(table)[-1]
        card = await first_card(table, ana)
        await ana.command("/act", action=card)
        await table.settled()
        stood = act.payload["content"]
        await table.person("Dealer").command("/fight undo", now=True)
        await table.settled()
        undone = told(table)[-1]
        assert "took back" in undone.payload["content"]
        await ana.command("/act", action=await first_card(table, ana))
        await table.settled()
        assert act.payload["content"] == stood, "what was said stays"
        assert "Ada Quill plays the " in undone.payload["content"]
        history = (await ana.command("/fight history")).text
        assert "(taken back)" in history


async def test_the_call_to_declare_a_round_becomes_the_message_in_which_it_is_declared() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system="conflicts")
        players = [table.person(name) for name in ("Ana", "Bo")]
        for player in players:
            await player.command("/fight join")
        await dealer.command("/fight start")
        for player in players:
            await player.command("/act", action=await first_card(table, player))
        await dealer.command("/gm go-on")  # the enemies declare, and the round is fought
        await table.settled()
        first, call = told(table)[-2:]
        assert first.payload["content"].count(" has declared.") == 4
        assert "\nRound 2: declare two actions." in first.payload["content"]
        assert {each["id"] for each in call.payload["mentions"]} == {player.user.id for player in players}
        await players[0].command("/act", action=await first_card(table, players[0]))
        await table.settled()
        assert told(table)[-1] is call
        assert call.payload["content"].split("\n")[0].endswith(" has declared.")
        assert players[1].user.id in call.payload["content"], "who has yet to declare"
        assert players[0].user.id not in call.payload["content"]


@dataclass
class Evening:
    """What a scripted round brought."""

    waits: list[str] = field(default_factory=list)  # for whom alone the table waited
    acts: int = 0


async def play_round(table: Table, dealer: Person, *, turn: int) -> Evening:
    """A round: PCs brawl and stand, the Dealer runs all NPCs, and of several who are asked the first answers first.

    The table waits for one person where nobody else is awaited, he has not acted just now, and was not awaited
    together with others before that.
    """
    evening, last, before = Evening(), "", set[str]()
    while f"Turn {turn}," in (await table.showing()).view.headline:
        owed = await awaited(table, dealer)
        people = {(player or dealer).name for player in [await player_of(table, each) for each in owed]}
        if len(people) == 1 and not people & (before | {last}):
            evening.waits += people
        before, last = people, await answer(table, dealer, owed, evening)
    return evening


async def answer(table: Table, dealer: Person, owed: list[AskedView], evening: Evening) -> str:
    """The first who owes something does it. Returns who it was."""
    first = owed[0]
    player = await player_of(table, first)
    if player is None:
        evening.acts += 1
        outcome = await dealer.command("/gm go-on", only="npcs" if first.whom else None)
    elif first.what == "to act":
        evening.acts += 1
        (whom, *_) = await player.complete("/act", "whom", "", action="Brawl")
        outcome = await player.command("/act", action="Brawl", whom=whom.name, weapon="fists")
    else:
        (mine,) = [each for each in (await table.showing(by=player)).view.asked if each.id == first.id]
        labels = {choice.key: choice.label for choice in mine.choices}
        outcome = await player.command("/act", action=labels.get("stand") or mine.choices[0].label)
    assert not outcome.text.startswith("✋"), f"{first.who}, {first.what}: {outcome.text}"
    await table.settled()
    return (player or dealer).name


async def test_a_brawl_of_three_against_four_waits_for_one_person_four_times_a_round_at_most() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system="texarkana", scene="saloon")
        for name in ("Ana", "Bo", "Cy"):
            await table.person(name).command("/fight join")
        for name in ("Rufus", "Silas"):
            await dealer.command("/gm add", who="tough", name=name)
        await dealer.command("/fight start")
        ana = table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await plays(table, ana)
        for turn in (1, 2):
            before = len(told(table))
            evening = await play_round(table, dealer, turn=turn)
            posted = [each.payload["content"] for each in told(table)[before:]]
            calls = [each for each in posted if each.startswith("<@")]
            assert len(evening.waits) <= WAITS, evening.waits
            assert len(posted) - len(calls) == evening.acts, posted
            assert len(calls) <= CALLS, calls
