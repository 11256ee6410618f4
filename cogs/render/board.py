"""The live board of a fight: what everybody sees. Its buttons never depend on who looks or what anybody holds."""

from collections.abc import Mapping

from cogs.address import Address
from cogs.paging import paged
from cogs.render import theme
from cogs.screen import Button, Row, Screen
from rules.core.combatant import Side
from rules.core.ids import CombatantId, UserId
from rules.core.option import Choice
from rules.core.view import CombatantView, FightView, Phase
from rules.referee import Showing

SIDES = {Side.POSSE: "Posse", Side.ENEMY: "Enemies", Side.BYSTANDER: "Bystanders"}
HOW_TO_PLAY = (
    "Press **Join** to play; pick a name below to choose who you are. Your cards come to you alone. "
    "I name you when it is your turn: then press **Your move**. Nothing counts until you confirm."
)


def board(showing: Showing, ready: tuple[Choice, ...] = ()) -> Screen:
    """The board as it stands: the lobby, the fight, or how it ended."""
    if showing.view.phase is Phase.LOBBY:
        return _lobby(showing, ready)
    text = "\n".join(part for part in (_title(showing), *_notes(showing), _places(showing), _awaited(showing)) if part)
    return Screen(text=theme.cut(text, theme.CONTENT), rows=(_buttons(showing),))


def _title(showing: Showing) -> str:
    ended = " (put away)" if showing.is_closed else ""
    return f"**{theme.cut(theme.plain(showing.title), 120)}**{ended}: {theme.plain(showing.view.headline)}"


def _notes(showing: Showing) -> tuple[str, ...]:
    return tuple(theme.plain(note) for note in showing.view.notes)


def _lobby(showing: Showing, ready: tuple[Choice, ...]) -> Screen:
    what = (
        f"**{theme.cut(theme.plain(showing.title), 120)}**, a fight by the {theme.plain(showing.ruleset_name)} rules."
    )
    text = "\n".join((f"{what} {showing.gm_word}: <@{showing.gms[0]}>", HOW_TO_PLAY, _people(showing)))
    rows: list[Row] = [
        (
            Button(label="Join", to=Address("join", showing.id), style="go"),
            Button(label="Leave", to=Address("leave", showing.id)),
            Button(label=f"Start ({showing.gm_word})", to=Address("start", showing.id), style="main"),
        )
    ]
    if ready:
        rows.append(paged(Address("joinas", showing.id), "Join as …", ready))
    return Screen(text=theme.cut(text, theme.CONTENT), rows=tuple(rows))


def _people(showing: Showing) -> str:
    lines = [_person(each, showing.players) for each in showing.view.combatants]
    return theme.fit(lines, 700) if lines else "Nobody has joined yet."


def _person(combatant: CombatantView, players: Mapping[CombatantId, UserId]) -> str:
    user = players.get(combatant.id)
    by = f" (<@{user}>)" if user else ""
    hidden = " (hidden)" if combatant.is_hidden else ""
    state = f": {theme.plain(combatant.state)}" if combatant.state else ""
    return f"{theme.cut(theme.plain(combatant.name), 60)}{by}{hidden}{state}"


def _places(showing: Showing) -> str:
    view = showing.view
    lines: list[str] = []
    for place in view.places:
        there = [each for each in view.combatants if each.place == place.id]
        if not there and len(view.places) > 6:
            continue
        links = f" – {theme.plain(place.links)}" if place.links else ""
        lines.append(f"**{theme.cut(theme.plain(place.name), 60)}**{links}")
        lines.extend(_standing(view, each, showing.players) for each in there)
    elsewhere = [each for each in view.combatants if each.place not in {place.id for place in view.places}]
    lines.extend(_standing(view, each, showing.players) for each in elsewhere)
    return theme.fit(lines, 1000)


def _standing(view: FightView, combatant: CombatantView, players: Mapping[CombatantId, UserId]) -> str:
    side = SIDES[combatant.side].lower()
    out = " ✗" if combatant.is_out else ""
    return f"· {_person(combatant, players)} [{side}]{out}"


def _awaited(showing: Showing) -> str:
    """Who owes what, and what happens if he stays away."""
    lines = [
        f"⏳ {theme.cut(theme.plain(each.who), 60)}: {theme.plain(each.what)} (else: {theme.plain(each.otherwise)})"
        for each in showing.view.asked
        if each.blocks
    ]
    return theme.fit(lines, 500, more="⏳ … and {} more")


def _buttons(showing: Showing) -> tuple[Button, ...]:
    if showing.is_closed:
        return (Button(label="History", to=Address("history", showing.id)),)
    return (
        Button(label="Your move", to=Address("move", showing.id), style="main"),
        Button(label="Hand", to=Address("hand", showing.id)),
        Button(label=showing.gm_word, to=Address("panel", showing.id)),
        Button(label="History", to=Address("history", showing.id)),
    )


def news(lines: str, calls: Mapping[UserId, str], showing: Showing) -> Screen:
    """The public message of a ruling: what happened, and who is asked for what now (those are pinged)."""
    called = "\n".join(f"<@{user}>: {theme.plain(what)}" for user, what in list(calls.items())[:10])
    text = "\n".join(part for part in (theme.plain(lines), called) if part)
    rows: tuple[Row, ...] = (_buttons(showing)[:2],) if calls and not showing.is_closed else ()
    return Screen(text=theme.cut(text, theme.CONTENT), rows=rows)
