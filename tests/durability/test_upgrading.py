"""Databases of older releases, as their host brings them up to date, and what he is told of it."""

import asyncio
from pathlib import Path

import pytest

from bot import doctor, maintenance
from bot.__main__ import main
from bot.holding import Holding
from tests.durability.hosting import LATER, NOON, chosen, chosen_settings, contents
from tests.store.released import RELEASES, rows, unpack

OLDEST, LAST = RELEASES[0], RELEASES[-1]


@pytest.mark.parametrize("release", [OLDEST, LAST])
def test_migrate_keeps_the_database_as_it_was_and_says_from_what_to_what(
    release: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = unpack(release, tmp_path / "fights.sqlite3")
    before = contents(file)
    assert maintenance.run(chosen_settings(file), chosen("migrate"), now=NOON) == 0
    assert f"The shape was {release}, is 0007." in capsys.readouterr().out
    assert contents(tmp_path / "backups" / f"fights-2027-01-15-080000-shape-{release}.sqlite3") == before
    assert rows(file, "SELECT version_num FROM fairdraw_version") == [("0007",)]
    assert maintenance.run(chosen_settings(file), chosen("migrate"), now=LATER) == 0
    assert "already" in capsys.readouterr().out
    assert len(list((tmp_path / "backups").iterdir())) == 1


async def test_after_an_upgrade_as_the_doctor_advises_it_nothing_is_ill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = unpack("0003", tmp_path / "fights.sqlite3")
    file.chmod(0o600)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "loopback-token")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    old = [each for each in await doctor.examine(asks_discord=False) if "Shape" in each.what]
    assert [each.is_well for each in old] == [False]
    assert old[0].remedy.startswith("python -m bot migrate")
    assert await asyncio.to_thread(main, ["backup"]) == 0
    assert "python -m bot migrate mends that" in capsys.readouterr().err
    assert await asyncio.to_thread(main, ["migrate"]) == 0
    assert capsys.readouterr().err == ""
    assert [each for each in await doctor.examine(asks_discord=False) if not each.is_well] == []


def test_restore_tells_what_a_file_of_an_older_release_holds_and_what_comes_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, file = unpack(OLDEST, tmp_path / "old.sqlite3"), tmp_path / "fights.sqlite3"
    assert maintenance.run(chosen_settings(file), chosen("restore", old), now=NOON) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith(f"; shape {OLDEST}.")
    assert told[1] == "It is of an older release, and is brought to shape 0007."
    assert told[-1] == "Now start the bot (python -m bot run)."


def test_one_is_counted_as_one() -> None:
    one = Holding(revision="0007", fights=1, current=1, steps=1, newest=None, troubles=())
    assert maintenance.words(one) == "1 fight, 1 of them not put away; 1 step; shape 0007."
