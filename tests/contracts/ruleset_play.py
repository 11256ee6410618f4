"""Random legal play of any rule system, by its protocol alone: no system's own words, no Referee, no store.

Chance for choosing what is done comes from a seeded `random.Random`; draws come from `SeededDice`.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from rules.core.audience import PUBLIC, Viewer
from rules.core.codec import codec_of, encode
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Call, Command, Enter, Finish, GoOn, Start
from rules.core.dice import Draw, SeededDice
from rules.core.event import Event
from rules.core.fight import Fight
from rules.core.ids import CombatantId, FightId, Place, UserId
from rules.core.option import Amendable, Choice, Option, Slot
from rules.core.refusal import Illegal, Refusal
from rules.core.ruleset import Ruleset, Setup
from rules.core.view import FightView, Phase
from rules.tables import fold_step

AnyRuleset: TypeAlias = Ruleset[Any]  # Any: each system has its own state

GM = Viewer(user=UserId(1), gm=True)
KEY = b"random play, for tests"
MOST_POSSE = 4
WORDS = "shout at them"


@dataclass(slots=True)
class Game:
    """One fight under way. `do` decides and applies; `log` holds what was done and drawn."""

    ruleset: AnyRuleset
    chance: random.Random
    name: str
    state: Any  # Any: each system has its own state
    opened: Any  # the state before the first command of `log`
    pcs: tuple[CombatantId, ...] = ()
    log: list[tuple[Command, tuple[Draw, ...], tuple[Event, ...]]] = field(default_factory=list)
    entered: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _seen: dict[Viewer, FightView] = field(default_factory=dict, repr=False)  # of `_seen_in`: looking is slow
    _seen_in: Any = field(default=None, repr=False)

    def decide(self, command: Command) -> tuple[tuple[Event, ...], tuple[Draw, ...]]:
        """What the command brings about now, without doing it. Raises: Illegal."""
        dice = SeededDice(KEY, f"{self.name}|{len(self.log)}|".encode() + encode(command))
        events = self.ruleset.decide(self.state, command, dice)
        return events, tuple(dice.drawn)

    def do(self, command: Command) -> tuple[Event, ...]:
        """Do it. Raises: Illegal."""
        events, draws = self.decide(command)
        self.state = folded(self.ruleset, self.state, events)
        self.log.append((command, draws, events))
        return events

    def refusal(self, command: Command) -> Refusal | None:
        """Why the command is refused now; None if it is not."""
        try:
            self.decide(command)
        except Illegal as illegal:
            return illegal.refusal
        return None

    @property
    def phase(self) -> Phase:
        return self.ruleset.phase(self.state)

    def look(self, viewer: Viewer) -> FightView:
        """The fight as this viewer sees it now."""
        if self._seen_in is not self.state:
            self._seen, self._seen_in = {}, self.state
        if viewer not in self._seen:
            self._seen[viewer] = self.ruleset.view(self.state, viewer)
        return self._seen[viewer]

    @property
    def everybody(self) -> tuple[CombatantId, ...]:
        """All combatants, hidden ones too."""
        return tuple(each.id for each in self.look(GM).combatants)

    def player(self, who: CombatantId) -> Viewer:
        """Whoever controls the combatant: its player, or for an NPC the GM."""
        return Viewer(user=UserId(2), combatants=frozenset({who})) if who in self.pcs else GM

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """A stranger, the GM, and each player."""
        return (PUBLIC, GM, *(self.player(pc) for pc in self.pcs))

    def enter(self, template: str, side: Side, *, is_pc: bool, hidden: bool = False) -> CombatantId:
        """Somebody comes in. Raises: Illegal."""
        who = CombatantId(f"c{next(self.entered)}")
        self.do(Enter(combatant=who, name=f"{template.title()} {who}", side=side, template=template, hidden=hidden))
        if is_pc:
            self.pcs = (*self.pcs, who)
        return who


def folded(ruleset: AnyRuleset, state: Any, events: Sequence[Event]) -> Any:  # Any: each system has its own state
    """The state after these events."""
    for event in events:
        state = ruleset.apply(state, event)
    return state


def lobby(ruleset: AnyRuleset, seed: int, *, scene: str | None = None) -> Game:
    """A lobby with one to four ready characters and two NPCs against them."""
    chance = random.Random(f"{ruleset.id} {seed}")
    scene = chance.choice(ruleset.scenes).key if scene is None else scene
    dice = SeededDice(KEY, f"{seed}|open".encode())
    opened = ruleset.open(Setup(scene=scene), dice)
    state = folded(ruleset, ruleset.empty(), opened)
    game = Game(ruleset=ruleset, chance=chance, name=str(seed), state=state, opened=state)
    ready = [each.key for each in ruleset.templates if each.is_ready_character]
    npcs = [each.key for each in ruleset.templates if not each.is_ready_character]
    for _ in range(chance.randint(1, MOST_POSSE)):
        game.enter(chance.choice(ready), Side.POSSE, is_pc=True)
    for _ in range(2):
        game.enter(chance.choice(npcs), Side.ENEMY, is_pc=False)
    return game


def started(ruleset: AnyRuleset, seed: int, *, scene: str | None = None) -> Game:
    """The same, begun."""
    game = lobby(ruleset, seed, scene=scene)
    game.do(Start())
    return game


def envelope(game: Game) -> Fight[Any]:  # Any: each system has its own state
    """The fight as the Referee would hold it."""
    return Fight(
        id=FightId("fight"),
        place=Place(guild=1, channel=2),
        ruleset=game.ruleset.id,
        schema=game.ruleset.schema,
        title="Dusk",
        gms=(UserId(1),),
        state=game.state,
    )


def folded_by_referee(game: Game, events: tuple[Event, ...]) -> Any:  # Any: each system has its own state
    """The state after these events as the Referee folds them."""
    return fold_step(game.ruleset, envelope(game), events, seq=1, ply=1, before=0).state


# ---- what may be done


def legal_options(game: Game) -> list[Option]:
    """Every option offered to whoever controls the combatant, without those that say why not."""
    return [option for option in all_options(game) if option.why_not is None]


def all_options(game: Game) -> list[Option]:
    """Every option of everybody, as its controller sees it."""
    return [option for who in game.everybody for option in game.ruleset.options(game.state, who, game.player(who))]


def first_choices(game: Game, option: Option, *, with_optional: bool) -> Command:
    """The option with the first choice of each blank."""
    fields: dict[str, object] = {"actor": option.actor}
    for slot in option.slots:
        if slot.choices and (with_optional or not slot.is_optional):
            fields[slot.name] = slot.choices[0].key
        elif slot.is_free and not slot.is_optional:
            fields[slot.name] = WORDS
    return codec_of(game.ruleset).build(option.kind, fields)


def random_choices(game: Game, option: Option) -> Command:
    """The option with any choice of each blank: each alone is legal, together perhaps not."""
    fields: dict[str, object] = {"actor": option.actor}
    for slot in option.slots:
        if not (slot.is_optional and game.chance.random() < 0.5) and (key := _any_key(slot, game.chance)):
            fields[slot.name] = key
    return codec_of(game.ruleset).build(option.kind, fields)


def _any_key(slot: Slot, chance: random.Random) -> str:
    if slot.choices and not (slot.is_free and chance.random() < 0.5):
        return chance.choice(slot.choices).key
    return WORDS if slot.is_free else ""


def answers(game: Game) -> list[Answer]:
    """Every choice of every decision owed, as whoever owes it sees them."""
    found = []
    seen: dict[CombatantId | None, FightView] = {}
    for prompt in game.ruleset.prompts(game.state):
        owner = prompt.whom if prompt.whom in game.pcs else None
        if owner not in seen:
            seen[owner] = game.look(GM if owner is None else game.player(owner))
        asked = next(each for each in seen[owner].asked if each.id == prompt.id)
        found += [Answer(prompt=prompt.id, key=each.key, blanks=_written(each)) for each in asked.choices]
    return found


def _written(choice: Choice) -> dict[str, str]:
    """What fills the blanks that an answer needs: their first choices, or a few words."""
    return {slot.name: slot.choices[0].key if slot.choices else WORDS for slot in choice.blanks if not slot.is_optional}


def random_legal(game: Game, *, defaults: float = 0.2) -> Command:
    """Something that may be done now: an option, an answer, or (in `defaults` of all cases) going on without.

    Never stalls: fails if there is nothing while the fight runs.
    """
    prompts = game.ruleset.prompts(game.state)
    options = legal_options(game)
    assert prompts or options, "while a fight runs somebody has something to do"
    if prompts and game.chance.random() < defaults:
        some = game.chance.sample(prompts, game.chance.randint(1, len(prompts)))
        return GoOn(prompts=tuple(each.id for each in some))
    owed = answers(game)
    if options and (not owed or game.chance.random() < 0.6):
        option = game.chance.choice(options)
        command = random_choices(game, option)
        return command if game.refusal(command) is None else first_choices(game, option, with_optional=False)
    if owed:
        return game.chance.choice(owed)
    return GoOn(prompts=tuple(each.id for each in prompts))


def random_gm_act(game: Game) -> Command:
    """The GM sets something, or somebody comes in, hidden perhaps; it may be refused."""
    if game.chance.random() < 0.2 and len(game.everybody) < 10:
        templates = [each.key for each in game.ruleset.templates if not each.is_ready_character]
        who = CombatantId(f"c{next(game.entered)}")
        return Enter(
            combatant=who,
            name=f"Newcomer {who}",
            side=game.chance.choice(tuple(Side)),
            template=game.chance.choice(templates),
            hidden=game.chance.random() < 0.5,
        )
    if game.chance.random() < 0.3 and (called := random_call(game)) is not None:
        return called
    each = game.chance.choice(game.ruleset.amendables(game.state))
    whom = game.chance.choice(each.whom).key if each.whom else None
    return amend(each, game.chance.choice(values_of(each)), whom)


def random_call(game: Game) -> Call | None:
    """The GM calls some of those who can be for a check, if there is any."""
    checks = [each for each in game.ruleset.calls(game.state) if each.who]
    if not checks:
        return None
    check = game.chance.choice(checks)
    those = game.chance.sample(check.who, game.chance.randint(1, len(check.who)))
    return Call(
        check=check.key,
        who=tuple(CombatantId(each.key) for each in those),
        difficulty=game.chance.choice(check.difficulties).key if game.chance.random() < 0.7 else "",
        hidden=game.chance.random() < 0.5,
        about=game.chance.choice(("", WORDS)),
    )


def values_of(amendable: Amendable) -> tuple[str, ...]:
    """Values that serve: those listed, or where any number does, a few small ones."""
    return tuple(choice.key for choice in amendable.values) or ("1", "2", "3")


def whom_of(amendable: Amendable) -> tuple[str | None, ...]:
    """Of whom it can be set: of the scene, if of nobody."""
    return tuple(choice.key for choice in amendable.whom) or (None,)


def amend(amendable: Amendable, value: str, whom: str | None) -> Amend:
    """The command that sets it."""
    return Amend(what=amendable.key, value=value, whom=None if whom is None else CombatantId(whom))


def play_on(game: Game, steps: int, *, gm_acts: float = 0.0) -> Iterator[Command]:
    """Up to so many random steps, each given before it is done: whoever iterates sees the state before it.

    Ends when the fight is over. With `gm_acts` the GM now and then sets something.
    """
    for _ in range(steps):
        if game.phase is not Phase.RUNNING:
            return
        command = random_gm_act(game) if game.chance.random() < gm_acts else random_legal(game)
        if game.refusal(command) is not None:
            assert not isinstance(command, Answer | GoOn), "what is offered is accepted"
            continue
        yield command
        game.do(command)


def end(game: Game) -> None:
    """The story ends the fight."""
    if game.phase is not Phase.OVER:
        game.do(Finish())


# ---- what people type that makes no sense

LONG = "x" * 10_000
ODD = (
    "",
    " ",
    LONG,
    "-1",
    "999999999999999999999",
    "0",
    "٣",
    "nobody",
    "c999",
    "{who}",
    "%s",
    "\u202e",
    "a\nb",
    "🃏",
    ">",
)


def garbage(game: Game) -> Command:
    """Any command with anything in its blanks: of the right types, and nothing else about it right."""
    chance = game.chance
    known = _known(game)
    kind = chance.choice(game.ruleset.command_types)
    fields: dict[str, object] = {}
    for each in msgspec.structs.fields(kind):
        if each.required or chance.random() < 0.6:
            fields[each.name] = _any_value(each.type, known, chance)
    return msgspec.convert({**fields, "do": kind.__struct_config__.tag}, kind)


def _known(game: Game) -> tuple[str, ...]:
    """Ids that mean something, everybody's secrets included."""
    view = game.look(Viewer(gm=True, combatants=frozenset(game.everybody)))
    found = [each.id for each in view.combatants] + [each.id for each in view.places]
    found += [str(each.id) for each in view.asked] + [choice.key for each in view.asked for choice in each.choices]
    found += [item.key for hand in view.hands for item in hand.items]
    found += [each.key for each in game.ruleset.amendables(game.state)]
    found += [each.key for each in game.ruleset.templates]
    return tuple(found)


def _any_value(type_: object, known: tuple[str, ...], chance: random.Random) -> object:
    text = str(type_)
    if type_ is bool:
        return chance.random() < 0.5
    if type_ is Side:
        return chance.choice(tuple(Side))
    one = chance.choice(known if chance.random() < 0.6 else ODD)
    if text.startswith("tuple") and "Mapping" in text:
        return ({chance.choice(ODD): one},) * chance.randint(0, 2)
    if type_ == tuple[Answer, ...]:
        return ({"do": "answer", "prompt": one, "key": chance.choice(ODD)},) * chance.randint(0, 2)
    if text.startswith(("tuple", "typing.Tuple")):
        return (one, chance.choice(ODD), one)[: chance.randint(0, 3)]
    if "Mapping" in text:
        return {chance.choice(ODD): one for _ in range(chance.randint(0, 3))}
    if "None" in text and chance.random() < 0.2:
        return None
    return one


# ---- what is said


def choices_of(option: Option) -> tuple[Choice, ...]:
    """All choices of all its blanks."""
    return tuple(choice for slot in option.slots for choice in slot.choices)
