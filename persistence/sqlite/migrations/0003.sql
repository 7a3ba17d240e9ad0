-- Documents are kept packed, some of them against others; so are snapshots, and those of
-- before, which are not, are made again. A list of saves finds in one row what it shows.

ALTER TABLE blob ADD COLUMN packed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE blob ADD COLUMN base   BLOB; -- the sum of what it is packed against

DELETE FROM snapshot;

CREATE TABLE summary (bytes BLOB NOT NULL) STRICT;
