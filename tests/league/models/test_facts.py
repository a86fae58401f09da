"""What somebody entered is never changed or deleted: not by the ORM, not by SQL, not by accident."""

from __future__ import annotations

import ast

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import ProtectedError

from league.facts import fact_models, facts_unlocked, make_triggers, missing_triggers
from league.models import AuditEntry, Credit, EventAlias, GameEvent, RuleSet
from league.models.base import FactError
from tests.factories import make_bare_game, make_club, make_event, make_recorder, make_user
from tests.repository import name, project_files

# Purging a club, data migrations and the flush of the tests; a new caller is looked at here.
CALLERS: set[str] = {"league/services/purging.py", "tests/facts_flush.py", "tests/league/models/test_facts.py"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> GameEvent:
    club = make_club()
    return make_event(make_bare_game(club), make_recorder(club))


def run(sql: str, *values: object) -> None:
    """Straight to the database, as psql or a careless migration would."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)


def test_these_are_the_facts() -> None:
    assert set(fact_models()) == {RuleSet, GameEvent, EventAlias, Credit, AuditEntry}


# Refused


def test_orm_refuses_to_change_a_fact(event: GameEvent) -> None:
    event.kind = "hand"
    for change in (event.save, event.delete):
        with pytest.raises(FactError):
            change()


def test_querysets_refuse_to_change_facts(event: GameEvent) -> None:
    events = GameEvent.objects.filter(pk=event.pk)
    with pytest.raises(FactError):
        events.update(kind="hand")
    with pytest.raises(FactError):
        events.delete()
    with pytest.raises(FactError):
        GameEvent.objects.bulk_update([event], ["kind"])
    with pytest.raises(FactError):
        GameEvent.objects.update_or_create(pk=event.pk, defaults={"kind": "hand"})


@pytest.mark.parametrize("sql", ["UPDATE league_gameevent SET kind = 'hand'", "DELETE FROM league_gameevent"])
def test_database_refuses_raw_sql(event: GameEvent, sql: str) -> None:
    with pytest.raises(DatabaseError, match="never changed"):
        run(sql)
    assert GameEvent.objects.get().kind == "start"


def test_what_facts_stand_on_is_protected(event: GameEvent) -> None:
    with pytest.raises(ProtectedError):
        event.game.delete()
    with pytest.raises(ProtectedError):
        event.recorder.delete()


def test_an_account_can_go_while_its_facts_stay() -> None:
    club, user = make_club(), make_user("Ben")
    event = make_event(make_bare_game(club), make_recorder(club, account=user))
    user.delete()
    assert GameEvent.objects.get(pk=event.pk).recorder.account is None


# Unlocked


def test_unlocked_facts_can_be_changed_and_lock_again(event: GameEvent) -> None:
    with facts_unlocked():
        GameEvent.objects.update(kind="hand")
        run("UPDATE league_gameevent SET seq = 7")
    changed = GameEvent.objects.get()
    assert (changed.kind, changed.seq) == ("hand", 7)
    with pytest.raises(DatabaseError):
        run("DELETE FROM league_gameevent")
    with pytest.raises(FactError):
        changed.delete()


def test_an_error_inside_locks_again_and_takes_back(event: GameEvent) -> None:
    def delete_and_fail() -> None:
        with facts_unlocked():
            GameEvent.objects.all().delete()
            raise IntegrityError

    with pytest.raises(IntegrityError):
        delete_and_fail()
    assert GameEvent.objects.count() == 1
    with pytest.raises(DatabaseError):
        run("DELETE FROM league_gameevent")


def test_inner_block_does_not_lock_the_outer_one(event: GameEvent) -> None:
    with facts_unlocked():
        with facts_unlocked():
            run("UPDATE league_gameevent SET seq = 7")
        run("DELETE FROM league_gameevent")
    assert not GameEvent.objects.exists()


def test_only_these_files_unlock_facts() -> None:
    users = {name(path) for path in project_files(".py") if "facts_unlocked" in names_in(path.read_text("utf-8"))}
    assert users == CALLERS


def names_in(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    imported = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    return imported | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


# The triggers themselves


def test_triggers_are_there_and_can_be_made_again() -> None:
    assert missing_triggers() == []
    make_triggers(connection)
    assert missing_triggers() == []


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_rebuilding_a_table_loses_triggers_and_migrating_brings_them_back() -> None:
    """Why they are made after each migration and not in one."""
    with connection.schema_editor() as editor:
        editor._remake_table(GameEvent)  # as altering a column does
    assert missing_triggers() == ["league_gameevent_no_update", "league_gameevent_no_delete"]
    call_command("migrate", verbosity=0)
    assert missing_triggers() == []


@pytest.mark.django_db(transaction=True)
def test_a_committed_fact_is_gone_after_the_flush() -> None:
    club = make_club()
    make_event(make_bare_game(club), make_recorder(club))
    call_command("flush", verbosity=0, interactive=False)
    assert not GameEvent.objects.exists()
    assert missing_triggers() == []


@pytest.mark.django_db(transaction=True)
def test_the_doctor_misses_a_trigger(capsys: pytest.CaptureFixture[str]) -> None:
    drop = "DROP TRIGGER league_gameevent_no_update"
    run(drop if connection.vendor == "sqlite" else f"{drop} ON league_gameevent")
    try:
        with pytest.raises(CommandError, match="problem") as caught:
            call_command("doctor")
        assert caught.value.returncode == 1
        assert "league_gameevent_no_update is missing" in capsys.readouterr().out
    finally:
        make_triggers(connection)
