-- Saves of one store. Bytes, hashes and receipts are what package persistence gives; no column is
-- read from inside them. They are packed already, so that the server does not try to.

CREATE TABLE save (
	id          bigint PRIMARY KEY, -- at random; the key of its advisory lock
	name        text COLLATE "C" UNIQUE, -- NULL while it is being made
	playthrough text COLLATE "C" NOT NULL,
	sum         bytea  NOT NULL, -- SHA-256 of it
	ordinal     bigint NOT NULL DEFAULT 0, -- the last that was given to a record
	summary     bytea
);

-- What was committed lately, for whoever was not answered.
CREATE TABLE token (
	save  bigint NOT NULL REFERENCES save ON DELETE CASCADE,
	token bigint NOT NULL,
	made  timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (save, token)
);

-- What was written last, beside the save: whoever sets it does not wait for whoever writes.
CREATE TABLE anchor (
	save  bigint PRIMARY KEY REFERENCES save ON DELETE CASCADE,
	bytes bytea NOT NULL
);

CREATE TABLE event (
	save     bigint NOT NULL REFERENCES save ON DELETE CASCADE,
	branch   text COLLATE "C" NOT NULL,
	position bigint NOT NULL,
	bytes    bytea  NOT NULL,
	hash     bytea  NOT NULL,
	wall     bigint NOT NULL,
	PRIMARY KEY (save, branch, position)
);

CREATE TABLE control (
	save     bigint NOT NULL REFERENCES save ON DELETE CASCADE,
	sequence bigint NOT NULL,
	bytes    bytea  NOT NULL,
	hash     bytea  NOT NULL,
	wall     bigint NOT NULL,
	PRIMARY KEY (save, sequence)
);

CREATE TABLE turn (
	save   bigint NOT NULL REFERENCES save ON DELETE CASCADE,
	id     text COLLATE "C" NOT NULL,
	branch text COLLATE "C" NOT NULL,
	first  bigint NOT NULL,
	last   bigint NOT NULL,
	head   bytea  NOT NULL,
	PRIMARY KEY (save, id),
	UNIQUE (save, branch, last)
);

CREATE TABLE record (
	save     bigint NOT NULL REFERENCES save ON DELETE CASCADE,
	ordinal  bigint NOT NULL,
	kind     text COLLATE "C" NOT NULL,
	key      text COLLATE "C" NOT NULL,
	branch   text COLLATE "C" NOT NULL,
	position bigint NOT NULL,
	bytes    bytea  NOT NULL,
	sum      bytea  NOT NULL,
	PRIMARY KEY (save, kind, ordinal),
	UNIQUE (save, kind, key, branch, position)
);

CREATE TABLE blob (
	save   bigint NOT NULL REFERENCES save ON DELETE CASCADE,
	sum    bytea  NOT NULL,
	bytes  bytea  NOT NULL,
	packed boolean NOT NULL,
	base   bytea, -- the sum of what it is packed against
	PRIMARY KEY (save, sum)
);

-- What can be made again: what branches came to at some positions, and vectors of texts by the
-- model that made them.
CREATE TABLE snapshot (
	save     bigint NOT NULL REFERENCES save ON DELETE CASCADE,
	branch   text COLLATE "C" NOT NULL,
	position bigint NOT NULL,
	version  text   NOT NULL,
	head     bytea  NOT NULL, -- hash of the event there
	bytes    bytea  NOT NULL,
	sum      bytea  NOT NULL,
	PRIMARY KEY (save, branch, position)
);

CREATE TABLE vector (
	save  bigint NOT NULL REFERENCES save ON DELETE CASCADE,
	model text COLLATE "C" NOT NULL,
	text  bytea NOT NULL, -- SHA-256 of the text
	bytes bytea NOT NULL,
	sum   bytea NOT NULL,
	PRIMARY KEY (save, model, text)
);

-- What belongs to no save.
CREATE TABLE world (
	key   text COLLATE "C" PRIMARY KEY,
	value bytea NOT NULL
);

ALTER TABLE event    ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE control  ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE record   ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE blob     ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE snapshot ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE vector   ALTER COLUMN bytes SET STORAGE EXTERNAL;
