"""What moderators see: the fights of their server, one of them, what the server has set, and the log of both."""

from collections.abc import Mapping, Sequence

from cogs.address import NO_FIGHT, Address, of_moderators
from cogs.paging import paged
from cogs.render import seats, theme, undoing
from cogs.screen import Button, Entities, Pick, Row, Screen, Select
from rules.core.ids import CombatantId, FightId, UserId
from rules.core.names import UNTITLED, mention
from rules.core.option import Choice
from rules.core.view import Phase
from rules.moderating import Standing
from rules.preferences import Server
from rules.referee import Showing
from rules.servers import NO_ROLE, Moderation, Setting
from rules.undo_classes import Preview

ON_A_PAGE = 6  # fights
IN_FIGHTS = "-# What they did in a fight stands in its own log: /fight history."
LOGGED = 10  # entries on a page
WHY = {
    "BROKEN_RECORD": "its records cannot be read",
    "NEWER_PROGRAM": "it was written by a newer version of the program",
}


def fights(page: Sequence[Standing], number: int, every: int) -> Screen:
    """A page of the fights of a server, each to be opened; `every` is how many there are."""
    if not page:
        return Screen(text="No fight is going on that you look after.", rows=((_settings(),),))
    first = number * ON_A_PAGE + 1
    lines = [f"**{at})** {_line(each)}" for at, each in enumerate(page, first)]
    picks = tuple(
        Pick(key=each.fight, label=f"{at}) {_title(each)}", note=WHY.get(each.trouble, each.system))
        for at, each in enumerate(page, first)
    )
    turns = []
    if number:
        turns.append(Button(label="Newer", to=of_moderators("fights", NO_FIGHT, str(number - 1))))
    if first + len(page) <= every:
        turns.append(Button(label="Older", to=of_moderators("fights", NO_FIGHT, str(number + 1))))
    return Screen(
        text="\n".join((f"**Fights going on**: {every}, newest first", theme.fit(lines, theme.CONTENT - 60))),
        rows=(
            Select(to=of_moderators("open"), placeholder="Which one?", picks=picks),
            (*turns, _settings()),
        ),
    )


def fight(standing: Standing, page: int = 0) -> Screen:
    """One of them, with all that a moderator can do there; `page` of its characters."""
    rows: tuple[Row, ...]
    showing, at = standing.showing, standing.fight
    if showing is None:
        rows = ((*((_aside(at),) if standing.is_current else ()), _fights()),)
    elif not standing.is_current or showing.is_closed:
        rows = ((_export(at), _fights()),)
    else:
        played = played_in(showing)
        characters = paged(of_moderators("place", at), "Give or take back a character …", played, page=page)
        rows = (
            (
                Button(label=f"Take over as {showing.gm_word}", to=of_moderators("take", at)),
                Button(label="Take back the last ruling", to=of_moderators("undo", at)),
                Button(label="Close it", to=of_moderators("close", at), style="stop"),
                _export(at),
                _fights(),
            ),
            Entities(to=of_moderators("giveto", at), placeholder=f"Make somebody else the {showing.gm_word} …"),
            *((characters,) if played else ()),
        )
    return Screen(text=theme.cut("\n".join((_line(standing), *_people(showing))), theme.CONTENT), rows=rows)


def played_in(showing: Showing) -> tuple[Choice, ...]:
    """The characters of players there, by name: those too that nobody plays just now."""
    return tuple(
        Choice(key=each.id, label=each.name) for each in showing.view.combatants if each.id in showing.kept_for
    )


def _line(standing: Standing) -> str:
    """A fight in a line: title, place, whose it is, who is awaited since when, how old it is."""
    head = f"**{theme.name(_title(standing))}** in <#{standing.place.channel}>"
    begun = f", begun <t:{int(standing.begun)}:R>" if standing.begun else ""
    showing = standing.showing
    if showing is None:
        end = "it can only be set aside" if standing.is_current else "it was set aside"
        return f"{head}{begun}. {WHY[standing.trouble].capitalize()}: {end}."
    led = " and ".join(f"<@{gm}>" for gm in showing.gms[:3])
    return f"{head}, {showing.gm_word} {led}{begun}. {_awaited(showing)}"


def _awaited(showing: Showing) -> str:
    if showing.is_closed:
        return "It is put away."
    if showing.view.phase is Phase.OVER:
        return "It is over."
    asked = [each for each in showing.view.asked if each.blocks]
    if not asked:
        return "It has not begun." if showing.view.phase is Phase.LOBBY else "Nobody is awaited."
    since = [showing.since[each.id] for each in asked if each.id in showing.since]
    names = [theme.name(each.who, 30) for each in asked]
    when = f", since <t:{min(since)}:R>" if since else ""
    return f"Awaited: {theme.fit(names, 120, more='and {} more', glue=', ')}{when}."


def _people(showing: Showing | None) -> list[str]:
    if showing is None:
        return []
    names = {each.id: each.name for each in showing.view.combatants}
    lines = [seats.place(showing, who, names[who]) for who in showing.kept_for if who in names]
    return [theme.fit(lines, 1000)]


def _title(standing: Standing) -> str:
    return standing.title or UNTITLED


# ---- asking before


def closing(standing: Standing) -> Screen:
    """Whether it is meant to put a fight away, or aside."""
    title = f"**{theme.name(_title(standing))}** in <#{standing.place.channel}>"
    if standing.showing is None:
        text = (
            f"Set {title} aside? Its channel is free for another then. All its records stay, and whoever runs the bot "
            "can look into them."
        )
        return _asked(standing.fight, text, "Yes, set it aside", of_moderators("asidenow", standing.fight))
    text = f"Close {title} and put it away? That cannot be taken back. Everybody there is told that you did."
    return _asked(standing.fight, text, "Yes, close it", of_moderators("closenow", standing.fight))


def told_aside(user: UserId) -> str:
    """What the channel of a fight that was set aside is told: the fight itself can say nothing more."""
    begin = "/fight begin opens another."
    return f"By <@{user}>, a moderator of this server: the fight here is set aside, unfinished. {begin}"


def setting_aside(standing: Standing) -> Screen:
    """Whether it is meant to set a fight aside that can be read: where even its end goes wrong."""
    text = (
        f"Set **{theme.name(_title(standing))}** aside as it is, unfinished? Nothing of it can go on then. That is for "
        "a fight of which even closing goes wrong."
    )
    return _asked(standing.fight, text, "Yes, set it aside", of_moderators("asidenow", standing.fight))


def taking_over(showing: Showing) -> Screen:
    """Whether it is meant to be game master there."""
    text = (
        f"Be the {showing.gm_word} of **{theme.name(showing.title)}** in place of whoever is now? You see all its "
        "secrets then. Everybody there is told."
    )
    return _asked(showing.id, text, "Yes, take over", of_moderators("takenow", showing.id))


def taking_back(showing: Showing, found: Preview) -> Screen:
    """Whether it is meant to take back the last ruling, as he may know it."""
    text = f"In **{theme.name(showing.title)}**; everybody there is told.\n{undoing.said(found)}"
    yes = of_moderators("undonow", showing.id, str(found.seq))
    return _asked(showing.id, theme.cut(text, theme.CONTENT), "Yes, take it back", yes)


def giving(showing: Showing, who: Choice) -> Screen:
    """To whom a character goes, or that it is taken from whoever plays it."""
    nobody = Button(label="Nobody: take it back", to=of_moderators("placefree", showing.id, who.key), style="stop")
    back = Button(label="Back", to=of_moderators("fight", showing.id))
    return Screen(
        text=f"Who plays {theme.name(who.label)} from now on, with all that is held? It counts at once, and everybody "
        "there is told; what is given or taken can be given back.",
        rows=(
            Entities(to=of_moderators("placeto", showing.id, who.key), placeholder="Who?"),
            (*((nobody,) if showing.players.get(CombatantId(who.key)) else ()), back),
        ),
    )


def sealed(showing: Showing) -> Screen:
    """Whether it is meant to open the record of a fight that goes on."""
    text = (
        f"**{theme.name(showing.title)}** still goes on, and its record holds every secret of it. Everybody "
        "at that table is told that you opened it."
    )
    return _asked(showing.id, text, "Yes, open it", of_moderators("exportnow", showing.id))


def _asked(fight: FightId, text: str, yes: str, to: Address) -> Screen:
    return Screen(
        text=text,
        rows=((Button(label=yes, to=to, style="stop"), Button(label="Back", to=of_moderators("fight", fight))),),
    )


def _aside(fight: FightId) -> Button:
    return Button(label="Set it aside", to=of_moderators("close", fight), style="stop")


def _export(fight: FightId) -> Button:
    return Button(label="Whole record", to=of_moderators("export", fight))


def _fights() -> Button:
    return Button(label="All fights", to=of_moderators("fights", NO_FIGHT, "0"))


def _settings() -> Button:
    return Button(label="Settings", to=of_moderators("settings"))


# ---- the server


def settings(every: Sequence[Setting], server: Server) -> Screen:
    """What a server has set, to be changed."""
    lines = [f"**{setting.label}**: {theme.plain(setting.words)}" for setting in every]
    barred = ", ".join(f"<@{user}>" for user in server.barred[:20]) or "nobody"
    more = f" and {len(server.barred) - 20} more" if len(server.barred) > 20 else ""
    picks = tuple(Pick(key=each.key, label=each.label) for each in every)
    return Screen(
        text="\n".join(
            (
                "**Fights on this server.** How tables play is set for fights to come; a table may change it later.",
                *lines,
                f"**Barred from playing**: {barred}{more} (/admin bar, /admin unbar)",
            )
        ),
        rows=(
            Select(to=of_moderators("setting"), placeholder="Change …", picks=picks),
            (_fights(), Button(label="Log", to=of_moderators("log"))),
        ),
    )


def setting(one: Setting) -> Screen:
    """One of them, with what it may be."""
    back = Button(label="Back", to=of_moderators("settings"))
    to = of_moderators("setto", NO_FIGHT, one.key)
    text = f"**{one.label}**: {theme.plain(one.words)}"
    if one.is_role:
        nobody = Button(label=one.readings[0].label.capitalize(), to=of_moderators("setto", NO_FIGHT, one.key, NO_ROLE))
        return Screen(
            text=text, rows=(Entities(to=to, placeholder="Those with the role …", of_roles=True), (nobody, back))
        )
    return Screen(text=text, rows=(paged(to, "Choose", one.readings, chosen=one.now), (back,)))


def log(page: Sequence[Moderation], *, is_newest: bool) -> Screen:
    """What moderators did to the server, newest first, with whoever did it; the rest under [Earlier]."""
    newest = () if is_newest else (Button(label="Newest", to=of_moderators("log")),)
    lines: list[str] = []
    shown: list[Moderation] = []
    head = ("**What moderators did to this server**, newest first", IN_FIGHTS)
    room = theme.CONTENT - sum(map(len, head)) - len(head)
    for each in page:
        line = f"<t:{int(each.at)}:f> {theme.plain(mention(each.user))}: {theme.name(each.said, 400)}"
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
        shown.append(each)
    is_more = len(page) > LOGGED or len(shown) < len(page)
    shown, lines = shown[:LOGGED], lines[:LOGGED]
    earlier = (Button(label="Earlier", to=of_moderators("log", NO_FIGHT, str(shown[-1].id))),) if is_more else ()
    return Screen(
        text="\n".join((*head, *(lines or ["Nothing so far."]))),
        rows=((*earlier, *newest, _settings()),),
    )


def done(said: Sequence[str], screen: Screen) -> Screen:
    """The screen below what was just done."""
    text = "\n".join(("✓ " + theme.fit(map(theme.plain, said), 600), "", screen.text))
    return Screen(text=theme.cut(text, theme.CONTENT), rows=screen.rows)


def role_choices(one: Setting, roles: Mapping[int, str]) -> tuple[Choice, ...]:
    """What a setting may be, as choices: the roles of the server by name, where it is one."""
    if not one.is_role:
        return one.readings
    return (*one.readings, *(Choice(key=str(role), label=name) for role, name in roles.items()))
