"""The room answers its own page on this machine, and refuses everybody else before anything is read."""

import asyncio
import socket

import aiohttp
import pytest

from bot.rehearsal.connect import HOST
from bot.rehearsal.room import Room
from bot.rehearsal.room.room import PAGE


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "localhost:{port}"},
        {"Host": "127.0.0.1:1"},
        {"Host": "127.0.0.1:{port}.evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/page/main.js", "/files/x/1", "/nothing"])
async def test_other_names_and_other_pages_are_refused(empty_room: Room, path: str, headers: dict[str, str]) -> None:
    port = empty_room.url.rpartition(":")[2]
    sent = {name: value.format(port=port) for name, value in headers.items()}
    async with aiohttp.ClientSession() as session, session.get(empty_room.url + path, headers=sent) as response:
        assert response.status == 403
        assert "rehearsal room" in await response.text()


async def test_a_request_without_a_name_or_with_two_is_refused(empty_room: Room) -> None:
    port = int(empty_room.url.rpartition(":")[2])
    for hosts in ((), (f"{HOST}:{port}", "evil.example")):
        lines = ["GET / HTTP/1.1", *(f"Host: {each}" for each in hosts), "Connection: close", "", ""]
        status = await _status(port, "\r\n".join(lines))
        assert status in (400, 403)


async def _status(port: int, request: str) -> int:
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(request.encode())
    line = await reader.readline()
    writer.close()
    await writer.wait_closed()
    return int(line.split()[1])


@pytest.mark.parametrize("origin", [None, "http://evil.example", "http://127.0.0.1:1", "null"])
async def test_only_the_rooms_own_page_is_live(empty_room: Room, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{empty_room.url}/live", headers=headers)
    assert refused.value.status == 403
    assert not empty_room.windows


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_nothing_can_be_changed_by_a_request(empty_room: Room, method: str) -> None:
    async with aiohttp.ClientSession() as session, session.request(method, empty_room.url) as response:
        assert response.status == 403


@pytest.mark.parametrize(
    "name", ["../room.py", "..%2froom.py", "%2e%2e/room.py", "nothing.js", "", "/etc/passwd", "a" * 300 + ".js"]
)
async def test_only_files_of_the_page_are_given_out(empty_room: Room, name: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{empty_room.url}/page/{name}") as response:
        assert response.status == 404


async def test_the_page_allows_nothing_from_elsewhere_and_nothing_inline(empty_room: Room) -> None:
    async with aiohttp.ClientSession() as session:
        for path in sorted(PAGE.iterdir()):
            async with session.get(f"{empty_room.url}/page/{path.name}") as response:
                assert response.status == 200
                policy = response.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert "frame-ancestors 'none'" in policy


async def test_it_listens_on_this_machine_alone(empty_room: Room) -> None:
    port = int(empty_room.url.rpartition(":")[2])
    others = {each[4][0] for each in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)} - {HOST}
    for address in {"127.0.0.2", *(str(each) for each in others)}:
        with socket.socket() as knocking:
            knocking.settimeout(2)
            assert knocking.connect_ex((address, port)) != 0


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
async def test_the_discord_behind_the_room_answers_no_web_page(empty_room: Room, headers: dict[str, str]) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("/api/v10/gateway", "/"):
            async with session.get(empty_room.loopback.url + path, headers=headers) as response:
                assert response.status == 403


def test_the_page_reads_no_markup_from_text_and_names_no_other_place() -> None:
    for path in PAGE.iterdir():
        text = path.read_text("utf-8")
        for word in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "srcdoc",
        ):
            assert word not in text, f"{path.name}: {word}"
        assert "https://" not in text.replace("https?:", ""), f"{path.name} names another place"
