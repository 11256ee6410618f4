"""Private screens: the hand, the decision owed, what may be done now, the form of an act, the GM's panel."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogs.address import Address
from cogs.paging import paged
from cogs.render import theme, whose
from cogs.render.board import BETWEEN, advice, called, unreached
from cogs.render.waiting import awaited, unseen
from cogs.screen import Blank, Button, Form, Pick, Row, Screen
from rules.core.command import Amend
from rules.core.counting import counted
from rules.core.ids import CombatantId, PromptId
from rules.core.option import Choice, Option, Slot
from rules.core.refusal import Illegal
from rules.core.speech import ELSE_ONLY, KEPT_FOR_YOU, PLAYS_NOBODY
from rules.core.view import AskedView, HandView, Phase
from rules.corrections import Comparison
from rules.referee import Showing

NOTHING = "-"  # the key of an optional blank left out
LEAST_NEWS = 900  # characters, however long the screen below them is
WHO = "Who plays whom"
FEW = 2  # so many lines of news may repeat what the hand below them shows


def with_news(lines: Sequence[str], screen: Screen) -> Screen:
    """The same screen below what has just been ruled, but for a whole hand's worth of cards that it shows itself."""
    again = [line for line in lines if any(held in line for held in screen.held)]
    fresh = [line for line in lines if line not in again or len(again) <= FEW]
    if not fresh:
        return screen
    room = max(LEAST_NEWS, theme.CONTENT - len(screen.text) - 2)
    said = theme.fit_ends([theme.plain(line) for line in fresh], room, more=BETWEEN)
    return Screen(
        text=theme.cut(f"{said}\n\n{screen.text}".rstrip(), theme.CONTENT), rows=screen.rows, held=screen.held
    )


# ---- what one holds and owes


def hand(showing: Showing, whom: CombatantId | None = None, page: int = 0) -> Screen:
    """What the viewer holds, his sheet, and the decisions he owes, playable here.

    Of somebody who plays several it is about one of them (`whom`), and what the others hold stands below in short.
    """
    whom = whom or whose.current(showing)
    below = (_whole_hands(showing, whom) if _held(showing) or not showing.is_closed else "") or _nothing_held(showing)
    asked = next((each for each in owed(showing) if whom is not None and each.whom == whom), None)
    if asked is None:
        is_named = len(showing.view.hands) > 1 and any(each.combatant == whom for each in showing.view.hands)
        is_about = whose.plays_several(showing) and not is_named  # else what he holds has his name above it
        named = (f"**{theme.name(_name(showing, whom))}**",) if is_about else ()
        screen = Screen(text=theme.cut("\n\n".join((*named, below)), theme.CONTENT), held=_held(showing))
    else:
        screen = _asked_screen(
            showing, asked, below, counts="Your choice counts at once. **Your move** shows all that you may do."
        )
    button = Button(label="Your move", to=Address("move", showing.id), style="plain" if asked else "main")
    is_running = showing.view.phase is Phase.RUNNING and not showing.is_closed
    rows = (*whose.menu(showing, "hand", whom, page), *screen.rows, (button,)) if is_running else screen.rows
    stamp = _stamp(showing)
    text = theme.cut(screen.text, theme.CONTENT - len(stamp) - 1)
    return Screen(text=f"{text}\n{stamp}", rows=rows, held=screen.held)


def _stamp(showing: Showing) -> str:
    """Of which fight, which moment and which state of the hand this is, in small print."""
    hands = [each for each in showing.view.hands if each.revision]
    names = {each.name: f" of {theme.name(each.name)}" if len(hands) > 1 else "" for each in hands}
    held = [f"{showing.held_word}{names[each.name]} no. {each.revision}" for each in hands]
    ended = ("put away",) if showing.is_closed else ()
    headline = theme.name(showing.view.headline, 100)
    return f"-# {' · '.join((theme.name(called(showing)), headline, *held, *ended))}"


def _nothing_held(showing: Showing) -> str:
    """What is said where nothing is held."""
    if showing.is_closed:
        return "The fight is put away."
    if showing.view.phase is Phase.LOBBY and showing.viewer.combatants:
        mine = [theme.name(each.name) for each in showing.view.combatants if each.id in showing.viewer.combatants]
        names = theme.fit(mine, 300, glue=" and ")
        return f"You are in as {names}. Your {showing.held_word} comes when the {theme.plain(showing.gm_word)} starts."
    if showing.viewer.combatants or showing.viewer.gm:
        return "You hold nothing in this fight just now."
    return _plays_nobody(showing)


def _plays_nobody(showing: Showing) -> str:
    """How somebody who plays nobody comes in."""
    kept = [who for who, user in showing.kept_for.items() if user is not None and user == showing.viewer.user]
    if kept:
        return KEPT_FOR_YOU.format(who=theme.name(_name(showing, kept[0])))
    if showing.view.phase is Phase.LOBBY:
        return "You are not in this fight. Press Join, or choose a character."
    return PLAYS_NOBODY.format(gm=theme.plain(showing.gm_word))


def _hand_of(showing: Showing, whom: CombatantId | None) -> str:
    """What this one holds, without the sheet, which is long on a phone."""
    several = len(showing.view.hands) > 1
    return "\n\n".join(_hand(showing, each, several=several) for each in showing.view.hands if each.combatant == whom)


def _whole_hands(showing: Showing, first: CombatantId | None) -> str:
    """All that the viewer holds: of the `first` with the sheet."""
    hands = sorted(showing.view.hands, key=lambda each: each.combatant != first)
    return "\n\n".join(_hand(showing, each, several=len(hands) > 1, whole=each.combatant == first) for each in hands)


def _hand(showing: Showing, held: HandView, *, several: bool, whole: bool = False) -> str:
    items = ", ".join(theme.plain(item.label) for item in held.items) or "nothing"
    sheet = "\n".join(theme.plain(line) for line in held.sheet) if whole else ""
    of_whom = f"{showing.held_word.capitalize()} of {theme.name(held.name)}" if several else f"Your {showing.held_word}"
    return "\n".join(part for part in (f"**{of_whom}** ({theme.plain(held.title)}): {items}", sheet) if part)


def _held(showing: Showing, whom: CombatantId | None = None) -> tuple[str, ...]:
    """The labels of all that the viewer holds, or of what this one does."""
    return tuple(item.label for each in showing.view.hands if whom in (each.combatant, None) for item in each.items)


def _name(showing: Showing, who: CombatantId | None) -> str:
    return next((each.name for each in showing.view.combatants if each.id == who), "")


def owed(showing: Showing) -> list[AskedView]:
    """The decisions that the viewer himself owes and can take."""
    return [each for each in showing.view.asked if each.is_mine and each.choices]


# ---- moving


def move(
    showing: Showing, whom: CombatantId | None, options: Sequence[Option] = (), why_not: str = "", page: int = 0
) -> Screen:
    """[Your move], for a combatant of one's own or (the GM) for another: the decision owed and what may be done now.

    `why_not` says why nothing may be done, where the rules refuse everything. Whoever plays several is shown the menu
    of them, at a `page`. `whom` is None for whoever plays nobody.
    """
    asked = next((each for each in owed(showing) if each.whom in (whom, None)), None)
    legal = [option for option in options if option.why_not is None]
    is_another = whom is not None and whom not in showing.viewer.combatants
    below = "".join(_numbers(showing, whom)) if is_another else _hand_of(showing, whom)
    menu = whose.menu(showing, "move", whom, page)
    lines = [*advice(showing)]
    if asked is not None and (asked.whom is None or not legal):
        screen = _asked_screen(showing, asked, below)
        text = theme.cut("\n".join((*lines, screen.text)), theme.CONTENT)
        return replace(screen, text=text, rows=(*menu, *screen.rows))
    name = f"**{theme.name(_name(showing, whom))}**"
    if asked is not None:
        lines.append(f"**{theme.name(asked.who)}**: {theme.name(asked.question, 400)}")
        lines.extend((*_until(showing, asked), *_cut_off(asked.choices)))
    elif legal and showing.view.phase is Phase.LOBBY and showing.viewer.combatants:
        lines.append(f"{_nothing_to_do(showing, why_not)} Before that you may, if you like:")
    elif legal:
        lines.append(f"{name}, what do you do?")
    elif else_only := _else_only(showing, whom):
        lines.append(else_only)
    else:
        lines.extend((*((name,) if menu else ()), _nothing_to_do(showing, why_not)))
    text = "\n".join(part for part in (*lines, below) if part)
    rows = (*menu, *_acts(showing, legal, asked, theme.ROWS - len(menu)))
    return Screen(text=theme.cut(text, theme.CONTENT), rows=rows, held=_held(showing, whom) if below else ())


def _else_only(showing: Showing, whom: CombatantId | None) -> str:
    """To a game master: what is owed for one whose hand he does not see, and what he can do about it."""
    owed = unseen(showing, whom)
    if owed is None or whom in showing.viewer.combatants or whom is None:
        return ""
    who, what, otherwise = (theme.name(each, 150) for each in (owed.who, owed.what, owed.otherwise))
    return ELSE_ONLY.format(who=who, what=what, otherwise=otherwise)


def _acts(showing: Showing, legal: Sequence[Option], asked: AskedView | None, rows: int) -> Sequence[Row]:
    """What may be done, then what may be answered: as buttons, or the answers as a menu where there are too many."""
    acts = [_option_button(showing, option) for option in legal]
    answers = [_choice_button(showing, asked, each) for each in asked.choices] if asked is not None else []
    if asked is not None and len(acts) + len(answers) > rows * theme.BUTTONS_IN_ROW:
        choose = paged(_of_this_hand(showing, asked, "choose", asked.id), "Choose …", asked.choices)
        return (*theme.rows_of(acts, rows - 1), choose)
    return theme.rows_of([*acts, *answers], rows)


def _numbers(showing: Showing, whom: CombatantId | None = None) -> list[str]:
    """The numbers of one, or of everybody, a line each, as far as the viewer may know them."""
    return [
        f"**{theme.name(each.name)}**{' (hidden)' if each.is_hidden else ''}: {theme.plain(each.details)}"
        for each in showing.view.combatants
        if each.details and whom in (each.id, None)
    ]


def numbers(showing: Showing) -> Screen:
    """The numbers of everybody, for the GM."""
    more = "… and {} more: “Act for …” shows each"
    return Screen(text=theme.fit(_numbers(showing), theme.CONTENT, more=more) or "Nobody is there yet.")


def _nothing_to_do(showing: Showing, why_not: str) -> str:
    if showing.view.phase is Phase.LOBBY and not showing.view.asked:
        if not showing.viewer.combatants:
            return _plays_nobody(showing)
        return f"You are in. When the {showing.gm_word} starts, what is yours comes to you alone, and I name you."
    has_part = showing.viewer.gm or showing.viewer.combatants or showing.view.phase is not Phase.RUNNING
    nothing = "Nothing to decide for you now." if has_part else _plays_nobody(showing)
    lines = [f"{nothing} {theme.sentence(theme.name(showing.view.headline, 200))}"]
    if why_not:
        lines.append(theme.name(why_not, 400))
    waiting = sorted({each.who for each in showing.view.asked if each.blocks})
    if waiting:
        lines.append(f"Waiting for: {theme.fit([theme.name(each) for each in waiting], 500, glue=', ')}")
    return "\n".join(lines)


def _option_button(showing: Showing, option: Option) -> Button:
    to = Address("form", showing.id, (option.actor, option.kind))
    return Button(label=option.label, to=to, style="main" if option.slots else "plain")


def _choice_button(showing: Showing, asked: AskedView, choice: Choice, *, is_first: bool = False) -> Button:
    return Button(
        label=_worded(choice),
        to=_of_this_hand(showing, asked, "fill" if choice.blanks else "answer", asked.id, choice.key),
        style="main" if is_first else "plain",
    )


def _of_this_hand(showing: Showing, asked: AskedView | None, verb: str, *args: str) -> Address:
    """The address of a decision, with the number of the hand with which it is shown (where there is room for it)."""
    plain = Address(verb, showing.id, args)
    hand = next((each for each in showing.view.hands if asked is not None and each.combatant == asked.whom), None)
    if hand is None or not hand.revision:
        return plain
    numbered = Address(verb, showing.id, (*args, str(hand.revision)))
    return numbered if numbered.is_valid else plain


def _worded(choice: Choice) -> str:
    """A choice on its button, with its note."""
    return choice.label + (f" ({choice.note})" if choice.note else "")


def _cut_off(choices: Sequence[Choice]) -> list[str]:
    """What a phone cuts off on the buttons, spelled out: a line each."""
    return [f"· {theme.plain(_worded(each))}" for each in choices if len(_worded(each)) > theme.BUTTON_SEEN]


def decision(showing: Showing, prompt: PromptId, page: int) -> Screen:
    """A decision owed, at a page of its choices. Raises: Illegal(STALE) if it is no longer owed."""
    asked = next((each for each in owed(showing) if each.id == prompt), None)
    if asked is None:
        raise Illegal("STALE")
    return _asked_screen(showing, asked, "", page)


def answer_form(showing: Showing, prompt: PromptId, key: str) -> Form | None:
    """The form of an answer that has blanks; None if it has none, or is not to be given any more."""
    asked = next((each for each in owed(showing) if each.id == prompt), None)
    choice = next((each for each in asked.choices if each.key == key), None) if asked else None
    if choice is None or not choice.blanks:
        return None
    return Form(
        title=choice.label,
        to=_of_this_hand(showing, asked, "filled", prompt, key),
        blanks=tuple(_blank(slot) for slot in choice.blanks[: theme.FORM_PARTS]),
    )


def _blank(slot: Slot) -> Blank:
    """One field: a menu of the legal values, else a line of text."""
    picks = tuple(Pick(key=each.key, label=each.label, note=each.note) for each in slot.choices[: theme.OPTIONS])
    is_text = slot.is_free or not picks
    return Blank(name=slot.name, label=slot.label, is_optional=slot.is_optional, picks=() if is_text else picks)


def _asked_screen(
    showing: Showing, asked: AskedView, below: str, page: int = 0, counts: str = "Your choice counts at once."
) -> Screen:
    """A decision with its choices as buttons (up to ten) or as a menu."""
    question = f"**{theme.name(asked.who)}**: {theme.name(asked.question, 400)}"
    spelled = [] if _is_menu(asked) else _cut_off(asked.choices)
    asking = "\n".join((question, counts, *_until(showing, asked), *spelled))
    text = "\n\n".join(part for part in (asking, below) if part)
    return Screen(
        text=theme.cut(text, theme.CONTENT),
        rows=_choices(showing, asked, page),
        held=_held(showing) if below else (),
    )


def _until(showing: Showing, asked: AskedView) -> tuple[str, ...]:
    """When the time for it is up and what happens then, in a line; none where there is no hurry."""
    until = showing.until.get(asked.id)
    if until is None:
        return ()
    up = f"Time up <t:{until}:R>"
    if asked.id in showing.calls_gm:
        return (f"{up}: the {theme.plain(showing.gm_word)} is called.",)
    return (f"{up}, else: {theme.sentence(theme.name(asked.otherwise, 150))}",)


def _is_menu(asked: AskedView) -> bool:
    return len(asked.choices) > 2 * theme.BUTTONS_IN_ROW


def _choices(showing: Showing, asked: AskedView, page: int = 0) -> tuple[Row, ...]:
    if _is_menu(asked):
        return (paged(_of_this_hand(showing, asked, "choose", asked.id), "Choose …", asked.choices, page=page),)
    buttons = [
        _choice_button(showing, asked, choice, is_first=not number) for number, choice in enumerate(asked.choices)
    ]
    return tuple(theme.rows_of(buttons))


# ---- the form of an act


def form(showing: Showing, option: Option, chosen: Mapping[str, str], pages: Mapping[str, int] | None = None) -> Screen:
    """An act with its blanks as menus, the first legal values chosen; nothing counts until it is confirmed.

    An act in one's own words is confirmed by sending them; one with a last blank also by filling that.
    """
    name = next((each.name for each in showing.view.combatants if each.id == option.actor), "")
    rows: list[Row] = []
    said: list[str] = []
    free = next((slot for slot in option.slots if slot.is_free), None)
    is_complete = free is None or free.is_optional or free.name in chosen
    last = ""
    for slot in [slot for slot in option.slots if slot.choices][: theme.ROWS - 1]:
        value = chosen.get(slot.name)
        page = (pages or {}).get(slot.name, 0)
        if slot.is_last and is_complete:
            last = slot.label
            to = Address("with", showing.id, (option.actor, option.kind, slot.name, option.moment))
            rows.append(paged(to, f"{slot.label} …", slot.choices, page=page))
            continue
        to = Address("slot", showing.id, (option.actor, option.kind, slot.name))
        open_ = (Choice(key=NOTHING, label=slot.when_open),) if slot.is_optional else ()
        rows.append(paged(to, slot.label, (*open_, *slot.choices), page=page, chosen=value))
        said.extend(f"{slot.label}: {each.label}" for each in (*open_, *slot.choices) if each.key == value)
    buttons: list[Button] = []
    confirm = option.label
    if free is not None:
        confirm = "Say it in your own words"
        to = Address("write", showing.id, (option.actor, option.kind, free.name, option.moment))
        buttons.append(Button(label=confirm, to=to, style="go"))
    if is_complete:
        confirm = option.label
        to = Address("do", showing.id, (option.actor, option.kind, option.moment))
        buttons.insert(0, Button(label=confirm, to=to, style="go"))
    buttons.append(Button(label="Back", to=Address("back", showing.id, (option.actor,))))
    text = "\n".join((f"**{theme.name(name)}: {theme.plain(option.label)}**", *(theme.plain(each) for each in said)))
    how = f"Press **{theme.plain(confirm)}** to confirm"
    how += f", or pick the {last.lower()} to do it at once." if last else "."
    return Screen(
        text=theme.cut(f"{text}\n{how}", theme.CONTENT),
        rows=(*rows, tuple(buttons)),
    )


def defaults(option: Option) -> dict[str, str]:
    """The values chosen beforehand: of each blank the first, of an optional one nothing."""
    return {
        slot.name: NOTHING if slot.is_optional else slot.choices[0].key
        for slot in option.slots
        if slot.choices and not slot.is_free
    }


# ---- the GM


def panel(showing: Showing, npcs: Sequence[Choice], page: int = 0) -> Screen:
    """[Dealer]: the decisions owed and what happens to whoever stays away, an act for each NPC, what may be set."""
    view = showing.view
    lines = [f"**{theme.plain(showing.gm_word)}'s panel.** {theme.name(view.headline, 200)}"]
    is_running = view.phase is Phase.RUNNING and not showing.is_closed
    lines.append(theme.fit(awaited(showing, view.asked), 900) if view.asked else _when_nobody_is_awaited(showing))
    if is_running:  # before the notes: where there is much to say, those are cut short
        run = " **Run all** does so only for those whom you play." if npcs_awaited(showing) else ""
        lines.append(f"**Go on** does what stands after “else” for everybody awaited.{run}")
        if hidden := [theme.name(each.name) for each in view.combatants if each.is_npc and each.is_hidden]:
            lines.append(f"Hidden, so that nobody waits for them: {theme.fit(hidden, 200, glue=', ')}. Act for them.")
        if free := _free(showing):
            names = theme.fit(free, 300, glue=", ")
            lines.append(f"Nobody plays: {names}. You play on, without seeing what is held; **{WHO}** finds somebody.")
    rows: list[Row] = []
    mine = next((each for each in owed(showing) if each.whom is None), None)
    if mine is not None:
        lines.append(f"**You decide**: {theme.name(mine.question, 300)}")
        rows.extend(_choices(showing, mine))
    lines.extend(unreached(showing))
    lines.append(theme.fit((theme.name(note, 300) for note in view.notes), 1900 - len("\n".join(lines))))
    if npcs and is_running:
        rows.append(paged(Address("npc", showing.id), "Act for …", npcs, page=page))
    if view.settings and is_running:
        rows.append(paged(Address("set", showing.id), "Set …", view.settings))
    if not showing.is_closed:
        end = Button(label="End the fight", to=Address("end", showing.id), style="stop")
        has_no_room = len(rows) > theme.ROWS - 2
        rows.append(
            (
                *_onward(showing),
                *((Button(label="Call for a check", to=Address("calls", showing.id)),) if is_running else ()),
                Button(label="Undo last ruling", to=Address("undo", showing.id)),
                *((end,) if has_no_room else ()),
            )
        )
        if not has_no_room:
            who = Button(label=WHO, to=Address("places", showing.id))
            has_free = is_running and _free(showing)
            rows.append(
                (Button(label="Numbers", to=Address("numbers", showing.id)), *((who,) if has_free else ()), end)
            )
    return Screen(text=theme.cut("\n".join(lines), theme.CONTENT), rows=tuple(rows))


def _free(showing: Showing) -> list[str]:
    """Those with a place that nobody holds, and for whom it is kept."""
    return [
        theme.name(each.name) + (f" (kept for <@{kept}>)" if kept else "")
        for each in showing.view.combatants
        if each.id in showing.free and not each.is_out
        for kept in (showing.kept_for[each.id],)
    ]


def _when_nobody_is_awaited(showing: Showing) -> str:
    """What the GM can do next while nobody owes a decision."""
    if showing.is_closed:
        return (
            "The fight is put away: nothing more is to be done here. "
            "**Again** or /fight again plays it once more, /fight begin opens another."
        )
    match showing.view.phase:
        case Phase.LOBBY:
            return "Players press **Join** on the message in the channel. When all are in, press **Start**."
        case Phase.RUNNING:
            return "Nobody owes a decision."
        case Phase.OVER:
            return "**End the fight** puts it away, and the channel is free for another."


def _onward(showing: Showing) -> tuple[Button, ...]:
    match showing.view.phase:
        case Phase.LOBBY:
            return (Button(label="Start", to=Address("start", showing.id), style="main"),)
        case Phase.RUNNING:
            seq = (str(showing.seq),)
            go_on = Button(label="Go on", to=Address("goon", showing.id, seq), style="main")
            return (
                (Button(label="Run all", to=Address("run", showing.id, seq)), go_on)
                if npcs_awaited(showing)
                else (go_on,)
            )
        case Phase.OVER:
            return ()


def npcs_awaited(showing: Showing) -> bool:
    """Whether the fight waits for somebody whom the GM plays."""
    npcs = {each.id for each in showing.view.combatants if each.id not in showing.players}
    return any(each.blocks and each.whom in npcs for each in showing.view.asked)


def correction(showing: Showing, comparison: Comparison, amend: Amend, lost: str) -> Screen:
    """What was ruled beside what would be, where they differ; nothing counts until it is confirmed.

    `lost`: what could no longer be.
    """
    was = _but_for(comparison.was, comparison.would_be)
    would_be = _but_for(comparison.would_be, comparison.was)
    parts = [f"**As it was ruled**\n{was}", f"**As it would be, with the same draws**\n{would_be}"]
    if comparison.was == comparison.would_be:
        parts = ["That changes nothing in what was ruled. /gm amend sets a value for what comes next."]
    if lost:
        parts.append(f"What was done after that would fall away: {theme.name(lost, 200)}")
    args = (str(comparison.seq), amend.what, amend.whom or "", amend.value)
    to = Address("correct", showing.id, args)
    rows: tuple[Row, ...] = ()
    if to.is_valid:
        rows = ((Button(label="Correct it", to=to, style="go"), Button(label="Back", to=Address("panel", showing.id))),)
    else:
        parts.append("Give the command again with **now** to make it so.")
    return Screen(text=theme.cut("\n\n".join(parts), theme.CONTENT), rows=rows)


def _but_for(lines: Sequence[str], others: Sequence[str]) -> str:
    """These lines without those that stand among the others too, and a word about how many they are."""
    kept = [theme.plain(line) for line in lines if line not in others]
    same = len(lines) - len(kept)
    alike = f"({counted(same, 'line')} the same)" if same else ""
    return "\n".join(part for part in (theme.fit_ends(kept, 800, more=BETWEEN), alike) if part)


def ending(showing: Showing) -> Screen:
    """Whether it is meant: a fight put away cannot be taken up again; a moderator has no panel to go back to."""
    back = (Button(label="Back", to=Address("panel", showing.id)),) if showing.viewer.gm else ()
    return Screen(
        text=f"End **{theme.name(showing.title, 100)}** and put it away? That cannot be taken back.",
        rows=(
            (
                Button(label="Yes, end it", to=Address("endnow", showing.id), style="stop"),
                *back,
            ),
        ),
    )
