"""`python -m bot doctor` looks at settings, database and backup from outside, and changes nothing."""

import os
import re
import sqlite3
import sys
import time
from pathlib import Path

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from bot import doctor
from bot.__main__ import main
from bot.rehearsal import Loopback
from bot.rehearsal.connect import pointed_at
from bot.settings import SettingsError, load
from cogs.render.doctor import Finding, line_of
from rules.examining import BACKUP
from rules.store.engines import address, require_openable, writing_connection
from rules.store.inspecting import inspected
from rules.store.migrate import revisions, upgrade
from rules.store.protocol import StoreError
from rules.store.sql import SqlStore
from tests.support.modes import modes_met

posix = pytest.mark.skipif(os.name != "posix", reason="files have no modes there")


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where the settings say that the database is; no file `.env` counts."""
    url = f"sqlite:///{tmp_path / 'fights.db'}"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "loopback-token")
    monkeypatch.setenv("DATABASE_URL", url)
    return url


def lines(findings: list[Finding]) -> str:
    """As they are printed: each in a line, and what was found ends before the remedy."""
    for each in findings:
        assert "\n" not in line_of(each)
        assert each.what.endswith(".")
    return "\n".join(map(line_of, findings))


async def made(url: str) -> SqlStore:
    store = SqlStore(url)
    await store.open()
    return store


async def test_before_the_first_start_there_is_no_database_and_none_is_made(url: str, tmp_path: Path) -> None:
    found = await doctor.examine(asks_discord=False)
    assert all(each.is_well for each in found)
    assert "the first start makes it" in lines(found)
    assert os.listdir(tmp_path) == []


async def test_where_the_database_will_be_is_told_to_whoever_may_be_in_another_folder(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL")
    assert f"the first start makes it: {tmp_path / 'fairdraw.sqlite3'}." in lines(
        await doctor.examine(asks_discord=False)
    )


async def test_a_database_in_use_is_looked_at_beside_the_bot_that_runs_on_it(url: str) -> None:
    store = await made(url)
    try:
        await store.set(BACKUP, 0, msgspec.json.encode({"at": time.time() - 90}))
        found = await doctor.examine(asks_discord=False)
        assert all(each.is_well for each in found), lines(found)
        assert "a bot runs on it" in lines(found)
        assert "Backup: 1 minute old" in lines(found)
        await store.set("person", 1, b"it still writes")
    finally:
        await store.close()
    assert "a bot runs on it" not in lines(await doctor.examine(asks_discord=False))


async def test_an_older_database_is_told_and_left_as_it_is(url: str) -> None:
    database = writing_connection(address(url))
    await upgrade(database, to="0003")
    await database.dispose()
    for _ in range(2):
        found = await inspected(url, BACKUP)
        assert found.examined is not None
        assert (found.examined.revision, found.examined.wanted) == ("0003", revisions()[-1])
    text = lines(await doctor.examine(asks_discord=False))
    assert "✗ Shape of the database: revision 0003, of an older version." in text
    assert "Remedy: python -m bot migrate brings it to revision" in text
    assert "✗ Backup: never, as far as I know. Remedy: Make one: python -m bot backup." in text


async def test_a_server_that_is_not_there_is_to_be_looked_for_and_nothing_restored(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("asyncpg", reason="asyncpg is not installed: pip install -e '.[postgres]'")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://ana:pa55word@127.0.0.1:1/fights")
    text = lines(await doctor.examine(asks_discord=False))
    assert "✗ Database: it cannot be read: the server cannot be reached (ConnectionRefusedError)." in text
    assert text.endswith("Remedy: Is PostgreSQL running? Check host, user and password in DATABASE_URL.")
    assert "pa55word" not in text


async def test_a_missing_driver_is_to_be_installed_and_the_address_left_alone(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)  # as if it were not installed
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://ana:pa55word@127.0.0.1/fights")
    text = lines(await doctor.examine(asks_discord=False))
    assert "✗ Database: the driver for PostgreSQL is missing. Remedy: Install it" in text
    assert text.endswith('python -m pip install -e ".[postgres]".')
    with pytest.raises(StoreError, match=r'python -m pip install -e "\.\[postgres\]"'):
        await made(os.environ["DATABASE_URL"])


async def test_an_address_that_cannot_be_read_is_told_in_a_sentence(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ana:pa55word:x")
    text = lines(await doctor.examine(asks_discord=False))
    assert "Database: The database URL cannot be read" in text
    assert "pa55word" not in text


async def test_a_newer_database_is_told_apart_from_an_older_one(url: str, tmp_path: Path) -> None:
    await (await made(url)).close()
    with sqlite3.connect(tmp_path / "fights.db") as connection:
        connection.execute("UPDATE fairdraw_version SET version_num = '9999'")
    connection.close()
    assert "of a newer version. Remedy: Run that version" in lines(await doctor.examine(asks_discord=False))


async def test_what_is_no_database_of_ours_is_named(url: str, tmp_path: Path) -> None:
    file = tmp_path / "fights.db"
    file.write_bytes(b"no database at all" * 100)
    text = lines(await doctor.examine(asks_discord=False))
    assert "✗ Database: it cannot be read: the file is not a database" in text
    assert "Remedy: Restore a backup (python -m bot restore FILE)" in text
    with pytest.raises(StoreError, match="Restore a backup"):
        await made(url)
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE others (id)")
    connection.close()
    text = lines(await doctor.examine(asks_discord=False))
    assert "tables that are not Fair Draw's. Remedy: Set DATABASE_URL to another place" in text
    file.unlink()
    file.touch()
    assert "the first start makes it" in lines(await doctor.examine(asks_discord=False))


async def test_a_cut_database_is_to_be_restored_which_is_said_once(url: str, tmp_path: Path) -> None:
    await (await made(url)).close()
    file = tmp_path / "fights.db"
    file.write_bytes(file.read_bytes()[:8192])
    text = lines(await doctor.examine(asks_discord=False))
    assert "the file is damaged" in text
    assert text.casefold().count("restore a backup") == 1


async def test_a_database_that_another_program_holds_is_not_taken_for_a_spoiled_one(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await made(url)).close()

    async def held(*_: object) -> set[str]:
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorname = "SQLITE_BUSY"
        raise OperationalError("SELECT", {}, error)

    monkeypatch.setattr("rules.store.inspecting._tables", held)
    said = lines(await doctor.examine(asks_discord=False))
    assert "another program holds the database" in said
    assert "Does another program use the file?" in said
    assert "backup" not in said.split("Does another program")[0].lower()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
async def test_a_database_of_another_user_is_not_taken_for_a_spoiled_one(url: str, tmp_path: Path) -> None:
    await (await made(url)).close()
    (tmp_path / "fights.db").chmod(0)
    text = lines(await doctor.examine(asks_discord=False))
    assert "this user may not read the file. Remedy: Ask as the user who runs the bot." in text


@posix
async def test_a_new_database_is_for_nobody_else_whatever_the_umask(url: str, tmp_path: Path) -> None:
    umask = os.umask(0)
    try:
        store = await made(url)
        try:
            await store.set("person", 1, b"a hand")
            beside = {each.name: each.stat().st_mode & 0o777 for each in map(tmp_path.joinpath, os.listdir(tmp_path))}
        finally:
            await store.close()
    finally:
        os.umask(umask)
    assert beside == dict.fromkeys(("fights.db", "fights.db-wal", "fights.db-shm", "fights.db.lock"), 0o600)
    assert "others on this machine" not in lines(await doctor.examine(asks_discord=False))


@posix
def test_it_is_so_from_the_first_byte(tmp_path: Path) -> None:
    file = tmp_path / "fights.db"
    assert modes_met(lambda: require_openable(file), "fights.db", ["sqlite3.connect"]) == {0o600}


@posix
async def test_an_older_database_that_others_can_read_is_named_and_left_alone(url: str, tmp_path: Path) -> None:
    file = tmp_path / "fights.db"
    file.touch()
    file.chmod(0o644)
    store = await made(url)
    try:
        remedy = f"Database: others on this machine can read the database. Remedy: chmod 600 {file}*"
        assert remedy in lines(await doctor.examine(asks_discord=False))
        file.chmod(0o600)
        assert remedy in lines(await doctor.examine(asks_discord=False)), "the newest acts stand beside it"
    finally:
        await store.close()
    assert "others on this machine" not in lines(await doctor.examine(asks_discord=False))
    assert file.stat().st_mode & 0o777 == 0o600


@posix
async def test_settings_that_others_can_read_are_named_and_left_alone(url: str, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=one-word\n", encoding="utf-8")
    for mode in (0o644, 0o640, 0o604):
        file.chmod(mode)
        text = lines(await doctor.examine(asks_discord=False))
        assert f"✗ Settings: others on this machine can read .env. Remedy: chmod 600 {file}\n" in text
        assert file.stat().st_mode & 0o777 == mode
    file.chmod(0o600)
    assert all(each.is_well for each in await doctor.examine(asks_discord=False))


async def test_to_look_leaves_no_lock_behind(url: str, tmp_path: Path) -> None:
    """It might be another user's, who asked as root, and then no bot could start."""
    await (await made(url)).close()
    (tmp_path / "fights.db.lock").unlink()
    await doctor.examine(asks_discord=False)
    assert not (tmp_path / "fights.db.lock").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_database_that_cannot_be_written_is_named(url: str, tmp_path: Path) -> None:
    await (await made(url)).close()
    (tmp_path / "fights.db").chmod(0o400)
    assert "✗ Database: it cannot be written to" in lines(await doctor.examine(asks_discord=False))


async def test_a_url_that_names_no_file_is_refused() -> None:
    with pytest.raises(StoreError):
        await inspected("sqlite://", BACKUP)


async def test_missing_settings_are_named_without_their_values(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "two words")
    monkeypatch.setenv("LOG_LEVEL", "chatty")
    found = await doctor.examine(asks_discord=False)
    assert [each.is_well for each in found] == [False, True], "the database is looked at nevertheless"
    assert "✗ Settings: DISCORD_TOKEN: must be one word" in lines(found)
    assert "; LOG_LEVEL: must be DEBUG, INFO, WARNING or ERROR. I looked" in lines(found)
    assert "two words" not in lines(found)


async def test_whoever_is_in_another_folder_is_told_where_settings_were_looked_for(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    with pytest.raises(SettingsError, match=re.escape(f"{tmp_path / '.env'}, which is not there")):
        load()
    assert f"I looked in the environment and in {tmp_path / '.env'}, which is not there. Remedy" in lines(
        await doctor.examine(asks_discord=False)
    )
    (tmp_path / ".env").write_text("LOG_LEVEL=INFO\n", encoding="utf-8")
    text = lines(await doctor.examine(asks_discord=False))
    assert f"DISCORD_TOKEN: is missing. I looked in the environment and in {tmp_path / '.env'}. Remedy" in text


async def test_with_a_wrong_token_the_rest_is_looked_at_and_discord_is_not_asked(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await made(url)).close()
    monkeypatch.setenv("DISCORD_TOKEN", "paste-the-token-here")
    text = lines(await doctor.examine(asks_discord=True))
    for found in ("✗ Settings: DISCORD_TOKEN", "✓ Database: SQLite", "✗ Backup: never", "✗ Discord: not asked."):
        assert found in text


async def test_a_wrong_address_keeps_only_the_database_from_being_looked_at(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://ana:pa55word@127.0.0.1/fights")
    text = lines(await doctor.examine(asks_discord=False))
    assert "✗ Settings: DATABASE_URL: must begin with" in text
    assert "✗ Database: not looked at. Remedy: Mend the settings first." in text
    assert "pa55word" not in text


async def test_settings_that_are_no_text_are_said_so(url: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfe")
    assert "✗ Settings: .env: is not a text file" in lines(await doctor.examine(asks_discord=False))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
async def test_settings_of_another_user_are_said_so(url: str, tmp_path: Path) -> None:
    (tmp_path / ".env").touch(0o000)
    assert "✗ Settings: .env: cannot be read" in lines(await doctor.examine(asks_discord=False))


async def test_discord_is_asked_for_the_token_only_if_wanted(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Loopback(token="loopback-token") as loopback:
        with pointed_at(loopback.url):
            monkeypatch.setenv("DISCORD_URL", loopback.url)
            asked = loopback.rest.last_call
            await doctor.examine(asks_discord=False)
            assert loopback.rest.last_call == asked
            assert "✓ Discord takes the token" in lines(await doctor.examine(asks_discord=True))
            monkeypatch.setenv("DISCORD_TOKEN", "another-token")
            text = lines(await doctor.examine(asks_discord=True))
            assert "✗ Discord does not take the token" in text
            assert "another-token" not in text


def test_the_exit_code_says_whether_all_is_well(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["doctor"]) == 0
    assert "✓ Settings: complete." in capsys.readouterr().out
    monkeypatch.delenv("DISCORD_TOKEN")
    assert main(["doctor"]) == 1
    assert "✗ Settings" in capsys.readouterr().out
