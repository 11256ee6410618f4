"""The pace of a fight as people see it: deadlines on the board, calls that ring or wait, restarts and outages."""

import asyncio
import contextlib
from pathlib import Path

import aiohttp
import pytest

from bot.clock import STANDSTILL, MachineClock
from bot.rehearsal import Loopback
from bot.rehearsal.simulated import SimulatedClock
from rules.core.ids import FightId
from rules.core.values import replace
from rules.store.memory import MemoryStore
from tests.cogs.timed import NOON, Timed, a_table, once_more, user
from tests.pace.times import HOUR
from tests.support.table import require_refused, seated


async def lookout_is_asked(timed: Timed, **rules: str) -> None:
    """Ana and Bo are both asked who is Lookout."""
    await timed.table.fight("Ana", "Bo")
    await timed.plays(**rules)
    timed.rang()


async def test_the_board_and_your_move_say_when_the_time_is_up_and_what_happens_else(tmp_path: Path) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="12h", late="default")
        until = f"time up <t:{int(NOON + 12 * HOUR)}:R>"
        board = str(timed.table.board().payload["content"])
        assert f"{until} (else: Ada Quill is Lookout)" in board
        ana = timed.table.person("Ana")
        moved = await ana.presses("Your move")
        assert f"T{until[1:]}, else: Ada Quill is Lookout." in moved.text
        await timed.plays(late="call")
        assert f"T{until[1:]}: the Dealer is called." in (await ana.presses("Your move")).text
        assert f"{until}: the Dealer is called (else: Ada Quill is Lookout)" in timed.table.board().payload["content"]
        panel = await timed.table.person("Dealer").presses("Dealer")
        assert f"{until}: the Dealer is called" in panel.text


async def test_at_the_deadline_what_was_shown_happens_and_the_fight_goes_on(tmp_path: Path) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="12h", late="default", pings="off")
        assert await timed.passes(11.75) == []
        assert "Time is up" not in timed.texts()
        rang = await timed.passes(0.25)
        assert "Time is up for Ada Quill" in timed.texts()
        assert rang == [(12, "Ana")], "the Lookout is called for what comes next"
        assert "to be Lookout" not in str(timed.table.board().payload["content"])


async def test_nobody_is_lookout_before_the_time_of_the_last_one_asked_is_up(tmp_path: Path) -> None:
    """Bo is quiet from noon to 23:00 and has the hour after that; Ana alone would have had four hours."""
    async with a_table(tmp_path) as timed:
        ana, bo = timed.table.person("Ana"), timed.table.person("Bo")
        await bo.command("/me quiet", **{"from": "12:00", "to": "23:00", "zone": "UTC"})
        await lookout_is_asked(timed, deadline="4h", late="default", pings="off")
        until = f"time up <t:{int(NOON + 12 * HOUR)}:R>"
        board = str(timed.table.board().payload["content"])
        assert board.count("time up <t:") == board.count(until) == 1, "for both, said once"
        assert f"T{until[1:]}" in (await ana.presses("Your move")).text
        assert await timed.passes(11.75) == [(11, "Bo")]
        assert "Time is up" not in timed.texts()
        await timed.passes(0.25)
        assert "Time is up for Ada Quill and Hank Dollarhide.\nAda Quill is Lookout." in timed.texts()


async def test_the_dealer_is_called_with_his_panel_at_hand(tmp_path: Path) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="1h", late="call", pings="off")
        assert await timed.passes(1) == [(1, "Dealer")]
        said = timed.table.posted()[-1]
        assert "Time is up for Ada Quill" in said.payload["content"]
        assert timed.table.button(said, "Dealer")
        assert await timed.passes(5) == []


async def test_firm_pings_ring_in_the_channel_at_their_times(tmp_path: Path) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="12h", late="call", pings="firm")
        rang = await timed.passes(11.75)
        assert rang == [(6, "Ana"), (6, "Bo"), (10, "Ana"), (10, "Bo")]


async def test_nothing_rings_in_quiet_hours_and_everything_after_them(tmp_path: Path) -> None:
    """Ana sleeps from 14:00 to 20:00 UTC (hours 2 to 8), Bo never does; both are dealt cards and asked at hour 3."""
    async with a_table(tmp_path) as timed:
        ana = timed.table.person("Ana")
        said = await ana.command("/me quiet", **{"from": "14:00", "to": "20:00", "zone": "UTC"})
        assert "nothing of mine rings" in said.text
        await timed.table.fight("Ana", "Bo", start=False)
        await timed.plays(deadline="24h", late="default", pings="firm")
        rang = await timed.passes(3)
        await timed.table.person("Dealer").command("/fight start")
        await timed.table.settled()
        rang += await timed.passes(20)
        # Ana's time ends at 33, an hour after her next quiet hours, and so does Bo's, asked for the same: half at 18.
        assert rang == [(3, "Bo"), (8, "Ana"), (18, "Ana"), (18, "Bo")]
        assert "<@" + ana.user.id + ">" in timed.texts(), "she is named all the same"


async def test_a_restart_neither_loses_a_ping_nor_doubles_it(tmp_path: Path) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="12h", late="call", pings="firm")
        assert await timed.passes(5.95) == []
        await stop(timed)
        timed.clock.advance(4 * 60)
        async with once_more(timed) as later:
            assert [name for _, name in later.rang()] == ["Ana", "Bo"]
            assert await later.passes(3.75) == []
            await stop(later)
        async with once_more(later) as last:
            assert last.rang() == []
            assert [name for _, name in await last.passes(0.5)] == ["Ana", "Bo"]
            assert "I was away" not in last.texts()


async def stop(timed: Timed) -> None:
    """The bot goes, before its table does."""
    await timed.table.settled()
    await timed.table.bot.ticker.stop()


async def test_an_outage_is_said_once_and_makes_all_times_longer(tmp_path: Path) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="12h", late="default", pings="off")
        await timed.passes(10)
        await stop(timed)
        timed.clock.advance(5 * HOUR)
        async with once_more(timed) as later:
            assert later.texts().count("I was away for 5 h; all times are longer by that.") == 1
            assert f"time up <t:{int(NOON + 17 * HOUR)}:R>" in later.table.board().payload["content"]
            assert later.rang() == []
            await later.passes(1.75)
            assert "Time is up" not in later.texts()
            await stop(later)
        async with once_more(later) as last:
            await last.passes(0.25)
            assert "Time is up for Ada Quill" in last.texts()
            assert last.texts().count("I was away") == 1


class Forgetful(MemoryStore):
    """It crashes before it notes that something was shown, while told to."""

    is_forgetful = False

    async def sent(self, fight: FightId, seq: int, note: int = 0) -> None:
        if not self.is_forgetful:
            await super().sent(fight, seq, note)


async def test_a_kill_between_showing_and_noting_so_says_it_once(tmp_path: Path) -> None:
    store = Forgetful()
    async with a_table(tmp_path, store=store) as timed:
        await lookout_is_asked(timed, deadline="12h", late="call", pings="gentle")
        store.is_forgetful = True
        assert [name for _, name in await timed.passes(6)] == ["Ana", "Bo"]
        store.is_forgetful = False
        await stop(timed)
        async with once_more(timed) as later:
            assert later.rang() == []
            assert later.texts().count("half of your time is over") == 1


async def test_a_kill_between_storing_and_showing_says_it_at_the_next_start(tmp_path: Path) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="12h", late="call", pings="gentle")
        await timed.table.bot.publisher.stop()  # as a crash would have it: what is ruled from here on is not shown
        assert await timed.passes(6) == []
        await timed.table.bot.ticker.stop()
        async with once_more(timed) as later:
            assert [name for _, name in later.rang()] == ["Ana", "Bo"]
            assert later.texts().count("half of your time is over") == 1


async def test_a_fight_that_cannot_be_ticked_holds_up_no_other(tmp_path: Path) -> None:
    class Broken(MemoryStore):
        broken = ""

        async def note(self, note: object) -> None:
            if note.fight == self.broken:  # type: ignore[attr-defined]  # a Note
                raise RuntimeError("a bug")
            await super().note(note)  # type: ignore[arg-type]  # a Note

    store = Broken()
    async with a_table(tmp_path, store=store) as timed:
        street = timed.discord.channel("street")
        await lookout_is_asked(timed, deadline="12h", late="call", pings="gentle")
        store.broken = (await timed.table.showing()).id
        dealer, cy = timed.table.person("Dealer"), timed.table.person("Cy")
        await dealer.command("/fight begin", street, system="texarkana", scene="ambush", title="Other")
        await cy.command("/fight join", street)
        await dealer.command("/fight start", street)
        await timed.table.bot.referee.set_table(
            timed.table.place(street), user(dealer), what="deadline", value="12h", source="other"
        )
        await timed.table.settled()
        timed.rang()
        assert [name for _, name in await timed.passes(6.5)] == ["Cy"]


async def test_while_discord_is_away_no_time_passes_for_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot runs on, but nobody can press anything: that is an outage as any other."""
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="1h", late="default", pings="off")
        await timed.clock.caught_up()
        bot, is_there = timed.table.bot, asyncio.Event()

        async def later(url: str, *, compress: int = 0) -> aiohttp.ClientWebSocketResponse:
            await is_there.wait()
            return await connecting(url, compress=compress)

        connecting = bot.http.ws_connect
        monkeypatch.setattr(bot.http, "ws_connect", later)
        await timed.discord.gateway.drop(4000)
        assert await timed.discord.until(lambda: not bot.ws.open, 5.0)
        timed.clock.advance(5 * HOUR)
        await asyncio.sleep(0.1)  # time for the bot to do what it must not
        assert "Time is up" not in timed.texts()
        is_there.set()
        assert await timed.discord.until(lambda: timed.discord.gateway.resumed == 1, 20.0)
        await timed.clock.caught_up()
        assert timed.texts().count("I was away for 5 h; all times are longer by that.") == 1
        assert "Time is up" not in timed.texts()
        await timed.passes(1.25)
        assert "Time is up for Ada Quill" in timed.texts()


async def test_when_the_machine_was_asleep_all_times_are_longer_by_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="1h", late="default", pings="off")
        await timed.clock.caught_up()
        wait = timed.clock.wait

        async def asleep(seconds: float, woken: asyncio.Event) -> bool:
            await wait(seconds, woken)
            return False

        monkeypatch.setattr(timed.clock, "wait", asleep)
        timed.clock.advance(60)  # from its next wait on it was asleep
        await timed.clock.caught_up()
        timed.clock.advance(5 * HOUR)
        await timed.clock.caught_up()
        assert timed.texts().count("I was away for 5 h; all times are longer by that.") == 1
        assert "Time is up" not in timed.texts()


async def test_a_clock_tells_a_long_wait_from_a_standstill(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, woken = MachineClock(), asyncio.Event()
    assert await clock.wait(0.01, woken)
    shown = iter((0.0, 0.01 + STANDSTILL))
    monkeypatch.setattr(MachineClock, "__call__", lambda _: next(shown))
    assert not await clock.wait(0.01, woken)


async def test_after_an_outage_a_fight_that_goes_wrong_stops_the_clock_of_no_other(tmp_path: Path) -> None:
    store = MemoryStore()
    async with a_table(tmp_path, store=store) as timed:
        street, dealer = timed.discord.channel("street"), timed.table.person("Dealer")
        await dealer.command("/fight begin", street, system="texarkana", scene="ambush", title="Other")
        await timed.table.person("Cy").command("/fight join", street)
        await dealer.command("/fight start", street)
        referee, place = timed.table.bot.referee, timed.table.place(street)
        await referee.set_table(place, user(dealer), what="deadline", value="4h", source="other")
        wrong = (await referee.show(place, None)).id
        await lookout_is_asked(timed, deadline="12h", late="default", pings="off")
        await stop(timed)
        row = store._records[wrong]
        store._records[wrong] = replace(row, raw=row.raw.replace(b'"deadline":"4h"', b'"deadline":"soon"'))
        timed.clock.advance(5 * HOUR)
        async with once_more(timed) as later:
            assert later.texts().count("I was away for 5 h") == 1
            await later.passes(12)
            assert "Time is up for Ada Quill" in later.texts()


@pytest.mark.parametrize("raw", [b"garbage", b"nan", b"inf", b"-inf", b"1e300"])
async def test_when_the_bot_was_last_there_may_be_garbage_and_the_clock_goes_on(tmp_path: Path, raw: bytes) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="12h", late="default", pings="off")
        await stop(timed)
        await timed.store.set("bot", 0, raw)
        async with once_more(timed) as later:
            await later.passes(12)
            assert "Time is up for Ada Quill" in later.texts()
            assert "I was away" not in later.texts()


async def test_a_clock_that_goes_backwards_goes_on_noting_that_the_bot_is_there(tmp_path: Path) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="12h", late="default", pings="off")
        await timed.passes(3, step=3)
        timed.clock.advance(-3 * HOUR)
        await timed.passes(1)
        await timed.table.settled()
        assert float(await timed.store.setting("bot", 0) or 0) == NOON + HOUR


# ---- /me quiet and /me pace


@contextlib.asynccontextmanager
async def at_noon(folder: Path):  # type: ignore[no-untyped-def]  # a table, whose clock stands
    clock = SimulatedClock(folder / "clock")
    clock.set(NOON)
    async with Loopback() as discord, seated(discord, clock=clock) as table:
        yield table


async def test_quiet_hours_are_set_shown_and_dropped(tmp_path: Path) -> None:
    async with at_noon(tmp_path) as table:
        ana = table.person("Ana")
        said = await ana.command("/me quiet", **{"from": "10 pm", "to": "8", "zone": "berlin"})
        assert said.ephemeral
        assert "From 22:00 to 08:00 nothing of mine rings for you (Europe/Berlin, where it is 14:00 now)" in said.text
        assert "From 22:00 to 08:00" in (await ana.command("/me pace")).text
        assert "From 23:30 to 08:00" in (await ana.command("/me quiet", **{"from": "23:30", "to": "8:00"})).text
        assert "no quiet hours" in (await ana.command("/me quiet", **{"from": "off"})).text
        assert "no quiet hours" in (await table.person("Bo").command("/me pace")).text
        ana.goes_to_dms()
        assert "no quiet hours" in (await ana.command("/me pace")).text


async def test_quiet_hours_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    async with at_noon(tmp_path) as table:
        ana = table.person("Ana")
        for options, *words in (
            ({"from": "22:00"}, "needs to"),
            ({"from": "22:00", "to": "08:00"}, "time zone"),
            ({"from": "25:00", "to": "08:00", "zone": "UTC"}, "25:00 is no time of day"),
            ({"from": "late", "to": "08:00", "zone": "UTC"}, "late is no time of day"),
            ({"from": "08:00", "to": "08:00", "zone": "UTC"}, "at most 16 hours"),
            ({"from": "08:00", "to": "07:00", "zone": "UTC"}, "at most 16 hours"),
            ({"from": "22:00", "to": "08:00", "zone": "Atlantis"}, "no time zone Atlantis"),
        ):
            require_refused(await ana.command("/me quiet", **options), *words)


async def test_a_time_zone_is_found_by_city_or_by_what_the_clock_shows(tmp_path: Path) -> None:
    async with at_noon(tmp_path) as table:
        ana = table.person("Ana")
        offered = [each.value for each in await ana.complete("/me quiet", "zone", "berl")]
        assert offered[0] == "Europe/Berlin"
        offered = [each.value for each in await ana.complete("/me quiet", "zone", "17:30")]
        assert offered == ["Asia/Kolkata"]
        assert "UTC" in [each.value for each in await ana.complete("/me quiet", "zone", "")]
        assert "22:00" in [each.value for each in await ana.complete("/me quiet", "from", "2")]


async def test_pace_shows_how_the_table_plays_and_what_one_owes(tmp_path: Path) -> None:
    async with a_table(tmp_path) as timed:
        await lookout_is_asked(timed, deadline="12h", late="default", pings="firm")
        text = (await timed.table.person("Ana").command("/me pace")).text
        assert "Time to answer: 12 hours" in text
        assert "what stands after" in text
        assert "to be Lookout" in text


@pytest.mark.parametrize("text", ["", "x", "22:60", "24:30", "13pm", "0am", "1:2", "٢٢:٠٠"])
async def test_what_is_no_time_of_day_is_refused(text: str) -> None:
    from rules.core.refusal import Illegal
    from rules.quiet import minute_of

    with pytest.raises(Illegal, match="NOT_A_TIME"):
        minute_of(text)
