"""Every slash command, and what its blanks offer: what is offered is accepted, and so is what people type."""

import discord
import pytest

from bot.rehearsal import Person
from rules.core.combatant import Side
from rules.core.view import CombatantView, Phase
from tests.support.table import Table, require_refused, seated


async def offered(person: Person, path: str, option: str, text: str = "", /, **options: object) -> list[str]:
    return [choice.name for choice in await person.complete(path, option, text, **options)]


async def start_a_turn(table: Table, *players: str, scene: str = "ambush") -> None:
    """A fight in which the first player, as Lookout with the Initiative, may act."""
    await table.fight(*players, scene=scene)
    first = table.person(players[0])
    await first.presses("Your move")
    await first.presses("I am Lookout")
    for choice in await first.complete("/act", "action", ""):
        await first.command("/act", action=choice.value)
        break
    while any("Trump" in name for name in await offered(first, "/act", "action")):
        await first.command("/act", action="Stand")
    await table.settled()
    assert (await table.showing()).view.headline.endswith("Posse Phase"), "the seed gives the Posse the Initiative"


async def combatant(table: Table, name: str) -> CombatantView:
    view = (await table.showing(by=table.person("Dealer"))).view
    return next(each for each in view.combatants if each.name == name)


# ---- /fight


async def test_the_systems_offered_are_accepted() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        (choice,) = await dealer.complete("/fight begin", "system", "tex")
        outcome = await dealer.command("/fight begin", system=choice.value)
        assert choice.name == "Texarkana"
        assert "panel" in outcome.text


@pytest.mark.parametrize("typed", ["Texarkana", "texarkana", "TEX"])
async def test_a_system_is_understood_as_people_write_it(typed: str) -> None:
    async with seated() as table:
        await table.person("Dealer").command("/fight begin", system=typed)
        assert (await table.showing()).ruleset_name == "Texarkana"


@pytest.mark.parametrize("typed", ["ambush", "Ambush on the road", "ambush on"])
async def test_a_scene_is_understood_by_key_name_and_beginning(typed: str) -> None:
    async with seated() as table:
        await table.person("Dealer").command("/fight begin", system="texarkana", scene=typed)
        assert "Ambush" in (await table.showing()).view.headline


async def test_the_scenes_offered_belong_to_the_system_typed_so_far_and_are_accepted() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        scenes = await dealer.complete("/fight begin", "scene", "", system="Texarkana")
        await dealer.command("/fight begin", system="Texarkana", scene=scenes[1].value)
        assert "Ambush" in (await table.showing()).view.headline
        assert await dealer.complete("/fight begin", "scene", "", system="chess") == []


async def test_an_unknown_system_or_scene_is_refused_with_what_there_is() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        require_refused(await dealer.command("/fight begin", system="chess"), "chess", "Texarkana")
        refused = await dealer.command("/fight begin", system="texarkana", scene="moon")
        require_refused(refused, "moon", "The saloon", "Ambush on the road")
        assert not table.posted()


async def test_the_ready_characters_offered_can_be_joined_as() -> None:
    async with seated() as table:
        await table.fight(start=False)
        ana = table.person("Ana")
        (choice,) = await ana.complete("/fight join", "who", "merc")
        await ana.command("/fight join", who=choice.value, name="Mercy the Kid")
        assert (await combatant(table, "Mercy the Kid")).is_npc is False


@pytest.mark.parametrize("typed", ["Silas Redbird", "silas", "redbird"])
async def test_a_character_is_understood_by_name_beginning_and_part(typed: str) -> None:
    async with seated() as table:
        await table.fight(start=False)
        await table.person("Ana").command("/fight join", who=typed)
        assert (await combatant(table, "Silas Redbird")).is_npc is False


async def test_a_character_that_fits_twice_or_never_is_refused_with_what_there_is() -> None:
    async with seated() as table:
        await table.fight(start=False)
        ana = table.person("Ana")
        require_refused(await ana.command("/fight join", who="an"), "more than one", "Hank Dollarhide")
        require_refused(await ana.command("/fight join", who="Zeb"), "Zeb", "Ada Quill", "Silas Redbird")
        assert await table.seq() == 1


async def test_leaving_frees_the_place_and_one_may_join_again() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        ana = table.person("Ana")
        await ana.command("/fight leave")
        assert not (await table.showing()).players
        await ana.command("/fight join", who="Ruth")
        assert len((await table.showing()).players) == 1


async def test_show_posts_the_board_again_at_the_bottom() -> None:
    async with seated() as table:
        await table.fight("Ana")
        before = table.board()
        await table.person("Ana").command("/fight show")
        await table.settled()
        assert table.posted()[-1] is table.board()
        assert int(table.board().id) > int(before.id)
        assert before.id not in table.discord.world.messages


async def test_end_puts_the_fight_away_and_the_channel_takes_another() -> None:
    async with seated() as table:
        await table.fight("Ana")
        dealer = table.person("Dealer")
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        await table.settled()
        assert "put away" in dealer.sees()
        await dealer.command("/fight begin", system="texarkana", title="Another one")
        await table.settled()
        assert (await table.showing()).title == "Another one"


async def test_typing_the_end_of_a_running_fight_asks_first_and_of_a_lobby_does_not() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        assert "put away" in (await dealer.command("/fight end")).text
        await table.fight("Ana")
        assert "cannot be taken back" in (await dealer.command("/fight end")).text
        assert not (await table.showing()).is_closed
        await dealer.presses("Back")
        assert "panel" in dealer.surfaces()[0].text


@pytest.mark.parametrize("permission", ["manage_channels", "manage_guild"])
async def test_whoever_manages_the_channel_may_end_its_fight_and_nothing_more(permission: str) -> None:
    async with seated() as table:
        await table.fight("Ana")
        marshal = table.discord.person("Marshal", permissions=discord.Permissions(**{permission: True}))
        require_refused(await marshal.command("/fight undo"), "only the Dealer")
        asked = await marshal.command("/fight end")
        assert "cannot be taken back" in asked.text
        assert "[Back]" not in marshal.sees().splitlines()[-1]
        assert not (await table.showing()).is_closed
        await marshal.presses("Yes, end it")
        await table.settled()
        assert "put away" in table.board().payload["content"]


async def test_only_who_is_in_reads_that_he_is_in() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        assert "You are in." in (await table.person("Ana").command("/fight show")).text
        for outcome in (
            await table.person("Bo").command("/fight show"),
            await table.person("Ana").command("/fight leave"),
        ):
            assert "You are not in this fight. Press Join, or choose a character." in outcome.text
            assert "You are in." not in outcome.text


async def test_a_blank_left_open_names_itself_once() -> None:
    async with seated() as table:
        await start_a_turn(table, "Ana", "Bo")
        ana = table.person("Ana")
        await ana.presses("Your move")
        form = await ana.presses("Shoot")
        assert "\nWeapon: The first that serves\n" in form.text
        assert "Weapon: Weapon" not in form.text
        assert "<Card …: " in form.text, "nothing is chosen of what does it at once"
        assert "Press **Shoot** to confirm, or pick the card to do it at once." in form.text


@pytest.mark.parametrize(("system", "first"), [("texarkana", "Posse"), ("conflicts", "Players"), ("twtw", "Players")])
async def test_sides_are_offered_as_the_rules_call_them(system: str, first: str) -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system=system)
        offered = await dealer.complete("/gm add", "side", "")
        assert [each.name for each in offered] == [first, "Enemies", "Bystanders"]
        who = (await dealer.complete("/gm add", "who", ""))[0].value
        outcome = await dealer.command("/gm add", who=who, name="Otis", side="Bystanders")
        assert not outcome.text.startswith("✋"), outcome.text
        otis = next(each for each in (await table.showing()).view.combatants if each.name == "Otis")
        assert otis.side is Side.BYSTANDER


async def test_who_acts_is_asked_for_by_the_name_of_its_blank() -> None:
    async with seated() as table:
        await table.fight("Ana")
        refused = await table.person("Dealer").command("/act", action="Shoot", **{"as": "Zeb"})
        require_refused(refused, '"Zeb" for as')


async def test_house_rules_are_read_and_a_wrong_one_is_refused_with_what_it_takes() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        begin = {"system": "texarkana"}
        require_refused(await dealer.command("/fight begin", **begin, house="tier"), "switch=value")
        require_refused(await dealer.command("/fight begin", **begin, house="bust_over=99"), "set to 99", "TXD-35")
        await dealer.command("/fight begin", **begin, house="bust_over=22, tier=any")
        assert (await table.showing()).view.phase is Phase.LOBBY


# ---- /act


async def test_what_act_offers_is_what_the_buttons_offer() -> None:
    async with seated() as table:
        await start_a_turn(table, "Ana", "Bo")
        ana = table.person("Ana")
        names = await offered(ana, "/act", "action")
        await ana.presses("Your move")
        screen = ana.surfaces()[0]
        assert names == [control.label for control in screen.controls]


async def test_every_value_that_act_offers_for_a_shot_is_accepted() -> None:
    async with seated() as table:
        await start_a_turn(table, "Ana", "Bo")
        ana = table.person("Ana")
        typed = {"action": "Shoot"}
        filled = {
            blank: (await ana.complete("/act", blank, "", **typed))[-1].value for blank in ("whom", "weapon", "card")
        }
        outcome = await ana.command("/act", **typed, **filled)
        assert "Ada Quill plays" in outcome.text
        assert await ana.complete("/act", "how", "", action="Shoot") == []


async def test_typed_names_labels_and_beginnings_are_understood() -> None:
    async with seated() as table:
        await start_a_turn(table, "Ana", "Bo")
        ana = table.person("Ana")
        card = (await ana.complete("/act", "card", "", action="shoot"))[0].name
        outcome = await ana.command("/act", action="sho", whom="dutch", weapon="lever", card=card.upper())
        assert "Dutch" in outcome.text


async def test_act_where_and_how_offer_only_what_is_legal() -> None:
    async with seated() as table:
        await start_a_turn(table, "Ana", "Bo")
        ana = table.person("Ana")
        assert "Rocks" in await offered(ana, "/act", "where", action="Move")
        assert "Grapple" in " ".join(await offered(ana, "/act", "how", "gr", action="Brawl"))
        await ana.command("/act", action="Move", where="Wag")
        assert (await combatant(table, "Ada Quill")).place in ("wagon", "Wagon")


async def test_a_note_goes_to_the_blank_for_own_words() -> None:
    async with seated() as table:
        await start_a_turn(table, "Ana", "Bo")
        outcome = await table.person("Ana").command("/act", action="Something else", note="I whistle for my horse")
        assert "whistle for my horse" in outcome.text


async def test_a_name_without_its_number_means_the_one_without_a_number() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm add", who="bandit", name="Dutch")
        await dealer.command("/fight start")
        outcome = await dealer.command("/gm amend", what="grit", value="2", whom="Dutch")
        assert not outcome.text.startswith("✋")


async def test_an_unknown_or_ambiguous_word_in_act_is_refused_with_what_there_is() -> None:
    async with seated() as table:
        await start_a_turn(table, "Ana", "Bo")
        ana, seq = table.person("Ana"), await table.seq()
        require_refused(await ana.command("/act", action="dance"), "dance", "Shoot", "Brawl")
        require_refused(await ana.command("/act", action="Shoot", whom="Zeb"), "Zeb", "Dutch (Rocks)")
        require_refused(await ana.command("/act", action="Shoot", whom="rocks"), "more than one", "Dutch", "Lefty")
        require_refused(await ana.command("/act", action="Shoot", whom="Dutch", weapon="cannon"), "cannon", "derringer")
        require_refused(await ana.command("/act", action="Shoot", whom="Dutch", card="2 of Beer"), "2 of Beer", "of")
        require_refused(await ana.command("/act", action="Shoot", whom="Dutch", where="Road"), "where", "whom", "card")
        require_refused(await ana.command("/act", action="Shoot"), "whom", "Dutch")
        require_refused(await ana.command("/act", action="Something else"), "note", "own words")
        require_refused(await ana.command("/act", action="Let the turn go by", note="zzz"), "note", "nothing more")
        assert await table.seq() == seq


async def test_the_game_master_acts_as_an_npc_by_any_name() -> None:
    async with seated() as table:
        await start_a_turn(table, "Ana", "Bo")
        dealer = table.person("Dealer")
        assert "Dutch" in " ".join(await offered(dealer, "/act", "as", "du"))
        assert await table.person("Ana").complete("/act", "as", "") == []
        require_refused(await dealer.command("/act", action="Shoot"), "as")
        require_refused(await dealer.command("/act", action="Shoot", **{"as": "Zeb"}), "Zeb", "Dutch", "Ada Quill")
        require_refused(await dealer.command("/act", action="Shoot", **{"as": "Dutch"}), "Phase")


async def test_the_game_master_acts_for_an_absent_player_but_sees_no_cards() -> None:
    async with seated() as table:
        await start_a_turn(table, "Ana", "Bo")
        dealer = table.person("Dealer")
        ada = {"as": "Ada"}
        assert "Shoot" in await offered(dealer, "/act", "action", **ada)
        assert await dealer.complete("/act", "card", "", action="Shoot", **ada) == []
        outcome = await dealer.command("/act", action="Move", where="Wagon", **ada)
        assert not outcome.text.startswith("✋")


async def test_without_a_fight_act_offers_nothing_and_is_refused() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        assert await ana.complete("/act", "action", "") == []
        require_refused(await ana.command("/act", action="Shoot"), "no fight", "/fight begin")


# ---- /me


async def test_me_shows_ones_own_hand_to_oneself() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        outcome = await table.person("Ana").command("/me hand")
        assert outcome.ephemeral
        assert "Your hand" in outcome.text
        assert "6 of Hearts" in outcome.text


# ---- /gm


async def test_gm_add_takes_what_it_offers_and_what_people_type() -> None:
    async with seated() as table:
        await table.fight(start=False)
        dealer = table.person("Dealer")
        who = (await dealer.complete("/gm add", "who", "sher"))[0]
        where = (await dealer.complete("/gm add", "where", "wag"))[0]
        await dealer.command("/gm add", who=who.value, where=where.value, side="bystander")
        await dealer.command("/gm add", who="wild", name="Rex", where="roc", hidden=True)
        assert (await combatant(table, "Sheriff")).place in ("wagon", "Wagon")
        assert (await combatant(table, "Rex")).is_hidden
        require_refused(await dealer.command("/gm add", who="dragon"), "dragon", "Townsman", "Bandit")
        require_refused(await dealer.command("/gm add", who="bandit", where="moon"), "moon", "Rocks")


async def test_gm_place_puts_somebody_somewhere_and_lays_out_new_places() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm place", where="Old mill", link="Road", sight="Road, Rocks", note="Creaking")
        whom = (await dealer.complete("/gm place", "whom", "ad"))[0]
        where = (await dealer.complete("/gm place", "where", "old"))[0]
        await dealer.command("/gm place", where=where.value, whom=whom.value)
        assert (await combatant(table, "Ada Quill")).place in ("old-mill", "Old mill")
        require_refused(await dealer.command("/gm place", where="moon", whom="Ada"), "moon", "Old mill")
        require_refused(await dealer.command("/gm place", where="Road", whom="Zeb"), "Zeb", "Ada Quill")


@pytest.mark.parametrize("group", ["amend", "secret", "decide"])
async def test_whatever_gm_offers_to_set_is_accepted(group: str) -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer = table.person("Dealer")
        path = f"/gm {group}"
        for what in await dealer.complete(path, "what", ""):
            values = await dealer.complete(path, "value", "", what=what.value)
            whom = await dealer.complete(path, "whom", "", what=what.name)
            value = values[0].value if values else "1"
            outcome = await dealer.command(path, what=what.value, value=value, whom=whom[0].value if whom else None)
            answered = (
                not outcome.text.startswith("✋") or "(TX" in outcome.text
            )  # the rules may refuse, not the reading
            assert answered, f"{what.name}={value}: {outcome.text}"


async def test_gm_words_are_understood_as_typed_and_unknown_ones_refused() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer = table.person("Dealer")
        await dealer.command("/gm amend", what="Luck", value="1", whom="ada")
        assert "Luck 1" in (await combatant(table, "Ada Quill")).state
        seq = await table.seq()
        require_refused(await dealer.command("/gm amend", what="beauty", value="1"), "beauty", "Grit", "Luck chips")
        require_refused(await dealer.command("/gm amend", what="Grit", value="1"), "whom", "Ada Quill")
        require_refused(await dealer.command("/gm amend", what="Grit", value="lots", whom="ada"), "lots", "number")
        require_refused(await dealer.command("/gm amend", what="Where", value="moon", whom="ada"), "moon", "Rocks")
        require_refused(await dealer.command("/gm decide", what="Woe", value="1", whom="ada"), "whom", "what, value")
        assert await table.seq() == seq


async def test_go_on_applies_what_stands_beside_each_awaited_name() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        outcome = await table.person("Dealer").command("/gm go-on")
        assert "Ada Quill is Lookout" in outcome.text


async def test_nobody_but_the_game_master_is_offered_anything_by_gm() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        assert await ana.complete("/gm amend", "what", "") == []
        assert await ana.complete("/gm secret", "whom", "") == []
