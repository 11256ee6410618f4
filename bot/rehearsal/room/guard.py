"""Who may talk to the room: a page of the room itself, on this machine, and nobody else.

A web page from elsewhere can make a browser knock at 127.0.0.1, by another name (Host), from its own address (Origin)
or by following a link (Sec-Fetch-Site). All three are refused before anything is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.rehearsal.connect import HOST

OURS: Final = ("same-origin", "none")  # `none`: typed or opened from outside a browser
METHODS: Final = ("GET", "HEAD")  # whatever changes something goes through the WebSocket


def complaint(request: web.BaseRequest, port: int) -> str | None:
    """Why a request is refused; None where it is in order."""
    address = f"{HOST}:{port}"
    if request.headers.getall("Host", []) != [address]:
        return f"The rehearsal room is at http://{address} and answers to no other name."
    if request.method not in METHODS:
        return "The rehearsal room only shows pages."
    origin = request.headers.get("Origin")
    if origin not in (None, f"http://{address}"):
        return "The rehearsal room does not answer other pages."
    if request.headers.get("Sec-Fetch-Site", "none") not in OURS:
        return f"The rehearsal room does not open from other pages: type http://{address} yourself."
    if request.headers.get("Upgrade") is not None and origin is None:
        return "The rehearsal room is live only for its own page."
    return None


def headers(port: int) -> dict[str, str]:
    """What every answer says: nothing from elsewhere, nothing inline, nothing kept, no frame around it."""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"connect-src 'self' ws://{HOST}:{port}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-store",
    }


def guarding(port: Callable[[], int]) -> Middleware:
    """The middleware that refuses; `port` is known only once the room listens."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        refused = complaint(request, port())
        if refused is not None:
            return web.Response(status=403, text=refused, headers=headers(port()))
        try:
            response = await handler(request)
        except web.HTTPException as error:
            return web.Response(status=error.status, text=error.reason, headers=headers(port()))
        if not response.prepared:
            response.headers.update(headers(port()))
        return response

    return guard
