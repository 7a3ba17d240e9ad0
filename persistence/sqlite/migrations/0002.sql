-- What branches came to at some positions, for whoever opens them. Nothing is lost with it.

CREATE TABLE snapshot (
	branch   TEXT    NOT NULL,
	position INTEGER NOT NULL,
	version  TEXT    NOT NULL,
	head     BLOB    NOT NULL, -- hash of the event there
	bytes    BLOB    NOT NULL,
	sum      BLOB    NOT NULL,
	UNIQUE (branch, position)
) STRICT;
