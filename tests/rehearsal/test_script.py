"""Scripts are read line by line, and a line that cannot be read says so."""

from __future__ import annotations

import pytest

from bot.rehearsal import script
from bot.rehearsal.script import ScriptError, parse

WHOLE = r"""
people Dealer(gm) Mo(moderator) Ana Bo
seed 7
# The saloon is full.
Dealer: /fight begin system:texarkana title:"Saloon # brawl"   # begins
Ana presses "Join"
Ana picks "7 of Clubs" "8 of Clubs"
Ana fills "Name" "Hank \"Red\""            # a field
Ana submits
Ana says "hello"
Ana goes to "mill"
expect public ~ "Initiative"
expect   not  Ana ~ "two  spaces"
Bo closes DMs
Bo opens DMs
Ana dismisses
kill
wait 0.5
pass 2 days
pass 1 minute
count Dealer
count Dealer presses <= 6
note "The end."
"""


def test_every_kind_of_line_is_read() -> None:
    read = parse(WHOLE)
    assert read.seed == 7
    assert read.people == (
        script.Member(name="Dealer", gm=True),
        script.Member(name="Mo", moderator=True),
        script.Member(name="Ana"),
        script.Member(name="Bo"),
    )
    assert read.steps == (
        script.Note(line=4, text="The saloon is full."),
        script.Command(line=5, who="Dealer", text='/fight begin system:texarkana title:"Saloon # brawl"'),
        script.Press(line=6, who="Ana", label="Join"),
        script.Pick(line=7, who="Ana", labels=("7 of Clubs", "8 of Clubs")),
        script.Fill(line=8, who="Ana", field="Name", value='Hank "Red"'),
        script.Submit(line=9, who="Ana"),
        script.Say(line=10, who="Ana", text="hello"),
        script.Go(line=11, who="Ana", channel="mill"),
        script.Expect(line=12, who=None, text="Initiative", wanted=True),
        script.Expect(line=13, who="Ana", text="two  spaces", wanted=False),
        script.DirectMessages(line=14, who="Bo", opens=False),
        script.DirectMessages(line=15, who="Bo", opens=True),
        script.Dismiss(line=16, who="Ana"),
        script.Kill(line=17),
        script.Wait(line=18, seconds=0.5),
        script.Pass(line=19, seconds=2 * 86400),
        script.Pass(line=20, seconds=60),
        script.Count(line=21, who="Dealer"),
        script.Count(line=22, who="Dealer", what="presses", how="<=", limit=6),
        script.Note(line=23, text="The end."),
    )


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('Zed presses "Join"', "line 2: nobody is called 'Zed'"),
        ("Zed: /join", "line 2: nobody is called 'Zed'"),
        ("Ana: join", "types a slash command"),
        ("Ana presses Join", "cannot read"),
        ('Ana fills "Name"', "cannot read"),
        ("Ana picks", "cannot read"),
        ("Ana goes to mill", "cannot read"),
        ('Ana goes "mill"', "cannot read"),
        ('Ana goes into "mill"', "cannot read"),
        ('Ana goes to the "mill"', "cannot read"),
        ("Ana closes the door", "cannot read"),
        ("Ana dances", "cannot read"),
        ("expect Ana", "write expect public"),
        ('expect Zed ~ "x"', "nobody is called"),
        ("wait long", "write wait 0.5"),
        ("seed x", "write seed 7"),
        ("kill Ana", "write kill"),
        ("count Ana jumps <= 2", "write count Ana"),
        ("people Cy", "named once"),
        ("Ana", "cannot read"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, complaint: str) -> None:
    with pytest.raises(ScriptError, match=r"^line 2: ") as refused:
        parse(f"people Ana\n{line}")
    assert complaint in str(refused.value)


@pytest.mark.parametrize("text", ["", "# only a comment", "people", "people 7up", "people Ana Ana", "people public"])
def test_a_script_names_its_people(text: str) -> None:
    with pytest.raises(ScriptError, match=r"^line 1: "):
        parse(text)
