"""Reading the files of `data`."""

from typing import TypeVar

from rules.core import data_files

T = TypeVar("T")


def read(name: str, type_: type[T]) -> T:
    """A file of `data`, checked."""
    return data_files.read("twtw", name, type_)
