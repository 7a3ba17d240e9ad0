-- Vectors of texts, by the model that made them. Nothing is lost with it.

CREATE TABLE vector (
	model TEXT NOT NULL,
	text  BLOB NOT NULL, -- SHA-256 of the text
	bytes BLOB NOT NULL,
	sum   BLOB NOT NULL,
	PRIMARY KEY (model, text)
) STRICT;
