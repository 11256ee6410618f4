"""Two states that may look the same to somebody, and whether they then answer him the same.

A twin is made from a game without knowing its system: one draw of the past came otherwise, the GM set a secret to
something else, or somebody hidden is there besides. Whether the viewer can tell the two apart is asked of the views.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import msgspec

from rules.core.audience import Viewer
from rules.core.codec import codec_of, encode
from rules.core.combatant import Side
from rules.core.command import Act, Command, Enter
from rules.core.dice import Draw, DrawMismatch, RecordedDice
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.telling import refused
from tests.contracts.ruleset_play import (
    Game,
    amend,
    answers,
    first_choices,
    folded,
    garbage,
    legal_options,
    random_choices,
    values_of,
)

GARBAGE = 20  # commands tried on each pair


def twins(game: Game, viewer: Viewer) -> Iterator[Game]:
    """A few games that differ from this one in something that this viewer perhaps may not know."""
    if not viewer.gm:
        yield from _with_other_secrets(game)
        if other := with_somebody_hidden(game, CombatantId("unseen")):
            yield other
    yield from _with_another_draw(game)


def sees_the_same(one: Game, other: Game, viewer: Viewer) -> bool:
    """Whether the viewer cannot tell the two apart."""
    return encode(one.ruleset.view(one.state, viewer)) == encode(other.ruleset.view(other.state, viewer))


def require_same_answers(one: Game, other: Game, viewer: Viewer) -> None:
    """Options, decisions owed and refusals are the same: whatever this viewer tries, he learns nothing."""
    ruleset = one.ruleset
    for who in one.everybody:
        mine, theirs = (ruleset.options(game.state, who, viewer) for game in (one, other))
        assert mine == theirs, (who, viewer)
    for command in (*_commands_of(one, viewer), *_guesses(one, other, viewer)):
        first, second = one.refusal(command), other.refusal(command)
        assert first == second, (command, viewer)
        if first is not None:
            assert refused(ruleset, first, one.state, viewer) == refused(ruleset, first, other.state, viewer)


def _commands_of(game: Game, viewer: Viewer) -> Iterator[Command]:
    """What this viewer may try: his own acts and answers, sensible and not."""
    mine = [option for option in legal_options(game) if viewer.owns(option.actor)]
    for option in mine:
        yield first_choices(game, option, with_optional=True)
        yield random_choices(game, option)
    owed = {each.id for each in game.look(viewer).asked if each.is_mine}
    yield from (answer for answer in answers(game) if answer.prompt in owed)
    for _ in range(GARBAGE):
        command = garbage(game)
        if viewer.owns(getattr(command, "actor", CombatantId(""))):
            yield command


def _guesses(one: Game, other: Game, viewer: Viewer) -> Iterator[Command]:
    """Every act of his that names somebody who is in the one game only, as if he had guessed the id."""
    codec = codec_of(one.ruleset)
    for whom in sorted({*one.everybody} ^ {*other.everybody}):
        for kind in one.ruleset.command_types:
            if not issubclass(kind, Act):
                continue
            names = {each.name for each in msgspec.structs.fields(kind) if each.required} | {"whom"}
            fields = dict.fromkeys(names & {*kind.__struct_fields__}, whom)
            for actor in sorted(viewer.combatants):
                with suppress(Illegal):
                    yield codec.build(str(kind.__struct_config__.tag), {**fields, "actor": actor})


def _with_another_draw(game: Game) -> Iterator[Game]:
    """One draw of the last step (or of the first) came otherwise."""
    for at in {0, len(game.log) - 1}:
        _, draws, _ = game.log[at]
        for _ in range(2 if draws else 0):
            which = game.chance.randrange(len(draws))
            other = _replayed(game, at, which)
            if other is not None:
                yield other


def _replayed(game: Game, at: int, which: int) -> Game | None:
    """The same commands again, with another outcome of one draw; None where that leads elsewhere."""
    state = game.opened
    for number, (command, draws, _) in enumerate(game.log):
        try:
            if number == at:
                dice: RecordedDice = _OneOther(draws, which, game.chance.randrange(1 << 30))
            else:
                dice = RecordedDice(draws)
            state = folded(game.ruleset, state, game.ruleset.decide(state, command, dice))
        except (Illegal, DrawMismatch, AssertionError):
            return None
    return replace(game, state=state)


class _OneOther(RecordedDice):
    """Recorded draws, of which one comes otherwise."""

    def __init__(self, draws: Sequence[Draw], which: int, salt: int) -> None:
        super().__init__(draws)
        self._which = which
        self._salt = salt

    def _choose(self, among: Sequence[str], why: str) -> str:
        came = super()._choose(among, why)
        if len(self.drawn) != self._which:
            return came
        others = [each for each in among if each != came and each not in {draw.came for draw in self._left}]
        return others[self._salt % len(others)] if others else came


def _with_other_secrets(game: Game) -> Iterator[Game]:
    """The GM had set a secret otherwise."""
    secret = [each for each in game.ruleset.amendables(game.state) if each.group == "secret"]
    for each in game.chance.sample(secret, min(3, len(secret))):
        whom = game.chance.choice(each.whom).key if each.whom else None
        if other := _after(game, amend(each, game.chance.choice(values_of(each)), whom)):
            yield other


def with_somebody_hidden(game: Game, who: CombatantId) -> Game | None:
    """The same with somebody there, named as his id is, whom only the GM sees; None where he cannot come in."""
    templates = [each.key for each in game.ruleset.templates if not each.is_ready_character]
    template = game.chance.choice(templates)
    return _after(game, Enter(combatant=who, name=who.title(), side=Side.ENEMY, template=template, hidden=True))


def _after(game: Game, command: Command) -> Game | None:
    try:
        events, _ = game.decide(command)
    except Illegal:
        return None
    return replace(game, state=folded(game.ruleset, game.state, events))
