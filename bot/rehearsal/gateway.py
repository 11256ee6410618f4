"""The WebSocket a bot listens on: identify, heartbeat, resume, reconnect (Events, "Gateway").

What is worth telling is decided elsewhere; here it is numbered, kept for a resume and sent in order.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from aiohttp import WSMsgType, web

from .journal import Dispatched
from .wire import Body, Json, dumps, loads

if TYPE_CHECKING:
    from .loopback import Loopback

# Events, "Gateway Intents"
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1, 1 << 9, 1 << 12, 1 << 15
# Opcodes and Status Codes, "Gateway Opcodes"
DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11,
)  # fmt: skip
BACKLOG: Final = 2000


class Line:
    """One open connection: frames go out in the order they were given."""

    def __init__(self, socket: web.WebSocketResponse, *, compress: bool) -> None:
        self.socket = socket
        self._deflate = zlib.compressobj(1) if compress else None
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._pump = asyncio.create_task(self._send_all())

    def put(self, frame: str) -> None:
        """Send a frame after those before it."""
        self._frames.put_nowait(frame)

    async def _send_all(self) -> None:
        while (frame := await self._frames.get()) is not None:
            try:
                if self._deflate is None:
                    await self.socket.send_str(frame)
                else:
                    packed = self._deflate.compress(frame.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)
            except ConnectionError:  # the bot is gone; its session keeps what was not delivered
                return

    async def close(self, code: int, reason: str = "") -> None:
        """Send what is left, then close."""
        self._frames.put_nowait(None)
        await self._pump
        await self.socket.close(code=code, message=reason.encode())

    async def end(self) -> None:
        """Stop sending on a connection that is gone."""
        self._pump.cancel()
        await asyncio.wait((self._pump,))


@dataclass(slots=True, eq=False, kw_only=True)
class Session:
    """What a bot identified for; outlives its connections so that it can be resumed."""

    id: str
    intents: int
    shard: tuple[int, int]
    line: Line | None = None
    sequence: int = 0
    backlog: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=BACKLOG))
    greeted: bool = False

    def serves(self, guild_id: str | None) -> bool:
        """Whether a guild's events go to this shard (Events, "Sharding"); direct messages go to the first."""
        which, of = self.shard
        return which == 0 if guild_id is None else (int(guild_id) >> 22) % of == which


class Gateway:
    """Every session of the bot."""

    def __init__(self, host: Loopback, *, compress: bool, heartbeat: float) -> None:
        self._host, self._compress, self._heartbeat = host, compress, heartbeat
        self.sessions: dict[str, Session] = {}
        self.lines: set[Line] = set()
        self.drop_heartbeats = False
        self.identified = 0
        self.resumed = 0

    @property
    def listening(self) -> bool:
        """Whether a bot is connected and knows the guilds."""
        return any(session.greeted and session.line is not None for session in self.sessions.values())

    # -- sending

    def dispatch(self, event: str, content: Json, *, intents: int, guild_id: str | None) -> None:
        """Tell every session that asked for it."""
        for session in self.sessions.values():
            if (not intents or session.intents & intents) and session.serves(guild_id):
                self._send(session, event, content)

    def deliver(self, payload: Json) -> bool:
        """Hand an interaction to the bot; False when nobody listens."""
        for session in self.sessions.values():
            if session.line is not None and session.greeted and session.serves(payload.get("guild_id")):
                self._send(session, "INTERACTION_CREATE", payload)
                return True
        return False

    def _send(self, session: Session, event: str, content: Json) -> None:
        if event.startswith("MESSAGE_") and "author" in content:
            content = self._without_content(session, content)
        session.sequence += 1
        frame = dumps({"op": DISPATCH, "t": event, "s": session.sequence, "d": content})
        session.backlog.append((session.sequence, frame))
        if session.line is not None:
            session.line.put(frame)
        if self._host.journaling:
            entry = Dispatched(at=self._host.world.clock(), session=session.id, event=event)
            self._host.journal.append(entry)

    def _without_content(self, session: Session, message: Json) -> Json:
        """Blank what people wrote for a bot without the message content intent, direct messages excepted."""
        foreign = not message["author"].get("bot") and message.get("guild_id") is not None
        if session.intents & MESSAGE_CONTENT or not foreign:
            return message
        return {**message, "content": "", "embeds": [], "attachments": [], "components": []}

    # -- connections

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """Talk with one connection until it closes."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 14)
        await socket.prepare(request)
        line = Line(socket, compress=self._compress and request.query.get("compress") == "zlib-stream")
        self.lines.add(line)
        line.put(dumps({"op": HELLO, "d": {"heartbeat_interval": int(self._heartbeat * 1000)}, "s": None, "t": None}))
        session: Session | None = None
        try:
            async for received in socket:
                if received.type is WSMsgType.TEXT:
                    session = await self._hear(line, session, loads(received.data))
        finally:
            self.lines.discard(line)
            if session is not None and session.line is line:
                session.line = None
            await line.end()
            self._host.pulse.beat()
        return socket

    async def _hear(self, line: Line, session: Session | None, said: Json) -> Session | None:
        """Opcodes and Status Codes, "Gateway Close Event Codes"."""
        op: Body = said.get("op")
        content: Body = said.get("d")
        if op == HEARTBEAT:
            if not self.drop_heartbeats:
                line.put(dumps({"op": ACK, "d": None, "s": None, "t": None}))
        elif op == IDENTIFY:
            if session is not None:
                await line.close(4005, "Already authenticated.")
            elif content["token"].removeprefix("Bot ") != self._host.token:
                await line.close(4004, "Authentication failed.")
            else:
                return self._identify(line, content)
        elif op == RESUME:
            return self._resume(line, content)
        elif op not in (PRESENCE, VOICE, MEMBERS):
            await line.close(4001, "Unknown opcode.")
        elif session is None:
            await line.close(4003, "Not authenticated.")
        elif op == MEMBERS:
            self._members(session, content)
        return session

    def _identify(self, line: Line, content: Json) -> Session:
        self.identified += 1
        which, of = content.get("shard") or (0, 1)
        for old in [each for each in self.sessions.values() if each.shard == (which, of) and each.line is None]:
            del self.sessions[old.id]
        session = Session(
            id=f"{self._host.world.new_id():0>32}", intents=content["intents"], shard=(which, of), line=line
        )
        self.sessions[session.id] = session
        world = self._host.world
        mine = [guild for guild in world.guilds.values() if session.serves(guild.id)]
        ready: Json = {
            "v": 10,
            "user": {**world.bot.payload(), "verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self._host.gateway_url,
            "application": {"id": world.bot.id, "flags": 0},
        }
        if "shard" in content:
            ready["shard"] = [which, of]
        self._send(session, "READY", ready)
        if session.intents & GUILDS:
            for guild in mine:
                self._send(session, "GUILD_CREATE", guild.create_payload())
        session.greeted = True
        self._host.pulse.beat()
        return session

    def _resume(self, line: Line, content: Json) -> Session | None:
        session = self.sessions.get(content["session_id"])
        replayable = session is not None and (not session.backlog or content["seq"] >= session.backlog[0][0] - 1)
        if session is None or not replayable or content["token"].removeprefix("Bot ") != self._host.token:
            line.put(dumps({"op": INVALID, "d": False, "s": None, "t": None}))
            return None
        self.resumed += 1
        for sequence, frame in session.backlog:
            if sequence > content["seq"]:
                line.put(frame)
        session.line = line
        self._send(session, "RESUMED", {})
        self._host.pulse.beat()
        return session

    def _members(self, session: Session, content: Body) -> None:
        guild = self._host.world.guilds.get(str(content["guild_id"]))
        wanted = {str(each) for each in content.get("user_ids") or ()}
        members = [user for user in guild.members.values() if not wanted or user.id in wanted] if guild else []
        chunk: Json = {
            "guild_id": str(content["guild_id"]),
            "members": [user.member() for user in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
        }
        if content.get("nonce") is not None:
            chunk["nonce"] = content["nonce"]
        self._send(session, "GUILD_MEMBERS_CHUNK", chunk)

    # -- trouble

    async def drop(self, code: int, *, forget: bool = False) -> None:
        """Close every connection; `forget` also makes the bot's RESUME fail, so that it must identify anew."""
        if forget:
            self.sessions.clear()
        for line in list(self.lines):
            await line.close(code)

    def ask_to_reconnect(self) -> None:
        """Send opcode 7 to everybody."""
        for line in self.lines:
            line.put(dumps({"op": RECONNECT, "d": None, "s": None, "t": None}))

    def invalidate(self) -> None:
        """Send opcode 9, not resumable, to everybody."""
        self.sessions.clear()
        for line in self.lines:
            line.put(dumps({"op": INVALID, "d": False, "s": None, "t": None}))

    async def stop(self) -> None:
        """Close every connection for good."""
        for line in list(self.lines):
            await line.close(1001, "Going away")
