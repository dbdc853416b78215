-- What the tables have beside for what benches tell each other of their parcels: their labels, sealed, in parts.

-- Never more than the newest label of an attempt. Kept as long as the attempt stands.
CREATE TABLE packbench.label (
  attempt uuid REFERENCES packbench.attempt,
  part int CHECK (part BETWEEN 0 AND 63),
  parts int NOT NULL CHECK (parts BETWEEN 1 AND 64),
  sealed bytea NOT NULL CHECK (octet_length(sealed) <= 262144),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (attempt, part)
);
CREATE INDEX feed_of_world ON packbench.feed (world);
