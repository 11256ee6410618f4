"""A Trump in vain (TX-64 to TX-66): what follows at once, and what the Dealer may make of it (TXD-28, TXD-34)."""

from collections.abc import Mapping

from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.option import Choice, Slot
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.grappling import can_seize, seize
from rules.systems.texarkana.harm import disarm, incapacitate, lose_grit
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Consequence, Fighter, Flight, TexState
from rules.systems.texarkana.weapons import FISTS, carried, ranged, weapon_name

HARM, EMPTY, DISARM, GRAPPLE, CAPTURE = "harm", "empty", "disarm", "grapple", "capture"
NONE, OTHER, KEEP = "none", "other", "keep"
WORDS = "what"  # the blank of OTHER
EXTRA = Part(1, "Trumped in vain", RuleId("TX-66"))
LONGEST_WORDS = 200


def has_trumped_in_vain(decided: e.AttemptDecided, loser: Fighter) -> bool:
    """Whether the loser of a test had pushed on (TX-65)."""
    return bool(decided.attempt.push if loser.is_pc else decided.attempt.counter)


# ---- at once


def suffer_in_brawl(
    draft: TexDraft, attempt: Attempt, winner: Fighter, loser: Fighter, *, by: str = FISTS, weapon: str = FISTS
) -> None:
    """A brawler who Trumped in vain is Disarmed if armed, else Grappled, on top of the damage (TX-66c, TXD-28).

    `by` is what the winner won with, `weapon` what the loser used.
    """
    loser = draft.state.fighter(loser.id)
    if not loser.is_up:
        return
    kind = DISARM if loser.in_hand else GRAPPLE if can_seize(draft.state, winner.id, loser.id) else NONE
    fate = _of(attempt, winner, loser, kind, loser.in_hand, weapon)
    _follow(draft, replace(fate, by=by))


def suffer_for_missing(draft: TexDraft, attempt: Attempt, target: Fighter, shooter: Fighter, weapon: str) -> None:
    """A shooter who Trumped in vain is out of ammunition (TX-57, TX-66b); what was thrown, or is empty, cannot be."""
    can_be_empty = ranged(weapon) is not None and weapon not in draft.state.fighter(shooter.id).is_out_of_ammo
    fate = _of(attempt, target, shooter, EMPTY if can_be_empty else NONE, weapon if can_be_empty else "", weapon)
    _follow(draft, fate)


def note_harm(draft: TexDraft, attempt: Attempt, shooter: Fighter, target: Fighter, usual: int) -> None:
    """The 1 more damage of an evasion in vain is dealt with the hit that follows (TX-66a).

    `target` is as he is before the hit, `usual` the damage without it, which he would survive.
    """
    fate = _of(attempt, shooter, target, HARM, "", target.in_hand)
    _note(draft, replace(fate, grit=EXTRA.value, is_felled=target.grit <= usual + EXTRA.value))


def note_capture(
    draft: TexDraft, attempt: Attempt, shooter: Fighter, target: Fighter, usual: int, flight: Flight | None
) -> None:
    """Whoever is shot at while fleeing, and Trumped in vain, will be taken prisoner (TX-66d, TXA-19).

    `target` is as he is before the hit, whose `usual` damage spares a prisoner the last Grit.
    """
    spared = 1 if usual >= target.grit else 0
    fate = _of(attempt, shooter, target, CAPTURE, "", target.in_hand)
    _note(draft, replace(fate, spared=spared, flight=flight))


def _of(attempt: Attempt, winner: Fighter, loser: Fighter, kind: str, detail: str, weapon: str) -> Consequence:
    return Consequence(
        id=attempt.id,
        loser=loser.id,
        winner=winner.id,
        kind=kind,
        detail=detail if kind in (DISARM, EMPTY) else "",
        weapon=carried(weapon),
    )


def _note(draft: TexDraft, fate: Consequence) -> None:
    draft.emit(e.TrumpedInVain(rules=cited("TX-65", "TX-66", "TXD-28"), who=fate.loser, consequence=fate))


def _follow(draft: TexDraft, fate: Consequence) -> None:
    loser = draft.state.fighter(fate.loser)
    has_it = fate.kind == DISARM and loser.in_hand == fate.detail
    released = draft.state.held_by(loser.id) if fate.kind == GRAPPLE else None
    _note(draft, replace(fate, was_in_hand=has_it, released=released))
    _bring(draft, fate)


def _bring(draft: TexDraft, fate: Consequence) -> None:
    """Bring a consequence about."""
    loser = draft.state.fighter(fate.loser)
    match fate.kind:
        case "disarm":
            disarm(draft, loser, fate.detail, "TX-66")
        case "grapple":
            seize(draft, draft.state.fighter(fate.winner), loser, "TX-66")
        case "empty":
            draft.emit(e.RanOut(rules=cited("TX-57", "TX-66"), who=loser.id, weapon=fate.detail))
        case "harm" if not loser.is_up:
            pass
        case "harm" if fate.by == FISTS and loser.grit <= EXTRA.value:
            incapacitate(draft, loser, EXTRA, rule="TX-36")
        case "harm":
            lose_grit(draft, loser, EXTRA, rule="TX-66")
        case _:
            pass


# ---- the Dealer's change


def choices(state: TexState, fate: Consequence) -> tuple[Choice, ...]:
    """What the Dealer may say of it: that it stays so, another of those listed, nothing, or something of his own."""
    blank = Slot(name=WORDS, label="What happens", is_free=True)
    return (
        Choice(key=KEEP, label="It stays so", note=label_of(fate.kind, fate.detail)),
        *(Choice(key=key, label=label_of(kind, detail)) for key, (kind, detail) in _others(state, fate).items()),
        Choice(key=OTHER, label="Something else, in your own words", blanks=(blank,)),
    )


def _others(state: TexState, fate: Consequence) -> Mapping[str, tuple[str, str]]:
    """The other consequences listed that are possible, by the key of their choice: kind and weapon."""
    loser = state.fighter(fate.loser)
    gun = fate.weapon if ranged(fate.weapon) else loser.in_hand
    found = {HARM: (HARM, "")}
    if ranged(gun) and gun in loser.usable and gun not in loser.is_out_of_ammo:
        found[EMPTY] = (EMPTY, gun)
    for at, weapon in enumerate(loser.weapons):
        if weapon in loser.usable:
            found[f"{DISARM}.{at}"] = (DISARM, weapon)
    if can_seize(state, fate.winner, loser.id):
        found[GRAPPLE] = (GRAPPLE, "")
    found[NONE] = (NONE, "")
    return {key: each for key, each in found.items() if each[0] != fate.kind or each[0] == DISARM}


def label_of(kind: str, detail: str) -> str:
    """A consequence in a few words."""
    match kind:
        case "harm":
            return "1 more damage"
        case "empty":
            return f"The {weapon_name(detail)} is out of ammunition"
        case "disarm":
            return f"Disarmed of the {weapon_name(detail)}"
        case "grapple":
            return "Grappled"
        case "capture":
            return "Incapacitated and taken prisoner"
        case _:
            return "Nothing more"


def keep(draft: TexDraft, fate: Consequence) -> None:
    """It stays as it is."""
    draft.emit(e.ConsequenceKept(rules=cited("TXD-34"), test=fate.id))


def change(draft: TexDraft, fate: Consequence, key: str, words: str) -> None:
    """Something else follows from a Trump in vain, by the Dealer's word: the one is taken back, the other done (TX-65).

    `key` is that of one of the choices, `words` what fills the blank of OTHER. Raises: Illegal(NOTHING_SAID).
    """
    if key == KEEP:
        keep(draft, fate)
        return
    said = " ".join(words.split())[:LONGEST_WORDS]
    if key == OTHER and not said:
        raise Illegal("NOTHING_SAID", "TX-65", hint="Say in a few words what happens.")
    kind, detail = (OTHER, said) if key == OTHER else _others(draft.state, fate)[key]
    draft.emit(e.ConsequenceTakenBack(rules=cited("TXD-34"), who=fate.loser, consequence=fate))
    if fate.kind == CAPTURE:
        _as_if_not_captured(draft, fate)
    wanted = Consequence(id=fate.id, loser=fate.loser, winner=fate.winner, kind=kind, detail=detail, by=fate.by)
    rules = cited("TX-65", "TXD-34")
    draft.emit(e.ConsequenceChosen(rules=rules, who=fate.loser, consequence=wanted))
    _bring(draft, wanted)


def _as_if_not_captured(draft: TexDraft, fate: Consequence) -> None:
    """A shot that took no prisoner kills if it was enough for that, and else the flight goes on (TX-59)."""
    loser = draft.state.fighter(fate.loser)
    if fate.spared:
        lose_grit(draft, loser, Part(fate.spared, "the shot", RuleId("TX-55")), rule="TX-55")
    elif fate.flight is not None:
        again = replace(fate.flight, id=f"t{draft.state.counter + 1}")
        draft.emit(e.FlightBegan(rules=cited("TX-59", "TXD-34"), flight=again))
