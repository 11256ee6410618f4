"""Which SQLite files a store opens, which it refuses, and that it says why in plain words."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from rules.store.engines import address
from rules.store.lock import only_process
from rules.store.protocol import StoreError
from rules.store.sql import SqlStore
from tests.contracts.store_contract import DUSK, entry

ROOT = Path(__file__).parents[2]

OPEN_AND_HOLD = """
import asyncio, sys
from rules.store.sql import SqlStore
async def main():
    store = SqlStore(sys.argv[1])
    await store.open()
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await store.close()
asyncio.run(main())
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "fights.db"


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite:///{file}"


async def require_refused(url: str, *, saying: str) -> None:
    with pytest.raises(StoreError, match=saying):
        await SqlStore(url).open()


async def test_a_file_is_held_by_one_store(url: str) -> None:
    store = SqlStore(url)
    await store.open()
    await require_refused(url, saying="Another Fair Draw runs on this database")
    await store.close()


async def test_a_file_is_held_by_whichever_of_its_names_it_was_opened(url: str, file: Path, tmp_path: Path) -> None:
    store = SqlStore(url)
    await store.open()
    (tmp_path / "link.db").symlink_to(file)
    await require_refused(f"sqlite:///{tmp_path / 'link.db'}", saying="Another Fair Draw")
    await store.close()


async def test_a_file_is_held_by_one_process(url: str) -> None:
    command = [sys.executable, "-c", OPEN_AND_HOLD, url]
    pipe = asyncio.subprocess.PIPE
    other = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)
    assert other.stdout is not None
    assert await other.stdout.readline() == b"open\n"
    await require_refused(url, saying="Another Fair Draw runs on this database")
    await other.communicate(b"")  # closes its stdin
    assert other.returncode == 0


async def test_a_closed_file_can_be_opened_again(url: str) -> None:
    for _ in range(2):
        store = SqlStore(url)
        await store.open()
        await store.close()


async def test_a_store_that_was_refused_holds_nothing(url: str, file: Path) -> None:
    write_junk(file)
    await require_refused(url, saying="not a database")
    remove(file)
    store = SqlStore(url)
    await store.open()
    await store.close()


async def test_to_close_twice_does_no_harm(url: str) -> None:
    store = SqlStore(url)
    await store.open()
    await store.close()
    await store.close()


async def test_a_closed_store_reads_and_writes_nothing(url: str) -> None:
    store = SqlStore(url)
    await store.open()
    await store.close()
    with pytest.raises(StoreError):
        await store.begin(entry())
    with pytest.raises(StoreError):
        await store.load(DUSK)


def test_restore_and_migrate_can_take_the_same_lock(file: Path) -> None:
    with only_process(file), pytest.raises(StoreError, match="Another Fair Draw"), only_process(file):
        pass
    with only_process(file):
        pass


async def test_a_newer_database_is_refused_and_left_alone(url: str, file: Path) -> None:
    store = SqlStore(url)
    await store.open()
    await store.close()
    change(file, "UPDATE fairdraw_version SET version_num = '9999'")
    await require_refused(url, saying="newer Fair Draw")
    assert change(file, "SELECT version_num FROM fairdraw_version") == [("9999",)]


async def test_the_database_of_another_program_is_refused_and_left_alone(url: str, file: Path) -> None:
    change(file, "CREATE TABLE cookies (name TEXT)")
    await require_refused(url, saying="not Fair Draw's")
    assert change(file, "SELECT name FROM sqlite_master WHERE type = 'table'") == [("cookies",)]


async def test_a_damaged_database_is_refused(url: str, file: Path) -> None:
    store = SqlStore(url)
    await store.open()
    await store.close()
    damage(file)
    await require_refused(url, saying="damaged")


async def test_a_file_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    await require_refused(f"sqlite:///{tmp_path / 'nowhere' / 'fights.db'}", saying="folder .* does not exist")


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    await require_refused(f"sqlite:///{tmp_path}", saying="cannot be opened")


@pytest.mark.parametrize(
    "memory", ["sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite://", "sqlite:///file:fights?mode=memory&uri=true"]
)
async def test_a_database_in_memory_is_refused(memory: str) -> None:
    await require_refused(memory, saying="must name a plain file")


@pytest.mark.parametrize("other", ["mysql://ana:pa55word@host/fights", "ana:pa55word@host"])
async def test_another_database_is_refused_without_repeating_its_password(other: str) -> None:
    with pytest.raises(StoreError) as refusal:
        await SqlStore(other).open()
    assert "pa55word" not in str(refusal.value)


async def test_a_server_that_is_not_there_is_refused_without_repeating_its_password() -> None:
    pytest.importorskip("asyncpg", reason="asyncpg is not installed: pip install -e '.[postgres]'")
    with pytest.raises(StoreError, match="cannot be reached") as refusal:
        await SqlStore("postgresql://ana:pa55word@127.0.0.1:1/fights").open()
    assert "pa55word" not in str(refusal.value)


@pytest.mark.parametrize(
    ("written", "driver"),
    [
        ("sqlite:///fights.db", "sqlite+aiosqlite:///fights.db"),
        ("sqlite+aiosqlite:////srv/fights.db", "sqlite+aiosqlite:////srv/fights.db"),
        ("postgresql://ana@host/fights", "postgresql+asyncpg://ana@host/fights"),
        ("postgres://ana@host/fights?sslmode=require", "postgresql+asyncpg://ana@host/fights?ssl=require"),
    ],
)
def test_a_url_without_a_driver_gets_ours(written: str, driver: str) -> None:
    assert address(written).render_as_string() == driver


def test_a_store_opens_from_any_working_directory(tmp_path: Path) -> None:
    """Migrations are found beside the code, whatever the working directory."""
    script = OPEN_AND_HOLD.replace(
        "import asyncio", f"import sys; sys.path.insert(0, {str(ROOT)!r}); import asyncio", 1
    )
    command = [sys.executable, "-c", script, f"sqlite:///{tmp_path / 'fights.db'}"]
    assert subprocess.run(command, cwd=tmp_path, input=b"", capture_output=True, check=True).stdout == b"open\n"


def write_junk(file: Path) -> None:
    file.write_bytes(b"junk" * 4096)


def remove(file: Path) -> None:
    file.unlink()


def damage(file: Path) -> None:
    """Leave the header and spoil the rest."""
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))


def change(file: Path, statement: str) -> list[tuple[object, ...]]:
    """Run one statement on the file, behind the store's back."""
    connection = sqlite3.connect(file)
    try:
        with connection:
            return connection.execute(statement).fetchall()
    finally:
        connection.close()
