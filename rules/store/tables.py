"""The tables, the same on SQLite and PostgreSQL. Statements: `writes` and `sql`; changes of shape: `migrations`.

`fights.users` keeps who plays in the order it was given; `players` is the same for looking up by user.
`traces` says in the records of which fights somebody is, who may play there no more.
`messages` is the outbox: a row is there until it was told. `surfaces.user` is 0 for nobody's.
`steps` has its blobs last, so that a search by the short columns does not read them; `schema`, which came later and is
read only with them, stands behind.
`fights.due` is when its clock has something to do (NULL: nothing); `settings` are of people and servers (`scope`).
`moderations` is the log of what moderators did to a server.
`sheets.key` is the name as names are compared. `uses` says which sheets were brought into which fights; `deeds` what
was asked of sheets and sessions, so that a repeat is answered as before.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData()

fights = Table(
    "fights",
    metadata,
    Column("id", String, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("ruleset", String, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("is_current", Boolean, nullable=False),
    Column("begun", Double, nullable=False),
    Column("users", JSON, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("schema", Integer, nullable=False, server_default=text("1")),
    Column("pending", LargeBinary),
    Column("due", Double),
)
Index(
    "fights_due",
    fights.c.due,
    sqlite_where=text("is_current = 1 AND due IS NOT NULL"),
    postgresql_where=text("is_current AND due IS NOT NULL"),
)
Index("fights_of_channel", fights.c.guild, fights.c.channel, fights.c.begun)
Index(
    "one_current_fight",
    fights.c.guild,
    fights.c.channel,
    unique=True,
    sqlite_where=text("is_current = 1"),  # as queries are written: else SQLite does not use the index
    postgresql_where=text("is_current"),
)

players = Table(
    "players",
    metadata,
    Column("fight", String, ForeignKey("fights.id", ondelete="CASCADE"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
)
Index("players_by_user", players.c.user)

traces = Table(
    "traces",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("fight", String, ForeignKey("fights.id", ondelete="CASCADE"), primary_key=True),
)

steps = Table(
    "steps",
    metadata,
    Column("fight", String, ForeignKey("fights.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),
    Column("before", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("source", String(64), nullable=False),
    Column("expect", Text, nullable=False),
    Column("told", Boolean, nullable=False, default=False),
    Column("back_to", Integer),
    Column("command", LargeBinary, nullable=False),
    Column("draws", LargeBinary, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("keyframe", LargeBinary),
    Column("schema", Integer, nullable=False, server_default=text("1")),
    Column("act", Integer, nullable=False, server_default=text("0")),
    UniqueConstraint("fight", "source", name="one_step_a_source"),
)
Index("steps_by_user", steps.c.fight, steps.c.user, steps.c.seq)
Index(
    "undos",
    steps.c.fight,
    steps.c.seq,
    sqlite_where=text("back_to IS NOT NULL"),
    postgresql_where=text("back_to IS NOT NULL"),
)

messages = Table(
    "messages",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("fight", String, ForeignKey("fights.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("user", BigInteger),
    Column("text", Text, nullable=False),
    Column("act", Integer, nullable=False, server_default=text("0")),
    Column("goes_on", Boolean, nullable=False, server_default=false()),
    Column("note", Integer, nullable=False, server_default=text("0")),
    Index("messages_of_step", "fight", "seq"),
    sqlite_autoincrement=True,  # an id that was told is never given again
)

saved = Table(
    "saved",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("ruleset", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("text", Text, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
)
Index("saved_by_user", saved.c.user)

settings = Table(
    "settings",
    metadata,
    Column("scope", String, primary_key=True),
    Column("whose", BigInteger, primary_key=True, autoincrement=False),
    Column("raw", LargeBinary, nullable=False),
)

moderations = Table(
    "moderations",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("said", Text, nullable=False),
    Column("source", String(64), nullable=False, unique=True),
    Index("moderations_of_server", "guild", "id"),
    Index("moderations_by_user", "user"),
)

surfaces = Table(
    "surfaces",
    metadata,
    Column("fight", String, ForeignKey("fights.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("text", Text, nullable=False, server_default=text("''")),
)
Index("surfaces_of_user", surfaces.c.user)

sheets = Table(
    "sheets",
    metadata,
    Column("id", String, primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("ruleset", String, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("key", String, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    UniqueConstraint("guild", "user", "ruleset", "key", name="one_sheet_a_name"),
)
Index("sheets_of_user", sheets.c.user)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("ruleset", String, nullable=False),
    Column("gm", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("begun", Double, nullable=False),
    Column("ended", Double),
    Index("sessions_of_gm", "guild", "ruleset", "gm"),
    Index("sessions_by_gm", "gm"),
)
Index(
    "one_open_session",
    sessions.c.guild,
    sessions.c.ruleset,
    sessions.c.gm,
    unique=True,
    sqlite_where=text("ended IS NULL"),
    postgresql_where=text("ended IS NULL"),
)

uses = Table(
    "uses",
    metadata,
    Column("sheet", String, ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("fight", String, ForeignKey("fights.id", ondelete="CASCADE"), nullable=False),
    Column("combatant", String, nullable=False),
    Column("session", String, ForeignKey("sessions.id")),
    Column("at", Double, nullable=False),
)
Index("uses_in_session", uses.c.session)
Index("uses_at_fight", uses.c.fight)

deeds = Table(
    "deeds",
    metadata,
    Column("source", String(64), primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("about", String, nullable=False),
    Column("said", Text, nullable=False),
)
Index("deeds_of_user", deeds.c.user)
