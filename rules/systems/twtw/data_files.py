"""Reading the files of `data`, checked against what they are to hold."""

import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read(name: str, type_: type[T]) -> T:
    """A file of `data`. A fault in it is ours, and stops the first use."""
    text = files("rules.systems.twtw").joinpath("data", name).read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), type_)
