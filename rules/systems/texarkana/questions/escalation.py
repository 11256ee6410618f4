"""What is asked when somebody is about to go too far: whether he means it, whether it becomes a Shootout, and, held up
by nobody, whether the Dealer likes another answer better (TX-08 to TX-13, TXD-34)."""

from collections.abc import Mapping

from rules.core.command import Command
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice, Slot, clip
from rules.core.prompt import Prompt
from rules.systems.texarkana import events as e
from rules.systems.texarkana.escalation import TIERS, is_pistol, leave_it, mean_it
from rules.systems.texarkana.grappling import take_other_action
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.shootout import USUAL_PISTOL, begin_shootout, gun_for, opponents
from rules.systems.texarkana.state import Escalation, TexState, Threat, Tier
from rules.systems.texarkana.threats import (
    STRANGER,
    USUAL,
    answer,
    bring_stranger,
    could_answer,
    enter_stranger,
    take_back,
    weapon_for,
    weapons_of,
)
from rules.systems.texarkana.weapons import carried, weapon_name

DO, LEAVE = "do", "leave"
NO, KEEP, ANYBODY = "no", "keep", "stranger"
NAME = Slot(name="name", label="What the stranger is called", is_free=True, is_optional=True)


def escalation_questions(state: TexState) -> tuple[Question, ...]:
    """`<escalation>.mean` to its player, then perhaps `<escalation>.shootout` to the Dealer; `<threat>.answer`."""
    asked: list[Question] = []
    if state.escalation:
        ask = _shootout_question if state.escalation.is_meant else _mean_question
        asked.append(ask(state, state.escalation))
    if state.threat:
        asked.append(_answer_question(state, state.threat))
    return tuple(asked)


def _mean_question(state: TexState, pending: Escalation) -> Question:
    name, weapon = state.name(pending.act.actor), weapon_name(pending.weapon)
    too_far = f"In order here: {TIERS[state.tier]}. With this ({weapon}) you go too far."

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> Command | None:
        if key not in (DO, LEAVE):
            raise question.no_such_answer(key)
        if key == DO:
            return mean_it(draft, pending)
        leave_it(draft, pending)
        return None

    question = Question(
        prompt=Prompt(
            id=PromptId(f"{pending.id}.mean"),
            matter=pending.id,
            whom=pending.act.actor,
            what=f"to go too far ({weapon}), or to leave it",
            otherwise=f"{name} leaves it, and may do something else",
            question=f"{too_far} {_price(state, pending)}",
        ),
        choices=lambda: (Choice(key=DO, label="Do it"), Choice(key=LEAVE, label="Leave it")),
        decide=decide,
        lapse=lambda draft, _: leave_it(draft, pending),
    )
    return question


def _price(state: TexState, pending: Escalation) -> str:
    """What going too far will bring, told before (TX-11 to TX-13)."""
    price = ["Somebody will answer with a weapon of that kind."]
    if state.has_witnesses:
        price.append("There are witnesses: it will cost you, afterwards.")
    if is_pistol(pending.weapon):
        price.append("And the Dealer may make it a Shootout.")
    return " ".join(price)


def _shootout_question(state: TexState, pending: Escalation) -> Question:
    name = state.name(pending.act.actor)

    def choices() -> tuple[Choice, ...]:
        return (
            Choice(key=NO, label="No Shootout: somebody answers in kind"),
            *(
                Choice(key=npc.id, label=clip(f"{npc.name}: {weapon_name(gun_for(npc) or USUAL_PISTOL)}"))
                for npc in opponents(state)
            ),
            Choice(key=ANYBODY, label=f"A stranger: {weapon_name(USUAL_PISTOL)}", blanks=(NAME,)),
        )

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> Command | None:
        if key not in {choice.key for choice in choices()}:
            raise question.no_such_answer(key)
        if key == NO:
            return pending.act
        pc = draft.state.fighter(pending.act.actor)
        draft.emit(e.EscalationOver(rules=cited("TX-13"), who=pc.id))
        take_other_action(draft, pc)
        if key == ANYBODY:
            who = enter_stranger(draft, pc.place, Tier.ANY, blanks.get(NAME.name, ""))
        else:
            who = CombatantId(key)
        weapon = carried(pending.weapon)
        begin_shootout(draft, draft.state.fighter(pc.id), draft.state.fighter(who), weapon)
        return None

    question = Question(
        prompt=Prompt(
            id=PromptId(f"{pending.id}.shootout"),
            matter=pending.id,
            whom=None,
            what=f"whether {name}'s pistol makes it a Shootout",
            otherwise="no Shootout: somebody answers in kind",
            question=f"{name} draws a pistol. A Shootout, with whom? It ends all violence here.",
        ),
        choices=choices,
        decide=decide,
        lapse=lambda draft, _: pending.act,
    )
    return question


def _answer_question(state: TexState, threat: Threat) -> Question:
    npc, weapon = state.name(threat.npc), weapon_name(threat.weapon)
    kept = e.AnswerKept(rules=cited("TX-11"), who=threat.npc)

    def choices() -> tuple[Choice, ...]:
        others = [each for each in could_answer(state) if each.id != threat.npc]
        armed = [(each, has) for each in others if (has := weapon_for(each, threat.tier))]
        unarmed = [each for each in others if not weapon_for(each, threat.tier)]
        weapons = tuple(Choice(key=key, label=weapon_name(key)) for key in weapons_of(threat.tier))
        with_what = Slot(name="weapon", label="With what", choices=weapons, is_optional=True)
        return (
            Choice(key=KEEP, label=f"Leave it: {weapon}"),
            *(Choice(key=each.id, label=clip(f"{each.name}: {weapon_name(has)}")) for each, has in armed),
            *(
                Choice(key=each.id, label=clip(f"{each.name}: a {weapon_name(USUAL[threat.tier])} nobody knew of"))
                for each in unarmed
            ),
            Choice(key=ANYBODY, label=f"A {STRANGER.lower()} comes in", blanks=(NAME, with_what)),
        )

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> Command | None:
        if key not in {choice.key for choice in choices()}:
            raise question.no_such_answer(key)
        if key == KEEP:
            draft.emit(kept)
            return None
        take_back(draft, threat)
        if key == ANYBODY:
            name, armed = blanks.get(NAME.name, ""), blanks.get("weapon", "")
            bring_stranger(draft, threat.whom, threat.tier, name=name, weapon=armed)
        else:
            other = draft.state.fighter(CombatantId(key))
            has = weapon_for(other, threat.tier) or USUAL[threat.tier]
            answer(draft, other, has, whom=threat.whom, tier=threat.tier)
        return None

    question = Question(
        prompt=Prompt(
            id=PromptId(f"{threat.id}.answer"),
            whom=None,
            what=f"whether somebody else answers {state.name(threat.whom)}",
            otherwise=f"{npc} does ({weapon})",
            question=f"{npc} answers {state.name(threat.whom)} in kind ({weapon}). Somebody else instead?",
            blocks=False,
        ),
        choices=choices,
        decide=decide,
        lapse=lambda draft, _: draft.emit(kept),
    )
    return question
