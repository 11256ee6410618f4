"""Who may ask for what, and whether what he answers still stands. Each check passes or raises Illegal."""

from collections.abc import Callable, Collection
from typing import TypeAlias

from rules.core.audience import PUBLIC, Viewer
from rules.core.command import Act, Answer, Command, GoOn, Office
from rules.core.event import Event, Moderated, PlayedFor
from rules.core.fight import Seat
from rules.core.ids import CombatantId, PromptId, UserId, is_somebody
from rules.core.names import mention
from rules.core.refusal import Illegal
from rules.core.view import FightView, Phase
from rules.tables import AnyFight, AnyRuleset

Look: TypeAlias = Callable[[AnyFight, Viewer], FightView]


def require_may(
    fight: AnyFight, ruleset: AnyRuleset, user: UserId, command: Command, office: Office, look: Look
) -> None:
    """Whether this user may give this command. `look` shows him the fight.

    Raises: Illegal(GM_ONLY, NOT_YOURS, NOT_PLAYING, PRIVATE_CARD, NOT_A_CHOICE, STALE).
    """
    match office:
        case Office.GM:
            require_gm(fight, ruleset, user)
        case Office.TABLE:
            pass  # the Referee made it, and has looked who asks
        case Office.ACTOR:
            assert isinstance(command, Act), "what an actor gives is an act"
            require_controls(fight, ruleset, user, command.actor)
            is_others = _is_others(fight, user, command.actor)
            if is_others and any(getattr(command, each) for each in command.private):
                raise Illegal("PRIVATE_CARD", who=name_of(ruleset, fight, command.actor))
        case Office.ANSWERER:
            assert isinstance(command, Answer)
            _require_may_answer(fight, ruleset, user, command, look)


def _require_may_answer(fight: AnyFight, ruleset: AnyRuleset, user: UserId, answer: Answer, look: Look) -> None:
    owed = next((prompt for prompt in ruleset.prompts(fight.state) if prompt.id == answer.prompt), None)
    if owed is None:
        raise Illegal("STALE")
    if owed.whom is None or fight.holder(owed.whom) is None:
        if user not in fight.gms and fight.seat_of(owed.whom) is not None:
            require_plays(fight, user)
        require_gm(fight, ruleset, user)
    else:
        require_controls(fight, ruleset, user, owed.whom)
    # Whoever may not see a choice may not probe for it either.
    seen = next((each for each in look(fight, fight.viewer(user)).asked if each.id == owed.id), None)
    if seen is None or answer.key not in {choice.key for choice in seen.choices}:
        who = owed.whom if _is_others(fight, user, owed.whom) else None
        if who is not None and not (seen and seen.choices):
            raise Illegal("PRIVATE_CARD", who=name_of(ruleset, fight, who))
        raise Illegal("NOT_A_CHOICE")


def _is_others(fight: AnyFight, user: UserId, combatant: CombatantId | None) -> bool:
    """Whether what the combatant holds is hidden from this user; so it is where nobody holds its seat just now."""
    return fight.seat_of(combatant) is not None and not fight.plays(user, combatant)


def holds_anything(fight: AnyFight, ruleset: AnyRuleset, who: CombatantId) -> bool:
    """Whether whoever plays it is shown what others are not, such as a hand; that it is empty nobody is to know."""
    if ruleset.phase(fight.state) is Phase.LOBBY:
        return False
    return bool(ruleset.view(fight.state, Viewer(combatants=frozenset({who}))).hands)


def require_controls(fight: AnyFight, ruleset: AnyRuleset, user: UserId, actor: CombatantId) -> None:
    """Whether this user plays the combatant, as its player or as GM. Raises: Illegal(NOT_YOURS, NOT_PLAYING)."""
    if fight.decides(user, actor):
        return
    require_plays(fight, user)
    raise not_yours(fight, ruleset, user, actor)


def require_plays(fight: AnyFight, user: UserId) -> tuple[Seat, ...]:
    """The seats that this user holds, or plays for whoever is away. Raises: Illegal(NOT_PLAYING) if there are none."""
    mine = tuple(seat for seat in fight.seats if user in seat.players)
    if not mine:
        raise Illegal("NOT_PLAYING")
    return mine


def not_yours(fight: AnyFight, ruleset: AnyRuleset, user: UserId, actor: CombatantId) -> Illegal:
    """That this user plays others, and not this one."""
    viewer = fight.viewer(user)
    names = {each.id: each.name for each in ruleset.view(fight.state, viewer).combatants}
    mine = ", ".join(names.get(each, each) for each in sorted(viewer.combatants))
    return Illegal("NOT_YOURS", who=names.get(actor, "That combatant"), mine=mine)


def nobody_plays(fight: AnyFight, ruleset: AnyRuleset, who: CombatantId) -> Illegal:
    """That this combatant is nobody's, with those whom somebody plays."""
    played = [name_of(ruleset, fight, seat.combatant) for seat in fight.seats if is_somebody(seat.user)]
    choices = ", ".join(played) or "nobody"
    return Illegal("NOBODY_PLAYS", gm=ruleset.gm_word, who=name_of(ruleset, fight, who), choices=choices)


def require_seen(fight: AnyFight, ruleset: AnyRuleset, user: UserId, who: CombatantId) -> str:
    """The name of a combatant that this user can see. Raises: Illegal(NOBODY_THERE)."""
    seen = ruleset.view(fight.state, fight.viewer(user)).combatants
    for each in seen:
        if each.id == who:
            return each.name
    raise Illegal("NOBODY_THERE", choices=", ".join(each.name for each in seen) or "nobody")


def played_for(fight: AnyFight, ruleset: AnyRuleset, user: UserId, command: Command) -> tuple[PlayedFor, ...]:
    """The note that the user decides in place of others' players, if he does."""
    prompts: set[PromptId] = set()
    deciders: list[CombatantId | None] = []
    unsaid: set[PromptId] = set()  # what happens else
    match command:
        case Answer():
            prompts = {command.prompt}
        case GoOn():
            prompts = set(command.prompts)
            unsaid = prompts - {each.prompt for each in command.said}
        case Act():
            deciders = [command.actor]
    deciders += [prompt.whom for prompt in ruleset.prompts(fight.state) if prompt.id in prompts]
    others = [each for each in deciders if each is not None and not fight.plays(user, each)]
    absent = dict.fromkeys(each for each in others if fight.holder(each) is not None)
    names = tuple(name_of(ruleset, fight, each) for each in absent)
    elses = [
        prompt.otherwise
        for prompt in ruleset.prompts(fight.state)
        if prompt.id in unsaid and prompt.whom in absent and not prompt.is_reaction  # whether he answered nobody learns
    ]
    return (PlayedFor(names=names, otherwise="; ".join(elses)),) if names else ()


def require_gm(fight: AnyFight, ruleset: AnyRuleset, user: UserId) -> None:
    """Whether this user is a game master of the fight. Raises: Illegal(GM_ONLY)."""
    if user not in fight.gms:
        raise Illegal("GM_ONLY", gm=ruleset.gm_word)


def require_not_barred(user: UserId, barred: Collection[UserId]) -> None:
    """Whether the moderators of the server let this user play there. Raises: Illegal(BARRED)."""
    if user in barred:
        raise Illegal("BARRED", who=mention(user))


def require_may_take_part(user: UserId, barred: Collection[UserId]) -> None:
    """Whether this is a person who may play or preside there. Raises: Illegal(NO_SUCH_USER, BARRED)."""
    if not is_somebody(user):
        raise Illegal("NO_SUCH_USER")
    require_not_barred(user, barred)


def require_presides(fight: AnyFight, ruleset: AnyRuleset, user: UserId, *, is_moderator: bool) -> tuple[Event, ...]:
    """The note that a moderator does it, where the user is no GM. Raises: Illegal(GM_ONLY) if he is neither."""
    if is_moderator and user not in fight.gms:
        return (Moderated(user=user),)
    require_gm(fight, ruleset, user)
    return ()


def require_stands(fight: AnyFight, ruleset: AnyRuleset, command: Command, expect: str) -> None:
    """Whether the moment for which an act was made still holds. Raises: Illegal(STALE)."""
    if expect and isinstance(command, Act) and not ruleset.stands(fight.state, command.actor, expect):
        raise Illegal("STALE")


def name_of(ruleset: AnyRuleset, fight: AnyFight, combatant: CombatantId) -> str:
    """What everybody calls a combatant."""
    seen = ruleset.view(fight.state, PUBLIC).combatants
    return next((each.name for each in seen if each.id == combatant), "that combatant")
