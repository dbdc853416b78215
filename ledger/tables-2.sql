-- What the tables have beside in schema 2: how benches let each other in, and who has which key of the site.

ALTER TABLE packbench.durations ADD COLUMN invite interval NOT NULL DEFAULT '10 min';

-- What a bench says of itself: its program, its printers, and the key that only it can open with. `proof`: whoever
-- has the site's key of that number vouches for that public key. None of the site's keys can be found out from these.
ALTER TABLE packbench.bench
  ADD COLUMN version text,
  ADD COLUMN printers jsonb CHECK (octet_length(printers::text) < 4096),
  ADD COLUMN public_key bytea,
  ADD COLUMN proof bytea,
  ADD COLUMN site_key int;

-- The keys of the site by their number; they themselves are at the benches.
CREATE TABLE packbench.site_key (
  number int PRIMARY KEY CHECK (number > 0),
  made_by int NOT NULL REFERENCES packbench.bench,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The keys up to this number, sealed for one bench alone.
CREATE TABLE packbench.given_key (
  bench int REFERENCES packbench.bench,
  number int REFERENCES packbench.site_key,
  sealed bytea NOT NULL CHECK (octet_length(sealed) <= 65536),
  PRIMARY KEY (bench, number)
);

-- A code that lets one bench in, once. `sealed` opens with the code alone.
CREATE TABLE packbench.invite (
  ticket_hash bytea PRIMARY KEY CHECK (octet_length(ticket_hash) = 32),
  made_by int NOT NULL REFERENCES packbench.bench,
  until timestamptz NOT NULL,
  sealed bytea CHECK (octet_length(sealed) <= 65536),
  used_by int REFERENCES packbench.bench
);
