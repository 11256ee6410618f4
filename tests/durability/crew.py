"""A Dealer and three players who go on fighting for ever, as people do: they read the board and act on it.

They know nothing of the bot but what Discord shows them. Used by the tests that kill the bot, and by the benchmark.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

import discord

from bot.rehearsal import Loopback, Outcome, Person
from bot.rehearsal.interaction import Interaction, make
from bot.rehearsal.typed import find, invocation
from bot.rehearsal.wire import COMMAND
from bot.rehearsal.world import Channel, Message
from cogs.address import parse

CHARACTERS = {"hank": "Hank Dollarhide", "mercy": "Mercy Vance", "ada": "Ada Quill"}  # whose weapons reach, and reload
ENEMIES = ("Dutch", "Lefty", "Moss")
AWAITED = re.compile(
    r"^⏳ (?P<who>.+?): (?P<what>.+?)(?:, asked <t:\d+:R>)?(?:, time up [^(]*)? \((?:else|then): .*\)$", re.MULTILINE
)
ENEMY = re.compile(rf"^· ({'|'.join(ENEMIES)}): (.*)", re.MULTILINE)
HAND = re.compile(r"\d+ cards?[)*]*: (.+)")
PLAYED = re.compile(r"^(.+) plays the (.+)\.$", re.MULTILINE)
DRAWN = re.compile(r"^(.+) draws the (.+)\.$", re.MULTILINE)
GRIT = re.compile(r"^· (.+?) \(<@\d+>\): Grit (\d+)", re.MULTILINE)
ALIVE = 999  # Grit that the Dealer gives, so that the fight never ends
LOW = 20  # Grit
HITS = 190  # at an enemy, whose Grit nobody sees, before he is given more: it costs 5 Grit at most each
REFUSED = "✋"
ANSWERS = {
    "a card": ".card:",
    "to Trump": ":stand",
    "to shoot again": ".again:no",
}  # what is owed in an attack: a button


class Kind(Enum):
    """What an act is for those who count."""

    ATTACK = auto()  # it rules an attack, plays a card or leaves it at that: the answer, a public line, the board
    LOOK = auto()  # nothing is ruled
    OTHER = auto()  # ruled, but no attack: beginning, joining, going on, amending


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What one person is about to do: a press (`message` and `button`) or a slash command. It can be done again."""

    who: Person
    kind: Kind
    path: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    message: Message | None = None
    button: str = ""

    def interaction(self) -> Interaction:
        """The act as Discord hands it to a bot, each time with another id. Raises: NotThereError."""
        if self.message is not None:
            return self.who.pressing(self.message, self.button)
        leaf, _ = find(self.who.loopback, self.path.split(), self.who.channel)
        about = invocation(self.who.loopback, leaf, self.options, self.who.channel)
        return make(self.who.loopback.world, COMMAND, self.who.user, self.who.channel, about)

    def __str__(self) -> str:
        what = f"presses {self.button}" if self.button else f"types /{self.path} {dict(self.options)}"
        return f"{self.who.name} {what}"


class Crew:
    """The people of one channel."""

    def __init__(self, loopback: Loopback, channel: Channel) -> None:
        """They come into the channel; nothing is begun."""
        self.channel = channel
        manager = discord.Permissions(manage_guild=True)
        self.dealer = loopback.person(f"Dealer of {channel.payload['name']}", permissions=manager)
        self.players = {
            name: loopback.person(f"{key} of {channel.payload['name']}") for key, name in CHARACTERS.items()
        }
        for person in (self.dealer, *self.players.values()):
            person.goes_to(channel)
        self._board: Message | None = None
        self._screen: tuple[str, Message] | None = None  # of the latest act: whose it is, and what it shows
        self._hands: dict[str, list[str]] = {}
        self._hits: Counter[str] = Counter(dict.fromkeys(ENEMIES, HITS))
        self._is_stuck = False
        self._turn = 0

    # ---- what they see

    def board(self) -> Message | None:
        """The board of the fight that goes on here, None before the first."""
        if self._board is None or self._board.id not in self.channel.messages:
            self._board = next(filter(_is_board, reversed(self.channel.messages.values())), None)
        return self._board

    def look_for_another_board(self) -> None:
        """Something may have been posted that they have not seen."""
        self._board = None

    # ---- what they do

    def next_act(self) -> Act:
        """What anybody does next, as the board has it."""
        board = self.board()
        if board is None or "(put away)" in board.payload["content"]:
            return self._types(self.dealer, "fight begin", system="texarkana", scene="ambush")
        if (confirm := self._end_asked()) is not None:
            return confirm
        text: str = board.payload["content"]
        if "join" in _verbs(board):
            return self._in_lobby(text)
        awaited = list(AWAITED.finditer(text))
        if not awaited:
            return self.end()
        return self._mended(text) or self._owed(awaited)

    def end(self) -> Act:
        """The Dealer puts the fight away; while it goes on he is asked first, and then confirms."""
        return self._types(self.dealer, "fight end", Kind.LOOK)

    def _end_asked(self) -> Act | None:
        screen = self._screen[1] if self._screen is not None else None
        button = next((each for each in _buttons(screen) if _verb(each) == "endnow"), None) if screen else None
        return Act(who=self.dealer, kind=Kind.OTHER, message=screen, button=button) if button else None

    def heard(self, act: Act, outcome: Outcome) -> None:
        """Take in how an act was answered."""
        text = outcome.text
        name = self._name(act.who)
        self._is_stuck = text.startswith(REFUSED)
        shown = outcome.interaction.original
        self._screen = None if shown is None or self._is_stuck else (name, shown)
        if act.path == "gm go-on":
            self._hands.clear()  # it may have played their cards
        self._count_cards(name, text)
        self._is_stuck = self._is_stuck or (act.path == "me" and name not in self._hands)
        if act.path == "fight begin":
            self.look_for_another_board()
            self._hits = Counter(dict.fromkeys(ENEMIES, HITS))
        if act.path == "gm amend" and act.options["what"] == "grit":
            self._hits[str(act.options["whom"])] = 0
        if act.path == "act" and "whom" in act.options:
            self._hits[str(act.options["whom"])] += 1

    def _count_cards(self, name: str, text: str) -> None:
        """What a player knows of his hand by what he was told."""
        if name not in self.players:
            return
        if held := HAND.search(text):
            self._hands[name] = held[1].split(", ")
        elif name in self._hands:
            gone = [card for who, card in PLAYED.findall(text) if who == name]
            drawn = [card for who, card in DRAWN.findall(text) if who == name]
            self._hands[name] = [card for card in self._hands[name] if card not in gone] + drawn

    def missed_answer(self) -> None:
        """The bot was gone: nothing of the latest act is on anybody's screen."""
        self._screen = None
        self._hands.clear()
        self.look_for_another_board()

    # ---- inside

    def _types(self, person: Person, path: str, kind: Kind = Kind.OTHER, /, **options: object) -> Act:
        return Act(who=person, kind=kind, path=path, options=options)

    def _name(self, who: Person) -> str:
        return next((name for name, player in self.players.items() if player is who), "")

    def _in_lobby(self, text: str) -> Act:
        for key, name in CHARACTERS.items():
            if f"<@{self.players[name].user.id}>" not in text:
                return self._types(self.players[name], "fight join", who=key)
        return self._types(self.dealer, "fight start")

    def _mended(self, text: str) -> Act | None:
        """The Dealer gives Grit to whoever may be low, and arms to an enemy who has none."""
        for name, grit in GRIT.findall(text):
            if int(grit) < LOW:
                return self._types(self.dealer, "gm amend", what="grit", whom=name, value=str(ALIVE))
        for enemy in ENEMIES:
            if self._hits[enemy] >= HITS:
                return self._types(self.dealer, "gm amend", what="grit", whom=enemy, value=str(ALIVE))
        for enemy, state in ENEMY.findall(text):
            if "out of ammunition" in state:
                return self._types(self.dealer, "gm amend", what="ammo", whom=enemy, value="loaded")
            if "in hand" not in state:
                return self._types(self.dealer, "gm amend", what="weapon", whom=enemy, value="revolver")
        return None

    def _owed(self, awaited: list[re.Match[str]]) -> Act:
        """Tests first, then whoever is to act; the Dealer goes on wherever they know no better."""
        for each in awaited:
            who, what = each["who"], each["what"]
            wanted = next((button for start, button in ANSWERS.items() if what.startswith(start)), "")
            if wanted and who in self.players:
                return self._answered(who, wanted)
        who, what = awaited[0]["who"], awaited[0]["what"]
        if what.startswith("to act for "):
            self._turn += 1
            target = list(self.players)[self._turn % len(self.players)]
            npc = {"as": what.removeprefix("to act for ")}
            if self._is_stuck:
                return self._types(self.dealer, "act", action="pass", **npc)
            return self._types(self.dealer, "act", Kind.ATTACK, action="shoot", whom=target, **npc)
        if what.startswith("to act") and who in self.players:
            return self._types(self.players[who], "act", action="pass") if self._is_stuck else self._shot(who)
        return self._types(self.dealer, "gm go-on")

    def _answered(self, who: str, wanted: str) -> Act:
        """What is asked: the button, if it is on the player's screen; else a card he knows, typed; else a look."""
        if self._screen is not None and self._screen[0] == who:
            screen = self._screen[1]
            button = next((each for each in _buttons(screen) if wanted in each), None)
            if button is not None:
                return Act(who=self.players[who], kind=Kind.ATTACK, message=screen, button=button)
        if wanted == ".card:" and self._hands.get(who) and not self._is_stuck:
            return self._types(self.players[who], "act", Kind.ATTACK, action=self._hands[who][-1])
        board = self.board()
        assert board is not None, "it says who owes what"
        move = next(each for each in _buttons(board) if _verb(each) == "move")
        return Act(who=self.players[who], kind=Kind.LOOK, message=board, button=move)

    def _shot(self, who: str) -> Act:
        player = self.players[who]
        if who not in self._hands:
            return self._types(player, "me", Kind.LOOK)
        self._turn += 1
        enemy = ENEMIES[self._turn % len(ENEMIES)]
        return self._types(player, "act", Kind.ATTACK, action="shoot", whom=enemy, card=self._hands[who][-1])


def _buttons(message: Message) -> Iterator[str]:
    return (str(each["custom_id"]) for each in message.components if each.get("custom_id"))


def _verb(custom_id: str) -> str:
    address = parse(custom_id)
    return address.verb if address else ""


def _verbs(message: Message) -> set[str]:
    return {_verb(each) for each in _buttons(message)}


def _is_board(message: Message) -> bool:
    """A public message that offers the lobby or the Dealer's panel, or says that the fight is put away."""
    if message.ephemeral or not message.author.bot:
        return False
    return bool(_verbs(message) & {"join", "panel"}) or "(put away)" in message.payload["content"]
