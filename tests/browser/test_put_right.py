"""Old hands put right while somebody looks at the standings: what was won is won, and what is taken back is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from playwright.sync_api import expect

from league.services.players import add_players
from league.services.rescore import compare
from league.services.scope import Scope
from league.standings.build import standings_of
from tests.browser.hall import Hall, Table
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

MOUSE = {"is_mobile": False, "has_touch": False, "device_scale_factor": 1, "viewport": {"width": 1000, "height": 900}}


def rows(phone: Phone) -> list[list[str]]:
    """The standings as they are on the screen: place, name, games, won."""
    lines = phone.page.locator("#standings tbody tr").all()
    return [[cell.inner_text() for cell in line.locator("th, td").all()] for line in lines]


def save(phone: Phone) -> None:
    """The yes behind a preview."""
    phone.page.locator("button[name=save]").click()
    expect(phone.page.locator("#sheet")).to_be_visible()


def change(phone: Phone, hall: Hall, table: Table, what: str, query: str = "") -> None:
    phone.open(hall.path("game-change", table.game.pk, what) + query)


@pytest.mark.both_databases
def test_correct_insert_undo_restore_and_reseat_show_in_the_standings_of_another_browser(
    new_phone: Callable[..., Phone], hall: Hall
) -> None:
    table = hall.start()
    hands = [str(table.record("Bogdan", 5).log.state.last_hand) for _ in range(3)]
    desk, home = new_phone(hall.owner, **MOUSE), new_phone(**MOUSE)
    home.open(hall.path("standings"))
    expect(home.page.get_by_text("No finished game yet")).to_be_visible()

    # A forgotten hand goes between the first two, and wins the game.
    change(desk, hall, table, "insert", f"?follows={hands[0]}")
    desk.page.locator("button[name=cell][value='0:3']").click()
    expect(desk.page.get_by_text("Bogdan wins, 10–0–0.")).to_be_visible()
    assert home.page.get_by_text("No finished game yet").is_visible()  # nothing is stored yet
    save(desk)
    home.poll()
    expect(home.page.locator("#standings tbody tr").first).to_contain_text("Bogdan")

    # The first hand was Jo's: the game is open again and the win is gone.
    change(desk, hall, table, "correct", f"?hand={hands[0]}")
    desk.page.locator("button[name=cell][value='2:5']").click()
    save(desk)
    home.poll()
    expect(home.page.get_by_text("No finished game yet")).to_be_visible()

    # Undone, restored; seats swapped and taken back: the sums follow every time.
    for what in ("void", "restore"):
        change(desk, hall, table, what, f"?hand={hands[1]}")
        desk.page.get_by_role("button", name="Show what would change").click()
        save(desk)
    change(desk, hall, table, "seats", f"?follows={hands[2]}")
    for place, seat in enumerate((1, 0, 2)):
        desk.page.locator("select[name=order]").nth(place).select_option(str(seat))
    desk.page.get_by_role("button", name="Show what would change").click()
    save(desk)
    table.record("Bogdan", 5)
    home.poll()
    expect(home.page.locator("#standings tbody tr").first).to_contain_text("Bogdan")
    assert list(compare(Scope())) == []


class PutRight(RuleBasedStateMachine):
    """One browser puts a game right in every way, another looks at the standings; a third phone plays on."""

    desk: Phone
    home: Phone
    hall: Hall

    @initialize()
    def sit_down(self) -> None:
        players = add_players(self.hall.club, [f"{name} {uuid4().hex[:6]}" for name in ("Ann", "Ben", "Cleo")])
        self.hall.players.update({player.name: player for player in players})
        self.table = self.hall.start([player.name for player in players])
        self.home.open(self.hall.path("standings"))

    @property
    def live(self) -> Sequence[str]:
        return [line.id for line in self.table.log.state.lines if not line.void]

    @property
    def voided(self) -> Sequence[str]:
        return [line.id for line in self.table.log.state.lines if line.void]

    def _go(self, what: str, query: str = "") -> None:
        change(self.desk, self.hall, self.table, what, query)

    def _yes(self) -> None:
        """Save what would change; a change that the rules refuse says so and stores nothing."""
        yes = self.desk.page.locator("button[name=save]")
        expect(yes.or_(self.desk.page.locator(".notice.error")).first).to_be_visible()
        if yes.count():
            save(self.desk)

    def _show(self) -> None:
        self.desk.page.get_by_role("button", name="Show what would change").click()
        self._yes()

    @rule(maker=st.integers(0, 2), tricks=st.sampled_from([5, 5, 3, 1]))
    def play(self, maker: int, tricks: int) -> None:
        if self.table.log.is_open:
            self.table.record(self.table.names[maker], tricks)

    @precondition(lambda self: self.live)
    @rule(data=st.data(), maker=st.integers(0, 2), tricks=st.integers(0, 5))
    def correct(self, data: st.DataObject, maker: int, tricks: int) -> None:
        self._go("correct", f"?hand={data.draw(st.sampled_from(self.live))}")
        self.desk.page.locator(f"button[name=cell][value='{maker}:{tricks}']").click()
        self._yes()

    @precondition(lambda self: self.live)
    @rule(data=st.data(), maker=st.integers(0, 2), tricks=st.integers(0, 5))
    def insert(self, data: st.DataObject, maker: int, tricks: int) -> None:
        self._go("insert", f"?follows={data.draw(st.sampled_from(self.live))}")
        self.desk.page.locator(f"button[name=cell][value='{maker}:{tricks}']").click()
        self._yes()

    @precondition(lambda self: self.live)
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        self._go("void", f"?hand={data.draw(st.sampled_from(self.live))}")
        self._show()

    @precondition(lambda self: self.voided)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        self._go("restore", f"?hand={data.draw(st.sampled_from(self.voided))}")
        self._show()

    @rule(order=st.permutations([0, 1, 2]))
    def reseat(self, order: list[int]) -> None:
        self._go("seats")
        for place, seat in enumerate(order):
            self.desk.page.locator("select[name=order]").nth(place).select_option(str(seat))
        self._show()

    @precondition(lambda self: self.table.log.is_open)
    @rule()
    def abandon(self) -> None:
        self._go("abandon")
        self._show()

    @precondition(lambda self: self.table.log.ending is not None)
    @rule()
    def reopen(self) -> None:
        self._go("undo", f"?number={self.table.log.ending}")
        self._show()

    @invariant()
    def everything_agrees(self) -> None:
        assert [str(difference) for difference in compare(Scope())] == []
        table = standings_of(self.hall.club, season=None)
        assert table is not None
        self.home.poll()
        expect(self.home.page.locator("#standings tbody tr")).to_have_count(len(table.page.object_list))
        for line in table.page:
            figures = {cell.key: cell.text for cell in line.cells}
            shown = self.home.page.locator("#standings tbody tr", has_text=line.name)
            expect(shown.locator("td.place")).to_contain_text(str(line.place))
            expect(shown.locator("td.total")).to_have_text(figures["won"])


def test_any_order_of_putting_right_agrees_with_the_standings_in_another_browser(
    new_phone: Callable[..., Phone], hall: Hall, allow_console: Callable[[str], None]
) -> None:
    allow_console("422")  # what the rules refuse
    desk, home = new_phone(hall.owner, **MOUSE), new_phone(**MOUSE)

    class Here(PutRight):
        pass

    Here.desk, Here.home, Here.hall = desk, home, hall
    run_state_machine_as_test(
        Here,
        settings=settings(
            max_examples=6, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck), database=None
        ),
    )


def test_what_open_games_would_change_follows_them(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table = hall.start()
    home = new_phone(**MOUSE)
    home.open(hall.path("standings"))
    now = home.page.locator("#now")
    expect(now).not_to_contain_text("If tonight")
    table.record("Jo", 5)
    home.poll()
    expect(now).to_contain_text("If tonight’s games ended now")
    expect(now.locator("tbody tr").first).to_contain_text("Jo")
    table.record("Bogdan", 5)
    table.record("Bogdan", 5)
    home.poll()
    expect(now.locator("tbody tr").first).to_contain_text("Bogdan")
    expect(home.page.get_by_text("No finished game yet")).to_be_visible()
