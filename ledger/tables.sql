-- The tables of the ledger. Every upgrade replaces the functions, but not the tables: a change of the tables needs a new schema number.

CREATE SCHEMA packbench;
REVOKE ALL ON SCHEMA packbench FROM PUBLIC;

-- One row: which ledger this is.
CREATE TABLE packbench.ledger (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The protocol version too: a bench with another one is refused.
  schema_no int NOT NULL,
  -- Part of the number of every lock, so that no bench can compute the number of an order and hold its lock.
  lock_seed bigint NOT NULL DEFAULT ('x' || left(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint
);

-- Environments never mix: each is open or frozen by itself.
CREATE TABLE packbench.world (
  world text COLLATE "C" PRIMARY KEY,
  -- System id and timeline of the server that every feed of it agreed to.
  server text NOT NULL,
  -- A bench knows of acknowledged facts that are not here any more.
  is_behind boolean NOT NULL DEFAULT false,
  -- When every feed had agreed to another server than before. Until a key lease later, a lease of the server before may still run.
  opened_at timestamptz
);

-- One row: every duration there is.
CREATE TABLE packbench.durations (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- How long a claim lasts without a send.
  held interval NOT NULL DEFAULT '60 s',
  -- From send until the headers of the request must have left.
  headers interval NOT NULL DEFAULT '20 s',
  -- From send until a shift lead may settle an attempt that its bench does not report.
  settle interval NOT NULL DEFAULT '10 min',
  -- How long a run that fell silent keeps its bench.
  run interval NOT NULL DEFAULT '60 s',
  -- How far the clock of a bench may be off.
  clock interval NOT NULL DEFAULT '5 min',
  -- How long facts of what no longer stands are kept, and the encrypted data of what does.
  facts interval NOT NULL DEFAULT '90 days',
  -- How long labels are kept.
  labels interval NOT NULL DEFAULT '30 days',
  -- How long a code lets a bench in.
  invite interval NOT NULL DEFAULT '10 min',
  -- The longest a key lease lasts, also if its bench sleeps.
  lease interval NOT NULL DEFAULT '60 s' CHECK (lease > '0'),
  -- How long an order is kept after its last change.
  orders interval NOT NULL DEFAULT '30 days',
  CHECK (headers > '0' AND headers < held AND 2 * headers < settle)
);

CREATE TABLE packbench.bench (
  bench int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  run uuid,
  -- The server process that called hello for that run.
  backend int,
  protocol int,
  seen_at timestamptz,
  retired_at timestamptz,
  -- What it reports of itself: its program, its printers, and the key that only it can decrypt with. `proof`: a bench with the site key of
  -- number `site_key` vouches for that public key. No site key can be found out from these.
  version text,
  printers jsonb CHECK (octet_length(printers::text) < 4096),
  public_key bytea,
  proof bytea,
  site_key int,
  -- The role it connects as; null: packbench_bench.
  login text,
  CHECK ((token_hash IS NULL) = (retired_at IS NOT NULL))
);

-- The facts that one journal of a bench reports. A journal that was restored from a backup begins a new feed.
CREATE TABLE packbench.feed (
  feed uuid PRIMARY KEY,
  bench int NOT NULL REFERENCES packbench.bench,
  world text COLLATE "C" NOT NULL REFERENCES packbench.world,
  -- Newest sequence number of the journal at its last hello.
  head bigint NOT NULL CHECK (head >= 0),
  -- The newest fact here, with its link; null before the first.
  fed bigint CHECK (fed >= 0),
  link bytea,
  -- Facts up to here are known to both sides since the last hello.
  expects bigint,
  -- The servers for which it called hello, reported everything, or was vouched for.
  met text NOT NULL,
  agreed text,
  vouched text,
  -- Its journal was restored from a backup, or the journal reports another feed now.
  closed_at timestamptz,
  CHECK ((fed IS NULL) = (link IS NULL)),
  CHECK (expects <= fed)
);
CREATE UNIQUE INDEX one_feed ON packbench.feed (bench, world) WHERE closed_at IS NULL;
CREATE INDEX feed_of_world ON packbench.feed (world);

-- One row for each attempt to send something once. Never deleted: an attempt that is over stays as a tombstone, so that a late request is
-- refused.
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
  -- Only the journal of the bench has it: whoever reports with it has that journal, under any number. The bench that takes the attempt over
  -- receives it. Null if no report came with it.
  secret text,
  state text NOT NULL CHECK (state IN ('held', 'sending', 'unknown', 'booked', 'rejected', 'released', 'stray')),
  -- The last state that its bench reported.
  reported text CHECK (reported IN ('sending', 'unknown', 'booked', 'rejected', 'released')),
  -- Reason of the release.
  why text CHECK (why IN ('given-up', 'lapsed', 'outranked', 'reported', 'settled', 'ledger-changed', 'feed-closed', 'bench-retired')),
  order_no text,
  held_until timestamptz CHECK (state <> 'held' OR held_until IS NOT NULL),
  sent_at timestamptz CHECK (state <> 'sending' OR sent_at IS NOT NULL),
  -- A person at that bench settled it; the right to print went there too.
  settled_by int REFERENCES packbench.bench,
  settled_at timestamptz,
  -- A stray that a person closed blocks nothing more.
  closed_at timestamptz CHECK (closed_at IS NULL OR state = 'stray'),
  -- The bench that took it over as a doubt. It alone settles it, and has the right to print. What its own bench reports late counts only if it
  -- is an answer of the service.
  taken_by int REFERENCES packbench.bench,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((settled_by IS NULL) = (settled_at IS NULL))
);
CREATE UNIQUE INDEX one_open_pickup ON packbench.attempt (world, slot)
  WHERE kind = 'pickup' AND state IN ('held', 'sending', 'unknown');
CREATE INDEX open_strays ON packbench.attempt (world, slot) WHERE state = 'stray' AND closed_at IS NULL;
CREATE INDEX open_of_bench ON packbench.attempt (bench) WHERE state IN ('held', 'sending', 'unknown');
CREATE INDEX held_ones ON packbench.attempt (attempt) WHERE state = 'held';
-- Attempts that may be emptied once they are old: those that came to nothing, and strays that a person closed.
CREATE INDEX emptied_next ON packbench.attempt (at)
  WHERE account IS NOT NULL AND (state IN ('rejected', 'released') OR closed_at IS NOT NULL);

-- The orders of a shipment, one row for each, the first one too. `stands` and `is_stray` follow the state of the attempt: one index covers
-- every order of every shipment.
CREATE TABLE packbench.shipped_order (
  attempt uuid REFERENCES packbench.attempt,
  world text COLLATE "C" NOT NULL,
  slot text COLLATE "C" NOT NULL,
  shipment_no int NOT NULL CHECK (shipment_no > 0),
  -- Key of a further order. The key of the first one is in the attempt.
  order_key text,
  stands boolean NOT NULL,
  is_stray boolean NOT NULL,
  PRIMARY KEY (attempt, slot)
);
CREATE UNIQUE INDEX one_standing ON packbench.shipped_order (world, slot, shipment_no) WHERE stands;
CREATE INDEX stray_shipments_of_an_order ON packbench.shipped_order (world, slot) WHERE is_stray;

-- Orders that a person shipped without a label: no bench buys them. Never emptied; a row goes when a person reopens its order.
CREATE TABLE packbench.closed_order (
  world text COLLATE "C",
  slot text COLLATE "C",
  bench int NOT NULL REFERENCES packbench.bench,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (world, slot)
);

-- The parcels of a pickup. `stands` follows the state of its attempt.
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

-- The facts that each feed reported, in the order of its journal, without gaps.
CREATE TABLE packbench.fact (
  feed uuid REFERENCES packbench.feed,
  seq bigint CHECK (seq >= 0),
  link bytea NOT NULL,
  attempt uuid REFERENCES packbench.attempt,
  what text,
  order_no text,
  encrypted bytea,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Time since which there is what `encrypted` holds: a bench may report it long after, and again.
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (feed, seq)
);
CREATE INDEX fact_of_attempt ON packbench.fact (attempt);
CREATE INDEX encrypted_facts ON packbench.fact (since) WHERE encrypted IS NOT NULL;
CREATE INDEX fact_at ON packbench.fact (at);
CREATE INDEX unread_facts ON packbench.fact (at) WHERE attempt IS NULL;

-- Facts that no attempt could take, as they came.
CREATE TABLE packbench.stray_fact (
  feed uuid,
  seq bigint,
  why text NOT NULL,
  fact json NOT NULL,
  PRIMARY KEY (feed, seq)
);

-- The keys of the site by their number. The keys themselves are at the benches.
CREATE TABLE packbench.site_key (
  number int PRIMARY KEY CHECK (number > 0),
  made_by int NOT NULL REFERENCES packbench.bench,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The keys up to this number, encrypted for one bench alone. Every bench gives its own, so that no bench can stop the others by giving
-- something else.
CREATE TABLE packbench.given_key (
  bench int REFERENCES packbench.bench,
  number int REFERENCES packbench.site_key,
  given_by int REFERENCES packbench.bench,
  encrypted bytea NOT NULL CHECK (octet_length(encrypted) <= 65536),
  PRIMARY KEY (bench, number, given_by)
);

-- A code that lets one bench in, once. `encrypted` is decrypted with the code alone.
CREATE TABLE packbench.invite (
  ticket_hash bytea PRIMARY KEY CHECK (octet_length(ticket_hash) = 32),
  made_by int NOT NULL REFERENCES packbench.bench,
  until timestamptz NOT NULL,
  encrypted bytea CHECK (octet_length(encrypted) <= 65536),
  -- The role for the bench that joins with it.
  login text,
  used_by int REFERENCES packbench.bench
);

-- Key leases, for keys whose purchase follows the last price that was asked.
CREATE TABLE packbench.lease (
  world text COLLATE "C",
  key text COLLATE "C",
  -- Drawn by the bench that holds the lease, or held it last.
  lease uuid NOT NULL,
  bench int NOT NULL REFERENCES packbench.bench,
  run uuid NOT NULL,
  -- The server that gave it: a promoted server may not know the last lease.
  server text NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (world, key)
);

-- Labels for the other benches, encrypted, in parts: at most the newest label of an attempt, as long as the attempt stands.
CREATE TABLE packbench.label (
  attempt uuid REFERENCES packbench.attempt,
  part int CHECK (part BETWEEN 0 AND 63),
  parts int NOT NULL CHECK (parts BETWEEN 1 AND 64),
  encrypted bytea NOT NULL CHECK (octet_length(encrypted) <= 262144),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (attempt, part)
);
CREATE INDEX labels_by_age ON packbench.label (at);

-- Orders that every bench knows: of each one its newest state, encrypted.
CREATE TABLE packbench.known_order (
  world text COLLATE "C",
  slot text COLLATE "C",
  -- Its place among all changes of this environment: a new one with every change.
  seq bigint NOT NULL,
  -- The bench that reported it last.
  bench int NOT NULL REFERENCES packbench.bench,
  -- The same for two states with the same content. Only a bench with a site key can make one.
  mark bytea NOT NULL CHECK (octet_length(mark) = 32),
  -- A deletion is encrypted too. Null: it was deleted here because its time is over; its place stays.
  encrypted bytea CHECK (octet_length(encrypted) <= 65536),
  -- When its bench wrote that state, by the clock of this server.
  changed_at timestamptz NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (world, slot)
);
CREATE UNIQUE INDEX order_places ON packbench.known_order (world, seq);
-- The last place that was given. Its lock is held while a place is given, so that no place appears before one that was already read. `era`:
-- changes when the ledger is found to be restored from an older backup; null before.
-- `erased`: the same for erased orders.
CREATE TABLE packbench.order_head (world text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, era uuid, erased bigint NOT NULL DEFAULT 0);

-- Orders whose person was erased at a bench: every bench erases them too, also one that is off today. Holds no name, and is never deleted.
CREATE TABLE packbench.erased_order (
  world text COLLATE "C",
  slot text COLLATE "C",
  seq bigint NOT NULL,
  -- Drawn by the bench that erased. An order that was erased, imported again and erased again has another one.
  id uuid NOT NULL,
  -- Only a bench with a site key can make it.
  encrypted bytea NOT NULL CHECK (octet_length(encrypted) <= 4096),
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (world, slot)
);
CREATE UNIQUE INDEX erased_places ON packbench.erased_order (world, seq);

-- The PIN of the shift lead, as a salted hash of a salted hash; no row: none was set.
CREATE TABLE packbench.lead (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  salt bytea NOT NULL CHECK (octet_length(salt) = 16),
  verifier bytea NOT NULL CHECK (octet_length(verifier) = 32),
  -- Guesses since the last right one.
  wrong int NOT NULL DEFAULT 0,
  guessed_at timestamptz
);

-- The last guess of each bench, and its transaction.
CREATE TABLE packbench.lead_guess (
  bench int PRIMARY KEY REFERENCES packbench.bench,
  run uuid NOT NULL,
  candidate bytea NOT NULL,
  made_in xid8 NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Settings that all benches of the site have in common, encrypted.
CREATE TABLE packbench.site_settings (
  version bigint PRIMARY KEY CHECK (version > 0),
  -- Drawn by the bench that made it: after a restore another version may have the same number.
  id uuid NOT NULL UNIQUE,
  bench int NOT NULL REFERENCES packbench.bench,
  encrypted bytea NOT NULL CHECK (octet_length(encrypted) <= 1048576),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
