"""What people paste: read, or refused, whatever it holds."""

import pytest

from rules.core.pasted import UnreadableError, read_json, read_toml


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("a = " + "9" * 5000, "A number in it is too long", None),
        ("a = 0x" + "F" * 5000, "A number in it is too long", None),
        ("[b]\na = [{c = -1000000000000001}]", "A number in it is too long", None),
        ("a = " + "[" * 3000, "It is nested too deeply", None),
        ("name" + ".a" * 1900 + " = 1", "It is nested too deeply", None),
        ("[" + "a." * 1900 + "a]", "It is nested too deeply", None),
        ("a = 1\nb = ]", "Invalid value", 2),
        ("a = 1\na = 2", "Cannot overwrite a value", 2),
    ],
    ids=["digits", "hexadecimal", "inside", "nested", "dotted", "dotted table", "no value", "twice"],
)
def test_a_toml_text_that_cannot_be_read_says_why(text: str, what: str, line: int | None) -> None:
    with pytest.raises(UnreadableError) as unreadable:
        read_toml(text)
    assert (unreadable.value.what, unreadable.value.line) == (what, line)


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ('{"a": ' + "9" * 5000 + "}", "A number in it is too long", None),
        ("[" * 5000, "It is nested too deeply", None),
        ('{"a":\n]}', "Expecting value", 2),
    ],
    ids=["digits", "nested", "no value"],
)
def test_a_json_text_that_cannot_be_read_says_why(text: str, what: str, line: int | None) -> None:
    with pytest.raises(UnreadableError) as unreadable:
        read_json(text)
    assert (unreadable.value.what, unreadable.value.line) == (what, line)


def test_what_can_be_read_is_what_was_written() -> None:
    assert read_toml("a = 1\nb = ['x', 2.5]\n[c]\nd = true") == {"a": 1, "b": ["x", 2.5], "c": {"d": True}}
    assert read_json('{"a": 1000000000000000, "b": [null]}') == {"a": 10**15, "b": [None]}
