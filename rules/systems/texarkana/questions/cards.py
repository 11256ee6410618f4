"""What is asked in a test: which card is played, and whether to Trump (TXD-10, steps 3 and 5)."""

from collections.abc import Mapping
from fractions import Fraction

from rules.core.audience import PUBLIC, of
from rules.core.dice import Dice
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice, clip
from rules.core.prompt import Prompt
from rules.systems.texarkana import policy
from rules.systems.texarkana.attempts import (
    Attempt,
    BrawlStakes,
    BreakStakes,
    ChaseStakes,
    HoldStakes,
    InitiativeStakes,
    InvocationStakes,
    ShootoutStakes,
    ShotStakes,
    SundryStakes,
    TendStakes,
)
from rules.systems.texarkana.cardplay import may_trump, opposition_of, score_of
from rules.systems.texarkana.cards import ALL_CARDS, in_order, is_skull, is_trump, shown, suit_names
from rules.systems.texarkana.invocations import invocation_name
from rules.systems.texarkana.outcome import play, push_on
from rules.systems.texarkana.personality import wager, wagers_open
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.questions.dealer import clash_question
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.rivals import awaited_in, whose_trump
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.traits import claim, claimable, never_busts, trait_name, traits, trumps_of
from rules.systems.texarkana.weapons import weapon_name

SHORT = 60  # characters of what somebody said he does
TRUMP, STAND = "trump", "stand"
WAGER, TRAIT = "wager.", "trait."  # before the number of what is invoked, the key of what is claimed; no card is so


def card_questions(state: TexState) -> tuple[Question, ...]:
    """For each test under way `<test>.card`, then perhaps `<test>.trump`; of two PCs with `.<who>` behind it."""
    return tuple(question for attempt in state.attempts for question in _questions(state, attempt))


def _questions(state: TexState, attempt: Attempt) -> tuple[Question, ...]:
    if state.is_clash(attempt):
        return (clash_question(state, attempt),)
    if not state.is_even(attempt):
        return (
            _trump_question(state, attempt, attempt.pc)
            if may_trump(attempt)
            else _card_question(state, attempt, attempt.pc),
        )
    trumping = whose_trump(attempt)
    if trumping is not None:
        return (_trump_question(state, attempt, trumping),)
    return tuple(_card_question(state, attempt, who) for who in awaited_in(attempt))


def _id(state: TexState, attempt: Attempt, what: str, who: CombatantId) -> PromptId:
    return PromptId(f"{attempt.id}.{what}.{who}" if state.is_even(attempt) else f"{attempt.id}.{what}")


def _card_question(state: TexState, attempt: Attempt, who: CombatantId) -> Question:
    name, about = state.name(who), about_test(state, attempt, who)
    trumps = trumps_of(attempt, who)

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        fighter = draft.state.fighter(who)
        if key.startswith(WAGER):
            wager(draft, attempt, fighter, *_wagered(fighter).get(key, (key.removeprefix(WAGER), False)))
        elif key.startswith(TRAIT):
            claim(draft, attempt, fighter, key.removeprefix(TRAIT))
        else:
            play(draft, dice, attempt, who, key)

    face_down = " It lies face down until both do." if state.is_even(attempt) else ""
    return Question(
        prompt=Prompt(
            id=_id(state, attempt, "card", who),
            matter=attempt.id,
            whom=who,
            what=f"a card {about}",
            otherwise=f"the card that looks best is played for {name}",
            question=f"Which card do you play {about}? {_trump_words(trumps)}{face_down}",
            audience=of(who),
        ),
        choices=lambda: (*hand_choices(state, who, trumps), *_extras(state, attempt, who)),
        decide=decide,
        lapse=lambda draft, dice: play(draft, dice, attempt, who, policy.best_card(draft.state, attempt, who)),
    )


def _trump_words(trumps: tuple[str, ...]) -> str:
    return f"{suit_names(trumps)} trump." if trumps else "Nothing trumps."


def _extras(state: TexState, attempt: Attempt, who: CombatantId) -> tuple[Choice, ...]:
    """What may be brought to the test before the card: a wager (TXF-22), Traits (TXF-14)."""
    fighter = state.fighter(who)
    return (
        *(
            Choice(
                key=next(key for key, what in _wagered(fighter).items() if what == (each.name, each.is_flaw)),
                label=clip(f"Wager 1 {'Will' if each.is_flaw else 'Luck'}: {each.name}"),
                note="a Flaw" if each.is_flaw else "",
            )
            for each in wagers_open(state, attempt, fighter)
        ),
        *(
            Choice(key=f"{TRAIT}{key}", label=f"Claim {trait_name(key)}", note=traits()[key].note)
            for key in claimable(state, attempt, fighter)
        ),
    )


def _wagered(fighter: Fighter) -> Mapping[str, tuple[str, bool]]:
    """His Characteristics and his Flaws (True), in his own words, by the keys of their answers."""
    whats = (*((name, False) for name in fighter.characteristics), *((name, True) for name in fighter.flaws))
    return {f"{WAGER}{at}": what for at, what in enumerate(whats)}


def _trump_question(state: TexState, attempt: Attempt, who: CombatantId) -> Question:
    name, about, is_even = state.name(who), about_test(state, attempt, who), state.is_even(attempt)
    score, other = score_of(state, attempt).total, opposition_of(state, attempt).total
    value = score if who == attempt.pc else other
    if isinstance(attempt.stakes, SundryStakes) and attempt.difficulty.is_open_to(PUBLIC):
        against = f"{value} against {other}, {about}"
    elif is_even:
        against = f"{value} against {other if who == attempt.pc else score}, {about}"
    else:
        against = f"{value} against {state.value(attempt.flip)} + the Dealer's secret, {about}"

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key not in (TRUMP, STAND):
            raise question.no_such_answer(key)
        push_on(draft, dice, attempt, who, does_trump=key == TRUMP)

    def lapse(draft: TexDraft, dice: Dice) -> None:
        push_on(draft, dice, attempt, who, does_trump=policy.is_better_trumped(draft.state, attempt, who))

    question = Question(
        prompt=Prompt(
            id=_id(state, attempt, "trump", who),
            matter=attempt.id,
            whom=who,
            what=f"to Trump or to stand on {against}",
            otherwise=f"{name} does what is usually wise",
            question=f"You have {against}. Trump, or stand?",
        ),
        choices=lambda: (
            Choice(key=TRUMP, label="Trump: flip one more", note=_risk(state, attempt, who)),
            Choice(key=STAND, label=f"Stand on {value}"),
        ),
        decide=decide,
        lapse=lapse,
    )
    return question


def _risk(state: TexState, attempt: Attempt, who: CombatantId) -> str:
    """How likely a bust is (TXD-10), if any card may come that does not lie in this test.

    The hand does not count: the Dealer reads this too, and could tell from it what is held.
    """
    limit = state.house.bust_over
    if never_busts(attempt, who):
        return f"counts {limit} at most"
    own = state.value(attempt.card if who == attempt.pc else attempt.flip)
    unseen = [card for card in ALL_CARDS if card not in attempt.cards]
    busts = sum(own + state.value(card) > limit for card in unseen)
    return f"bust {round(Fraction(100 * busts, len(unseen)))}%"


def about_test(state: TexState, attempt: Attempt, who: CombatantId | None = None) -> str:
    """What a test is about to one of the two, in words that anybody may read: "against Dutch's shot (revolver)"."""
    stakes, me = attempt.stakes, who or attempt.pc
    other = state.name(attempt.npc if me == attempt.pc else attempt.pc)
    match stakes:
        case InitiativeStakes():
            return "for the Initiative"
        case BrawlStakes():
            weapon = weapon_name(stakes.pc_weapon if stakes.starter == attempt.pc else stakes.npc_weapon)
            return (
                f"to brawl with {other} ({weapon})"
                if stakes.starter == me
                else f"against {other}, who brawls ({weapon})"
            )
        case ShotStakes():
            weapon = weapon_name(stakes.weapon)
            return f"to shoot at {other} ({weapon})" if stakes.shooter == me else f"against {other}'s shot ({weapon})"
        case ChaseStakes():
            return f"to get away from {other}" if stakes.runner == me else f"to catch {other}"
        case ShootoutStakes():
            guns = f"{weapon_name(stakes.pc_weapon)} against {weapon_name(stakes.npc_weapon)}"
            return f"in the Shootout with {other} ({guns})"
        case BreakStakes():
            return f"to break {other}'s hold" if stakes.breaker == me else f"to keep hold of {other}"
        case HoldStakes():
            return f"to work on {other}, held" if stakes.holder == me else f"against {other}, who holds on"
        case SundryStakes():
            return f"for this: {stakes.what if len(stakes.what) <= SHORT else stakes.what[: SHORT - 1] + '…'}"
        case TendStakes():
            return f"to save {state.name(stakes.dying)}"
        case InvocationStakes():
            return f"for {invocation_name(stakes.key)}"


def hand_choices(state: TexState, pc: CombatantId, trumps: tuple[str, ...]) -> tuple[Choice, ...]:
    """The cards of a hand, trumps first and marked."""
    hand = in_order(state.fighter(pc).hand)
    ordered = sorted(hand, key=lambda card: (not is_trump(card, trumps), -state.value(card)))
    return tuple(Choice(key=card, label=shown(card), note=_card_note(card, trumps)) for card in ordered)


def _card_note(card: str, trumps: tuple[str, ...]) -> str:
    if is_trump(card, trumps):
        return "trump"
    return "a Skull: 1 Woe" if is_skull(card) else ""
