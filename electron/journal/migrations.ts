import type { DatabaseSync } from 'node:sqlite';
import { slotOf } from '../../shared/scan.ts';
import { bindSealed } from './bind-sealed.ts';
import { firstSteps, takeFirstSteps } from './first-steps.ts';
import { linkOldLines } from './history-chain.ts';
import { JournalError } from './journal-error.ts';
import { behindUnsynced } from './log-check.ts';
import type { PlacedSealing } from './sealing.ts';

/** SQL, or what SQL alone cannot do. */
type Migration = string | ((database: DatabaseSync, sealing: PlacedSealing) => void);

/**
 * One entry per version, the first makes version 1. Only ever added to: a journal in the field walks through all of them.
 * Columns named `sealed…` hold what is about people; everything else is readable without any key.
 */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE sequence (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
  INSERT INTO sequence VALUES (1, 0);

  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE orders (
    key TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;

  CREATE TABLE row_problems (id TEXT PRIMARY KEY, sequence INTEGER NOT NULL UNIQUE, sealed BLOB NOT NULL) STRICT;

  CREATE TABLE bookings (
    id TEXT PRIMARY KEY,
    order_key TEXT NOT NULL,
    shipment_no INTEGER NOT NULL CHECK (shipment_no > 0),
    replaces TEXT UNIQUE REFERENCES bookings (id),
    state TEXT NOT NULL
      CHECK (state IN ('draft', 'quoted', 'intent', 'sending', 'answered', 'booked', 'rejected', 'unknown', 'released')),
    sequence INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    opened_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    sent_at TEXT,
    booked_at TEXT,
    on_parcel_at TEXT,
    put_aside INTEGER NOT NULL DEFAULT 0 CHECK (put_aside IN (0, 1)),
    service TEXT,
    price_minor INTEGER,
    price_currency TEXT,
    order_no TEXT NOT NULL DEFAULT '',
    consignment_no TEXT NOT NULL DEFAULT '',
    sealed_packer BLOB NOT NULL,
    sealed_order BLOB NOT NULL,
    sealed_sender BLOB,
    sealed_extras BLOB,
    sealed_said BLOB,
    sealed_verdict BLOB,
    CHECK (state <> 'booked' OR (order_no <> '' AND booked_at IS NOT NULL))
  ) STRICT;
  CREATE UNIQUE INDEX one_standing_booking ON bookings (order_key, shipment_no) WHERE state NOT IN ('rejected', 'released');
  CREATE INDEX bookings_of_order ON bookings (order_key, sequence);
  CREATE INDEX bookings_in_state ON bookings (state, sequence);
  CREATE INDEX bookings_by_time ON bookings (booked_at) WHERE booked_at IS NOT NULL;

  -- Every number a booking can be found by. 'found' is without blanks and in capitals, 'shown' as it was given.
  CREATE TABLE numbers (
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    kind TEXT NOT NULL CHECK (kind IN ('key', 'order', 'consignment', 'tracking')),
    found TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (booking_id, kind, found)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX numbers_found ON numbers (found);

  CREATE TABLE pickups (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL
      CHECK (state IN ('draft', 'quoted', 'intent', 'sending', 'answered', 'booked', 'rejected', 'unknown', 'released')),
    sequence INTEGER NOT NULL UNIQUE,
    courier_key TEXT NOT NULL,
    courier_name TEXT NOT NULL,
    date TEXT NOT NULL,
    ready_time TEXT NOT NULL,
    closing_time TEXT NOT NULL,
    sent_at TEXT,
    changed_at TEXT NOT NULL,
    collection_no TEXT NOT NULL DEFAULT '',
    manifest_told TEXT NOT NULL DEFAULT '',
    sealed_instructions BLOB NOT NULL,
    sealed_said BLOB
  ) STRICT;
  CREATE INDEX pickups_in_state ON pickups (state, sequence);
  CREATE TABLE pickup_bookings (
    pickup_id TEXT NOT NULL REFERENCES pickups (id),
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    place INTEGER NOT NULL,
    PRIMARY KEY (pickup_id, booking_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pickups_of_booking ON pickup_bookings (booking_id);

  CREATE TABLE print_jobs (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    booking_id TEXT REFERENCES bookings (id),
    pickup_id TEXT REFERENCES pickups (id),
    role TEXT NOT NULL CHECK (role IN ('label', 'document')),
    piece INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    copy INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'printed', 'print-unknown', 'held', 'failed')),
    changed_at TEXT NOT NULL,
    detail TEXT NOT NULL DEFAULT '',
    sealed_title BLOB NOT NULL
  ) STRICT;
  CREATE INDEX jobs_of_booking ON print_jobs (booking_id, sequence);
  CREATE INDEX jobs_in_state ON print_jobs (state, sequence);

  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    document_type TEXT NOT NULL,
    media_type TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'accepted', 'rejected', 'unknown')),
    changed_at TEXT NOT NULL,
    sealed_name BLOB NOT NULL,
    sealed_said BLOB
  ) STRICT;
  CREATE INDEX uploads_of_booking ON uploads (booking_id, sequence);

  -- Bytes as they came or went: labels, sheets, manifests, requests, answers. 'form' says how to read them.
  CREATE TABLE kept (
    owner_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    form TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (owner_id, kind)
  ) STRICT;

  CREATE TABLE history (
    sequence INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    about_id TEXT,
    what TEXT NOT NULL,
    sealed_detail BLOB NOT NULL
  ) STRICT;
  CREATE INDEX history_about ON history (about_id, sequence);
  `,
  // When a person closed a label that must not, or cannot, be printed.
  'ALTER TABLE bookings ADD COLUMN label_aside_at TEXT',
  // Deliveries of the service, until their orders were looked up or a person closed them. Their bytes are in 'kept'.
  `
  CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'not-understood')),
    received_at TEXT NOT NULL,
    size INTEGER NOT NULL,
    sealed_about BLOB NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_in_state ON deliveries (state, sequence);
  `,
  // Which printer a sheet was about to go to, and what it had counted. Of a print that was under way before, nobody knows.
  `
  ALTER TABLE print_jobs ADD COLUMN marked_address TEXT;
  ALTER TABLE print_jobs ADD COLUMN marked_count INTEGER;
  ALTER TABLE print_jobs ADD COLUMN marked_labels INTEGER;
  UPDATE print_jobs SET marked_address = '', marked_labels = 1 WHERE state = 'sending';
  `,
  // The bar codes of a label, by which a parcel is known when it is scanned back.
  `
  CREATE TABLE label_codes (
    code TEXT NOT NULL,
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    PRIMARY KEY (code, booking_id)
  ) STRICT, WITHOUT ROWID;
  `,
  // Every line of the history holds on to the one before it.
  (database, sealing) => {
    database.exec('ALTER TABLE history ADD COLUMN detail_hash TEXT; ALTER TABLE history ADD COLUMN link TEXT');
    linkOldLines(database, sealing);
  },
  // What is still open is looked for at every start and every push: it is found without reading what is done.
  `
  ALTER TABLE bookings ADD COLUMN label_queued INTEGER NOT NULL DEFAULT 0 CHECK (label_queued IN (0, 1));
  UPDATE bookings SET label_queued = 1 WHERE id IN (SELECT booking_id FROM print_jobs WHERE role = 'label');
  CREATE INDEX bookings_without_label ON bookings (sequence) WHERE state = 'booked' AND label_queued = 0 AND label_aside_at IS NULL;
  CREATE INDEX bookings_put_aside ON bookings (sequence) WHERE put_aside = 1;
  CREATE INDEX uploads_open ON uploads (sequence) WHERE state <> 'accepted';
  `,
  // Words of orders as keyed tokens, see words.ts. No readable word is on the disk.
  `
  CREATE TABLE search_key (one INTEGER PRIMARY KEY CHECK (one = 1), sealed_key BLOB NOT NULL) STRICT;
  CREATE TABLE word_owners (id INTEGER PRIMARY KEY, order_key TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE words (
    token INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    PRIMARY KEY (token, owner)
  ) STRICT, WITHOUT ROWID;
  `,
  // What every look at the bench asks for, kept ready: a journal of years answers as quickly as one of a day.
  `
  CREATE TABLE totals (of TEXT PRIMARY KEY, total INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO totals SELECT 'orders', count(*) FROM orders;
  INSERT INTO totals SELECT state, count(*) FROM bookings GROUP BY state;
  CREATE TRIGGER count_order AFTER INSERT ON orders BEGIN
    INSERT INTO totals VALUES ('orders', 1) ON CONFLICT DO UPDATE SET total = total + 1;
  END;
  CREATE TRIGGER count_booking AFTER INSERT ON bookings BEGIN
    INSERT INTO totals VALUES (NEW.state, 1) ON CONFLICT DO UPDATE SET total = total + 1;
  END;
  CREATE TRIGGER count_booking_move AFTER UPDATE OF state ON bookings WHEN OLD.state <> NEW.state BEGIN
    UPDATE totals SET total = total - 1 WHERE of = OLD.state;
    INSERT INTO totals VALUES (NEW.state, 1) ON CONFLICT DO UPDATE SET total = total + 1;
  END;

  -- Booked, label not set aside, and in no pickup that stands or is unknown.
  CREATE TABLE to_collect (booking_id TEXT PRIMARY KEY REFERENCES bookings (id)) STRICT, WITHOUT ROWID;
  INSERT INTO to_collect SELECT id FROM bookings WHERE state = 'booked' AND label_aside_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM pickup_bookings JOIN pickups ON pickups.id = pickup_id
    WHERE booking_id = bookings.id AND pickups.state NOT IN ('rejected', 'released'));
  CREATE TRIGGER pickup_opened AFTER INSERT ON pickup_bookings BEGIN
    DELETE FROM to_collect WHERE booking_id = NEW.booking_id;
  END;
  CREATE TRIGGER pickup_came_to_nothing AFTER UPDATE OF state ON pickups WHEN NEW.state IN ('rejected', 'released') BEGIN
    INSERT OR IGNORE INTO to_collect SELECT bookings.id FROM pickup_bookings JOIN bookings ON bookings.id = booking_id
    WHERE pickup_id = NEW.id AND label_aside_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM pickup_bookings AS other JOIN pickups ON pickups.id = other.pickup_id
      WHERE other.booking_id = bookings.id AND pickups.state NOT IN ('rejected', 'released'));
  END;

  CREATE TRIGGER booked AFTER UPDATE OF state ON bookings WHEN NEW.state = 'booked' AND OLD.state <> 'booked' BEGIN
    INSERT OR IGNORE INTO to_collect VALUES (NEW.id);
  END;
  CREATE TRIGGER label_set_aside AFTER UPDATE OF label_aside_at ON bookings WHEN NEW.label_aside_at IS NOT NULL BEGIN
    DELETE FROM to_collect WHERE booking_id = NEW.id;
  END;
  `,
  // Where a pickup's parcels are handed in, once no driver comes for them.
  `
  ALTER TABLE pickups ADD COLUMN sealed_drop_off_point BLOB;
  `,
  // Bar codes as keyed tokens, see words.ts: a label's may hold a name. Those of older labels stood here in clear and are forgotten;
  // their parcels are still known by their numbers.
  `
  DROP TABLE label_codes;
  CREATE TABLE label_codes (
    token INTEGER NOT NULL,
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    PRIMARY KEY (token, booking_id)
  ) STRICT, WITHOUT ROWID;
  `,
  // Papers somebody has to see to, until they are printed, given or closed.
  `
  CREATE TABLE papers_due (
    owner_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('manifest', 'remarks', 'invoice')),
    sequence INTEGER NOT NULL UNIQUE,
    why TEXT NOT NULL,
    PRIMARY KEY (owner_id, kind)
  ) STRICT, WITHOUT ROWID;
  `,
  // Orders whose keys mean the same, however they are spelt.
  (database) => {
    database.exec("ALTER TABLE orders ADD COLUMN slot TEXT NOT NULL DEFAULT ''");
    const write = database.prepare('UPDATE orders SET slot = ? WHERE key = ?');
    for (const { key } of database.prepare('SELECT key FROM orders').all()) write.run(slotOf(String(key)), String(key));
    database.exec('CREATE INDEX orders_at_slot ON orders (slot, sequence)');
  },
  // Documents for orders of the service that this bench did not book.
  `
  CREATE TABLE uploads_of_any (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    booking_id TEXT REFERENCES bookings (id),
    order_no TEXT NOT NULL,
    document_type TEXT NOT NULL,
    media_type TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'accepted', 'rejected', 'unknown')),
    changed_at TEXT NOT NULL,
    sealed_name BLOB NOT NULL,
    sealed_said BLOB
  ) STRICT;
  INSERT INTO uploads_of_any
    SELECT uploads.id, uploads.sequence, booking_id, order_no, document_type, media_type, uploads.state, uploads.changed_at, sealed_name,
      uploads.sealed_said
    FROM uploads JOIN bookings ON bookings.id = booking_id;
  DROP TABLE uploads;
  ALTER TABLE uploads_of_any RENAME TO uploads;
  CREATE INDEX uploads_of_booking ON uploads (booking_id, sequence);
  CREATE INDEX uploads_of_order ON uploads (order_no, sequence);
  CREATE INDEX uploads_open ON uploads (sequence) WHERE state <> 'accepted';
  `,
  'ALTER TABLE print_jobs ADD COLUMN taken_at TEXT',
  // Sealed bytes open only where they stand.
  bindSealed,
  // One journal for all keys and accounts of a world: each thing says with which of them it was sent, and words are found by the keys of
  // every journal that was merged.
  `
  ALTER TABLE bookings ADD COLUMN sent_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE bookings ADD COLUMN sent_account TEXT NOT NULL DEFAULT '';
  ALTER TABLE pickups ADD COLUMN sent_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE pickups ADD COLUMN sent_account TEXT NOT NULL DEFAULT '';
  ALTER TABLE uploads ADD COLUMN sent_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE uploads ADD COLUMN sent_account TEXT NOT NULL DEFAULT '';

  -- The lines of a merged journal stand in the history under numbers that are higher by 'raised_by'.
  CREATE TABLE merged_journals (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    merged_at TEXT NOT NULL,
    sent_key TEXT NOT NULL,
    sent_account TEXT NOT NULL,
    raised_by INTEGER NOT NULL,
    head_sequence INTEGER NOT NULL,
    head_link TEXT NOT NULL,
    head_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE search_keys (number INTEGER PRIMARY KEY, sealed_key BLOB NOT NULL) STRICT;
  INSERT INTO search_keys SELECT one, sealed_key FROM search_key;
  DROP TABLE search_key;
  `,
  // The words of many orders that came together, see words.ts.
  `
  CREATE TABLE word_runs (id INTEGER PRIMARY KEY, first_owner INTEGER NOT NULL) STRICT;
  CREATE TABLE word_blocks (id INTEGER PRIMARY KEY, tokens TEXT NOT NULL) STRICT;
  `,
  // The printer a sheet goes to: until now there was one of each role, and Setup keeps that under the name of its role.
  `
  ALTER TABLE print_jobs ADD COLUMN printer_id TEXT NOT NULL DEFAULT '';
  UPDATE print_jobs SET printer_id = role;
  `,
  // Written along with a commit where the one before it is not on the disk yet, see log-check.ts.
  `
  CREATE TABLE unsynced (one INTEGER PRIMARY KEY CHECK (one = 1), mark TEXT NOT NULL, commits INTEGER NOT NULL) STRICT;
  INSERT INTO unsynced VALUES (1, '${behindUnsynced}', 0);
  `,
  // The printer that a sheet waited for before it was moved.
  'ALTER TABLE print_jobs ADD COLUMN moved_from TEXT',
  // Which page of its label a sheet is, and the printer it was made for.
  `
  ALTER TABLE print_jobs ADD COLUMN label_page INTEGER;
  ALTER TABLE print_jobs ADD COLUMN made_dpi INTEGER;
  ALTER TABLE print_jobs ADD COLUMN made_width_mm REAL;
  ALTER TABLE print_jobs ADD COLUMN made_height_mm REAL;
  `,
  // Where several benches share their orders: each try to send something once, and what became of it, as it is told to the others.
  `
  CREATE TABLE attempts (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner_id TEXT NOT NULL, about TEXT NOT NULL) STRICT;
  CREATE INDEX attempts_of ON attempts (owner_id, number);
  CREATE TABLE feed_facts (
    seq INTEGER PRIMARY KEY,
    attempt_id TEXT NOT NULL REFERENCES attempts (id),
    what TEXT NOT NULL CHECK (what IN ('sending', 'unknown', 'booked', 'rejected', 'released')),
    order_no TEXT NOT NULL,
    link TEXT NOT NULL,
    acknowledged_at TEXT
  ) STRICT;
  CREATE INDEX facts_acknowledged ON feed_facts (acknowledged_at) WHERE acknowledged_at IS NOT NULL;
  `,
  // Many orders that are shipped together; the lines are those of the newest.
  `
  CREATE TABLE batches (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL, opened_at TEXT NOT NULL) STRICT;
  CREATE TABLE batch_lines (
    batch_id TEXT NOT NULL REFERENCES batches (id),
    position INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (batch_id, position)
  ) STRICT;
  `,
  // What benches of a site tell each other of their parcels, beside what became of them: first what is due to be told, then what was heard.
  `
  CREATE TABLE any_facts (
    seq INTEGER PRIMARY KEY,
    attempt_id TEXT NOT NULL REFERENCES attempts (id),
    what TEXT NOT NULL CHECK (what IN ('sending', 'unknown', 'booked', 'rejected', 'released', 'noted', 'reprinted')),
    order_no TEXT NOT NULL,
    link TEXT NOT NULL,
    acknowledged_at TEXT
  ) STRICT;
  INSERT INTO any_facts SELECT seq, attempt_id, what, order_no, link, acknowledged_at FROM feed_facts;
  DROP TABLE feed_facts;
  ALTER TABLE any_facts RENAME TO feed_facts;
  CREATE INDEX facts_acknowledged ON feed_facts (acknowledged_at) WHERE acknowledged_at IS NOT NULL;

  ALTER TABLE attempts ADD COLUMN is_news INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE attempts ADD COLUMN label_due INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX attempts_news ON attempts (number) WHERE is_news = 1;
  CREATE INDEX attempts_label_due ON attempts (number) WHERE label_due = 1;
  CREATE TRIGGER news_of_booking AFTER UPDATE OF state, consignment_no, on_parcel_at, label_aside_at ON bookings BEGIN
    UPDATE attempts SET is_news = 1 WHERE owner_id = NEW.id;
  END;
  CREATE TRIGGER news_of_label AFTER INSERT ON print_jobs WHEN NEW.role = 'label' AND NEW.booking_id IS NOT NULL BEGIN
    UPDATE attempts SET is_news = 1 WHERE owner_id = NEW.booking_id;
  END;
  CREATE TRIGGER news_of_print AFTER UPDATE OF state ON print_jobs
  WHEN NEW.role = 'label' AND NEW.booking_id IS NOT NULL AND NEW.state <> 'sending' BEGIN
    UPDATE attempts SET is_news = 1 WHERE owner_id = NEW.booking_id;
  END;
  CREATE TRIGGER news_of_number AFTER INSERT ON numbers WHEN NEW.kind = 'tracking' BEGIN
    UPDATE attempts SET is_news = 1 WHERE owner_id = NEW.booking_id;
  END;
  CREATE TRIGGER label_to_tell AFTER INSERT ON kept WHEN NEW.kind = 'label' BEGIN
    UPDATE attempts SET label_due = 1 WHERE owner_id = NEW.owner_id;
  END;

  -- Up to where each feed was read.
  CREATE TABLE mirror_feeds (feed TEXT PRIMARY KEY, seq INTEGER NOT NULL, link TEXT NOT NULL) STRICT;
  -- What others sent: apart from what this bench sends itself. What it cost and where it goes is sealed.
  CREATE TABLE mirror_parcels (
    attempt_id TEXT PRIMARY KEY,
    bench INTEGER NOT NULL,
    slot TEXT NOT NULL,
    order_key TEXT NOT NULL,
    shipment_no INTEGER NOT NULL,
    account TEXT NOT NULL,
    state TEXT NOT NULL,
    booked_at TEXT,
    -- As its own bench names it; null before that told of it.
    booking_id TEXT,
    sealed BLOB
  ) STRICT;
  CREATE INDEX mirror_bookings ON mirror_parcels (booking_id) WHERE booking_id IS NOT NULL;
  CREATE INDEX mirror_slots ON mirror_parcels (slot, shipment_no);
  CREATE INDEX mirror_by_time ON mirror_parcels (booked_at) WHERE booked_at IS NOT NULL AND state = 'booked';
  CREATE TABLE mirror_numbers (
    found TEXT NOT NULL,
    attempt_id TEXT NOT NULL REFERENCES mirror_parcels (attempt_id),
    PRIMARY KEY (found, attempt_id)
  ) STRICT, WITHOUT ROWID;
  `,
  // What shops are told of bookings.
  `
  CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    what TEXT NOT NULL CHECK (what IN ('shipped', 'cancelled')),
    way TEXT NOT NULL CHECK (way IN ('file', 'http')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'placing', 'told', 'failed')),
    at TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    due_at TEXT NOT NULL,
    place TEXT NOT NULL DEFAULT '',
    sealed_why BLOB,
    UNIQUE (booking_id, what, way)
  ) STRICT;
  CREATE INDEX outbox_open ON outbox (state, way, sequence) WHERE state <> 'told';
  `,
  // One driver for the parcels of all benches: a pickup collects bookings of any, and those of others collect ours.
  `
  DROP TRIGGER pickup_opened;
  DROP TRIGGER pickup_came_to_nothing;
  CREATE TABLE any_pickup_bookings (
    pickup_id TEXT NOT NULL REFERENCES pickups (id),
    -- As the bench names it that booked it.
    booking_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (pickup_id, booking_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO any_pickup_bookings SELECT pickup_id, booking_id, place FROM pickup_bookings;
  DROP TABLE pickup_bookings;
  ALTER TABLE any_pickup_bookings RENAME TO pickup_bookings;
  CREATE INDEX pickups_of_booking ON pickup_bookings (booking_id);

  CREATE TABLE mirror_pickups (
    attempt_id TEXT PRIMARY KEY,
    bench INTEGER NOT NULL,
    state TEXT NOT NULL,
    at TEXT NOT NULL,
    sealed BLOB
  ) STRICT;
  CREATE INDEX mirror_pickups_by_time ON mirror_pickups (at) WHERE state = 'booked' AND sealed IS NOT NULL;
  -- Each by its attempt, or by its booking where it has none.
  CREATE TABLE mirror_pickup_parcels (
    parcel TEXT NOT NULL,
    pickup TEXT NOT NULL REFERENCES mirror_pickups (attempt_id),
    PRIMARY KEY (parcel, pickup)
  ) STRICT, WITHOUT ROWID;
  -- Of the others: booked, label not set aside, told so that it can be read here, and in no pickup that stands or is unknown.
  CREATE TABLE mirror_to_collect (attempt_id TEXT PRIMARY KEY REFERENCES mirror_parcels (attempt_id)) STRICT, WITHOUT ROWID;

  CREATE TRIGGER pickup_opened AFTER INSERT ON pickup_bookings BEGIN
    DELETE FROM to_collect WHERE booking_id = NEW.booking_id;
    DELETE FROM mirror_to_collect WHERE attempt_id IN (SELECT attempt_id FROM mirror_parcels WHERE booking_id = NEW.booking_id);
  END;
  CREATE TRIGGER pickup_came_to_nothing AFTER UPDATE OF state ON pickups WHEN NEW.state IN ('rejected', 'released') BEGIN
    INSERT OR IGNORE INTO to_collect SELECT bookings.id FROM pickup_bookings JOIN bookings ON bookings.id = booking_id
    WHERE pickup_id = NEW.id AND label_aside_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM pickup_bookings AS other JOIN pickups ON pickups.id = other.pickup_id
      WHERE other.booking_id = bookings.id AND pickups.state NOT IN ('rejected', 'released'));
    INSERT OR IGNORE INTO mirror_to_collect SELECT attempt_id
    FROM pickup_bookings JOIN mirror_parcels ON mirror_parcels.booking_id = pickup_bookings.booking_id
    WHERE pickup_id = NEW.id AND NOT EXISTS (
      SELECT 1 FROM pickup_bookings AS other JOIN pickups ON pickups.id = other.pickup_id
      WHERE other.booking_id = mirror_parcels.booking_id AND pickups.state NOT IN ('rejected', 'released'));
  END;
  CREATE TRIGGER news_of_pickup AFTER UPDATE OF state ON pickups BEGIN
    UPDATE attempts SET is_news = 1 WHERE owner_id = NEW.id;
  END;
  -- Drivers that are ordered are told too. What was heard of others before is not gathered: whether a driver came for it was not heard.
  UPDATE attempts SET is_news = 1 WHERE owner_id IN (SELECT id FROM pickups);
  `,
  // Where orders of a slot stand among what benches tell each other of theirs.
  `
  CREATE TABLE shared_orders (
    number INTEGER PRIMARY KEY,
    slot TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL,
    -- The bench that brought it in; 0 where that is this one.
    heard_from INTEGER NOT NULL,
    -- Empty where nobody knows.
    said_at TEXT NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL CHECK (due IN (0, 1)),
    is_own INTEGER NOT NULL CHECK (is_own IN (0, 1))
  ) STRICT;
  CREATE INDEX orders_due ON shared_orders (number) WHERE due = 1;
  `,
  // What orders are listed, sorted and held by, beside what is sealed of them; see listed-orders.ts.
  `
  CREATE TABLE listed_orders (
    key TEXT PRIMARY KEY,
    slot TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    taken_at TEXT NOT NULL,
    source INTEGER NOT NULL,
    country INTEGER NOT NULL,
    is_barred INTEGER NOT NULL,
    -- By its file: 0 is the most urgent. A day, or empty.
    said_priority INTEGER NOT NULL,
    said_ship_by TEXT NOT NULL,
    -- By a person here; null where nobody said anything.
    given_priority INTEGER,
    given_ship_by TEXT,
    held_at TEXT,
    sealed_hold BLOB,
    -- Of its bookings here, and whether another bench has one.
    standing TEXT NOT NULL DEFAULT '',
    is_elsewhere INTEGER NOT NULL DEFAULT 0,
    stage TEXT AS (CASE WHEN standing <> '' THEN standing WHEN is_elsewhere THEN 'shipped' WHEN is_barred THEN 'barred'
      WHEN held_at IS NOT NULL THEN 'held' ELSE 'to-ship' END),
    priority INTEGER AS (coalesce(given_priority, said_priority)),
    due TEXT AS (coalesce(nullif(coalesce(given_ship_by, said_ship_by), ''), '9999'))
  ) STRICT;
  CREATE INDEX listed_in_turn ON listed_orders (stage, priority, due, sequence DESC);
  CREATE INDEX listed_at_slot ON listed_orders (slot);
  -- What 'source' and 'country' stand for.
  CREATE TABLE listed_values (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, at TEXT NOT NULL, sealed BLOB NOT NULL) STRICT;
  CREATE TABLE deleted_orders (slot TEXT PRIMARY KEY, at TEXT NOT NULL, sealed BLOB NOT NULL) STRICT;
  INSERT INTO totals SELECT 'orders-to-list', 1 WHERE EXISTS (SELECT 1 FROM orders);
  CREATE TRIGGER uncount_order AFTER DELETE ON orders BEGIN
    UPDATE totals SET total = total - 1 WHERE of = 'orders';
  END;
  CREATE TRIGGER order_moved AFTER UPDATE OF state ON bookings WHEN
    CASE OLD.state WHEN 'booked' THEN 3 WHEN 'unknown' THEN 2 WHEN 'intent' THEN 1 WHEN 'sending' THEN 1 WHEN 'answered' THEN 1 ELSE 0 END <>
    CASE NEW.state WHEN 'booked' THEN 3 WHEN 'unknown' THEN 2 WHEN 'intent' THEN 1 WHEN 'sending' THEN 1 WHEN 'answered' THEN 1 ELSE 0 END
  BEGIN
    UPDATE listed_orders SET standing = coalesce((
      SELECT CASE state WHEN 'booked' THEN 'shipped' WHEN 'unknown' THEN 'unknown' ELSE 'booking' END FROM bookings
      WHERE order_key = NEW.order_key AND state NOT IN ('draft', 'quoted', 'rejected', 'released') ORDER BY sequence DESC LIMIT 1), '')
    WHERE key = NEW.order_key;
  END;
  CREATE TRIGGER heard_elsewhere AFTER INSERT ON mirror_parcels WHEN NEW.state = 'booked' BEGIN
    UPDATE listed_orders SET is_elsewhere = 1 WHERE slot = NEW.slot;
  END;
  CREATE TRIGGER moved_elsewhere AFTER UPDATE OF state ON mirror_parcels WHEN (OLD.state = 'booked') <> (NEW.state = 'booked') BEGIN
    UPDATE listed_orders SET is_elsewhere = EXISTS (SELECT 1 FROM mirror_parcels WHERE slot = NEW.slot AND state = 'booked')
    WHERE slot = NEW.slot;
  END;
  `,
  `ALTER TABLE bookings ADD COLUMN label_printer TEXT NOT NULL DEFAULT ''`,
  // Many orders are written at once: they are counted together, and those of a slot are found by the narrow rows that list them.
  'DROP TRIGGER count_order; DROP INDEX orders_at_slot',
  // Shops are told of tracking numbers that come late, and what goes to their server is kept before its first try.
  `
  CREATE TABLE new_outbox (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    what TEXT NOT NULL CHECK (what IN ('shipped', 'tracking', 'cancelled')),
    way TEXT NOT NULL CHECK (way IN ('file', 'http')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'placing', 'told', 'failed')),
    at TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    due_at TEXT NOT NULL,
    place TEXT NOT NULL DEFAULT '',
    sealed_why BLOB,
    sealed_request BLOB
  ) STRICT;
  INSERT INTO new_outbox SELECT id, sequence, booking_id, what, way, state, at, tries, due_at, place, sealed_why, NULL FROM outbox;
  DROP TABLE outbox;
  ALTER TABLE new_outbox RENAME TO outbox;
  CREATE INDEX outbox_open ON outbox (state, way, sequence) WHERE state <> 'told';
  CREATE INDEX outbox_of_booking ON outbox (booking_id, way, sequence);
  CREATE UNIQUE INDEX outbox_once ON outbox (booking_id, what, way) WHERE what <> 'tracking';
  `,
  // What another bench said last of these orders cannot be read here: they are held until it can be. At place 0 where its ledger is another by now.
  'CREATE TABLE unread_orders (slot TEXT PRIMARY KEY, seq INTEGER NOT NULL, bench INTEGER NOT NULL, said_at TEXT NOT NULL) STRICT, WITHOUT ROWID',
  'ALTER TABLE print_jobs ADD COLUMN marked_serial TEXT',
  'ALTER TABLE outbox ADD COLUMN may_be_taken INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE unread_orders ADD COLUMN is_sealed INTEGER NOT NULL DEFAULT 0 CHECK (is_sealed IN (0, 1))',
];

/** What makes of an empty database the same as all of them. */
export const migrationsOfNew: readonly Migration[] = [takeFirstSteps, ...migrations.slice(firstSteps)];

/**
 * Brings the database to the newest version, each step in a transaction of its own. Those of a new one share one, and may be others that
 * come to the same. Never goes back.
 */
export function migrate(database: DatabaseSync, steps: readonly Migration[], sealing: PlacedSealing, ofNew = steps): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > steps.length) throw new JournalError('too-new', `version ${version}, this program knows ${steps.length}`);
  const take = (some: readonly Migration[], to: number): void => {
    database.exec('BEGIN IMMEDIATE');
    try {
      for (const step of some) {
        if (typeof step === 'string') database.exec(step);
        else step(database, sealing);
      }
      database.exec(`PRAGMA user_version = ${to}`);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
  if (version === 0) take(ofNew, steps.length);
  else for (let step = version; step < steps.length; step += 1) take(steps.slice(step, step + 1), step + 1);
}
