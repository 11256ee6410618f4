"""The HTTP side: finding the route of a request, injected trouble, rate limits, and turning refusals into answers.

What each route does is in `routes_channels.py`, `routes_interactions.py` and `routes_rest.py`. Handlers are plain
functions: the whole world is in memory, so a request is carried out in one go.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from aiohttp import web

from .journal import Refusal, Requested
from .wire import Body, Json, RefusedError, dumps, invalid_form, loads
from .world import Upload

if TYPE_CHECKING:
    from .loopback import Loopback

PREFIX: Final = "/api/v10"
VIA: Final = "1.1 google"  # without it discord.py takes a 429 for a ban and gives up
FREE: Final = ("interactions", "webhooks", "gateway")  # areas that need no bot token


@dataclass(slots=True, kw_only=True)
class Request:
    """A request, taken apart."""

    method: str
    path: str
    args: Mapping[str, str]
    query: Mapping[str, str]
    body: Body
    uploads: tuple[Upload, ...]
    at: float
    person: str | None = None  # whose interaction it answers; the handler fills it in

    def form(self) -> Json:
        """The body, which must be a JSON object."""
        if not isinstance(self.body, dict):
            raise RefusedError(400, 50109, "The request body contains invalid JSON.", fault=True)
        return self.body


Handler = Callable[[Request], Body]  # the JSON to answer with; None for 204


@dataclass(slots=True, eq=False)
class Route:
    """A method and a path template, with the bucket headers of every answer (Topics, "Rate Limits")."""

    name: str
    handler: Handler
    headers: dict[str, str]


@dataclass(slots=True)
class _Node:
    inner: dict[str, _Node] = field(default_factory=dict)
    anything: tuple[str, _Node] | None = None
    routes: dict[str, Route] = field(default_factory=dict)


class Routes:
    """Path templates such as `/channels/{channel}/messages`, the most literal first."""

    def __init__(self) -> None:
        self._root = _Node()
        self.by_name: dict[str, Route] = {}

    def add(self, name: str, handler: Handler) -> None:
        """Add "METHOD /template"."""
        method, _, template = name.partition(" ")
        node = self._root
        for part in template.strip("/").split("/"):
            if part.startswith("{"):
                if node.anything is None:
                    node.anything = (part.strip("{}"), _Node())
                assert node.anything[0] == part.strip("{}"), f"two names for one part of {template}"
                node = node.anything[1]
            else:
                node = node.inner.setdefault(part, _Node())
        bucket = hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()
        headers = {
            "Content-Type": "application/json",  # exactly: discord.py compares it for equality
            "X-RateLimit-Limit": "10000",
            "X-RateLimit-Remaining": "9999",
            "X-RateLimit-Reset-After": "1.000",
            "X-RateLimit-Bucket": bucket,
        }
        node.routes[method] = self.by_name[name] = Route(name, handler, headers)

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        """Match a path below the API's prefix."""
        found = self._match(self._root, path.strip("/").split("/"), 0, {})
        if found is None:
            return None
        node, args = found
        route = node.routes.get(method)
        return None if route is None else (route, args)

    def _match(
        self, node: _Node, parts: list[str], at: int, args: dict[str, str]
    ) -> tuple[_Node, dict[str, str]] | None:
        if at == len(parts):
            return (node, args) if node.routes else None
        inner = node.inner.get(parts[at])
        if inner is not None:
            found = self._match(inner, parts, at + 1, args)
            if found is not None:
                return found
        if node.anything is None:
            return None
        name, deeper = node.anything
        return self._match(deeper, parts, at + 1, {**args, name: parts[at]})


@dataclass(slots=True, kw_only=True)
class Limit:
    """At most `uses` in `seconds` on one route, for each channel, guild or token."""

    uses: int
    seconds: float
    windows: dict[str, deque[float]] = field(default_factory=dict)


class Rest:
    """Answers every request under `/api/v10`."""

    def __init__(self, host: Loopback) -> None:
        self._host = host
        self.routes = Routes()
        self.latency = 0.0
        self.calls = 0
        self.last_call = 0.0  # monotonic
        self.under_way = 0
        self._failures: dict[str, deque[RefusedError]] = {}
        self._limits: dict[str, Limit] = {}

    # -- trouble that a test asks for

    def fail(self, route: str, error: RefusedError, *, times: int) -> None:
        """Answer the next requests on a route with this error instead."""
        self._known(route)
        self._failures.setdefault(route, deque()).extend([error] * times)

    def limit(self, route: str, *, uses: int, seconds: float) -> None:
        """Answer 429 beyond so many uses (Topics, "Rate Limits"); zero uses lifts the limit."""
        self._known(route)
        self._limits.pop(route, None)
        if uses:
            self._limits[route] = Limit(uses=uses, seconds=seconds)

    def _known(self, route: str) -> None:
        if route not in self.routes.by_name:
            raise ValueError(f"no route {route!r}; there are: {', '.join(sorted(self.routes.by_name))}")

    # -- answering

    async def answer(self, request: web.BaseRequest) -> web.Response:
        """Carry out one request."""
        self.under_way += 1
        try:
            return await self._answer(request)
        finally:
            self.under_way -= 1
            self.calls += 1
            self.last_call = time.monotonic()
            self._host.pulse.beat()

    async def _answer(self, request: web.BaseRequest) -> web.Response:
        method, path = request.method, request.path
        short = path.removeprefix(PREFIX)
        body, uploads = await self._read(request)
        if self.latency:
            await asyncio.sleep(self.latency)
        call = Request(
            method=method,
            path=short,
            args={},
            query=request.query if request.query_string else {},
            body=body,
            uploads=uploads,
            at=time.monotonic(),
        )
        found = self.routes.find(method, short) if path.startswith(PREFIX) else None
        headers: Mapping[str, str] = {"Content-Type": "application/json"}
        content: Body = None
        try:
            if found is None:
                raise RefusedError(404, 0, "404: Not Found", fault=True)
            route, call.args = found
            headers = route.headers
            self._check_token(request, short)
            self._meet_trouble(route)
            headers = self._count(route, call) or headers
            if self._host.openapi is not None and body is not None:
                problems = self._host.openapi.check(method, short, body)
                if problems:
                    raise invalid_form(problems)
            content = route.handler(call)
            status = 204 if content is None else 200
        except LimitedError as limited:
            status, content, headers = 429, limited.body, {**headers, **limited.headers, "Via": VIA}
        except RefusedError as refused:
            status, content = refused.status, refused.body()
            if refused.fault:
                self._host.refusals.append(
                    Refusal(
                        method=method,
                        path=short,
                        body=body,
                        code=refused.code,
                        message=refused.message,
                        problems=tuple(map(str, refused.problems)),
                    )
                )
        if self._host.journaling:
            self._host.journal.append(
                Requested(
                    at=self._host.world.clock(), method=method, path=short, body=body, status=status, person=call.person
                )
            )
        if content is None:  # discord.py parses whatever says it is JSON, even nothing
            return web.Response(status=status, headers={**headers, "Content-Type": "text/html"})
        return web.Response(body=dumps(content).encode(), status=status, headers=headers)

    async def _read(self, request: web.BaseRequest) -> tuple[Body, tuple[Upload, ...]]:
        """Take the JSON, or the `payload_json` and files of a form (Reference, "Uploading Files")."""
        if not request.can_read_body:
            return None, ()
        if not request.content_type.startswith("multipart/"):
            raw = await request.read()
            try:
                return (loads(raw) if raw else None), ()
            except ValueError:
                return "", ()
        body: Body = {}
        uploads: list[Upload] = []
        for key, value in (await request.post()).items():
            if key == "payload_json":
                body = loads(value) if isinstance(value, str | bytes | bytearray) else {}
            elif isinstance(value, web.FileField):
                index = key.removeprefix("files[").removesuffix("]")
                uploads.append(Upload(index, value.filename, value.content_type, value.file.read()))
        return body, tuple(uploads)

    def _check_token(self, request: web.BaseRequest, short: str) -> None:
        needed = short.split("/", 2)[1] not in FREE or short == "/gateway/bot"
        if needed and request.headers.get("Authorization") != f"Bot {self._host.token}":
            raise RefusedError(401, 0, "401: Unauthorized", fault=True)

    def _meet_trouble(self, route: Route) -> None:
        waiting = self._failures.get(route.name)
        if waiting:
            raise waiting.popleft()

    def _count(self, route: Route, call: Request) -> dict[str, str] | None:
        """Use up one request of a limited route, or raise."""
        limit = self._limits.get(route.name)
        if limit is None:
            return None
        args = call.args
        window = limit.windows.setdefault(args.get("channel") or args.get("guild") or args.get("token") or "", deque())
        while window and window[0] <= call.at - limit.seconds:
            window.popleft()
        refused = len(window) >= limit.uses
        if not refused:
            window.append(call.at)
        after = window[0] + limit.seconds - call.at
        headers = {
            **route.headers,
            "X-RateLimit-Limit": str(limit.uses),
            "X-RateLimit-Remaining": str(limit.uses - len(window)),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
        }
        if not refused:
            return headers
        headers.update({"Retry-After": str(int(after) + 1), "X-RateLimit-Scope": "user"})
        message = "You are being rate limited."
        raise LimitedError(headers, {"message": message, "retry_after": round(after, 3), "global": False})


class LimitedError(Exception):
    """Too many requests."""

    def __init__(self, headers: Mapping[str, str], body: Json) -> None:
        super().__init__("429")
        self.headers, self.body = headers, body
