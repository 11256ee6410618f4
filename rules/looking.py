"""What anybody may see of a fight: the present, what he may do, the past. From memory where it can be; no lock."""

from collections.abc import Mapping, Sequence

import msgspec

from rules import evenly, pacing, verifying
from rules.asking import stamped
from rules.authority import name_of, require_controls
from rules.core.audience import Viewer
from rules.core.calling import Check
from rules.core.combatant import Side
from rules.core.event import is_of_the_table
from rules.core.fight import Seat
from rules.core.ids import CombatantId, FightId, Place, PromptId, RuleId, UserId, is_somebody
from rules.core.option import Amendable, Choice, Option
from rules.core.orders import order_said
from rules.core.reference import Switch, find_rule
from rules.core.refusal import Illegal, Refusal
from rules.core.values import replace
from rules.core.view import FightView, Phase
from rules.drawing import asked as asked_draw, draws_switch
from rules.preferences import Person, Preferences
from rules.repeats import UNDO, is_taken_back, standing
from rules.store.protocol import Step, Store
from rules.tables import AnyFight, AnyRuleset, Pending, Table, Tables, users
from rules.telling import cited, lines, refused

Where = Place | FightId
UNREACHED = "unreached"  # the kind under which the store keeps whom no private message reaches
FAR_BACK = 20  # steps that are looked through for the last of which somebody was told anything


class Away(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody is away: `user` holds the seat, `delegate` plays for him, or (None) it goes by `orders`, in words.

    Where there are none either he is waited for.
    """

    user: UserId
    delegate: UserId | None
    orders: str


class Showing(msgspec.Struct, frozen=True, kw_only=True):
    """A fight as one user may see it, with what the table knows: who plays whom, and who he is in it.

    `players` are those who play just now, a delegate in place of whoever is `away`; of seats that nobody holds none.
    `kept_for` has all seats, with whoever may take one that nobody holds. `unreached` are players whom no private
    message reaches. `since` tells of each decision owed when it arose, in seconds since the epoch; `until` when its
    time is up, where the table sets a deadline; for those in `calls_gm` the GM is called then, for others what happens
    else happens.
    """

    id: FightId
    place: Place
    seq: int
    title: str
    ruleset: str
    ruleset_name: str
    gm_word: str
    held_word: str
    sides: Mapping[Side, str]
    gms: tuple[UserId, ...]
    players: Mapping[CombatantId, UserId]
    viewer: Viewer
    view: FightView
    is_closed: bool
    has_sheets: bool  # whether one may join with a character of one's own
    since: Mapping[PromptId, int] = {}
    unreached: frozenset[UserId] = frozenset()
    away: Mapping[CombatantId, Away] = {}
    is_for_one: bool = False  # a fight for one person alone, who is its GM
    until: Mapping[PromptId, int] = {}
    calls_gm: frozenset[PromptId] = frozenset()
    kept_for: Mapping[CombatantId, UserId | None] = {}

    @property
    def free(self) -> tuple[CombatantId, ...]:
        """Those with a place that nobody holds."""
        return tuple(each for each in self.kept_for if each not in self.players)


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the history with the rules behind it: `is_taken_back` if a later undo went behind it.

    `act` is the number of the step with which the act began that this was part of.
    """

    seq: int
    at: float
    user: UserId
    lines: tuple[str, ...]
    rules: tuple[RuleId, ...]
    is_taken_back: bool
    act: int


def _away(seat: Seat) -> Away:
    return Away(user=seat.user, delegate=seat.delegate, orders=order_said(seat.orders) if seat.orders else "")


class Looking:
    """The half of the Referee that changes nothing. Methods may raise Illegal, with words for the asker in `words`."""

    def __init__(self, store: Store, rulesets: Mapping[str, AnyRuleset]) -> None:
        """`rulesets` by id."""
        self.rulesets = rulesets
        self._store = store
        self._tables = Tables(store, rulesets)
        self.preferences = Preferences(store)

    async def show(self, where: Where, user: UserId | None) -> Showing:
        """The fight as this user (None: anybody) may see it. From memory, without the lock."""
        table = await self._tables.find(where)
        fight = await self._tables.read(table)
        ruleset, viewer, since = self._tables.ruleset(fight), fight.viewer(user), table.pending.since
        players = {seat.combatant: seat.player for seat in fight.seats if is_somebody(seat.player)}
        unreached = await self._unreached(table)
        timed, people = await self._timed(fight, table.pending)
        until = pacing.deadlines(timed, fight.table, people)
        late = frozenset(each.prompt for each in timed if pacing.calls_gm(each, fight.table))
        calls_gm = late - evenly.sealed(fight, ruleset, table.pending)
        view = evenly.told(self._tables.view(fight, viewer), fight, ruleset, table.pending, user)
        if owed := asked_draw(ruleset, fight, user):
            view = replace(view, asked=(owed, *view.asked))
        if fight.epoch:
            now = tuple(replace(each, id=PromptId(stamped(fight, each.id))) for each in view.asked)
            view = replace(view, asked=now)
            since, until = (
                {PromptId(stamped(fight, each)): at for each, at in times.items()} for times in (since, until)
            )
            calls_gm = frozenset(PromptId(stamped(fight, each)) for each in calls_gm)
        return Showing(
            id=fight.id,
            place=fight.place,
            seq=fight.seq,
            title=fight.title,
            ruleset=fight.ruleset,
            ruleset_name=ruleset.name,
            gm_word=ruleset.gm_word,
            held_word=ruleset.held_word,
            sides=ruleset.sides,
            gms=tuple(gm for gm in fight.gms if is_somebody(gm)),
            players=players,
            kept_for={seat.combatant: seat.offered for seat in fight.seats},
            viewer=viewer,
            view=view,
            is_closed=fight.is_closed,
            has_sheets=ruleset.sheets is not None,
            since=since,
            unreached=unreached & frozenset(players.values()) if unreached else unreached,
            away={seat.combatant: _away(seat) for seat in fight.seats if seat.is_away},
            is_for_one=bool(ruleset.alone(fight.state)),
            until=until,
            calls_gm=calls_gm,
        )

    async def _unreached(self, table: Table) -> frozenset[UserId]:
        if table.unreached is None:
            kept = await self._store.surface(table.id, UNREACHED)
            names = msgspec.json.decode(kept.text, type=tuple[str, ...]) if kept is not None else ()
            table.unreached = frozenset(UserId(int(each)) for each in names)
        return table.unreached

    async def _timed(
        self, fight: AnyFight, pending: Pending
    ) -> tuple[Sequence[pacing.Awaited], Mapping[UserId, Person]]:
        """The decisions whose time is up some day, and what those want who have a part in the fight."""
        if fight.table.seconds is None:
            return (), {}
        people = await self.preferences.people(users(fight))
        return pacing.awaited(fight, self._tables.ruleset(fight), pending), people

    async def options(self, where: Where, user: UserId, actor: CombatantId, kind: str = "") -> tuple[Option, ...]:
        """What this combatant may do now, as the user may know it; with `kind` at least all of that kind.

        Raises: Illegal(NOT_YOURS).
        """
        fight = await self._read(where)
        ruleset = self._tables.ruleset(fight)
        require_controls(fight, ruleset, user, actor)
        options = ruleset.options(fight.state, actor, fight.viewer(user), kind)
        return tuple(replace(option, moment=stamped(fight, option.moment)) for option in options)

    async def amendables(self, where: Where, user: UserId) -> tuple[Amendable, ...]:
        """What the GM may set; nothing for anybody else."""
        fight = await self._read(where)
        return self._tables.ruleset(fight).amendables(fight.state) if user in fight.gms else ()

    async def calls(self, where: Where, user: UserId) -> tuple[Check, ...]:
        """The checks that the GM may call for now; nothing for anybody else."""
        fight = await self._read(where)
        may = user in fight.gms and not fight.is_closed
        return self._tables.ruleset(fight).calls(fight.state) if may else ()

    async def fights_of(self, user: UserId) -> Sequence[FightId]:
        """The current fights in which this user plays or is GM, newest first."""
        return await self._store.of_user(user)

    async def house(self, where: Where) -> tuple[Switch, ...]:
        """The readings of the house in force in a fight: no secret."""
        fight = await self._read(where)
        return (*self._tables.ruleset(fight).house(fight.state), draws_switch(is_typed=fight.is_typed))

    def usual_house(self, ruleset_id: str) -> tuple[Switch, ...]:
        """The readings that a system knows, as the book has them."""
        return (*self.rulesets[ruleset_id].house(None), draws_switch(is_typed=False))

    async def cited(self, where: Where, user: UserId) -> tuple[RuleId, ...]:
        """The rules behind the last step, as far as the user was told of it. From memory, if it is there."""
        fight = await self._read(where)
        table = await self._tables.find(fight.id)
        last = table.last
        if not last:
            page = await self._store.latest(fight.id, before=None, limit=1)
            last = self._tables.codec(fight).events(page[0].events, page[0].schema) if page else ()
        return cited(self._tables.ruleset(fight), fight, last, fight.viewer(user))

    async def said(self, where: Where) -> str:
        """What the last step that said anything to everybody said, in lines. From memory, if it is there."""
        fight = await self._read(where)
        table = await self._tables.find(fight.id)
        if table.said is None:
            page = await self.history(fight.id, None, limit=FAR_BACK)
            said = next(("\n".join(past.lines) for past in page if past.lines), "")
            if table.fight is not fight:  # something was ruled meanwhile
                return said
            table.said = said
        return table.said

    async def what_happened(self, where: Where, user: UserId) -> tuple[Past, ...]:
        """The steps of the last act of which this user was told anything, oldest first."""
        page = await self.history(where, user, limit=FAR_BACK)
        known = [past for past in page if past.lines and not past.is_taken_back]
        return tuple(past for past in reversed(known) if past.act == known[0].act)

    def ready(self, ruleset_id: str) -> tuple[Choice, ...]:
        """The ready characters of a system."""
        return tuple(
            Choice(key=each.key, label=each.name, note=each.note)
            for each in self.rulesets[ruleset_id].templates
            if each.is_ready_character
        )

    async def stat_blocks(self, where: Where, user: UserId) -> tuple[Choice, ...]:
        """The stat blocks for NPCs in a fight; to its GM, his own first."""
        fight = await self._read(where)
        ruleset = self._tables.ruleset(fight)
        own = ruleset.own_templates(fight.state) if user in fight.gms else ()
        ready = (each for each in ruleset.templates if not each.is_ready_character)
        return (
            *(Choice(key=each.key, label=f"{each.name} (yours)", note=each.note) for each in own),
            *(Choice(key=each.key, label=each.name, note=each.note) for each in ready),
        )

    async def latest(self, place: Place) -> FightId:
        """The fight of this channel that was begun last, put away or not. Raises: Illegal(NO_FIGHT)."""
        last = await self._store.last(place)
        if last is None:
            raise Illegal("NO_FIGHT")
        return last.fight

    async def history(
        self, where: Where, user: UserId | None, *, before: int | None = None, limit: int = 10
    ) -> tuple[Past, ...]:
        """The latest steps, newest first, in words for this user, as things stood then; `before` pages on."""
        fight = await self._read(where)
        ruleset, codec, viewer = self._tables.ruleset(fight), self._tables.codec(fight), fight.viewer(user)
        page = await self._store.latest(fight.id, before=before, limit=limit)
        if not page:
            return ()
        stand = standing(await self._store.undos(fight.id, after=page[-1].seq))
        then = await self._tables.over(fight, page[-1].seq, page[0].seq)
        return tuple(
            Past(
                seq=step.seq,
                at=step.at,
                user=step.user,
                lines=lines(ruleset, then[step.seq], events, viewer),
                rules=cited(ruleset, then[step.seq], events, viewer),
                is_taken_back=step.command != UNDO and not is_of_the_table(events) and is_taken_back(step.seq, stand),
                act=step.act or step.seq,
            )
            for step in page
            for events in (codec.events(step.events, step.schema),)
        )

    async def verify(self, where: Where) -> verifying.Verified:
        """Fold the whole log again and compare every fingerprint of the present schema. Returns the numbers of steps.

        Raises: verifying.Unsound, naming the first step that does not follow.
        """
        exported = await self.export(where)
        return verifying.verify(exported, self.rulesets)

    async def export(self, where: Where) -> verifying.Exported:
        """Everything about a fight, all secrets and its key included: for the host, never for a player."""
        table = await self._tables.find(where)
        record = await self._store.load(table.id)
        if record is None:
            raise Illegal("UNKNOWN_FIGHT")
        steps = await self._every_step(table.id)
        # What was ruled since the record was read is left to the next export.
        return verifying.exported(record, [step for step in steps if step.seq <= record.seq])

    def words(self, refusal: Refusal, ruleset_id: str | None, state: object, viewer: Viewer) -> str:
        """A refusal in plain words, with what would be legal."""
        return refused(self.rulesets.get(ruleset_id or ""), refusal, state, viewer)

    async def refusal_words(self, refusal: Refusal, where: Where | None, user: UserId) -> str:
        """The same for a user at a fight, which may be gone."""
        try:
            fight = await self._read(where) if where is not None else None
        except Illegal:
            fight = None
        if fight is None:
            # No fight yet, as with house rules that there are not: the rules cited tell whose words to use.
            known = (each for each in self.rulesets.values() if any(find_rule(each.rules, r) for r in refusal.rules))
            if ruleset := next(known, None):
                return self.words(refusal, ruleset.id, ruleset.empty(), Viewer(user=user))
            return self.words(refusal, None, None, Viewer(user=user))
        viewer = fight.viewer(user)
        if refusal.code == "NOT_PLAYING":
            refusal = self._why_not_playing(fight, viewer)
        return self.words(refusal, fight.ruleset, fight.state, viewer)

    def _why_not_playing(self, fight: AnyFight, viewer: Viewer) -> Refusal:
        """What somebody is told who plays nobody: how he comes in, or that he leads the fight."""
        if fight.is_closed:
            return Refusal(code="CLOSED")
        if seat := fight.kept_for(viewer.user):
            who = name_of(self._tables.ruleset(fight), fight, seat.combatant)
            return Refusal(code="KEPT_FOR_YOU", facts={"who": who})
        if viewer.gm:
            return Refusal(code="ONLY_LEADS", facts={"gm": self._tables.ruleset(fight).gm_word})
        is_lobby = self._tables.view(fight, viewer).phase is Phase.LOBBY
        return Refusal(code="NOT_PLAYING" if is_lobby else "PLAYS_NOBODY")

    async def _every_step(self, fight: FightId) -> list[Step]:
        """The whole log, oldest first."""
        steps: list[Step] = []
        while page := await self._store.steps(fight, after=steps[-1].seq if steps else 0, limit=500):
            steps.extend(page)
        return steps

    async def _read(self, where: Where) -> AnyFight:
        table = await self._tables.find(where)
        return await self._tables.read(table)
