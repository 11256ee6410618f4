"""What follows from a fight's state alone is worked out once: a state never changes, and many look at the same one."""

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
T = TypeVar("T")
P = ParamSpec("P")

KEPT = 1024  # answers of each function: one or two for each fight that is in use, and some between


def remembered(function: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """The same function of a state and of plain values: for the states looked at last, it gives what it found before.

    States are told apart by identity, since comparing them would cost more. Never for anything that depends on who
    looks, but for whether it is the GM: what is found is shared.
    """
    found: OrderedDict[tuple[object, ...], tuple[S, T]] = OrderedDict()  # with the state, so that its id stays its own

    @wraps(function)
    def look(state: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (id(state), *args, *kwargs.items())
        if key in found:
            return found[key][1]
        value = function(state, *args, **kwargs)
        found[key] = (state, value)
        if len(found) > KEPT:
            found.popitem(last=False)
        return value

    return look
