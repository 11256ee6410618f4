"""Sheets of the toy: a score to begin with, and a motto. A fight leaves the score, and a bell that rang once more."""

from collections.abc import Mapping

from rules.core.command import Start
from rules.core.ids import RuleId
from rules.core.option import Choice
from rules.core.sheet import Left, Sheet, SheetField, checked
from tests.toy_values import Began, ToyState

SCORE_RULE = RuleId("TOY-3")
BONUS = 5  # added to the score at the end of a session

FIELDS = (
    SheetField(
        name="score",
        label="Score",
        page="Numbers",
        usual="0",
        choices=tuple(Choice(key=str(number), label=str(number)) for number in range(25)),
        rule=SCORE_RULE,
    ),
    SheetField(name="motto", label="Motto", page="Words", longest=20, is_optional=True, rule=SCORE_RULE),
)


def score_of(sheet: Mapping[str, str], left: Mapping[str, str]) -> int:
    """What somebody comes in with."""
    return int(left.get("score") or sheet.get("score") or 0)


def began(command: Start) -> Began:
    """The bell rings, in a session once more than in its fight before."""
    absent = tuple(sorted(int(each["score"]) for each in command.absent))
    return Began(bell=int(command.session.get("bell", 0)) + 1, absent=absent)


class ToySheets:
    """The rules of the toy's sheets."""

    fields = FIELDS
    farewell = "Sleep well."

    def check(self, given: Mapping[str, str]) -> Sheet:
        values = checked(FIELDS, given)
        return Sheet(fields=values, lines=(f"Score {values['score']}",))

    def left_words(self, left: Mapping[str, str], *, is_owner: bool) -> str:
        return f"Score {left['score']}{', card ' + left['card'] if is_owner else ''}"

    def left(self, state: ToyState) -> Left:
        players = [each for each in state.duelists if not each.is_npc]
        sheets = {each.id: {"score": str(each.score), "card": " ".join(each.hand)} for each in players}
        return Left(sheets=sheets, table={"bell": str(state.bell)} if state.bell else {})

    def rested(self, fields: Mapping[str, str], left: Mapping[str, str]) -> Mapping[str, str]:
        return {**fields, "score": str(min(24, int(left.get("score", fields["score"])) + BONUS))}
