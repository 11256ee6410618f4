"""Who may change a fight by what: every command and every address, with the roles that may, for `test_roles`."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bot.rehearsal import Person
from bot.rehearsal.typed import File
from bot.rehearsal.world import Channel
from cogs.render.leaving import mark_of
from rules.core.ids import CombatantId, FightId
from rules.referee import Showing
from tests.support.table import Table


class Role(Enum):
    """Somebody at or beside a table where Ana owes a decision."""

    GM = "Dealer"
    OWNER = "Ana"
    OTHER = "Bo"  # plays too
    FORMER = "Eve"  # played Bo's character until it was given to Bo
    ELSEWHERE = "Gus"  # is the GM of a fight in another channel
    STRANGER = "Cy"
    BARRED = "Ned"
    MODERATOR = "Marshal"


GM, OWNER, OTHER, MODERATOR = Role.GM, Role.OWNER, Role.OTHER, Role.MODERATOR
NOBODY: frozenset[Role] = frozenset()
THE_GM = frozenset({GM})
PLAYS = frozenset({OWNER})  # Ana's own decision
SEATED = frozenset({OWNER, OTHER})  # each about his own place
PRESIDES = frozenset({MODERATOR})
ANYBODY = frozenset(Role)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A fight under way, and the people around it."""

    table: Table
    channel: Channel
    fight: FightId
    ana: CombatantId
    bo: CombatantId
    showing: Showing  # the GM's
    act: str  # what Ana may do now
    where: str
    moment: str

    def person(self, role: Role) -> Person:
        return self.table.person(role.value)

    @property
    def npc(self) -> CombatantId:
        return next(each.id for each in self.showing.view.combatants if each.is_npc)

    @property
    def seq(self) -> str:
        return str(self.showing.seq)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command with options that serve, and who changes the fight by it."""

    may: frozenset[Role]
    options: Mapping[str, object]
    is_sure: bool = True  # whoever may, does change it


def types(may: frozenset[Role], /, **options: object) -> Command:
    return Command(may=may, options=options)


def commands(scene: Scene) -> Mapping[str, Command]:
    """Every command, with what it is given. Where `may` is empty it changes no fight that goes on, whoever gives it."""
    ana, bo = scene.table.person("Ana"), scene.table.person("Bo")
    name = next(each.name for each in scene.showing.view.combatants if each.id == scene.ana)
    npc = next(each.name for each in scene.showing.view.combatants if each.is_npc)
    zone = scene.showing.view.places[0].name
    return {
        "act": Command(may=frozenset({GM, OWNER}), options={"action": scene.act, "where": scene.where, "as": name}),
        "admin bar": types(NOBODY, who=scene.person(Role.STRANGER).user.id),
        "admin close": types(NOBODY),  # asks first: `closenow`
        "admin doctor": types(NOBODY),
        "admin export": types(PRESIDES, open=True),
        "admin fights": types(NOBODY),
        "admin free": types(PRESIDES, who=name),
        "admin give": types(PRESIDES, who=name, to=bo.user.id),
        "admin log": types(NOBODY),
        "admin set": types(NOBODY, what="pings", value="off"),
        "admin settings": types(NOBODY),
        "admin take-over": types(PRESIDES, who=bo.user.id),
        "admin unbar": types(NOBODY, who=scene.person(Role.BARRED).user.id),
        "admin undo": types(NOBODY),  # asks first: `undonow`
        "fight again": types(NOBODY),
        "fight begin": types(NOBODY, system="texarkana"),
        "fight end": types(NOBODY),  # asks first: `endnow`
        "fight export": types(NOBODY, what="text"),
        "fight history": types(NOBODY),
        "fight import": types(NOBODY, file=File("fight.json", b"{}")),
        "fight join": types(NOBODY),
        "fight leave": types(NOBODY),  # asks first: `leavenow`
        "fight show": types(NOBODY),
        "fight start": types(NOBODY),
        "fight table": types(NOBODY),
        "fight undo": types(THE_GM, now=True),
        "fight verify": types(NOBODY),
        "fight what": types(NOBODY),
        "gm add": types(THE_GM, who="tough", name="Late"),
        "gm amend": types(THE_GM, what="grit", value="3", whom=name),
        "gm away": types(THE_GM, who=name, orders="else"),
        "gm back": types(NOBODY, who=name),  # she is here
        "gm call": types(NOBODY, who="everybody", check="test"),  # asks first: `callnow`
        "gm correct": types(NOBODY, what="grit", value="3", whom=name),  # nothing was ruled yet
        "gm decide": types(NOBODY, what="tier", value="x"),
        "gm free": types(THE_GM, who=name),
        "gm give-seat": types(THE_GM, who=name, to=bo.user.id),
        "gm go-on": types(THE_GM),
        "gm hand-over": types(THE_GM, user=bo.user.id),
        "gm keep": types(NOBODY, who=name, to=bo.user.id),  # her place is held
        "gm name": types(THE_GM, user=bo.user.id),
        "gm numbers": types(NOBODY),
        "gm peek": types(NOBODY, who=name),  # this table does not
        "gm place": types(THE_GM, where=zone, whom=npc),
        "gm save-house": types(NOBODY),
        "gm scene delete": types(NOBODY, name="x"),
        "gm scene load": types(NOBODY, name="ambush"),  # only in a lobby
        "gm scene paste": types(NOBODY),
        "gm scene save": types(NOBODY, name="kept"),
        "gm secret": types(THE_GM, what="hidden", value="yes", whom=npc),
        "gm step-down": types(NOBODY),  # he is the only one
        "gm table": types(THE_GM, what="deadline", value="24h"),
        "me away": types(SEATED, orders="else"),
        "me back": types(NOBODY),
        "me delivery": types(NOBODY, where="here"),
        "me hand": types(NOBODY),
        "me pace": types(NOBODY),
        "me quiet": types(NOBODY, **{"from": "22:00", "to": "08:00", "zone": "Europe/Berlin"}),
        "privacy export": types(NOBODY),
        "privacy forget": types(NOBODY),  # asks first: `forgetnow`
        "privacy what": types(NOBODY),
        "rules house": types(NOBODY),
        "rules lookup": types(NOBODY, what="TX-29"),
        "rules weapons": types(NOBODY),
        "session end": types(NOBODY, of=ana.user.id),
        "session show": types(NOBODY),
        "session start": types(NOBODY),
        "sheet create": types(NOBODY, name="Zed"),
        "sheet delete": types(NOBODY, who="Zed"),
        "sheet edit": types(NOBODY, who="Zed"),
        "sheet export": types(NOBODY, who="Zed"),
        "sheet import": types(NOBODY, file=File("sheet.toml", b"x")),
        "sheet list": types(NOBODY),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """An address with arguments that serve and perhaps a line picked, or a form; and who changes the fight by it."""

    may: frozenset[Role]
    args: tuple[str, ...] = ()
    picks: str = ""
    is_form: bool = False
    is_sure: bool = True


def press(may: frozenset[Role], *args: str, picks: str = "", is_sure: bool = True) -> Press:
    return Press(may=may, args=args, picks=picks, is_sure=is_sure)


def form(may: frozenset[Role], *args: str) -> Press:
    return Press(may=may, args=args, is_form=True, is_sure=False)


def presses(scene: Scene) -> Mapping[str, Press]:
    """Every verb at a fight, with arguments as its buttons, menus and forms have them."""
    asked = next(each for each in scene.showing.view.asked if each.whom == scene.ana)
    key = asked.choices[0].key
    setting = next((each.key for each in scene.showing.view.settings), "")
    own = frozenset({GM, OWNER})
    parts = frozenset({GM, OWNER, OTHER, Role.FORMER})  # have one in the fight, which they may give up
    return {
        "join": press(NOBODY),
        "joinas": press(NOBODY, picks="hank"),
        "mine": press(NOBODY),
        "joinwith": press(NOBODY, picks="none"),
        "leave": press(NOBODY),  # asks first: `leavenow`
        "leavenow": press(SEATED, mark_of({scene.ana: True})),
        "start": press(NOBODY),
        "again": press(NOBODY),
        "move": press(NOBODY),
        "hand": press(NOBODY),
        "panel": press(NOBODY),
        "history": press(NOBODY),
        "what": press(NOBODY),
        "npc": press(NOBODY, picks=scene.npc),
        "numbers": press(NOBODY),
        "set": press(THE_GM, picks=setting, is_sure=False),
        "back": press(NOBODY, scene.ana),
        "form": press(NOBODY, scene.ana, scene.act),
        "slot": press(NOBODY, scene.ana, scene.act, "whom", picks=scene.npc),
        "do": press(own, scene.ana, scene.act, scene.moment, is_sure=False),
        "with": press(own, scene.ana, scene.act, "whom", scene.moment, picks=scene.npc, is_sure=False),
        "write": press(NOBODY, scene.ana, "sundry", "what"),
        "written": form(own, scene.ana, "sundry"),
        "answer": press(own, asked.id, key),
        "choose": press(own, asked.id, picks=key),
        "fill": press(NOBODY, asked.id, key),
        "filled": form(own, asked.id, key),
        "goon": press(THE_GM, scene.seq),
        "run": press(THE_GM, scene.seq, is_sure=False),
        "correct": press(THE_GM, "grit", "3", scene.ana, scene.seq, is_sure=False),
        "calls": press(NOBODY),
        "callwhat": press(NOBODY, picks="test"),
        "callwho": press(NOBODY, "test", "open", "", "0", picks=scene.ana),
        "callhow": press(NOBODY, "test", "open", "", picks="0"),
        "callnow": press(THE_GM, "test", "open", "", is_sure=False),
        "end": press(NOBODY),
        "endnow": press(frozenset({GM, MODERATOR})),
        "describe": form(THE_GM, "form", "enemy", "seen", ""),
        "paste": press(NOBODY),
        "pasted": form(THE_GM),
        "layout": press(THE_GM, "0", is_sure=False),
        "unkeep": press(NOBODY, "x"),
        "rule": press(NOBODY, "TX-29"),
        "see": press(NOBODY),
        "weapons": press(NOBODY, "texarkana", "0"),
        "house": press(NOBODY, "texarkana", "0"),
        "tableset": press(THE_GM, "deadline", picks="24h"),
        "undo": press(NOBODY),
        "undonow": press(THE_GM, scene.seq),
        "undoask": press(SEATED, scene.seq),
        "openrecord": press(NOBODY),
        "take": press(NOBODY),
        "places": press(NOBODY),
        "keepwhich": press(NOBODY, picks=scene.ana),
        "keepfor": press(NOBODY, scene.ana, picks=str(scene.person(Role.STRANGER).user.id)),
        "about": press(NOBODY),
        "mydata": press(NOBODY),
        "forget": press(NOBODY),
        "forgetnow": press(parts, is_sure=False),
    }


def moderators_presses(scene: Scene) -> Mapping[str, Press]:
    """Every verb of moderators."""
    user = str(scene.person(Role.OTHER).user.id)
    return {
        "fights": press(NOBODY),
        "open": press(NOBODY, picks=scene.fight),
        "fight": press(NOBODY),
        "close": press(NOBODY),
        "closenow": press(PRESIDES),
        "asidenow": press(PRESIDES, is_sure=False),
        "take": press(NOBODY),
        "takenow": press(PRESIDES),
        "giveto": press(PRESIDES, picks=user),
        "undo": press(NOBODY),
        "undonow": press(PRESIDES, scene.seq),
        "place": press(NOBODY, picks=scene.ana),
        "placefree": press(PRESIDES, scene.ana),
        "placeto": press(PRESIDES, scene.ana, picks=user),
        "export": press(NOBODY),
        "exportnow": press(PRESIDES),
        "settings": press(NOBODY),
        "setting": press(NOBODY, picks="deadline"),
        "setto": press(NOBODY, "deadline", picks="24h"),
        "log": press(NOBODY),
    }
