-- What the tables have beside for orders that every bench knows: of each one its newest state, sealed.

CREATE TABLE packbench.known_order (
  world text COLLATE "C",
  slot text COLLATE "C",
  -- Its place among all that was told of this world: a new one with every change.
  seq bigint NOT NULL,
  -- Who told it last.
  bench int NOT NULL REFERENCES packbench.bench,
  -- The same for two states that say the same. Only a bench with a key of the site can make one.
  mark bytea NOT NULL CHECK (octet_length(mark) = 32),
  -- Null: it was deleted.
  sealed bytea CHECK (octet_length(sealed) <= 65536),
  -- When that was said at its bench, by the clock of this server.
  said_at timestamptz NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (world, slot)
);
CREATE UNIQUE INDEX order_places ON packbench.known_order (world, seq);
-- The last place that was given. Whoever has it locked is the only one that gives places: none appears before one that was already read.
-- `era`: another one since the ledger was found to be put back to an older copy, null before.
CREATE TABLE packbench.order_head (world text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, era uuid);
ALTER TABLE packbench.durations ADD COLUMN orders interval NOT NULL DEFAULT '30 days';
