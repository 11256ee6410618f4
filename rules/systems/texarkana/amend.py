"""What the Dealer sets by his own word, overruling the rules: values of combatants, the scene, and zones."""

import re
from collections.abc import Callable

from rules.core.audience import ALL, GM, Audience
from rules.core.combatant import Side
from rules.core.command import Amend, Finish, PlaceThere
from rules.core.event import Event, cited
from rules.core.names import apart
from rules.core.option import YES_NO, Amendable, Choice, choices_of
from rules.core.refusal import Illegal
from rules.core.typed import bad_value, is_yes, one_of, whole_number
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.texarkana import amend_escalation, amend_weapons, amend_woe, events as e
from rules.systems.texarkana.cards import SUITS
from rules.systems.texarkana.edges import LEAST, MOST, backed, in_test, is_even_test, set_difficulty, set_edge, strike
from rules.systems.texarkana.ending import end_fight
from rules.systems.texarkana.improvising import DAMAGES, makeshift_of, rate
from rules.systems.texarkana.play import TexDraft, require_fighter, require_running
from rules.systems.texarkana.state import Condition, Fighter, Link, Sight, TexState, Tier, Zone
from rules.systems.texarkana.sundry import tell
from rules.systems.texarkana.view import SIDE_NAMES
from rules.systems.texarkana.weapons import ranged
from rules.systems.texarkana.zones import audience_of, describe_around, enter, reveal, take_side

LARGEST_HAND = 10  # TXF-04
MOST_CHIPS = 999
LONGEST_ID = 30  # of a zone: two of them, and what is put before them, fit into the 100 characters of a choice
RATED = ("Pi", "Cl", "Ma", "Sp")
STRIKE = (Choice(key="strike", label="strike them", note="nor again in this scene"),)
TWO = tuple(Choice(key=f"{each:+d}" if each else "0", label=f"{each:+d}" if each else "0") for each in range(-2, 3))
THREE = tuple(Choice(key=f"{each:+d}" if each else "0", label=f"{each:+d}" if each else "0") for each in range(-3, 4))
HAS = (Choice(key="lost", label="lost"), Choice(key="at-hand", label="at hand"))
STATUSES = tuple(condition for condition in Condition if condition is not Condition.GONE)


def amend(draft: TexDraft, command: Amend) -> None:
    """Set one value. Raises: Illegal(NO_SUCH_AMENDMENT, NO_SUCH_COMBATANT, BAD_VALUE, NOT_RUNNING...)."""
    key = command.what.strip().casefold()
    if key in OF_SCENE:
        OF_SCENE[key](draft, command.value.strip())
        return
    change = OF_COMBATANT.get(key)
    if change is None:
        known = ", ".join((*OF_COMBATANT, *OF_SCENE))
        raise Illegal("NO_SUCH_AMENDMENT", what=command.what, hint=f"There is: {known}.")
    if command.whom is None:
        raise Illegal("WHOM_IS_MISSING", what=command.what, hint="Say of whom.")
    change(draft, require_fighter(draft.state, command.whom), command.value.strip())


def _grit(draft: TexDraft, whom: Fighter, value: str) -> None:
    """Grit; at 0 the usual follows (TXD-20), above 0 nobody stays dying."""
    grit = whole_number("grit", value, 0, MOST_CHIPS)
    draft.emit(e.GritSet(rules=cited("TXF-30"), audience=_seen_number(whom), who=whom.id, grit=grit))
    if grit == 0 and whom.is_up:
        condition = Condition.DYING if whom.is_pc else Condition.DEAD
        draft.emit(_condition(whom, condition))
    elif grit > 0 and whom.condition is Condition.DYING:
        draft.emit(_condition(whom, Condition.INCAPACITATED))


def _seen_number(whom: Fighter) -> Audience:
    return ALL if whom.is_pc else GM


def _condition(whom: Fighter, condition: Condition) -> Event:
    return e.ConditionChanged(rules=cited("TXD-20"), audience=audience_of(whom), who=whom.id, condition=condition)


def _injury(draft: TexDraft, whom: Fighter, value: str) -> None:
    injury = whole_number("injury", value, 0, MOST_CHIPS)
    draft.emit(e.InjurySet(rules=cited("TXD-21"), audience=audience_of(whom), who=whom.id, injury=injury))


def _luck(draft: TexDraft, whom: Fighter, value: str) -> None:
    if not whom.is_pc:
        raise Illegal("NOT_A_PC", "TXD-22", who=whom.name)
    draft.emit(e.LuckSet(rules=cited("TXD-22"), who=whom.id, luck=whole_number("luck", value, 0, MOST_CHIPS)))


def _coin(draft: TexDraft, whom: Fighter, value: str) -> None:
    """What was spent or earned between the fights of a session."""
    if not whom.is_pc:
        raise Illegal("NOT_A_PC", "TXF-29", who=whom.name)
    draft.emit(e.CoinSet(rules=cited("TXF-29"), who=whom.id, coin=whole_number("coin", value, 0, MOST_CHIPS)))


def _will(draft: TexDraft, whom: Fighter, value: str) -> None:
    """As many cards as are dealt; once they are, Will goes with the cards (TXF-29)."""
    if not whom.is_pc:
        raise Illegal("NOT_A_PC", "TXF-29", who=whom.name)
    if draft.state.phase is not Phase.LOBBY:
        raise Illegal("DEALT", "TXF-29", who=whom.name)
    will = whole_number("will", value, 1, LARGEST_HAND)
    draft.emit(e.WillSet(rules=cited("TXF-04", "TXF-29"), who=whom.id, will=will))


def _status(draft: TexDraft, whom: Fighter, value: str) -> None:
    """In or out of the fight; who is up again has at least 1 Grit."""
    if whom.condition is Condition.GONE:
        raise Illegal("OUT", "TX-18", who=whom.name, condition=whom.condition)
    condition = Condition(one_of("status", value, *STATUSES))
    if condition is Condition.UP and whom.grit == 0:
        draft.emit(e.GritSet(rules=cited("TXD-20"), audience=_seen_number(whom), who=whom.id, grit=1))
    draft.emit(_condition(whom, condition))


def _place(draft: TexDraft, whom: Fighter, value: str) -> None:
    enter(draft, whom, _require_zone(draft.state, value).id)


def _require_zone(state: TexState, text: str) -> Zone:
    word = text.strip().casefold()
    for zone in state.zones:
        if word in (zone.id.casefold(), zone.name.casefold()):
            return zone
    raise Illegal("NO_SUCH_PLACE", "TX-24", place=text, hint=f"There is: {', '.join(z.name for z in state.zones)}.")


def _makeshift(draft: TexDraft, whom: Fighter, value: str) -> None:
    """How dangerous what somebody grabbed is (TX-44)."""
    rate(draft, whom, int(one_of("makeshift", value, *map(str, DAMAGES))))


def _cover(draft: TexDraft, whom: Fighter, value: str) -> None:
    event = e.CoverTaken if is_yes("cover", value) else e.CoverLost
    draft.emit(event(rules=cited("TX-49"), audience=audience_of(whom), who=whom.id))


def _ammo(draft: TexDraft, whom: Fighter, value: str) -> None:
    """Whether what he has in hand, or his first gun, is loaded."""
    is_loaded = one_of("ammo", value, "loaded", "out") == "loaded"
    guns = _guns(whom)
    if not guns:
        raise Illegal("NO_GUN", "TX-57", who=whom.name)
    event = e.Reloaded if is_loaded else e.RanOut
    draft.emit(event(rules=cited("TX-57"), audience=audience_of(whom), who=whom.id, weapon=guns[0]))


def _guns(whom: Fighter) -> tuple[str, ...]:
    """The ranged weapons of somebody, the one in hand first."""
    return tuple(sorted((each for each in whom.weapons if ranged(each)), key=lambda each: each != whom.in_hand))


def _side(draft: TexDraft, whom: Fighter, value: str) -> None:
    """Whom an NPC fights for; a PC is of the Posse."""
    if whom.is_pc:
        raise Illegal("PC_OF_OTHER_SIDE", "TXD-14", who=whom.name)
    side = Side(one_of("side", value, *Side))
    take_side(draft, whom, side, *cited("TX-18"))


def _mounted(draft: TexDraft, whom: Fighter, value: str) -> None:
    is_mounted = is_yes("mounted", value)
    draft.emit(e.MountedSet(rules=cited("TXA-27"), audience=audience_of(whom), who=whom.id, is_mounted=is_mounted))


def _hidden(draft: TexDraft, whom: Fighter, value: str) -> None:
    """Out of the players' sight, or in it. A PC is seen."""
    if whom.is_pc:
        raise Illegal("PC_HIDDEN", "TX-24", who=whom.name)
    is_hidden = is_yes("hidden", value)
    if is_hidden and not whom.is_hidden:
        draft.emit(e.Hidden(rules=cited("TX-24"), who=whom.id))
    elif not is_hidden:
        reveal(draft, whom)


def _rating(suit: str) -> Callable[[TexDraft, Fighter, str], None]:
    def change(draft: TexDraft, whom: Fighter, value: str) -> None:
        if whom.is_pc:
            raise Illegal("NOT_AN_NPC", "TXF-12", who=whom.name)
        rating = whole_number("rating", value, -3, 3)
        draft.emit(e.RatingSet(rules=cited("TXF-12"), audience=GM, who=whom.id, suit=suit, rating=rating))

    return change


def _traits(draft: TexDraft, whom: Fighter, value: str) -> None:
    """The Traits just claimed do not count (TXF-14)."""
    one_of("traits", value, "strike")
    strike(draft, whom)


def _edge(draft: TexDraft, whom: Fighter, value: str) -> None:
    set_edge(draft, whom, whole_number("edge", value, -2, 2))


def _difficulty(draft: TexDraft, whom: Fighter, value: str) -> None:
    set_difficulty(draft, whom, whole_number("difficulty", value, LEAST, MOST))


def _object(draft: TexDraft, whom: Fighter, value: str) -> None:
    """Whether somebody has what his Invocations are bound to (TXF-40)."""
    has_it = one_of("object", value, "lost", "at-hand") == "at-hand"
    if not whom.invocations:
        raise Illegal("NO_INVOCATION", "TXF-40", who=whom.name)
    for key in whom.invocations:
        draft.emit(e.ObjectSet(rules=cited("TXF-40"), who=whom.id, key=key, has_it=has_it))


def _word(draft: TexDraft, value: str) -> None:
    """What follows, in the Dealer's own words (TX-63)."""
    if not value:
        raise Illegal("NOTHING_SAID", "TX-63", hint="Say in a few words what follows.")
    tell(draft, value)


def _tier(draft: TexDraft, value: str) -> None:
    draft.emit(e.TierChanged(rules=cited("TX-03", "TX-04", "TX-05"), tier=Tier(one_of("tier", value, *Tier))))


def _may_ambush(draft: TexDraft, value: str) -> None:
    draft.emit(e.AmbushSet(rules=cited("TX-06", "TX-07"), may_ambush=is_yes("may_ambush", value)))


def _woe(draft: TexDraft, value: str) -> None:
    draft.emit(e.WoeSet(rules=cited("TXF-24"), woe=whole_number("woe", value, 0, MOST_CHIPS)))


def _turn_passes(draft: TexDraft, value: str) -> None:
    """The phase is over, whoever had yet to act; what is under way is finished first."""
    require_running(draft.state)
    if not draft.state.turn:
        raise Illegal("BEFORE_INITIATIVE", "TX-15", hint="First the Lookout's test.")
    one_of("turn passes", value, "yes")
    draft.emit(e.PhaseCut(rules=cited("TX-17")))


OF_COMBATANT: dict[str, Callable[[TexDraft, Fighter, str], None]] = {
    "grit": _grit,
    "injury": _injury,
    "luck": _luck,
    "coin": _coin,
    "will": _will,
    "status": _status,
    "place": _place,
    "makeshift": _makeshift,
    "cover": _cover,
    "ammo": _ammo,
    "side": _side,
    "mounted": _mounted,
    "hidden": _hidden,
    **amend_weapons.OF_COMBATANT,
    **amend_escalation.OF_COMBATANT,
    **{f"rating-{SUITS[suit].casefold()}": _rating(suit) for suit in RATED},
    "traits": _traits,
    "edge": _edge,
    "difficulty": _difficulty,
    "object": _object,
}
OF_SCENE: dict[str, Callable[[TexDraft, str], None]] = {
    "tier": _tier,
    "may_ambush": _may_ambush,
    "woe": _woe,
    "turn-passes": _turn_passes,
    **amend_escalation.OF_SCENE,
    **amend_woe.OF_SCENE,
    "word": _word,
}


def amendables(state: TexState) -> tuple[Amendable, ...]:
    """Everything that `amend` knows, with the values that serve."""
    everybody = _who(tuple(fighter for fighter in state.fighters if fighter.condition is not Condition.GONE))
    shooters = _who(tuple(fighter for fighter in state.fighters if _guns(fighter)))
    pcs = _who(state.pcs)
    npcs = _who(tuple(fighter for fighter in state.fighters if not fighter.is_pc))
    places = tuple(Choice(key=zone.id, label=zone.name) for zone in state.zones)
    number = "a whole number"
    is_running = state.phase is Phase.RUNNING
    tested = _who(in_test(state))
    rated = _who(tuple(pc for pc in in_test(state) if not is_even_test(state, pc)))
    bound = _who(tuple(pc for pc in state.pcs if pc.invocations))
    found = [
        Amendable(key="grit", label="Grit", group="amend", whom=everybody, hint=number),
        Amendable(key="injury", label="Injury chips", group="amend", whom=everybody, hint=number),
        Amendable(key="luck", label="Luck chips", group="amend", whom=pcs, hint=number),
        Amendable(key="coin", label="Coin", group="amend", whom=pcs, hint=number),
        Amendable(key="status", label="In or out", group="amend", whom=everybody, values=choices_of(*STATUSES)),
        Amendable(key="place", label="Where", group="amend", whom=everybody, values=places),
        *amend_weapons.amendables(everybody, npcs),
        Amendable(
            key="makeshift",
            label="Damage of a makeshift weapon",
            group="decide",
            whom=_who(tuple(fighter for fighter in state.fighters if makeshift_of(fighter))),
            values=choices_of(*map(str, DAMAGES)),
        ),
        Amendable(key="cover", label="In cover", group="amend", whom=everybody, values=YES_NO),
        Amendable(key="ammo", label="Ammunition", group="amend", whom=shooters, values=choices_of("loaded", "out")),
        Amendable(key="mounted", label="Mounted", group="amend", whom=everybody, values=YES_NO),
        Amendable(
            key="side",
            label="Side",
            group="amend",
            whom=npcs,
            values=tuple(Choice(key=side, label=label) for side, label in SIDE_NAMES.items()),
        ),
        Amendable(key="hidden", label="Hidden", group="secret", whom=npcs, values=YES_NO),
        *(
            Amendable(
                key=f"rating-{SUITS[suit].casefold()}",
                label=f"{SUITS[suit]} rating",
                group="secret",
                whom=npcs,
                values=choices_of(*(str(rating) for rating in range(-3, 4))),
            )
            for suit in RATED
        ),
        Amendable(key="traits", label="Traits claimed", group="decide", whom=_who(backed(state)), values=STRIKE),
        Amendable(key="edge", label="More or less in this test", group="decide", whom=tested, values=TWO),
        Amendable(key="difficulty", label="Difficulty of this test", group="secret", whom=rated, values=THREE),
        Amendable(key="object", label="Invocation's object", group="amend", whom=bound, values=HAS),
        Amendable(key="word", label="What follows, in words", group="decide", hint="your own words"),
        Amendable(key="woe", label="Woe chips", group="decide", hint=number),
        Amendable(key="tier", label="What the situation allows", group="decide", values=choices_of(*Tier)),
        Amendable(key="may_ambush", label="The Posse may use anything", group="decide", values=YES_NO),
        *amend_escalation.amendables(state, is_running=is_running),
        *amend_woe.amendables(state, is_running=is_running),
    ]
    if state.phase is Phase.LOBBY:
        wills = choices_of(*(str(will) for will in range(1, LARGEST_HAND + 1)))
        found.append(Amendable(key="will", label="Will", group="amend", whom=pcs, values=wills))
    if is_running and state.turn:
        found.append(Amendable(key="turn-passes", label="The phase ends now", group="decide", values=choices_of("yes")))
    return tuple(each for each in found if each.whom or each.key in OF_SCENE)


def _who(fighters: tuple[Fighter, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(key=fighter.id, label=fighter.name) for fighter in fighters)


def place_there(draft: TexDraft, command: PlaceThere) -> None:
    """Put combatants somewhere; or name a zone, and say what it is linked to and sees (TX-24).

    Raises: Illegal(NO_SUCH_PLACE, NO_SUCH_COMBATANT, BAD_VALUE).
    """
    if command.whom:
        zone = _require_zone(draft.state, command.where)
        for who in command.whom:
            _put(draft, require_fighter(draft.state, who), zone.id)
        return
    zone = _named_zone(draft.state, command.where, command.note)
    links = _zones_of(draft.state, command.link, zone.id)
    sights = _zones_of(draft.state, command.sight, zone.id)
    draft.emit(
        e.ZonePlaced(
            rules=cited("TX-24"),
            audience=ALL if zone.is_described else GM,
            zone=zone,
            links=tuple(Link(one=zone.id, other=other) for other in links) if command.link else None,
            sights=tuple(Sight(one=zone.id, other=other) for other in sights) if command.sight else None,
        )
    )


def _put(draft: TexDraft, whom: Fighter, place: str) -> None:
    if draft.state.phase is Phase.LOBBY:
        draft.emit(e.Moved(rules=cited("TX-24"), audience=audience_of(whom), who=whom.id, where=place))
        if not whom.is_hidden:
            describe_around(draft, place)
    else:
        enter(draft, whom, place)


def _named_zone(state: TexState, name: str, note: str) -> Zone:
    """The zone of this name as it is, with a new note if there is one; or a new one."""
    word = name.strip()
    for zone in state.zones:
        if word.casefold() in (zone.id.casefold(), zone.name.casefold()):
            return replace(zone, note=note or zone.note)
    key = re.sub(r"\W+", "-", word.casefold())[:LONGEST_ID].strip("-")
    if not key:
        raise bad_value("where", name, "A name for the zone.")
    taken = [zone.id for zone in state.zones]
    return Zone(id=apart(key, taken).replace(" ", "-"), name=word, note=note)


def _zones_of(state: TexState, text: str, but: str) -> tuple[str, ...]:
    names = [name for name in text.split(",") if name.strip()]
    return tuple(zone.id for name in names if (zone := _require_zone(state, name)).id != but)


def finish(draft: TexDraft, command: Finish) -> None:
    """The story ends the fight (TX-18). Raises: Illegal(OVER)."""
    if draft.state.phase is Phase.OVER:
        raise Illegal("OVER", "TX-18")
    end_fight(draft, None)
