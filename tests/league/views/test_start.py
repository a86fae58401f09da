"""Starting a game: who sits where, who deals, with a script and without."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, Game, Night, NightState, Player, Recorder, Role, User
from league.services.players import add_players
from tests.factories import make_founded_club, make_member, make_player, make_user
from tests.league.at_table import is_page, open_table, seat_players, sign_in, statements
from tests.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return make_user("Olive")


@pytest.fixture
def club(owner: User) -> Club:
    club = make_founded_club(owner)
    add_players(club, ["Cleo", "Ann", "Ben"])
    return club


@pytest.fixture
def scorer(owner: User) -> Client:
    return sign_in(owner)


def ids(club: Club, *names: str) -> list[int]:
    return [Player.objects.get(club=club, name=name).pk for name in names]


def look(client: Client, club: Club, **chosen: Any) -> Any:
    return client.get(reverse("game-start", args=[club.slug]), chosen)


def start(client: Client, club: Club, **fields: Any) -> Any:
    form: dict[str, Any] = {"client_id": uuid4(), "variant": "cutthroat", "seat": ids(club, "Ann", "Ben", "Cleo")}
    form = {name: value for name, value in (form | fields).items() if value is not None}
    return client.post(reverse("game-start", args=[club.slug]), form)


def seats(game: Game) -> list[str]:
    return [str(seat.player) for seat in game.players.order_by("seat").select_related("player")]


def first_dealer(game: Game) -> int:
    return int(game.events.get(seq=0).body["first_dealer"])


def assert_refused(answer: Any, *errors: str) -> None:
    assert answer.status_code == 422
    assert is_page(answer)
    assert answer.context["errors"] == list(errors)
    assert all(error.replace("'", "&#x27;") in answer.content.decode() for error in errors)


# Starting


def test_players_sit_in_the_order_in_which_they_were_tapped(scorer: Client, club: Club) -> None:
    number = uuid4()
    answer = start(scorer, club, client_id=number, seat=ids(club, "Cleo", "Ann", "Ben"))
    assert answer.status_code == 303
    assert answer.headers["location"] == reverse("game-table", args=[club.slug, number])
    game = Game.objects.get()
    assert (game.pk, seats(game)) == (number, ["Cleo", "Ann", "Ben"])
    assert (game.table and game.table.number, game.night.state) == (1, NightState.OPEN)


def test_two_sit_down_to_two_handed(scorer: Client, club: Club) -> None:
    start(scorer, club, variant="two_handed", seat=ids(club, "Ben", "Cleo"))
    game = Game.objects.get()
    assert (game.variant, seats(game)) == ("two_handed", ["Ben", "Cleo"])


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_dealer_who_was_chosen_deals_first(scorer: Client, club: Club, dealer: int) -> None:
    answer = start(scorer, club, dealer=str(dealer))
    assert first_dealer(Game.objects.get()) == dealer
    page = scorer.get(answer.headers["location"])
    assert page.context["sheet"].dealer_name == ["Ann", "Ben", "Cleo"][dealer]


@pytest.mark.parametrize("dealer", ["", None])
def test_chance_decides_unless_somebody_chose(scorer: Client, club: Club, dealer: str | None) -> None:
    dealers = set()
    for _game in range(60):  # that one of three never comes has a chance of one in ten thousand million
        start(scorer, club, dealer=dealer)
        dealers.add(first_dealer(Game.objects.order_by("-play_order", "-table__number")[0]))
        if dealers == {0, 1, 2}:
            break
    assert dealers == {0, 1, 2}


def test_who_started_it_is_known_by_name_and_device(scorer: Client, club: Club) -> None:
    start(scorer, club)
    recorder = Recorder.objects.get()
    assert (recorder.label, recorder.device) == ("Olive", "Android phone")
    assert Game.objects.get().events.get().recorder == recorder


# Guests


@pytest.mark.parametrize("name", ["Zoë", "O'Brien", "0", "<b>Zoe</b>", "שרה", "👩‍🚀", "王"])
def test_a_guest_sits_down_by_a_first_name(scorer: Client, club: Club, name: str) -> None:
    answer = start(scorer, club, seat=[*ids(club, "Ann", "Ben"), f"guest:{name}"])
    assert answer.status_code == 303
    assert Player.objects.get(guest=True).name == name
    body = scorer.get(answer.headers["location"]).content.decode()
    assert "<b>Zoe" not in body


def test_a_guest_who_came_before_is_that_guest_again(scorer: Client, club: Club) -> None:
    for name in ("Zoe", " ZOE "):
        start(scorer, club, seat=[*ids(club, "Ann", "Ben"), f"guest:{name}"])
    assert Player.objects.filter(club=club, guest=True).count() == 1
    assert Game.objects.filter(players__player__name="Zoe").count() == 2


def test_a_member_typed_as_a_guest_is_the_member(scorer: Client, club: Club) -> None:
    start(scorer, club, seat=[*ids(club, "Ann", "Ben"), "guest:cleo"])
    assert seats(Game.objects.get()) == ["Ann", "Ben", "Cleo"]
    assert not Player.objects.filter(guest=True).exists()


def test_a_guest_of_another_club_is_nobody_here(scorer: Client, club: Club) -> None:
    add_players(make_founded_club(name="Elsewhere"), ["Zoe"], guest=True)
    start(scorer, club, seat=[*ids(club, "Ann", "Ben"), "guest:Zoe"])
    assert Player.objects.filter(name="Zoe").count() == 2


# Who can't sit down


@pytest.mark.parametrize("names", [[], ["Ann"], ["Ann", "Ben"], ["Ann", "Ben", "Cleo", "Dora"]])
def test_too_few_or_too_many(scorer: Client, club: Club, names: list[str]) -> None:
    add_players(club, ["Dora"])
    wanted = "Players: Choose 3 players." if names else "Players: Choose who plays, in the order in which you sit."
    assert_refused(start(scorer, club, seat=ids(club, *names)), wanted)
    assert not Game.objects.exists()


def test_nobody_sits_in_two_seats(scorer: Client, club: Club) -> None:
    answer = start(scorer, club, seat=ids(club, "Ann", "Ben", "Ann"))
    assert_refused(answer, "Players: Somebody is chosen twice. Each player sits in one seat.")


def test_two_guests_of_one_name_are_one(scorer: Client, club: Club) -> None:
    answer = start(scorer, club, seat=[*ids(club, "Ann"), "guest:Zoe", "guest:zoe"])
    assert_refused(answer, "Players: Somebody is chosen twice. Each player sits in one seat.")
    assert not Player.objects.filter(guest=True).exists()  # nothing is half done


@pytest.mark.parametrize("who", ["another club's", "nobody", "forgotten"])
def test_whoever_is_no_player_here(scorer: Client, club: Club, who: str) -> None:
    other = make_player(make_founded_club(name="Elsewhere"), "Max")
    gone = make_player(club, "Gone", anonymised_at="2026-01-01T00:00Z")
    player = {"another club's": other.pk, "nobody": 999_999, "forgotten": gone.pk}[who]
    answer = start(scorer, club, seat=[*ids(club, "Ann", "Ben"), player])
    assert_refused(answer, f"Players: There is no player {player} in this club.")
    assert "Max" not in answer.content.decode()


@pytest.mark.parametrize("seat", ["Ann", "-1", "1.0", "NaN", "٣", "<script>x</script>", "\x00", "9" * 10_000])
def test_a_seat_that_names_nobody(scorer: Client, club: Club, seat: str) -> None:
    answer = start(scorer, club, seat=[*ids(club, "Ann", "Ben"), seat])
    assert_refused(answer, "Players: Choose players from the list.")
    assert "<script>x" not in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("", "Players: Type the guest's first name."),
        ("\u200b", "Players: Type the guest's first name."),
        ("A" * 10_000, "Players: This has 10000 characters; please keep to 80."),
        ("Z\x00e", "Players: This holds a control character (U+0000). Please type it again."),
    ],
)
def test_a_guest_without_a_name_that_can_be_shown(scorer: Client, club: Club, name: str, error: str) -> None:
    assert_refused(start(scorer, club, seat=[*ids(club, "Ann", "Ben"), f"guest:{name}"]), error)
    assert not Player.objects.filter(guest=True).exists()


def test_somebody_merged_sits_as_whom_they_became(scorer: Client, club: Club) -> None:
    double = make_player(club, "Anne", merged_into=Player.objects.get(club=club, name="Ann"))
    start(scorer, club, seat=[double.pk, *ids(club, "Ben", "Cleo")])
    assert seats(Game.objects.get()) == ["Ann", "Ben", "Cleo"]


def test_somebody_and_their_double_are_one(scorer: Client, club: Club) -> None:
    double = make_player(club, "Anne", merged_into=Player.objects.get(club=club, name="Ann"))
    answer = start(scorer, club, seat=[double.pk, *ids(club, "Ann", "Cleo")])
    assert_refused(answer, "Players: Somebody is chosen twice. Each player sits in one seat.")


# What else can be wrong


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"variant": "bid_euchre"}, "Which game: Choose one of the games in the list."),
        ({"variant": None}, "Which game: This field is required."),
        ({"dealer": "3"}, "First dealer: The first dealer is one of those who play."),
        ({"dealer": "-1"}, "First dealer: The first dealer is one of those who play."),
        ({"dealer": "Ann"}, "First dealer: Type a whole number in digits, such as 3."),
        ({"client_id": None}, "This form has lost its number. Load the page anew and try again."),
        ({"client_id": "7"}, "This form has lost its number. Load the page anew and try again."),
        ({"client_id": "\x00"}, "This form has lost its number. Load the page anew and try again."),
    ],
)
def test_what_is_wrong_is_told_and_everything_chosen_stays(
    scorer: Client, club: Club, fields: dict[str, Any], error: str
) -> None:
    answer = start(scorer, club, **fields)
    assert_refused(answer, error)
    assert [seat["name"] for seat in answer.context["picked"]] == ["Ann", "Ben", "Cleo"]
    assert not Game.objects.exists()


def test_variant_dealer_and_a_guests_name_stay_on_the_page(scorer: Client, club: Club) -> None:
    answer = start(scorer, club, variant="two_handed", seat=ids(club, "Ben"), dealer="0", guest="Zoe")
    assert_refused(answer, "Players: Choose 2 players.")
    body = answer.content.decode()
    assert re.search(r'name="variant" value="two_handed"[^>]* checked', body)
    assert re.search(r'name="dealer" value="0"[^>]* checked', body)
    assert re.search(r'<input id="guest"[^>]* value="Zoe"', body)
    assert f'<input type="hidden" name="seat" value="{ids(club, "Ben")[0]}">' in body


def test_the_next_attempt_has_a_number_of_its_own(scorer: Client, club: Club) -> None:
    """Otherwise a number that another game has would refuse every attempt from this page."""
    used = open_table(name="Elsewhere").game.pk
    answer = start(scorer, club, client_id=used)
    assert_refused(answer, "This game was started already, with other players. Begin a new one.")
    number = answer.context["client_id"]
    assert isinstance(number, UUID)
    assert number != used
    assert start(scorer, club, client_id=number).status_code == 303


def test_on_a_closed_night_nobody_starts(scorer: Client, club: Club) -> None:
    start(scorer, club)
    Night.objects.update(state=NightState.CLOSED)
    assert_refused(start(scorer, club), "Tonight is closed. Ask an organiser to open it again.")
    may_not = make_user("Sam")
    make_member(club, may_not, Role.SCORER)
    assert "which you can open again" not in text_of(start(sign_in(may_not), club))


def test_who_can_open_a_closed_night_is_led_there(club: Club) -> None:
    organiser = make_user("Olga")
    make_member(club, organiser, Role.ORGANISER)
    client = sign_in(organiser)
    start(client, club)
    Night.objects.update(state=NightState.CLOSED)
    night = Night.objects.get()
    answer = start(client, club)
    assert "Tonight is closed." in text_of(answer)
    assert reverse("night-detail", args=[club.slug, night.pk]) in answer.content.decode()
    night.date -= timedelta(days=3)
    night.save()
    club.seasons.update(starts=night.date)
    past = start(client, club, date=night.date.isoformat())
    assert reverse("night-detail", args=[club.slug, night.pk]) in past.content.decode()


def test_without_players_the_page_leads_to_the_list_of_players(club: Club) -> None:
    owner = make_user("Olive")
    make_member(club, owner, Role.OWNER)
    add = reverse("player-add", args=[club.slug])
    page = reverse("game-start", args=[club.slug])
    assert add not in sign_in(owner).get(page).content.decode()
    club.players.all().delete()
    assert add in sign_in(owner).get(page).content.decode()


def test_a_thousand_seats_are_no_form(scorer: Client, club: Club) -> None:
    assert start(scorer, club, seat=["1"] * 1_001).status_code == 400
    assert_refused(start(scorer, club, seat=["1"] * 900), "Players: Choose 3 players.")


# Once


def test_asking_twice_starts_one_game(scorer: Client, club: Club) -> None:
    number = uuid4()
    answers = [start(scorer, club, client_id=number) for _tap in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert Game.objects.get().events.count() == 1


def test_asking_twice_with_a_guest_makes_one_guest(scorer: Client, club: Club) -> None:
    number, sitting = uuid4(), [*ids(club, "Ann", "Ben"), "guest:Zoe"]
    for _tap in range(2):
        assert start(scorer, club, client_id=number, seat=sitting).status_code == 303
    assert (Game.objects.count(), Player.objects.filter(guest=True).count()) == (1, 1)


def test_going_back_to_change_the_seats_is_another_game(scorer: Client, club: Club) -> None:
    number = uuid4()
    start(scorer, club, client_id=number)
    answer = start(scorer, club, client_id=number, seat=ids(club, "Ben", "Ann", "Cleo"))
    assert_refused(answer, "This game was started already, with other players. Begin a new one.")
    assert seats(Game.objects.get()) == ["Ann", "Ben", "Cleo"]


# Choosing without a script


def test_each_name_that_is_tapped_takes_a_seat(scorer: Client, club: Club) -> None:
    ann, ben = ids(club, "Ann", "Ben")
    page = look(scorer, club, seat=[ann], add=ben, dealer="0", variant="cutthroat")
    assert page.status_code == 200
    assert [(seat["value"], seat["name"]) for seat in page.context["picked"]] == [(str(ann), "Ann"), (str(ben), "Ben")]
    body = page.content.decode()
    assert "2 of 3" in body
    assert re.search(r'name="dealer" value="0"[^>]* checked', body)
    assert [player["name"] for player in page.context["players"] if player["picked"]] == ["Ann", "Ben"]


def test_a_name_tapped_again_gets_up(scorer: Client, club: Club) -> None:
    ann, ben = ids(club, "Ann", "Ben")
    assert [seat["name"] for seat in look(scorer, club, seat=[ann, ben], add=ann).context["picked"]] == ["Ben"]


def test_a_guest_takes_a_seat_and_leaves_the_field_empty(scorer: Client, club: Club) -> None:
    page = look(scorer, club, add="guest", guest="Zoe")
    assert [seat["name"] for seat in page.context["picked"]] == ["Zoe"]
    assert page.context["guest"] == ""


def test_a_guest_at_a_full_table_stays_in_the_field(scorer: Client, club: Club) -> None:
    page = look(scorer, club, seat=ids(club, "Ann", "Ben", "Cleo"), add="guest", guest="Zoe")
    assert len(page.context["picked"]) == 3
    assert page.context["guest"] == "Zoe"


def test_looking_starts_nothing(scorer: Client, club: Club) -> None:
    look(scorer, club, client_id=uuid4(), seat=ids(club, "Ann", "Ben", "Cleo"), add="guest", guest="Zoe")
    assert not Game.objects.exists()
    assert not Player.objects.filter(guest=True).exists()
    assert not Night.objects.exists()


def test_the_number_of_the_game_is_carried_from_tap_to_tap(scorer: Client, club: Club) -> None:
    number = str(uuid4())
    assert str(look(scorer, club, client_id=number).context["client_id"]) == number
    for nonsense in ("7", "<b>", "x" * 5_000):
        made = look(scorer, club, client_id=nonsense).context["client_id"]
        assert isinstance(made, UUID)


@pytest.mark.parametrize("junk", ["<script>x</script>", "guest:<script>x</script>", "999999", "שרה", "x" * 3_000])
@pytest.mark.parametrize("name", ["add", "seat", "dealer", "variant", "guest"])
def test_nonsense_in_the_address_is_shown_as_text_at_most(scorer: Client, club: Club, name: str, junk: str) -> None:
    page = look(scorer, club, **{name: junk})
    assert page.status_code == 200
    assert "<script>x" not in page.content.decode()


def test_a_nul_in_the_address_is_a_bad_request(scorer: Client, club: Club) -> None:
    assert look(scorer, club, add="guest", guest="Z\x00e").status_code == 400


# Who stands first


def test_names_stand_in_their_order_until_somebody_played(scorer: Client, club: Club) -> None:
    page = look(scorer, club)
    assert [player["name"] for player in page.context["players"]] == ["Ann", "Ben", "Cleo"]
    assert not any(player["recent"] for player in page.context["players"])


def test_who_played_last_stands_first(scorer: Client, club: Club, owner: User, time_machine: Any) -> None:
    add_players(club, ["Dora", "Emil", "Finn", "Aad"])
    time_machine.move_to("2026-10-01 20:00Z")
    for names in (("Finn", "Emil", "Dora"), ("Cleo", "Dora", "Ben")):
        time_machine.shift(60)
        seat_players(club, owner, [Player.objects.get(club=club, name=name) for name in names])
    players = look(scorer, club).context["players"]
    assert [player["name"] for player in players] == ["Cleo", "Dora", "Ben", "Finn", "Emil", "Aad", "Ann"]
    assert [player["recent"] for player in players] == [True] * 5 + [False] * 2


def test_whoever_can_not_sit_down_is_not_offered(scorer: Client, club: Club) -> None:
    make_player(club, "Anne", merged_into=Player.objects.get(club=club, name="Ann"))
    make_player(club, "Gone", anonymised_at="2026-01-01T00:00Z")
    make_player(make_founded_club(name="Elsewhere"), "Max")
    assert [player["name"] for player in look(scorer, club).context["players"]] == ["Ann", "Ben", "Cleo"]


def test_a_club_without_players_says_what_to_do(owner: User, scorer: Client) -> None:
    empty = make_founded_club(owner, name="Empty")
    assert "This club has no players yet." in look(scorer, empty).content.decode()


# Who may, how, and at what cost


def test_only_scorers_start_games(club: Club) -> None:
    pia = make_user("Pia")
    make_member(club, pia, Role.PLAYER)
    for client in (Client(), sign_in(pia), sign_in(make_user("Strange"))):
        assert look(client, club).status_code == 403
        assert start(client, club).status_code == 403
    assert not Game.objects.exists()


def test_other_methods_and_no_token(club: Club, owner: User, scorer: Client) -> None:
    url = reverse("game-start", args=[club.slug])
    for method in ("put", "patch", "delete"):
        assert getattr(scorer, method)(url).status_code == 405
    assert start(sign_in(owner, enforce_csrf_checks=True), club).status_code == 403
    assert not Game.objects.exists()


def test_the_page_costs_the_same_for_one_game_and_three(scorer: Client, club: Club, owner: User) -> None:
    everybody = list(Player.objects.filter(club=club))
    seat_players(club, owner, everybody)
    few = statements(lambda: look(scorer, club))
    for _game in range(2):
        seat_players(club, owner, everybody)
    add_players(club, [f"Player {number}" for number in range(20)])
    assert statements(lambda: look(scorer, club)) == few
    assert few <= 6
