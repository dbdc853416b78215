-- What the tables have beside for keys whose purchase follows the last price that was asked: whose turn it is.

CREATE TABLE packbench.turn (
  world text COLLATE "C",
  key text COLLATE "C",
  -- Drawn by whoever has it, or had it last.
  turn uuid NOT NULL,
  bench int NOT NULL REFERENCES packbench.bench,
  run uuid NOT NULL,
  -- On which server it was given: one that was promoted may not know the last one.
  server text NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (world, key)
);
-- The longest a turn lasts, whoever sleeps on it.
ALTER TABLE packbench.durations ADD COLUMN turn interval NOT NULL DEFAULT '60 s' CHECK (turn > '0');
