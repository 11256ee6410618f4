"""A rule system small enough to read at one sitting, for tests of the core and the Referee.

Each duelist holds two secret number cards. To play one shows it, adds it to his score and draws another. A roll adds a
die. Asking makes somebody (or the GM) choose between standing and running.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from rules.core.audience import ALL, GM, Audience, Viewer, of
from rules.core.calling import Check
from rules.core.combatant import SIDES
from rules.core.command import (
    SHARED_COMMANDS,
    Amend,
    Answer,
    Command,
    Enter,
    Finish,
    GoOn,
    Leave,
    PlaceThere,
    Start,
)
from rules.core.deck import discard, look_at_next, put_back, shuffle_discards, take
from rules.core.dice import Dice
from rules.core.draft import Draft
from rules.core.event import Event
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Amendable, Choice, Option, Slot
from rules.core.orders import ELSE, LOWEST, by_default, order as ordered
from rules.core.prompt import Prompt
from rules.core.reference import HouseSet, Row, RuleTable, Switch
from rules.core.refusal import Illegal, Refusal
from rules.core.ruleset import OwnNpcs, Rule, Ruleset, Setup, Template
from rules.core.terms import Term
from rules.core.values import replace
from rules.core.view import AskedView, CombatantView, FightView, HandView, Phase, PlaceView
from tests import toy_sheets
from tests.toy_redealing import ToyRedealing
from tests.toy_sheets import ToySheets
from tests.toy_values import (
    CARD_RULE,
    CARDS,
    DIE_RULE,
    HAND,
    WAYS,
    Amended,
    Answered,
    Ask,
    Asked,
    Began,
    CardDrawn,
    CardPlayed,
    CardsShuffled,
    Duelist,
    Ended,
    Entered,
    Idle,
    Left,
    Placed,
    Play,
    Question,
    Redealt,
    RedealTold,
    Roll,
    Rolled,
    SceneSet,
    ToyState,
)

ToyDraft: TypeAlias = Draft[ToyState, Event]


def best(hand: tuple[str, ...]) -> str:
    """The default of whoever does not choose."""
    return max(hand)


class Toy:
    """The rule system; compared by identity."""

    id = "toy"
    name = "Toy"
    gm_word = "Umpire"
    held_word = "hand"
    sides = SIDES
    schema = 1
    state_type = ToyState
    command_types: tuple[type[Command], ...] = (*SHARED_COMMANDS, Play, Roll, Ask, Idle)
    event_types: tuple[type[Event], ...] = (
        SceneSet,
        Entered,
        Left,
        Began,
        CardDrawn,
        CardsShuffled,
        CardPlayed,
        Redealt,
        RedealTold,
        Rolled,
        Asked,
        Answered,
        Amended,
        Placed,
        Ended,
    )

    @property
    def templates(self) -> tuple[Template, ...]:
        return (
            Template(key="hero", name="Hero", note="quick", is_ready_character=True),
            Template(key="thug", name="Thug", note="slow", is_ready_character=False),
        )

    @property
    def scenes(self) -> tuple[Choice, ...]:
        return (Choice(key="noon", label="High noon"),)

    @property
    def sheets(self) -> ToySheets:
        return ToySheets()

    def empty(self) -> ToyState:
        return ToyState()

    def open(self, setup: Setup, dice: Dice) -> tuple[Event, ...]:
        if setup.scene not in ("", "noon"):
            raise Illegal("NO_SUCH_SCENE", scene=setup.scene)
        if unknown := ", ".join(sorted(setup.house)):
            raise Illegal("NO_SUCH_SWITCH", switch=unknown)
        return (SceneSet(scene="noon"),)

    # ---- deciding

    def decide(self, state: ToyState, command: Command, dice: Dice) -> tuple[Event, ...]:
        draft: ToyDraft = Draft(state, self.apply)
        if state.phase is Phase.OVER:
            raise Illegal("OVER")
        match command:
            case Enter():
                self._enter(draft, command, dice)
            case Leave():
                draft.emit(Left(who=command.combatant, name=_require(state, command.combatant).name))
            case Start():
                self._start(draft, command, dice)
            case Answer():
                self._answer(draft, command, dice)
            case GoOn():
                said = {each.prompt: each for each in command.said}
                for prompt in command.prompts:
                    question = _require_question(draft.state, prompt)
                    default = Answer(prompt=prompt, key=_default(draft.state, question))
                    self._answer(draft, said.get(prompt, default), dice)
            case Amend():
                self._amend(draft, command)
            case PlaceThere():
                for whom in command.whom:
                    _require(state, whom)
                draft.emit(*(Placed(whom=whom, where=command.where) for whom in command.whom or (None,)))
            case Finish():
                draft.emit(Ended())
            case Play() | Roll() | Ask() | Idle():
                self._act(draft, command, dice)
            case _:
                raise Illegal("NO_SUCH_COMMAND")
        return tuple(draft.events)

    def _act(self, draft: ToyDraft, command: Play | Roll | Ask | Idle, dice: Dice) -> None:
        actor = _require(draft.state, command.actor)
        if draft.state.phase is not Phase.RUNNING:
            raise Illegal("NOT_STARTED")
        match command:
            case Play():
                if not command.card:
                    _ask(draft, actor.id, for_card=True)
                elif command.card not in actor.hand:
                    raise Illegal("NOT_HELD", CARD_RULE, card=command.card)
                else:
                    self._play(draft, actor, command.card, dice)
            case Roll():
                draft.emit(Rolled(rules=(DIE_RULE,), who=actor.id, face=dice.roll(6, "a die")))
            case Ask():
                if command.whom is not None:
                    _require(draft.state, command.whom)
                _ask(draft, command.whom, for_card=False)
            case Idle():
                pass

    def _enter(self, draft: ToyDraft, command: Enter, dice: Dice) -> None:
        template = next((each for each in self.templates if each.key == (command.template or "hero")), None)
        if template is None:
            raise Illegal("NO_SUCH_TEMPLATE", template=command.template)
        if draft.state.find(command.combatant):
            raise Illegal("ID_TAKEN")
        place = command.where or draft.state.places[0]
        if place not in draft.state.places:
            raise Illegal("NO_SUCH_PLACE", place=place)
        draft.emit(
            Entered(
                audience=GM if command.hidden else ALL,
                who=command.combatant,
                name=command.name,
                side=command.side,
                place=place,
                is_npc=not template.is_ready_character,
                is_hidden=command.hidden,
                score=toy_sheets.score_of(command.sheet, command.left),
            )
        )
        if draft.state.phase is Phase.RUNNING:
            _deal(draft, command.combatant, dice)

    def _start(self, draft: ToyDraft, command: Start, dice: Dice) -> None:
        if draft.state.phase is not Phase.LOBBY:
            raise Illegal("ALREADY_STARTED")
        draft.emit(toy_sheets.began(command))
        for each in draft.state.duelists:
            _deal(draft, each.id, dice)

    def _play(self, draft: ToyDraft, actor: Duelist, card: str, dice: Dice) -> None:
        draft.emit(CardPlayed(rules=(CARD_RULE,), who=actor.id, card=card))
        _draw(draft, actor.id, dice)

    def _answer(self, draft: ToyDraft, command: Answer, dice: Dice) -> None:
        question = _require_question(draft.state, command.prompt)
        if command.key not in {choice.key for choice in _choices(draft.state, question)}:
            raise Illegal("NOT_OFFERED")
        way = "" if question.for_card else command.key
        draft.emit(Answered(question=question.id, whom=question.whom, way=way))
        if question.for_card:
            self._play(draft, _require(draft.state, question.whom), command.key, dice)

    def _amend(self, draft: ToyDraft, command: Amend) -> None:
        if command.what == "score":
            _require(draft.state, command.whom)
            if not command.value.isdecimal():
                raise Illegal("NOT_A_NUMBER", value=command.value)
        elif command.what != "stakes":
            raise Illegal("NO_SUCH_AMENDABLE", what=command.what)
        audience = GM if command.what == "stakes" else ALL
        draft.emit(Amended(audience=audience, what=command.what, value=command.value, whom=command.whom))

    # ---- applying

    def apply(self, state: ToyState, event: Event) -> ToyState:
        match event:
            case SceneSet():
                return replace(state, scene=event.scene)
            case Entered():
                entered = Duelist(
                    id=event.who,
                    name=event.name,
                    side=event.side,
                    place=event.place,
                    is_npc=event.is_npc,
                    is_hidden=event.is_hidden,
                    score=event.score,
                )
                return replace(state, duelists=(*state.duelists, entered))
            case Left():
                gone = state.find(event.who)
                stay = tuple(each for each in state.duelists if each.id != event.who)
                open_questions = tuple(each for each in state.questions if each.whom != event.who)
                deck = discard(state.deck, *(gone.hand if gone else ()))
                return replace(state, duelists=stay, questions=open_questions, deck=deck)
            case Began():
                return replace(state, phase=Phase.RUNNING, bell=event.bell, absent=event.absent)
            case CardDrawn():
                drawn = replace(state, deck=take(state.deck, event.card))
                return _change(drawn, event.who, lambda each: _with_hand(each, (*each.hand, event.card)))
            case CardsShuffled():
                return replace(state, deck=shuffle_discards(state.deck))
            case CardPlayed():
                played = replace(state, deck=discard(state.deck, event.card), shown=state.shown | {event.card})
                return _change(played, event.who, lambda each: _scored(_without(each, event.card), int(event.card[1:])))
            case Redealt():
                redealt = replace(state, deck=put_back(take(state.deck, event.came), event.back))
                return _change(redealt, event.who, lambda each: _exchanged(each, event.back, event.came))
            case Rolled():
                return _change(state, event.who, lambda each: _scored(each, event.face))
            case Asked():
                question = Question(id=event.question, whom=event.whom, for_card=event.for_card)
                return replace(state, questions=(*state.questions, question), asked=state.asked + 1)
            case Answered():
                left = tuple(each for each in state.questions if each.id != event.question)
                answered = replace(state, questions=left)
                if event.way != "run":
                    return answered
                return _change(answered, event.whom, lambda each: replace(each, has_run=True))
            case Amended():
                if event.what == "stakes":
                    return replace(state, stakes=event.value)
                return _change(state, event.whom, lambda each: replace(each, score=int(event.value)))
            case Placed():
                if event.whom is None:
                    return replace(state, places=(*state.places, event.where))
                return _change(state, event.whom, lambda each: replace(each, place=event.where))
            case Ended():
                return replace(state, phase=Phase.OVER, questions=())
            case _:
                return state

    # ---- looking

    def phase(self, state: ToyState) -> Phase:
        return state.phase

    def prompts(self, state: ToyState) -> tuple[Prompt, ...]:
        return tuple(
            Prompt(
                id=each.id,
                whom=each.whom,
                what="a card" if each.for_card else "stand or run",
                otherwise="the highest card is played" if each.for_card else "stands",
                question="Which card?" if each.for_card else "Stand or run?",
                audience=_audience(state, each),
                is_reaction=not each.for_card and each.whom is not None,
            )
            for each in state.questions
        )

    def evened(self, state: ToyState, *, is_even: bool) -> ToyState:
        return state

    def next_up(self, state: ToyState) -> CombatantId | None:
        """Whoever entered after the only one who is asked."""
        asked = [each.whom for each in state.questions]
        everybody = [each.id for each in state.duelists]
        follow = dict(pairwise(everybody))
        return follow.get(asked[0]) if len(asked) == 1 and asked[0] is not None else None

    def options(self, state: ToyState, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
        found = state.find(actor)
        if found is None or state.phase is not Phase.RUNNING:
            return ()
        moment = _moment(found)
        cards = tuple(Choice(key=card, label=card) for card in found.hand) if viewer.owns(actor) else ()
        whom = tuple(Choice(key=each.id, label=each.name) for each in state.duelists if viewer.gm or not each.is_hidden)
        return (
            Option(
                kind="play",
                actor=actor,
                label="Play a card",
                slots=(Slot(name="card", label="Card", choices=cards, is_optional=True),) if cards else (),
                moment=moment,
            ),
            Option(kind="roll", actor=actor, label="Roll", moment=moment),
            Option(kind="ask", actor=actor, label="Ask", slots=(Slot(name="whom", label="Whom", choices=whom),)),
        )

    def stands(self, state: ToyState, actor: CombatantId, moment: str) -> bool:
        found = state.find(actor)
        return found is not None and moment == _moment(found)

    def view(self, state: ToyState, viewer: Viewer) -> FightView:
        seen = [each for each in state.duelists if viewer.gm or not each.is_hidden or viewer.owns(each.id)]
        return FightView(
            phase=state.phase,
            headline=state.scene,
            combatants=tuple(
                CombatantView(
                    id=each.id,
                    name=each.name,
                    side=each.side,
                    state=f"score {each.score}",
                    place=each.place,
                    is_mine=viewer.owns(each.id),
                    is_npc=each.is_npc,
                    is_out=each.has_run,
                    is_hidden=each.is_hidden,
                )
                for each in seen
            ),
            places=tuple(PlaceView(id=place, name=place) for place in state.places),
            asked=tuple(self._asked(state, question, viewer) for question in state.questions),
            hands=tuple(
                HandView(
                    combatant=each.id,
                    name=each.name,
                    title="Hand",
                    items=tuple(Choice(key=card, label=card) for card in each.hand),
                    revision=each.revision,
                )
                for each in seen
                if viewer.owns(each.id)
            ),
            notes=(f"stakes: {state.stakes}",) if viewer.gm else (),
        )

    def _asked(self, state: ToyState, question: Question, viewer: Viewer) -> AskedView:
        owner = state.find(question.whom)
        prompt = next(each for each in self.prompts(state) if each.id == question.id)
        is_mine = viewer.gm if question.whom is None else viewer.owns(question.whom)
        # An NPC's decisions are the GM's; a player's open ones he may take too, but never see the cards.
        may_choose = is_mine or (viewer.gm and viewer.may_know(prompt.audience))
        hides = owner is not None and owner.is_hidden and not viewer.gm
        return AskedView(
            id=question.id,
            whom=question.whom,
            who="somebody" if hides else self.gm_word if question.whom is None else state.name(question.whom),
            what=prompt.what,
            otherwise=prompt.otherwise,
            choices=_choices(state, question) if may_choose else (),
            is_mine=is_mine,
        )

    def words(self, said: Event | Refusal, state: ToyState, viewer: Viewer) -> str | None:
        if isinstance(said, Refusal):
            return f"The toy refuses: {said.code}."
        if not viewer.may_know(said.audience):
            return None
        match said:
            case SceneSet():
                return f"Scene: {said.scene}."
            case Entered() | Left():
                return f"{said.name}: {type(said).__name__.lower()}."
            case Began():
                return "It begins."
            case CardDrawn():
                return f"You draw {_called(said.card)}."
            case CardPlayed():
                return f"{state.name(said.who)} plays {_called(said.card)}."
            case Redealt():
                return f"Your {_called(said.back)} goes back: you have {_called(said.came)}."
            case RedealTold():
                return f"A card of {state.name(said.who)} is dealt anew."
            case Rolled():
                return f"{state.name(said.who)} rolls {said.face}."
            case Answered():
                return f"{state.name(said.whom)}: {said.way}." if said.way else None
            case Amended():
                return f"{said.what} is now {said.value}."
            case Placed():
                return f"{said.where}: {state.name(said.whom)}."
            case Ended():
                return "It is over."
            case _:
                return None

    def orders(self, state: ToyState) -> tuple[Choice, ...]:
        return (ordered(LOWEST, "the lowest card"), ordered(ELSE, "whatever stands after else"))

    def by_orders(self, state: ToyState, prompt: Prompt, order: str) -> Command:
        question = _require_question(state, prompt.id)
        if order == LOWEST and question.for_card:
            return Answer(prompt=prompt.id, key=min(_require(state, question.whom).hand))
        return by_default(prompt)

    def typed_choices(self, among: Sequence[str]) -> tuple[Choice, ...]:
        every = CARDS if among[0].startswith("#") else among
        return tuple(Choice(key=came, label=_called(came)) for came in every)

    def calls(self, state: ToyState) -> tuple[Check, ...]:
        return ()

    def amendables(self, state: ToyState) -> tuple[Amendable, ...]:
        whom = tuple(Choice(key=each.id, label=each.name) for each in state.duelists)
        return (
            Amendable(key="score", label="Score", group="amend", whom=whom, hint="a number"),
            Amendable(key="stakes", label="Stakes", group="secret"),
        )

    def alone(self, state: ToyState) -> str:
        return ""

    @property
    def redealing(self) -> ToyRedealing:
        return ToyRedealing()

    @property
    def own_scenes(self) -> None:
        return None

    @property
    def own_npcs(self) -> OwnNpcs | None:
        return None

    def own_templates(self, state: ToyState) -> tuple[Template, ...]:
        return ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        return (
            Rule(id=CARD_RULE, title="Cards", words=("card",), summary="A card adds its number."),
            Rule(id=DIE_RULE, title="Dice", words=("die",), summary="A die adds its face."),
        )

    @property
    def tables(self) -> tuple[RuleTable, ...]:
        return (RuleTable(title="Toys", rule=DIE_RULE, rows=(Row(name="die", facts=("1 to 6",)),)),)

    @property
    def terms(self) -> tuple[Term, ...]:
        return (Term(name="Die", uses=("rolls",), say="a small cube."),)

    @property
    def house_sets(self) -> tuple[HouseSet, ...]:
        return (HouseSet(key="by the book", note="as it is written"),)

    def house(self, state: ToyState | None) -> tuple[Switch, ...]:
        return ()

    def migrate(
        self, kind: str, raw: Mapping[str, Any], schema: int
    ) -> Mapping[str, Any]:  # Any: decoded JSON of an older version
        return raw


TOY: Ruleset[ToyState] = Toy()


def _require(state: ToyState, who: CombatantId | None) -> Duelist:
    found = state.find(who)
    if found is None:
        raise Illegal("NO_SUCH_COMBATANT")
    return found


def _require_question(state: ToyState, prompt: PromptId) -> Question:
    found = next((each for each in state.questions if each.id == prompt), None)
    if found is None:
        raise Illegal("STALE")
    return found


def _audience(state: ToyState, question: Question) -> Audience:
    owner = state.find(question.whom)
    return of(owner.id) if question.for_card and owner is not None and not owner.is_npc else ALL


def _choices(state: ToyState, question: Question) -> tuple[Choice, ...]:
    if question.for_card:
        owner = state.find(question.whom)
        return tuple(Choice(key=card, label=card) for card in (owner.hand if owner else ()))
    return tuple(Choice(key=key, label=label) for key, label in WAYS.items())


def _default(state: ToyState, question: Question) -> str:
    return best(_require(state, question.whom).hand) if question.for_card else "stand"


def _ask(draft: ToyDraft, whom: CombatantId | None, *, for_card: bool) -> None:
    draft.emit(Asked(question=PromptId(f"p{draft.state.asked + 1}"), whom=whom, for_card=for_card))


def _deal(draft: ToyDraft, who: CombatantId, dice: Dice) -> None:
    for _ in range(HAND):
        _draw(draft, who, dice)


def _draw(draft: ToyDraft, who: CombatantId, dice: Dice) -> None:
    """One card, if there is any left."""
    if not draft.state.deck.left:
        draft.emit(CardsShuffled())
    if draft.state.deck.left:
        card = look_at_next(draft.state.deck, dice, "a card")
        draft.emit(CardDrawn(rules=(CARD_RULE,), audience=of(who), who=who, card=card))


def _change(state: ToyState, who: CombatantId | None, how: Callable[[Duelist], Duelist]) -> ToyState:
    return replace(state, duelists=tuple(how(each) if each.id == who else each for each in state.duelists))


def _with_hand(duelist: Duelist, hand: tuple[str, ...]) -> Duelist:
    return replace(duelist, hand=hand, revision=duelist.revision + 1)


def _without(duelist: Duelist, card: str) -> Duelist:
    return _with_hand(duelist, tuple(each for each in duelist.hand if each != card))


def _exchanged(duelist: Duelist, back: str, came: str) -> Duelist:
    return _with_hand(duelist, (*(each for each in duelist.hand if each != back), came))


def _scored(duelist: Duelist, more: int) -> Duelist:
    return replace(duelist, score=duelist.score + more)


def _moment(duelist: Duelist) -> str:
    return f"hand {duelist.revision}"


def _called(came: str) -> str:
    return f"card {came}" if came.startswith("#") else f"a {came}"
