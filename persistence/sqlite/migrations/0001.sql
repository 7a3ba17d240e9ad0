-- One playthrough. Bytes, hashes and receipts are what package persistence gives;
-- no column is read from inside them.

CREATE TABLE save (
	playthrough TEXT NOT NULL,
	sum         BLOB NOT NULL -- SHA-256 of it
) STRICT;

CREATE TABLE event (
	branch   TEXT    NOT NULL,
	position INTEGER NOT NULL,
	bytes    BLOB    NOT NULL,
	hash     BLOB    NOT NULL,
	wall     INTEGER NOT NULL,
	UNIQUE (branch, position)
) STRICT;

CREATE TABLE control (
	sequence INTEGER PRIMARY KEY,
	bytes    BLOB    NOT NULL,
	hash     BLOB    NOT NULL,
	wall     INTEGER NOT NULL
) STRICT;

CREATE TABLE turn (
	id     TEXT    NOT NULL UNIQUE,
	branch TEXT    NOT NULL,
	first  INTEGER NOT NULL,
	last   INTEGER NOT NULL,
	head   BLOB    NOT NULL,
	UNIQUE (branch, last)
) STRICT;

CREATE TABLE row (
	ordinal  INTEGER PRIMARY KEY AUTOINCREMENT,
	kind     TEXT    NOT NULL,
	key      TEXT    NOT NULL,
	branch   TEXT    NOT NULL,
	position INTEGER NOT NULL,
	bytes    BLOB    NOT NULL,
	sum      BLOB    NOT NULL,
	UNIQUE (kind, key, branch, position)
) STRICT;

CREATE INDEX row_by_kind ON row (kind, ordinal);

CREATE TABLE blob (
	sum   BLOB NOT NULL UNIQUE,
	bytes BLOB NOT NULL
) STRICT;
