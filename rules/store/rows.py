"""Rows of the tables as the values that the store gives out."""

from typing import Any

from sqlalchemy import Row

from rules.core.ids import CombatantId, FightId, Place, SessionId, SheetId, UserId
from rules.store.protocol import Message, Record, Session, SheetRow, Step, Use

AnyRow = Row[Any]  # Any: SQLAlchemy knows the types of a row's columns only in the ORM


def record_of(row: AnyRow | None) -> Record | None:
    """The record of a fight; None: there is none."""
    if row is None:
        return None
    return Record(
        fight=FightId(row.id),
        place=Place(guild=row.guild, channel=row.channel),
        ruleset=row.ruleset,
        schema=row.schema,
        seq=row.seq,
        is_current=row.is_current,
        key=row.key,
        users=tuple(UserId(user) for user in row.users),
        raw=row.raw,
        pending=row.pending or b"",
        due=row.due,
    )


def step_of(row: AnyRow) -> Step:
    """A step of a log."""
    return Step(
        fight=FightId(row.fight),
        seq=row.seq,
        ply=row.ply,
        before=row.before,
        schema=row.schema,
        at=row.at,
        user=UserId(row.user),
        source=row.source,
        expect=row.expect,
        command=row.command,
        draws=row.draws,
        events=row.events,
        digest=row.digest,
        keyframe=row.keyframe,
        back_to=row.back_to,
        act=row.act,
    )


def message_of(row: AnyRow) -> Message:
    """What is to be told."""
    user = None if row.user is None else UserId(row.user)
    return Message(
        fight=FightId(row.fight),
        seq=row.seq,
        kind=row.kind,
        text=row.text,
        user=user,
        id=row.id,
        act=row.act,
        goes_on=row.goes_on,
        note=row.note,
    )


def sheet_of(row: AnyRow) -> SheetRow:
    """A player's character."""
    return SheetRow(
        id=SheetId(row.id),
        user=UserId(row.user),
        guild=row.guild,
        ruleset=row.ruleset,
        schema=row.schema,
        name=row.name,
        revision=row.revision,
        raw=row.raw,
    )


def session_of(row: AnyRow) -> Session:
    """A session of a GM."""
    return Session(
        id=SessionId(row.id),
        guild=row.guild,
        ruleset=row.ruleset,
        gm=UserId(row.gm),
        number=row.number,
        begun=row.begun,
        ended=row.ended,
    )


def use_of(row: AnyRow) -> Use:
    """That a character was brought into a fight."""
    return Use(
        sheet=SheetId(row.sheet),
        number=row.number,
        fight=FightId(row.fight),
        combatant=CombatantId(row.combatant),
        session=None if row.session is None else SessionId(row.session),
        at=row.at,
    )
