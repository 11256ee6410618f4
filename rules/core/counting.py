"""Numbers of things in words."""


def counted(number: int, word: str) -> str:
    """So many of what the word means: "1 fight", "2 fights", "0 fights"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
