import type { DatabaseSync } from 'node:sqlite';
import { JournalError } from './journal-error.ts';
import { behindUnsynced } from './log-check.ts';

/** The version of a journal's tables. There is one: a journal of another version is refused. */
export const schemaVersion = 1;

/** Columns named `encrypted…` hold personal data, encrypted for their row; everything else is readable without a key. */
const tables = `
  -- The last number given to a row, and small values by name.
  CREATE TABLE sequence (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  -- The keys that people's data is encrypted with, one for each day and kind of data, see day-keys.ts. A forgotten key is overwritten with
  -- zeros in its place, so that no copy of it is left on the page.
  CREATE TABLE day_keys (
    number INTEGER PRIMARY KEY,
    day TEXT NOT NULL,
    class TEXT NOT NULL,
    encrypted BLOB NOT NULL,
    forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1))
  ) STRICT;

  -- Written with a commit if the one before it may not be on the disk yet, see log-check.ts.
  CREATE TABLE unsynced (one INTEGER PRIMARY KEY CHECK (one = 1), mark TEXT NOT NULL, commits INTEGER NOT NULL) STRICT;

  -- Orders. Orders with one slot mean the same order, however its key is spelt.
  CREATE TABLE orders (
    key TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    encrypted BLOB NOT NULL,
    slot TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE TABLE row_problems (id TEXT PRIMARY KEY, sequence INTEGER NOT NULL UNIQUE, encrypted BLOB NOT NULL) STRICT;
  CREATE TABLE deleted_orders (slot TEXT PRIMARY KEY, at TEXT NOT NULL, encrypted BLOB NOT NULL) STRICT;

  -- What orders are listed, sorted and held by, beside their encrypted rows, see listed-orders.ts.
  CREATE TABLE listed_orders (
    key TEXT PRIMARY KEY,
    slot TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    taken_at TEXT NOT NULL,
    source INTEGER NOT NULL,
    country INTEGER NOT NULL,
    is_barred INTEGER NOT NULL,
    -- From its file: 0 is the most urgent. A day, or empty.
    order_priority INTEGER NOT NULL,
    order_ship_by TEXT NOT NULL,
    -- Set by a person here; null if not set.
    given_priority INTEGER,
    given_ship_by TEXT,
    held_at TEXT,
    encrypted_hold BLOB,
    -- Held because a person shipped it without a label.
    is_otherwise INTEGER NOT NULL DEFAULT 0,
    -- State of its bookings here. Of those at other benches: 0 for none, 1 if they shipped everything, 2 if a part is left.
    standing TEXT NOT NULL DEFAULT '',
    elsewhere INTEGER NOT NULL DEFAULT 0,
    -- Keyed token of the place of its address; 0 if the address is incomplete. See same-address.ts.
    place INTEGER NOT NULL DEFAULT 0,
    -- Keyed token of the item if the order is one piece of it; else 0. The item's other codes are in item_codes.
    only_item INTEGER NOT NULL DEFAULT 0,
    stage TEXT AS (CASE WHEN standing NOT IN ('', 'partly') THEN standing WHEN elsewhere = 1 THEN 'shipped'
      WHEN standing = 'partly' OR elsewhere = 2 THEN 'partly' WHEN is_otherwise THEN 'otherwise' WHEN is_barred THEN 'barred'
      WHEN held_at IS NOT NULL THEN 'held' ELSE 'to-ship' END),
    priority INTEGER AS (coalesce(given_priority, order_priority)),
    due TEXT AS (coalesce(nullif(coalesce(given_ship_by, order_ship_by), ''), '9999'))
  ) STRICT;
  CREATE INDEX listed_in_turn ON listed_orders (stage, priority, due, sequence DESC);
  CREATE INDEX listed_at_slot ON listed_orders (slot);
  CREATE INDEX listed_at_place ON listed_orders (place, sequence) WHERE place <> 0;
  CREATE INDEX listed_of_item ON listed_orders (only_item, stage, sequence) WHERE only_item <> 0;
  CREATE TABLE item_codes (code INTEGER, item INTEGER, PRIMARY KEY (code, item)) STRICT, WITHOUT ROWID;
  CREATE TABLE listed_values (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, at TEXT NOT NULL, encrypted BLOB NOT NULL) STRICT;

  -- Shipments. A shipment of an order has at most one booking that is neither rejected nor released.
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
    encrypted_packer BLOB NOT NULL,
    encrypted_order BLOB NOT NULL,
    encrypted_sender BLOB,
    encrypted_extras BLOB,
    encrypted_messages BLOB,
    encrypted_verdict BLOB,
    label_aside_at TEXT,
    label_queued INTEGER NOT NULL DEFAULT 0 CHECK (label_queued IN (0, 1)),
    sent_key TEXT NOT NULL DEFAULT '',
    sent_account TEXT NOT NULL DEFAULT '',
    label_printer TEXT NOT NULL DEFAULT '',
    -- The packing slip that a rule demanded; empty if none did.
    slip TEXT NOT NULL DEFAULT '' CHECK (slip IN ('', 'with-prices', 'without-prices')),
    -- Path of the PDF that a rule added; empty if none did.
    encloses TEXT NOT NULL DEFAULT '',
    -- Pieces of its order that it leaves for a later shipment.
    left_over INTEGER NOT NULL DEFAULT 0 CHECK (left_over >= 0),
    -- A return label. Its parcel is at the customer's, so no driver is ordered here.
    is_return INTEGER NOT NULL DEFAULT 0 CHECK (is_return IN (0, 1)),
    CHECK (state <> 'booked' OR (order_no <> '' AND booked_at IS NOT NULL))
  ) STRICT;
  CREATE UNIQUE INDEX one_standing_booking ON bookings (order_key, shipment_no) WHERE state NOT IN ('rejected', 'released');
  CREATE INDEX bookings_of_order ON bookings (order_key, sequence);
  CREATE INDEX bookings_in_state ON bookings (state, sequence);
  CREATE INDEX bookings_by_time ON bookings (booked_at) WHERE booked_at IS NOT NULL;
  CREATE INDEX bookings_without_label ON bookings (sequence) WHERE state = 'booked' AND label_queued = 0 AND label_aside_at IS NULL;
  CREATE INDEX bookings_put_aside ON bookings (sequence) WHERE put_aside = 1;

  -- Further orders of a shipment, from its intent on and as long as it stands.
  CREATE TABLE joined_orders (
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    order_key TEXT NOT NULL,
    shipment_no INTEGER NOT NULL CHECK (shipment_no > 0),
    PRIMARY KEY (order_key, shipment_no)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX joined_of_booking ON joined_orders (booking_id);

  -- Every number that finds a booking. 'found' is without blanks and in capitals, 'shown' is as it was received.
  CREATE TABLE numbers (
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    kind TEXT NOT NULL CHECK (kind IN ('key', 'order', 'consignment', 'tracking')),
    found TEXT NOT NULL,
    shown TEXT NOT NULL,
    PRIMARY KEY (booking_id, kind, found)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX numbers_found ON numbers (found);

  -- Bar codes of labels as keyed tokens, because a code may hold a name. See words.ts.
  CREATE TABLE label_codes (
    token INTEGER NOT NULL,
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    -- The only one of several labels that carries it; 0 if that is not known.
    piece INTEGER NOT NULL DEFAULT 0 CHECK (piece >= 0),
    PRIMARY KEY (token, booking_id)
  ) STRICT, WITHOUT ROWID;

  -- Labels of a shipment of several parcels that are on their parcels.
  CREATE TABLE pieces_on_parcel (
    booking_id TEXT NOT NULL REFERENCES bookings (id),
    piece INTEGER NOT NULL CHECK (piece > 0),
    at TEXT NOT NULL,
    PRIMARY KEY (booking_id, piece)
  ) STRICT, WITHOUT ROWID;

  -- Box and weight of booked parcels by their items, of which there is only a keyed token. The weight is empty if it was learned or a default.
  CREATE TABLE packed (
    booking_id TEXT PRIMARY KEY REFERENCES bookings (id),
    items INTEGER NOT NULL,
    box TEXT NOT NULL,
    weight_grams INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX packed_items ON packed (items);

  -- Facts of products from files of the shop, as JSON. They name no person.
  CREATE TABLE products (key TEXT PRIMARY KEY, facts TEXT NOT NULL) STRICT, WITHOUT ROWID;
  -- Their bar codes, as of 'itemCode'. Older codes of a product stay.
  CREATE TABLE product_codes (code TEXT, product TEXT, PRIMARY KEY (code, product)) STRICT, WITHOUT ROWID;

  -- Pickups and their bookings. A booking of another bench has the id that bench gave it.
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
    manifest_outcome TEXT NOT NULL DEFAULT '',
    encrypted_instructions BLOB NOT NULL,
    encrypted_messages BLOB,
    encrypted_drop_off_point BLOB,
    sent_key TEXT NOT NULL DEFAULT '',
    sent_account TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX pickups_in_state ON pickups (state, sequence);
  CREATE TABLE pickup_bookings (
    pickup_id TEXT NOT NULL REFERENCES pickups (id),
    booking_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (pickup_id, booking_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pickups_of_booking ON pickup_bookings (booking_id);

  -- Booked, label not set aside, and in no pickup that is booked or unknown.
  CREATE TABLE to_collect (booking_id TEXT PRIMARY KEY REFERENCES bookings (id)) STRICT, WITHOUT ROWID;

  -- Print jobs: the printer and the page, the mark before sending, and the printer it was moved from.
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
    encrypted_title BLOB NOT NULL,
    marked_address TEXT,
    marked_count INTEGER,
    marked_labels INTEGER,
    taken_at TEXT,
    printer_id TEXT NOT NULL DEFAULT '',
    moved_from TEXT,
    label_page INTEGER,
    made_dpi INTEGER,
    made_width_mm REAL,
    made_height_mm REAL,
    marked_serial TEXT
  ) STRICT;
  CREATE INDEX jobs_of_booking ON print_jobs (booking_id, sequence);
  CREATE INDEX jobs_in_state ON print_jobs (state, sequence);

  -- Documents for orders of the service. 'booking_id' is null if another program booked the order.
  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    booking_id TEXT REFERENCES bookings (id),
    order_no TEXT NOT NULL,
    document_type TEXT NOT NULL,
    media_type TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'accepted', 'rejected', 'unknown')),
    changed_at TEXT NOT NULL,
    encrypted_name BLOB NOT NULL,
    encrypted_message BLOB,
    sent_key TEXT NOT NULL DEFAULT '',
    sent_account TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX uploads_of_booking ON uploads (booking_id, sequence);
  CREATE INDEX uploads_of_order ON uploads (order_no, sequence);
  CREATE INDEX uploads_open ON uploads (sequence) WHERE state <> 'accepted';

  -- Papers that wait for a person, until they are printed, handed over or closed.
  CREATE TABLE papers_due (
    owner_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('manifest', 'remarks', 'invoice', 'slip', 'enclosure')),
    sequence INTEGER NOT NULL UNIQUE,
    why TEXT NOT NULL,
    PRIMARY KEY (owner_id, kind)
  ) STRICT, WITHOUT ROWID;

  -- Bytes as they came or went: labels, documents, requests, answers. 'form' is their format.
  CREATE TABLE kept (
    owner_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    form TEXT NOT NULL,
    encrypted BLOB NOT NULL,
    PRIMARY KEY (owner_id, kind)
  ) STRICT;

  -- Deliveries of webhooks, until their orders were looked up or a person closed them. Their bytes are in 'kept'.
  CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'not-understood')),
    received_at TEXT NOT NULL,
    size INTEGER NOT NULL,
    encrypted_about BLOB NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_in_state ON deliveries (state, sequence);

  -- What happened, line by line.
  CREATE TABLE history (
    sequence INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    about_id TEXT,
    what TEXT NOT NULL,
    encrypted_detail BLOB NOT NULL
  ) STRICT;
  CREATE INDEX history_about ON history (about_id, sequence);

  -- Words of orders as keyed tokens, one by one or in runs of orders that came together. See words.ts.
  CREATE TABLE search_key (one INTEGER PRIMARY KEY CHECK (one = 1), encrypted_key BLOB NOT NULL) STRICT;
  CREATE TABLE word_owners (id INTEGER PRIMARY KEY, order_key TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE words (
    token INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    PRIMARY KEY (token, owner)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE word_runs (id INTEGER PRIMARY KEY, first_owner INTEGER NOT NULL, last_owner INTEGER NOT NULL) STRICT;
  CREATE TABLE word_blocks (id INTEGER PRIMARY KEY, tokens TEXT NOT NULL) STRICT;

  -- Counts that every screen asks for: orders, and bookings by state.
  CREATE TABLE totals (of TEXT PRIMARY KEY, total INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  -- Batches. Only the newest one has lines.
  CREATE TABLE batches (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL, opened_at TEXT NOT NULL) STRICT;
  CREATE TABLE batch_lines (
    batch_id TEXT NOT NULL REFERENCES batches (id),
    position INTEGER NOT NULL,
    encrypted BLOB NOT NULL,
    PRIMARY KEY (batch_id, position)
  ) STRICT;

  -- Reports that shops have not received yet. 'encrypted_request' is kept before its first try.
  CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,
    booking_id TEXT REFERENCES bookings (id),
    -- The further order of the shipment that it is about; empty if it is the first one. Without a booking: the order.
    order_key TEXT NOT NULL DEFAULT '',
    what TEXT NOT NULL CHECK (what IN ('shipped', 'tracking', 'cancelled', 'shipped-otherwise')),
    channel TEXT NOT NULL CHECK (channel IN ('file', 'http', 'shop')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'placing', 'done', 'failed')),
    at TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    due_at TEXT NOT NULL,
    place TEXT NOT NULL DEFAULT '',
    encrypted_why BLOB,
    encrypted_request BLOB,
    may_be_taken INTEGER NOT NULL DEFAULT 0,
    -- How the order was shipped without a label, and by whom.
    encrypted_otherwise BLOB,
    CHECK ((booking_id IS NULL) = (what = 'shipped-otherwise')),
    CHECK ((booking_id IS NULL) = (encrypted_otherwise IS NOT NULL))
  ) STRICT;
  CREATE INDEX outbox_of_order ON outbox (order_key, sequence) WHERE booking_id IS NULL;
  CREATE INDEX outbox_open ON outbox (state, channel, sequence) WHERE state <> 'done';
  CREATE INDEX outbox_of_booking ON outbox (booking_id, channel, sequence);
  CREATE UNIQUE INDEX outbox_once ON outbox (booking_id, order_key, what, channel) WHERE what <> 'tracking';

  -- Attempts to send something once, and the facts about them, as other benches receive them.
  CREATE TABLE attempts (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    owner_id TEXT NOT NULL,
    about TEXT NOT NULL,
    is_changed INTEGER NOT NULL DEFAULT 1,
    label_due INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX attempts_of ON attempts (owner_id, number);
  CREATE INDEX attempts_changed ON attempts (number) WHERE is_changed = 1;
  CREATE INDEX attempts_label_due ON attempts (number) WHERE label_due = 1;
  CREATE TABLE feed_facts (
    seq INTEGER PRIMARY KEY,
    attempt_id TEXT NOT NULL REFERENCES attempts (id),
    what TEXT NOT NULL CHECK (what IN ('sending', 'unknown', 'booked', 'rejected', 'released', 'noted', 'reprinted')),
    order_no TEXT NOT NULL,
    link TEXT NOT NULL,
    acknowledged_at TEXT
  ) STRICT;
  CREATE INDEX facts_acknowledged ON feed_facts (acknowledged_at) WHERE acknowledged_at IS NOT NULL;

  -- What other benches sent, apart from what this bench sends itself.
  CREATE TABLE mirror_feeds (feed TEXT PRIMARY KEY, seq INTEGER NOT NULL, link TEXT NOT NULL) STRICT;
  CREATE TABLE mirror_parcels (
    attempt_id TEXT PRIMARY KEY,
    bench INTEGER NOT NULL,
    slot TEXT NOT NULL,
    order_key TEXT NOT NULL,
    shipment_no INTEGER NOT NULL,
    account TEXT NOT NULL,
    state TEXT NOT NULL,
    booked_at TEXT,
    -- The id its own bench gave it; null until that bench sent it.
    booking_id TEXT,
    -- Pieces of its order that it leaves for a later shipment; 0 until its own bench sent it.
    left_over INTEGER NOT NULL DEFAULT 0,
    encrypted BLOB
  ) STRICT;
  CREATE INDEX mirror_bookings ON mirror_parcels (booking_id) WHERE booking_id IS NOT NULL;
  CREATE INDEX mirror_slots ON mirror_parcels (slot, shipment_no);
  CREATE INDEX mirror_by_time ON mirror_parcels (booked_at) WHERE booked_at IS NOT NULL AND state = 'booked';
  -- Further orders of a shipment. The first one is in mirror_parcels.
  CREATE TABLE mirror_joined (
    attempt_id TEXT NOT NULL REFERENCES mirror_parcels (attempt_id),
    slot TEXT NOT NULL,
    order_key TEXT NOT NULL,
    shipment_no INTEGER NOT NULL,
    PRIMARY KEY (attempt_id, slot)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX mirror_joined_slots ON mirror_joined (slot, shipment_no);
  CREATE TABLE mirror_numbers (
    found TEXT NOT NULL,
    attempt_id TEXT NOT NULL REFERENCES mirror_parcels (attempt_id),
    PRIMARY KEY (found, attempt_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE mirror_pickups (
    attempt_id TEXT PRIMARY KEY,
    bench INTEGER NOT NULL,
    state TEXT NOT NULL,
    at TEXT NOT NULL,
    encrypted BLOB
  ) STRICT;
  CREATE INDEX mirror_pickups_by_time ON mirror_pickups (at) WHERE state = 'booked' AND encrypted IS NOT NULL;
  CREATE TABLE mirror_pickup_parcels (
    parcel TEXT NOT NULL,
    pickup TEXT NOT NULL REFERENCES mirror_pickups (attempt_id),
    PRIMARY KEY (parcel, pickup)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE mirror_to_collect (attempt_id TEXT PRIMARY KEY REFERENCES mirror_parcels (attempt_id)) STRICT, WITHOUT ROWID;

  -- Orders that all benches of a site share.
  CREATE TABLE shared_orders (
    number INTEGER PRIMARY KEY,
    slot TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL,
    -- The bench that imported it; 0 if it is this one.
    received_from INTEGER NOT NULL,
    -- Empty if unknown.
    changed_at TEXT NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL CHECK (due IN (0, 1)),
    is_own INTEGER NOT NULL CHECK (is_own IN (0, 1))
  ) STRICT;
  CREATE INDEX orders_due ON shared_orders (number) WHERE due = 1;
  -- Orders whose person was erased, here or at another bench of the site. The number is all that is kept of them.
  CREATE TABLE erasures (
    slot TEXT PRIMARY KEY,
    order_key TEXT NOT NULL,
    id TEXT NOT NULL,
    request TEXT NOT NULL,
    at TEXT NOT NULL,
    is_sent INTEGER NOT NULL CHECK (is_sent IN (0, 1)),
    is_done INTEGER NOT NULL CHECK (is_done IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX erasures_to_send ON erasures (slot) WHERE is_sent = 0;
  CREATE INDEX erasures_due ON erasures (slot) WHERE is_done = 0;
  CREATE TABLE unread_orders (
    slot TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    bench INTEGER NOT NULL,
    changed_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/**
 * The standing of an order in the list: that of its newest shipment that is or may be bought. `key`: an SQL expression.
 */
export const standingOf = (key: string): string => `coalesce((
  SELECT CASE state WHEN 'booked' THEN iif(left_over > 0, 'partly', 'shipped') WHEN 'unknown' THEN 'unknown' ELSE 'booking' END FROM bookings
  WHERE ${isOfOrder(key)} AND state NOT IN ('draft', 'quoted', 'rejected', 'released') ORDER BY sequence DESC LIMIT 1), '')`;

/** The column `elsewhere` of an order in the list, by its last shipment that other benches booked. `slot`: an SQL expression. */
export const elsewhereOf = (slot: string): string => `coalesce((
  SELECT iif(left_over > 0, 2, 1) FROM (
    SELECT shipment_no, left_over FROM mirror_parcels WHERE slot = ${slot} AND state = 'booked'
    UNION ALL SELECT mirror_joined.shipment_no, 0 FROM mirror_joined JOIN mirror_parcels ON mirror_parcels.attempt_id = mirror_joined.attempt_id
    WHERE mirror_joined.slot = ${slot} AND state = 'booked')
  ORDER BY shipment_no DESC, left_over LIMIT 1), 0)`;

/** True for a row of `bookings` that ships this order, alone or with others. `key`: an SQL expression. */
export const isOfOrder = (key: string): string =>
  `(bookings.order_key = ${key} OR bookings.id IN (SELECT booking_id FROM joined_orders WHERE joined_orders.order_key = ${key}))`;

/** A table that older journals of this version do not have: their reprints have no reason. */
const laterTables = `
  -- Labels that were printed again, and the first print of a label that another bench bought: it has no reason if no label was out.
  CREATE TABLE IF NOT EXISTS reprints (
    -- The line of the history that names the packer.
    line INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    -- The booking. One of another bench has the id that bench gave it.
    label_of TEXT NOT NULL,
    copy_no INTEGER NOT NULL,
    order_key TEXT NOT NULL,
    shipment_no INTEGER NOT NULL,
    -- The bench that bought it; null if it is this one.
    bought_at INTEGER,
    courier TEXT NOT NULL,
    printer TEXT NOT NULL,
    why TEXT CHECK (why IN ('nothing-came', 'damaged', 'badly-printed', 'lost', 'other')),
    old_label TEXT CHECK (old_label IN ('scanned', 'unreadable', 'not-here'))
  ) STRICT;
  CREATE INDEX IF NOT EXISTS reprints_of ON reprints (label_of, copy_no);
  CREATE INDEX IF NOT EXISTS reprints_by_time ON reprints (at);
`;

/** Adds the tables that a journal of an older program does not have. Changes nothing in any other one. */
export const addLaterTables = (database: DatabaseSync): void => database.exec(laterTables);

const triggers = `
  -- An order is in one standing shipment of a number, whether it is the first order of that shipment or a further one.
  CREATE TRIGGER joined_once BEFORE INSERT ON joined_orders BEGIN
    SELECT raise(ABORT, 'another shipment has this order') WHERE EXISTS (
      SELECT 1 FROM bookings WHERE order_key = NEW.order_key AND shipment_no = NEW.shipment_no
        AND state NOT IN ('draft', 'quoted', 'rejected', 'released'));
  END;
  CREATE TRIGGER intended_once BEFORE UPDATE OF state ON bookings WHEN NEW.state = 'intent' AND OLD.state <> 'intent' BEGIN
    SELECT raise(ABORT, 'another shipment has this order') WHERE EXISTS (
      SELECT 1 FROM joined_orders WHERE order_key = NEW.order_key AND shipment_no = NEW.shipment_no);
  END;

  -- Lines of the history are only added. Only the detail of one can be erased.
  CREATE TRIGGER history_changed BEFORE UPDATE ON history WHEN NEW.sequence <> OLD.sequence OR NEW.at <> OLD.at
    OR NEW.what <> OLD.what OR NEW.about_id IS NOT OLD.about_id OR NEW.encrypted_detail <> x'00'
  BEGIN
    SELECT raise(ABORT, 'a line of the history is never changed');
  END;
  CREATE TRIGGER history_deleted BEFORE DELETE ON history BEGIN
    SELECT raise(ABORT, 'a line of the history is never deleted');
  END;

  -- Counts of orders and bookings. Orders are counted as they are written, many at once.
  CREATE TRIGGER count_booking AFTER INSERT ON bookings BEGIN
    INSERT INTO totals VALUES (NEW.state, 1) ON CONFLICT DO UPDATE SET total = total + 1;
  END;
  CREATE TRIGGER count_booking_move AFTER UPDATE OF state ON bookings WHEN OLD.state <> NEW.state BEGIN
    UPDATE totals SET total = total - 1 WHERE of = OLD.state;
    INSERT INTO totals VALUES (NEW.state, 1) ON CONFLICT DO UPDATE SET total = total + 1;
  END;
  CREATE TRIGGER uncount_order AFTER DELETE ON orders BEGIN
    UPDATE totals SET total = total - 1 WHERE of = 'orders';
  END;

  -- Bookings that no driver was ordered for, here and of other benches.
  CREATE TRIGGER booked AFTER UPDATE OF state ON bookings WHEN NEW.state = 'booked' AND OLD.state <> 'booked' AND NEW.is_return = 0 BEGIN
    INSERT OR IGNORE INTO to_collect VALUES (NEW.id);
  END;
  CREATE TRIGGER label_set_aside AFTER UPDATE OF label_aside_at ON bookings WHEN NEW.label_aside_at IS NOT NULL BEGIN
    DELETE FROM to_collect WHERE booking_id = NEW.id;
  END;
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

  -- The place of an order in the list.
  CREATE TRIGGER order_moved AFTER UPDATE OF state ON bookings WHEN
    CASE OLD.state WHEN 'booked' THEN 3 WHEN 'unknown' THEN 2 WHEN 'intent' THEN 1 WHEN 'sending' THEN 1 WHEN 'answered' THEN 1 ELSE 0 END <>
    CASE NEW.state WHEN 'booked' THEN 3 WHEN 'unknown' THEN 2 WHEN 'intent' THEN 1 WHEN 'sending' THEN 1 WHEN 'answered' THEN 1 ELSE 0 END
  BEGIN
    UPDATE listed_orders SET standing = ${standingOf('listed_orders.key')}
    WHERE key = NEW.order_key OR key IN (SELECT order_key FROM joined_orders WHERE booking_id = NEW.id);
  END;
  CREATE TRIGGER order_joined AFTER INSERT ON joined_orders BEGIN
    UPDATE listed_orders SET standing = ${standingOf('listed_orders.key')} WHERE key = NEW.order_key;
  END;
  CREATE TRIGGER order_free AFTER DELETE ON joined_orders BEGIN
    UPDATE listed_orders SET standing = ${standingOf('listed_orders.key')} WHERE key = OLD.order_key;
  END;
  CREATE TRIGGER booked_elsewhere AFTER INSERT ON mirror_parcels WHEN NEW.state = 'booked' BEGIN
    UPDATE listed_orders SET elsewhere = ${elsewhereOf('listed_orders.slot')} WHERE slot = NEW.slot;
  END;
  CREATE TRIGGER joined_elsewhere AFTER INSERT ON mirror_joined
  WHEN (SELECT state = 'booked' FROM mirror_parcels WHERE attempt_id = NEW.attempt_id) BEGIN
    UPDATE listed_orders SET elsewhere = ${elsewhereOf('listed_orders.slot')} WHERE slot = NEW.slot;
  END;
  CREATE TRIGGER moved_elsewhere AFTER UPDATE OF state, left_over ON mirror_parcels
  WHEN (OLD.state = 'booked') <> (NEW.state = 'booked') OR OLD.left_over <> NEW.left_over BEGIN
    UPDATE listed_orders SET elsewhere = ${elsewhereOf('listed_orders.slot')}
    WHERE slot = NEW.slot OR slot IN (SELECT slot FROM mirror_joined WHERE attempt_id = NEW.attempt_id);
  END;

  -- Changes that the other benches have not received yet.
  CREATE TRIGGER news_of_booking AFTER UPDATE OF state, consignment_no, on_parcel_at, label_aside_at ON bookings BEGIN
    UPDATE attempts SET is_changed = 1 WHERE owner_id = NEW.id;
  END;
  CREATE TRIGGER news_of_label AFTER INSERT ON print_jobs WHEN NEW.role = 'label' AND NEW.booking_id IS NOT NULL BEGIN
    UPDATE attempts SET is_changed = 1 WHERE owner_id = NEW.booking_id;
  END;
  CREATE TRIGGER news_of_print AFTER UPDATE OF state ON print_jobs
  WHEN NEW.role = 'label' AND NEW.booking_id IS NOT NULL AND NEW.state <> 'sending' BEGIN
    UPDATE attempts SET is_changed = 1 WHERE owner_id = NEW.booking_id;
  END;
  CREATE TRIGGER news_of_piece AFTER INSERT ON pieces_on_parcel BEGIN
    UPDATE attempts SET is_changed = 1 WHERE owner_id = NEW.booking_id;
  END;
  CREATE TRIGGER news_of_number AFTER INSERT ON numbers WHEN NEW.kind = 'tracking' BEGIN
    UPDATE attempts SET is_changed = 1 WHERE owner_id = NEW.booking_id;
  END;
  CREATE TRIGGER label_to_report AFTER INSERT ON kept WHEN NEW.kind = 'label' BEGIN
    UPDATE attempts SET label_due = 1 WHERE owner_id = NEW.owner_id;
  END;
  CREATE TRIGGER news_of_pickup AFTER UPDATE OF state ON pickups BEGIN
    UPDATE attempts SET is_changed = 1 WHERE owner_id = NEW.id;
  END;
`;

/** Makes the tables of a new journal, all or none of them. */
export function createTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(tables + laterTables + triggers);
    database.exec(`
      INSERT INTO sequence VALUES (1, 0);
      INSERT INTO totals VALUES ('orders', 0);
      INSERT INTO unsynced VALUES (1, '${behindUnsynced}', 0);
    `);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Throws a `JournalError` if the journal was written with tables of another version. Changes nothing. */
export function requireVersion(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version !== schemaVersion) throw new JournalError('other-version', `version ${version}, this program reads version ${schemaVersion}`);
}
