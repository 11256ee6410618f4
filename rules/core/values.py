"""`replace` for values of the rules, which are structs: the same value with some of its fields changed.

It is that of msgspec; a type checker takes it for the one of the library, since that one's arguments it can check.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:
    from msgspec.structs import replace as replace
