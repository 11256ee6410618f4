"""A whole fight in the browser: three windows, one for the game master and one for each player.

A further rule system is a further row; single rounds of the other systems are in `test_other_rules`.
"""

import re
from dataclasses import dataclass

import pytest
from playwright.async_api import Browser

from tests.room.chromium import needs_chromium
from tests.room.command import rehearsing
from tests.room.seat import Seat, seated

HAND = re.compile(r"Your hand \([^)]*\): (.+)")
ENOUGH = 150  # rounds of asking everybody; a fight that takes more does not end
LOOKS = ("Your move", "Back", "Hand")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """How a fight of one system is played by people in a hurry: the first of `eager` that is offered, else anything."""

    system: str
    scene: str
    seed: int
    gm: str  # what the system calls the game master
    eager: tuple[str, ...]
    has_hands: bool  # of cards that exist once


ROWS = (
    Row(
        system="texarkana",
        scene="ambush",
        seed=5,
        gm="Dealer",
        eager=("Shoot", "Brawl", "Stand", "Give chase"),
        has_hands=True,
    ),
)


@needs_chromium
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.system)
async def test_a_whole_fight_is_played_in_three_windows_and_hands_stay_in_their_own(row: Row, browser: Browser) -> None:
    async with rehearsing("--seed", str(row.seed)) as url:
        dealer, ana, bo = [await seated(browser, url, name) for name in ("Dealer", "Ana", "Bo")]
        await dealer.types("fight begin", system=row.system, scene=row.scene)
        for player in (ana, bo):
            await player.press("Join")
        await dealer.press("Start")
        secrets = Secrets((dealer, ana, bo))
        holders = (ana, bo) if row.has_hands else ()
        await secrets.look(*holders)
        assert all(secrets.held(each) for each in holders)
        rounds = 0
        while await _goes_on(row, dealer, (ana, bo)):
            rounds += 1
            if rounds % 4 == 0:
                await secrets.look(*holders)
            assert rounds < ENOUGH, "the fight does not end"
        await secrets.look(*holders)
        assert rounds > 3, "nobody had anything to decide"
        await dealer.press(row.gm)
        await dealer.press("End the fight")
        await dealer.press("Yes, end it")
        for seat in (dealer, ana, bo):
            await seat.page.get_by_text("The fight is put away.").first.wait_for()
            assert not seat.problems
            own = (f"{url}/", f"{url.replace('http', 'ws')}/")
            assert all(each.startswith(own) for each in seat.requests), "something was asked for elsewhere"


async def _goes_on(row: Row, dealer: Seat, players: tuple[Seat, ...]) -> bool:
    """Let the first who can decide something do so; else the game master goes on. False: it is over."""
    for player in players:
        await player.press("Your move")
        offered = [each for each in await player.offered() if not each.startswith(LOOKS)]
        if offered:
            chosen = next((each for wish in row.eager for each in offered if each.startswith(wish)), offered[0])
            await player.press(chosen)
            if "to confirm" in await player.newest():
                await player.press(chosen)
            return True
    await dealer.press(row.gm)
    if "Go on" not in await dealer.offered():
        return False
    await dealer.press("Go on")
    return True


class Secrets:
    """What the players hold, and what the network brought to others meanwhile."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self._seats = seats
        self._held: dict[Seat, frozenset[str]] = {}
        self._dealt: dict[Seat, frozenset[str]] = {}  # and never played since
        self._read: dict[Seat, int] = dict.fromkeys(seats, 0)

    def held(self, player: Seat) -> frozenset[str]:
        """What somebody held when he last looked."""
        return self._held[player]

    async def look(self, *players: Seat) -> None:
        """Everybody looks at his hand.

        What he has held ever since the last look, no other network may have brought meanwhile; what he has held ever
        since the deal, no other window may show.
        """
        for player in players:
            await player.press("Hand")
            found = HAND.findall(await player.newest())
            now = frozenset(found[-1].split(", ")) if found else frozenset()
            assert all(any(each in frame for frame in player.frames) for each in now), "the frames are not read"
            kept = now & self._held.get(player, now)
            self._held[player] = now
            self._dealt[player] = now & self._dealt.get(player, now)
            for other in self._seats:
                if other is not player:
                    brought = "\n".join(other.frames[self._read[other] :])
                    assert not {each for each in kept if each in brought}, (
                        f"{other.name} was sent what {player.name} holds"
                    )
                    screen = await other.page.content()
                    assert not {each for each in self._dealt[player] if each in screen}, f"{other.name} sees it"
        for seat in self._seats:
            self._read[seat] = len(seat.frames)
