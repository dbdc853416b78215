-- The tables of the ledger, as its schema 1 has them. A later schema is a file of its own that changes these.

CREATE SCHEMA packbench;
REVOKE ALL ON SCHEMA packbench FROM PUBLIC;

-- One row: which ledger this is.
CREATE TABLE packbench.ledger (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  schema_no int NOT NULL,
  -- The oldest protocol of a bench that is still served.
  serves_from int NOT NULL CHECK (serves_from <= schema_no)
);

-- Worlds never meet: each is open or frozen by itself.
CREATE TABLE packbench.world (
  world text COLLATE "C" PRIMARY KEY,
  -- System id and timeline of the server that every feed of it agreed to.
  server text NOT NULL,
  -- A bench knows of acknowledged facts that are not here any more.
  is_behind boolean NOT NULL DEFAULT false
);

-- One row: every duration there is.
CREATE TABLE packbench.durations (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- A grant that was not followed by send.
  held interval NOT NULL DEFAULT '60 s',
  -- From send until the headers of the request must have left.
  headers interval NOT NULL DEFAULT '20 s',
  -- From send until a lead may settle what its bench says nothing of.
  settle interval NOT NULL DEFAULT '10 min',
  -- How long a run that fell silent keeps its bench.
  run interval NOT NULL DEFAULT '60 s',
  -- How far the clock of a bench may be off.
  clock interval NOT NULL DEFAULT '5 min',
  -- How long facts of what no longer stands are kept.
  facts interval NOT NULL DEFAULT '90 days',
  CHECK (headers > '0' AND headers < held AND 2 * headers < settle)
);

CREATE TABLE packbench.bench (
  bench int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  run uuid,
  -- The server process that said hello for that run.
  backend int,
  protocol int,
  heard timestamptz,
  retired_at timestamptz,
  CHECK ((token_hash IS NULL) = (retired_at IS NOT NULL))
);

-- What one journal of a bench tells. A journal that went back begins a new one.
CREATE TABLE packbench.feed (
  feed uuid PRIMARY KEY,
  bench int NOT NULL REFERENCES packbench.bench,
  world text COLLATE "C" NOT NULL REFERENCES packbench.world,
  -- How far the journal had come at its last hello.
  head bigint NOT NULL CHECK (head >= 0),
  -- The newest fact here, with its link; null before the first.
  fed bigint CHECK (fed >= 0),
  link bytea,
  -- Facts up to here are known to both sides since the last hello.
  expects bigint,
  -- For which server it said hello, has told all it has, or was vouched for.
  met text NOT NULL,
  agreed text,
  vouched text,
  -- Its journal went back, or tells another one now.
  closed_at timestamptz,
  CHECK ((fed IS NULL) = (link IS NULL)),
  CHECK (expects <= fed)
);
CREATE UNIQUE INDEX one_feed ON packbench.feed (bench, world) WHERE closed_at IS NULL;

-- One row for each try to send something once. Never deleted: what is over stays as a tombstone, so that late packets find it dead.
CREATE TABLE packbench.attempt (
  attempt uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('ship', 'pickup')),
  world text COLLATE "C" NOT NULL,
  slot text COLLATE "C" NOT NULL,
  shipment_no int NOT NULL CHECK (shipment_no > 0),
  order_key text,
  account text,
  bench int NOT NULL REFERENCES packbench.bench,
  run uuid NOT NULL,
  digest bytea CHECK (octet_length(digest) = 32),
  state text NOT NULL CHECK (state IN ('held', 'sending', 'unknown', 'booked', 'rejected', 'released', 'stray')),
  -- What its bench told last of it.
  told text CHECK (told IN ('sending', 'unknown', 'booked', 'rejected', 'released')),
  -- Why it is released.
  why text CHECK (why IN ('given-up', 'lapsed', 'outranked', 'told', 'settled', 'ledger-changed', 'feed-closed', 'bench-retired')),
  order_no text,
  held_until timestamptz CHECK (state <> 'held' OR held_until IS NOT NULL),
  sent_at timestamptz CHECK (state <> 'sending' OR sent_at IS NOT NULL),
  -- A person at that bench settled it; the right to print went there too.
  settled_by int REFERENCES packbench.bench,
  settled_at timestamptz,
  -- A stray that a person closed blocks nothing more.
  closed_at timestamptz CHECK (closed_at IS NULL OR state = 'stray'),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((settled_by IS NULL) = (settled_at IS NULL))
);
CREATE UNIQUE INDEX one_standing ON packbench.attempt (world, slot, shipment_no)
  WHERE kind = 'ship' AND state IN ('held', 'sending', 'unknown', 'booked');
CREATE UNIQUE INDEX one_open_pickup ON packbench.attempt (world, slot)
  WHERE kind = 'pickup' AND state IN ('held', 'sending', 'unknown');
CREATE INDEX open_strays ON packbench.attempt (world, slot) WHERE state = 'stray' AND closed_at IS NULL;
CREATE INDEX open_of_bench ON packbench.attempt (bench) WHERE state IN ('held', 'sending', 'unknown');
CREATE INDEX held_ones ON packbench.attempt (attempt) WHERE state = 'held';
CREATE INDEX emptied_next ON packbench.attempt (at) WHERE state IN ('rejected', 'released') AND account IS NOT NULL;

-- The parcels of a pickup. `stands` follows its attempt.
CREATE TABLE packbench.pickup_parcel (
  attempt uuid REFERENCES packbench.attempt,
  world text COLLATE "C" NOT NULL,
  parcel text COLLATE "C" NOT NULL,
  stands boolean NOT NULL,
  is_stray boolean NOT NULL DEFAULT false,
  PRIMARY KEY (attempt, parcel)
);
CREATE UNIQUE INDEX one_pickup_of_a_parcel ON packbench.pickup_parcel (world, parcel) WHERE stands;
CREATE INDEX stray_pickups_of_a_parcel ON packbench.pickup_parcel (world, parcel) WHERE is_stray;

-- What each feed told, in the order of its journal, without gaps.
CREATE TABLE packbench.fact (
  feed uuid REFERENCES packbench.feed,
  seq bigint CHECK (seq >= 0),
  link bytea NOT NULL,
  attempt uuid REFERENCES packbench.attempt,
  what text,
  order_no text,
  sealed bytea,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (feed, seq)
);
CREATE INDEX fact_of_attempt ON packbench.fact (attempt);
CREATE INDEX fact_at ON packbench.fact (at);

-- Facts that no attempt could take, as they came.
CREATE TABLE packbench.stray_fact (
  feed uuid,
  seq bigint,
  why text NOT NULL,
  fact json NOT NULL,
  PRIMARY KEY (feed, seq)
);
