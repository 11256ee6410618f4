"""The rehearsal room: a loopback Discord as a page in the browser, for several people at one table."""

from .opening import rehearse
from .room import Room

__all__ = ["Room", "rehearse"]
