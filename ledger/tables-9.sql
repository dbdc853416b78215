-- What the tables have beside for the settings that all benches of the site have in common, sealed, and for turns over a fail-over.

CREATE TABLE packbench.site_settings (
  version int PRIMARY KEY CHECK (version > 0),
  -- Drawn by the bench that made it: after a copy was put back another one may have its number.
  id uuid NOT NULL UNIQUE,
  bench int NOT NULL REFERENCES packbench.bench,
  sealed bytea NOT NULL CHECK (octet_length(sealed) <= 1048576),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- When every feed had agreed to another server than before: until a turn later, one of the server before may still run.
ALTER TABLE packbench.world ADD COLUMN opened_at timestamptz;
