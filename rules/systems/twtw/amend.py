"""What the Judge sets by his own word, overruling the rules: values of combatants, positions, landmarks, the end."""

import re
from collections.abc import Callable

from rules.core.audience import GM
from rules.core.combatant import SIDES, Side
from rules.core.command import Amend, PlaceThere
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.names import apart, key_of
from rules.core.option import YES_NO, Amendable, Choice, choices_of
from rules.core.refusal import Illegal
from rules.core.typed import bad_value, is_yes, one_of, whole_number
from rules.core.view import Phase
from rules.systems.twtw import events as e
from rules.systems.twtw.courses import known_spots
from rules.systems.twtw.cover import cover_name, covers
from rules.systems.twtw.events import Flag, Quantity, Why
from rules.systems.twtw.fields import exit_pace, measure
from rules.systems.twtw.hazards import fall
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.library import AMBUSHES
from rules.systems.twtw.play import TwtwDraft, audience_of, require_fighter, require_running, require_up
from rules.systems.twtw.positions import read_spot
from rules.systems.twtw.state import Condition, Fighter, Landmark, Smoke, TwtwState
from rules.systems.twtw.surprise import check_surprise
from rules.systems.twtw.turns import lost
from rules.systems.twtw.weapons import gun, weapon_keys, weapon_name

LONGEST_ID = 30  # of a landmark: with what is put before it, it fits into the 100 characters of a choice
NUMBERS = {
    Quantity.POINTS: ("Action points left", 0, 20, "TW-2.10"),
    Quantity.WOUNDS: ("Wounds, levels in all", 0, 20, "TW-W8"),
    Quantity.CONCUSSION: ("Concussion lost", 0, 99, "TW-W7"),
    Quantity.MODIFIER: ("Modifier of the next attack", -20, 20, "TW-1.2"),
    Quantity.MOVE: ("Move", 0, 30, "TW-2C"),
}
FLAGS = {
    Flag.PRONE: ("Lies on the ground", "TW-2C"),
    Flag.MOUNTED: ("Mounted", "TW-3.4"),
    Flag.ABOVE: ("Has the height", "TW-B2"),
    Flag.POINT_BLANK: ("Point-blank", "TW-3.5"),
    Flag.EXPECTS: ("Expects danger", "TW-S6"),
    Flag.HABITUAL: ("Always claims danger", "TW-S7"),
    Flag.SURPRISED: ("Surprised", "TW-S4"),
}
STATUSES = tuple(condition for condition in Condition if condition is not Condition.GONE)
BUMPS = ("as-ruled", "drop", "up", "down")
SOFTLY = "softly"
FALLS = tuple(f"{paces} paces{manner}" for paces in range(5, 36, 5) for manner in ("", f" {SOFTLY}"))
NONE, DUCKED, LOST = "none", "ducked behind ", "lost"


def amend(draft: TwtwDraft, dice: Dice, command: Amend) -> None:
    """Set one value. Raises: Illegal(NO_SUCH_AMENDMENT, WHOM_IS_MISSING, NO_SUCH_COMBATANT, BAD_VALUE, ...)."""
    key = command.what.strip().casefold()
    value = command.value.strip()
    if key in OF_SCENE:
        OF_SCENE[key](draft, value)
        return
    if key not in (*OF_COMBATANT, *NUMBERS, *FLAGS, *BY_CARD):
        known = ", ".join((*OF_COMBATANT, *NUMBERS, *FLAGS, *BY_CARD, *OF_SCENE))
        raise Illegal("NO_SUCH_AMENDMENT", what=command.what, hint=f"There is: {known}.")
    if command.whom is None:
        raise Illegal("WHOM_IS_MISSING", what=command.what, hint="Say of whom.")
    whom = require_fighter(draft.state, command.whom)
    if key in tuple(Quantity):
        _number(draft, whom, Quantity(key), value)
    elif key in tuple(Flag):
        _flag(draft, whom, Flag(key), value)
    elif key in BY_CARD:
        BY_CARD[key](draft, dice, whom, value)
    else:
        OF_COMBATANT[key](draft, whom, value)


def _number(draft: TwtwDraft, whom: Fighter, quantity: Quantity, text: str) -> None:
    label, least, most, rule = NUMBERS[quantity]
    number = whole_number(label, text, least, most)
    draft.emit(
        e.QuantitySet(rules=cited(rule), audience=audience_of(whom), who=whom.id, quantity=quantity, value=number)
    )


def _flag(draft: TwtwDraft, whom: Fighter, flag: Flag, text: str) -> None:
    is_on = is_yes(FLAGS[flag][0], text)
    draft.emit(e.FlagSet(rules=cited(FLAGS[flag][1]), audience=audience_of(whom), who=whom.id, flag=flag, is_on=is_on))


def _surprise(draft: TwtwDraft, dice: Dice, whom: Fighter, value: str) -> None:
    """The Judge calls for a check of this one (TW-S1, TW-S9). Raises: Illegal(NOT_STARTED, OVER, OUT, HIDDEN)."""
    require_running(draft.state)
    require_up(whom)
    if whom.is_hidden:
        raise Illegal("HIDDEN", "TW-S1", who=whom.name, hint="Whoever lies in wait is not surprised.")
    one_of("surprise", value, "check")
    check_surprise(draft, dice, whom)


def _fall(draft: TwtwDraft, dice: Dice, whom: Fighter, value: str) -> None:
    """Somebody falls (TW-3.36). Raises: Illegal(NOT_STARTED, OVER, OUT, BAD_VALUE)."""
    require_running(draft.state)
    require_up(whom)
    word = one_of("fall", value, *FALLS)
    fall(draft, dice, whom, int(word.split()[0]), is_soft=word.endswith(SOFTLY))


def _smoke(draft: TwtwDraft, whom: Fighter, value: str) -> None:
    smoke = Smoke(one_of("smoke", value, *Smoke))
    draft.emit(e.SmokeSet(rules=cited("TW-3.37"), audience=audience_of(whom), who=whom.id, smoke=smoke))


def _status(draft: TwtwDraft, whom: Fighter, value: str) -> None:
    if whom.condition is Condition.GONE:
        raise Illegal("OUT", "TW-W6", who=whom.name, condition=whom.condition)
    condition = Condition(one_of("status", value, *STATUSES))
    draft.emit(e.ConditionChanged(rules=cited("TW-W8"), audience=audience_of(whom), who=whom.id, condition=condition))


def _weapon(draft: TwtwDraft, whom: Fighter, value: str) -> None:
    """A weapon in hand, whether or not he had it; `none` for empty hands."""
    key = _weapon_key(value)
    audience = audience_of(whom)
    if whom.aim is not None and whom.aim.weapon != key:
        draft.emit(lost(draft.state, whom, Why.WORD, "TW-A1"))
    draft.emit(e.WeaponReadied(rules=cited("TW-4B"), audience=audience, who=whom.id, weapon=key))
    weapon = gun(key)
    if weapon is not None and key not in whom.shots:
        draft.emit(e.ShotsSet(rules=cited("TW-4B"), audience=audience, who=whom.id, weapon=key, left=weapon.shots))


def _weapon_key(text: str) -> str:
    word = text.casefold()
    if word in ("", NONE):
        return ""
    found = next((key for key in weapon_keys() if word in (key, weapon_name(key).casefold())), None)
    if found is None:
        raise Illegal("NO_SUCH_WEAPON", "TW-4C", weapon=text, hint=f"There is: {NONE}, {', '.join(weapon_keys())}.")
    return found


def _shots(draft: TwtwDraft, whom: Fighter, value: str) -> None:
    weapon = gun(whom.in_hand)
    if weapon is None:
        raise Illegal("NO_GUN", "TW-4B", who=whom.name, hint="Put one in his hand first.")
    left = whole_number("shots", value, 0, 99)
    draft.emit(
        e.ShotsSet(rules=cited("TW-4B"), audience=audience_of(whom), who=whom.id, weapon=whom.in_hand, left=left)
    )


def _cover(draft: TwtwDraft, whom: Fighter, value: str) -> None:
    word = value.casefold()
    is_ducked = word.startswith(DUCKED)
    name = word.removeprefix(DUCKED)
    key = next((key for key in covers() if name in (key, cover_name(key).casefold())), None)
    if key is None and word != NONE:
        hint = f"{NONE}, {', '.join(covers())}; or {DUCKED}one of them."
        raise bad_value("cover", value, hint, "TW-3.22")
    draft.emit(
        e.CoverSet(
            rules=cited("TW-3.22"), audience=audience_of(whom), who=whom.id, cover=key or "", is_ducked=is_ducked
        )
    )


def _bump(draft: TwtwDraft, whom: Fighter, value: str) -> None:
    ruling = one_of("bump", value, *BUMPS)
    draft.emit(e.BumpRuled(rules=cited("TW-B6"), audience=audience_of(whom), who=whom.id, ruling=ruling))


def _aim(draft: TwtwDraft, whom: Fighter, value: str) -> None:
    """An aim is lost because the Judge says so."""
    one_of("aim", value, LOST)
    if whom.aim is None:
        raise Illegal("NO_AIM", "TW-A1", who=whom.name)
    draft.emit(lost(draft.state, whom, Why.WORD, "TW-A1"))


def _side(draft: TwtwDraft, whom: Fighter, value: str) -> None:
    if whom.is_pc:
        raise Illegal("PC_OF_OTHER_SIDE", "TW-2.1", who=whom.name)
    side = Side(one_of("side", value, *Side))
    draft.emit(e.SideSet(rules=cited("TW-2.1"), audience=audience_of(whom), who=whom.id, side=side))


def _hidden(draft: TwtwDraft, whom: Fighter, value: str) -> None:
    """Out of the players' sight, or in it: whoever is seen anew takes part from the next round on."""
    if whom.is_pc:
        raise Illegal("PC_HIDDEN", "TW-S1", who=whom.name)
    is_hidden = is_yes("hidden", value)
    if is_hidden and not whom.is_hidden:
        for aimer in draft.state.fighters:
            if aimer.aims_at == whom.id:
                draft.emit(lost(draft.state, aimer, Why.TARGET_GONE, "TW-A1"))
        draft.emit(e.Hidden(rules=cited("TW-S1"), who=whom.id))
    elif not is_hidden and whom.is_hidden:
        draft.emit(e.Revealed(rules=cited("TW-S1"), who=whom.id))


def _ambush(draft: TwtwDraft, value: str) -> None:
    if draft.state.phase is not Phase.LOBBY:
        raise Illegal("ALREADY_STARTED", "TW-S1", hint="Call for checks one by one: surprise.")
    draft.emit(e.AmbushSet(rules=cited("TW-S1"), ambush=one_of("ambush", value, *AMBUSHES)))


def _round_ends(draft: TwtwDraft, value: str) -> None:
    """The round is over, whoever had yet to act. Raises: Illegal(NOT_STARTED, OVER, BUSY, BAD_VALUE)."""
    state = draft.state
    require_running(state)
    one_of("round ends", value, "yes")
    if state.attack is not None or state.going is not None:
        who = state.name(state.attack.attacker if state.attack else state.going.who if state.going else "")
        raise Illegal("BUSY", "TW-2.1", who=who, hint="What is under way is finished first.")
    draft.emit(e.RoundCut(rules=cited("TW-2.1")))


OF_COMBATANT: dict[str, Callable[[TwtwDraft, Fighter, str], None]] = {
    "status": _status,
    "weapon": _weapon,
    "shots": _shots,
    "cover": _cover,
    "bump": _bump,
    "aim": _aim,
    "side": _side,
    "hidden": _hidden,
    "smoke": _smoke,
}
BY_CARD: dict[str, Callable[[TwtwDraft, Dice, Fighter, str], None]] = {"surprise": _surprise, "fall": _fall}
OF_SCENE: dict[str, Callable[[TwtwDraft, str], None]] = {"ambush": _ambush, "round-ends": _round_ends}


def amendables(state: TwtwState) -> tuple[Amendable, ...]:
    """Everything that `amend` knows, with the values that serve."""
    there = tuple(fighter for fighter in state.fighters if fighter.condition is not Condition.GONE)
    everybody = _who(there)
    npcs = _who(tuple(fighter for fighter in there if not fighter.is_pc))
    cover_keys = (NONE, *covers(), *(DUCKED + key for key in covers()))
    found = [
        Amendable(key="status", label="In or out", group="amend", whom=everybody, values=choices_of(*STATUSES)),
        *(
            Amendable(key=quantity, label=NUMBERS[quantity][0], group="amend", whom=everybody, hint="a whole number")
            for quantity in Quantity
        ),
        Amendable(
            key="shots",
            label="Shots in the weapon in hand",
            group="amend",
            whom=_who(tuple(each for each in there if gun(each.in_hand))),
            hint="a whole number",
        ),
        Amendable(
            key="weapon", label="Weapon in hand", group="amend", whom=everybody, values=choices_of(NONE, *weapon_keys())
        ),
        Amendable(key="cover", label="Cover", group="amend", whom=everybody, values=choices_of(*cover_keys)),
        *(Amendable(key=flag, label=FLAGS[flag][0], group="amend", whom=everybody, values=YES_NO) for flag in Flag),
        Amendable(key="smoke", label="In smoke", group="amend", whom=everybody, values=choices_of(*Smoke)),
        Amendable(
            key="side",
            label="Side",
            group="amend",
            whom=npcs,
            values=tuple(Choice(key=side, label=label) for side, label in SIDES.items()),
        ),
        Amendable(key="hidden", label="Hidden", group="secret", whom=npcs, values=YES_NO),
        Amendable(
            key="bump", label="Location of the next attack", group="decide", whom=everybody, values=choices_of(*BUMPS)
        ),
        Amendable(
            key="aim",
            label="Aim lost",
            group="decide",
            whom=_who(tuple(each for each in there if each.aim)),
            values=choices_of(LOST),
        ),
    ]
    if state.phase is Phase.LOBBY:
        found.append(
            Amendable(
                key="ambush",
                label="Who may be surprised",
                group="decide",
                values=tuple(Choice(key=key, label=label) for key, label in AMBUSHES.items()),
            )
        )
    if state.phase is Phase.RUNNING:
        at_hand = _who(tuple(each for each in there if each.is_at_hand))
        found.append(
            Amendable(key="surprise", label="Surprise check", group="decide", whom=at_hand, values=choices_of("check"))
        )
        found.append(Amendable(key="fall", label="A fall", group="decide", whom=at_hand, values=choices_of(*FALLS)))
        if state.attack is None and state.going is None:
            found.append(
                Amendable(key="round-ends", label="The round ends now", group="decide", values=choices_of("yes"))
            )
    return tuple(each for each in found if each.whom or each.key in OF_SCENE)


def _who(fighters: tuple[Fighter, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(key=fighter.id, label=fighter.name) for fighter in fighters)


def place_there(draft: TwtwDraft, command: PlaceThere) -> None:
    """Put combatants somewhere, in words; or name a landmark, whose position is the note (TW-2.21).

    Raises: Illegal(NO_SUCH_PLACE, NO_SUCH_COMBATANT, BAD_VALUE, BUSY).
    """
    known = known_spots(draft.state, hidden_too=True)
    mode = draft.state.house.mode
    if command.whom:
        spot = read_spot(command.where, mode, known)
        for who in command.whom:
            _put(draft, require_fighter(draft.state, who), spot)
        return
    spot = read_spot(command.note, mode, known) if command.note.strip() else Spot(0, 0)
    draft.emit(e.LandmarkPlaced(rules=cited("TW-2.21"), landmark=_landmark(draft.state, command.where, spot)))


def _landmark(state: TwtwState, name: str, spot: Spot) -> Landmark:
    """The landmark of this name as it is, at this spot; or a new one, which is cover if it is called like some."""
    word = name.strip()
    for landmark in state.landmarks:
        if key_of(word) in (key_of(landmark.id), key_of(landmark.name)):
            return Landmark(id=landmark.id, name=landmark.name, spot=spot, cover=landmark.cover)
    key = re.sub(r"\W+", "-", key_of(word))[:LONGEST_ID].strip("-")
    if not key:
        raise bad_value("where", name, "A name for the landmark.")
    taken = [landmark.id for landmark in state.landmarks]
    cover = next((kind for kind in covers() if kind in key_of(word).split()), "")
    return Landmark(id=apart(key, taken).replace(" ", "-"), name=word, spot=spot, cover=cover)


def _put(draft: TwtwDraft, whom: Fighter, spot: Spot) -> None:
    """Somebody stands elsewhere: his aim is lost, and so is every aim out of whose field he comes (TW-A7)."""
    state = draft.state
    if state.going is not None and state.going.who == whom.id:
        raise Illegal("BUSY", "TW-A5", who=whom.name, hint="What is under way is finished first.")
    audience = GM if whom.is_hidden else audience_of(whom)
    if whom.aim is not None:
        draft.emit(lost(state, whom, Why.WORD, "TW-OQ-13d"))
    draft.emit(e.Placed(rules=cited("TW-2.21"), audience=audience, who=whom.id, spot=spot))
    for aimer in draft.state.fighters:
        if aimer.aims_at == whom.id and exit_pace(draft.state, aimer, (spot,)) is not None:
            draft.emit(
                e.AimLost(
                    rules=cited("TW-A7"),
                    who=aimer.id,
                    whom=whom.id,
                    why=Why.OUT_OF_FIELD,
                    mode=draft.state.house.mode,
                    measure=measure(draft.state, aimer, spot),
                    stays_trained=True,
                )
            )


def finish(draft: TwtwDraft) -> None:
    """The story ends the fight. Raises: Illegal(OVER)."""
    if draft.state.phase is Phase.OVER:
        raise Illegal("OVER", "TW-2.1")
    draft.emit(e.Ended(rules=cited("TW-2.1"), winner=None))
