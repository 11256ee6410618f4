"""How every test run treats its memory."""

import gc

import pytest

gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Take what lives on after a module out of the sight of the garbage collector.

    Else it looks through thousands of tests and kept fights again and again, for seconds, in which no bot can answer.
    """
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()
