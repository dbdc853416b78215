-- Common start of every call: the calling bench, the server that answers, and the benches that it has to wait for.

-- Identifies the server that answers. A promoted stand-by has another timeline, and a restored copy has another system id.
CREATE OR REPLACE FUNCTION packbench.server() RETURNS text
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT system_identifier || ':' || left(pg_walfile_name(pg_current_wal_lsn()), 8) FROM pg_control_system()
$$;

CREATE OR REPLACE FUNCTION packbench.is_frozen(the_world text) RETURNS boolean
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM packbench.world WHERE world = the_world AND (is_behind OR server <> packbench.server()))
$$;

-- Returns the benches that have not yet reported their facts again to the server that answers. If the ledger lost data (`is_behind`), a
-- bench without a feed counts too, because it may have booked something.
CREATE OR REPLACE FUNCTION packbench.waits_for(the_world text) RETURNS jsonb
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(jsonb_agg(b.bench ORDER BY b.bench), '[]') FROM packbench.bench AS b
    LEFT JOIN packbench.feed AS f ON f.bench = b.bench AND f.world = the_world AND f.closed_at IS NULL
  WHERE b.retired_at IS NULL AND f.agreed IS DISTINCT FROM packbench.server()
    AND (f.feed IS NOT NULL OR EXISTS (SELECT FROM packbench.world WHERE world = the_world AND is_behind))
$$;

-- Applies to this transaction alone and overrides the settings of server, role and session. A function's own SET would be undone before the
-- commit.
CREATE OR REPLACE FUNCTION packbench.make_durable() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true), set_config('lock_timeout', '2s', true);
END $$;

-- `open_world`: the environment that must not be frozen and for which this bench must have a feed; null if neither is required.
CREATE OR REPLACE FUNCTION packbench.enter(the_token bytea, the_run uuid, open_world text, OUT bench int, OUT refusal jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  caller packbench.bench;
  rules packbench.ledger;
BEGIN
  PERFORM packbench.make_durable();
  SELECT * INTO rules FROM packbench.ledger;
  SELECT * INTO caller FROM packbench.bench AS b WHERE b.token_hash = sha256(the_token);
  bench := caller.bench;
  refusal := CASE
    WHEN caller.bench IS NULL THEN jsonb_build_object('is', 'not-paired')
    WHEN caller.run IS DISTINCT FROM the_run THEN jsonb_build_object('is', 'identity-elsewhere')
    -- The ledger was upgraded since this bench called hello.
    WHEN caller.protocol IS DISTINCT FROM rules.schema_no THEN jsonb_build_object('is', 'ledger-version', 'version', rules.schema_no)
    WHEN open_world IS NOT NULL AND NOT EXISTS (
      SELECT FROM packbench.feed AS f WHERE f.bench = caller.bench AND f.world = open_world AND f.closed_at IS NULL)
    THEN jsonb_build_object('is', 'journal-went-back')
    WHEN packbench.is_frozen(open_world) THEN jsonb_build_object('is', 'ledger-frozen', 'waitsFor', packbench.waits_for(open_world))
  END;
  IF refusal IS NULL THEN
    UPDATE packbench.bench AS b SET seen_at = clock_timestamp() WHERE b.bench = caller.bench AND b.seen_at < clock_timestamp() - interval '5 s';
  END IF;
END $$;

-- Returns the place of an attempt: its slots with their shipment numbers and order keys, in one order, and the parcels of a pickup. `slot`,
-- `shipment_no` and `order_key`: those of the first order. Raises if there is no place.
CREATE OR REPLACE FUNCTION packbench.place(
  what json, OUT kind text, OUT slot text, OUT shipment_no int, OUT order_key text, OUT slots text[], OUT numbers int[], OUT keys text[],
  OUT parcels text[], OUT again boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  kind := what ->> 'is';
  IF kind = 'ship' THEN
    order_key := what ->> 'orderKey';
    slot := packbench.slot(order_key, what ->> 'source');
    shipment_no := (what ->> 'shipmentNo')::int;
    slots := ARRAY[slot];
    numbers := ARRAY[shipment_no];
    keys := ARRAY[order_key];
    IF what -> 'joined' IS NOT NULL THEN
      SELECT array_agg(o.slot ORDER BY o.slot), array_agg(o.number ORDER BY o.slot), array_agg(o.key ORDER BY o.slot) INTO slots, numbers, keys
      FROM (
        SELECT packbench.slot(value ->> 'orderKey', value ->> 'source') COLLATE "C" AS slot, (value ->> 'shipmentNo')::int AS number,
          value ->> 'orderKey' AS key
        FROM (SELECT what AS value UNION ALL SELECT value FROM json_array_elements(what -> 'joined') AS value) AS orders) AS o;
    END IF;
    parcels := '{}';
    again := true;
  ELSIF kind = 'pickup' THEN
    slot := json_build_array(what ->> 'courier', what ->> 'day', what ->> 'sender');
    shipment_no := 1;
    slots := ARRAY[slot];
    numbers := ARRAY[shipment_no];
    again := coalesce((what ->> 'again')::boolean, false);
    parcels := ARRAY(SELECT DISTINCT parcel COLLATE "C" FROM json_array_elements_text(what -> 'parcels') AS parcel ORDER BY 1);
  ELSE
    RAISE data_exception USING MESSAGE = 'neither a shipment nor a pickup';
  END IF;
  IF array_position(slots, NULL) IS NOT NULL OR array_position(numbers, NULL) IS NOT NULL
  THEN RAISE data_exception USING MESSAGE = 'no slot'; END IF;
  IF cardinality(slots) > 1 AND (SELECT count(DISTINCT each) FROM unnest(slots) AS each) < cardinality(slots)
  THEN RAISE data_exception USING MESSAGE = 'an order twice'; END IF;
END $$;

-- Returns the place of an attempt that is known here.
CREATE OR REPLACE FUNCTION packbench.place_of(it packbench.attempt, OUT slots text[], OUT numbers int[], OUT parcels text[])
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  parcels := '{}';
  IF it.kind = 'ship' THEN
    SELECT array_agg(s.slot ORDER BY s.slot), array_agg(s.shipment_no ORDER BY s.slot) INTO slots, numbers
      FROM packbench.shipped_order AS s WHERE s.attempt = it.attempt;
  ELSIF it.kind = 'pickup' THEN
    slots := ARRAY[it.slot];
    numbers := ARRAY[it.shipment_no];
    parcels := ARRAY(SELECT p.parcel FROM packbench.pickup_parcel AS p WHERE p.attempt = it.attempt);
  END IF;
END $$;

-- The id of an attempt is the digest of its secret: this holds also in a ledger that was restored or replaced.
CREATE OR REPLACE FUNCTION packbench.proves(the_secret text, the_attempt uuid) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(substr(sha256(convert_to(the_secret, 'UTF8')), 1, 16) = uuid_send(the_attempt), false)
$$;

-- Adds the further orders of a shipment to its new attempt. A trigger has added the first one.
CREATE OR REPLACE FUNCTION packbench.add_orders(the_attempt uuid, it record) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF it.kind <> 'ship' OR cardinality(it.slots) = 1 THEN RETURN; END IF;
  INSERT INTO packbench.shipped_order (attempt, slot, shipment_no, order_key)
    SELECT the_attempt, o.slot, o.number, o.key FROM unnest(it.slots, it.numbers, it.keys) AS o (slot, number, key) WHERE o.slot <> it.slot;
END $$;

-- Returns the further orders of a shipment; null if there are none.
CREATE OR REPLACE FUNCTION packbench.joined_to(the_attempt uuid, first_slot text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT jsonb_agg(jsonb_build_object('orderKey', s.order_key, 'shipmentNo', s.shipment_no) ORDER BY s.slot)
    FROM packbench.shipped_order AS s WHERE s.attempt = the_attempt AND s.slot <> first_slot);
END $$;

-- Takes an exclusive lock on each slot and parcel until the transaction ends. Always locks in the same order, so that no deadlock is
-- possible.
CREATE OR REPLACE FUNCTION packbench.lock(the_world text, slots text[], parcels text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  number bigint;
BEGIN
  FOR number IN
    SELECT hashtextextended(name, lock_seed) FROM packbench.ledger, (
      SELECT the_world || '|slot|' || slot AS name FROM unnest(slots) AS slot
      UNION ALL SELECT the_world || '|parcel|' || parcel FROM unnest(parcels) AS parcel) AS names
    GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(number);
  END LOOP;
END $$;

-- Returns the standing attempts that block another attempt at the same place.
CREATE OR REPLACE FUNCTION packbench.rivals(
  the_attempt uuid, the_kind text, the_world text, slots text[], numbers int[], parcels text[])
RETURNS SETOF packbench.attempt
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF the_kind = 'ship' THEN
    RETURN QUERY SELECT * FROM packbench.attempt AS a
      WHERE a.attempt <> the_attempt AND a.attempt IN (
        SELECT s.attempt FROM packbench.shipped_order AS s
          WHERE s.world = the_world AND s.slot = ANY (slots) AND s.shipment_no = numbers[array_position(slots, s.slot)] AND s.stands);
  ELSE
    RETURN QUERY SELECT * FROM packbench.attempt AS a
      WHERE a.attempt <> the_attempt AND a.attempt IN (
        SELECT o.attempt FROM packbench.attempt AS o
          WHERE o.kind = 'pickup' AND o.world = the_world AND o.slot = slots[1] AND o.state IN ('held', 'sending', 'unknown')
        UNION SELECT p.attempt FROM packbench.pickup_parcel AS p
          WHERE p.world = the_world AND p.parcel = ANY (parcels) AND p.stands);
  END IF;
END $$;

-- Releases those of these attempts that are still held. Locks them in one order, so that no deadlock is possible: several orders or parcels
-- may lead to one attempt.
CREATE OR REPLACE FUNCTION packbench.release_held(attempts uuid[], reason text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF cardinality(attempts) = 0 THEN RETURN; END IF;
  UPDATE packbench.attempt SET state = 'released', why = reason, at = clock_timestamp() WHERE state = 'held' AND attempt IN (
    SELECT a.attempt FROM packbench.attempt AS a WHERE a.attempt = ANY (attempts) AND a.state = 'held' ORDER BY a.attempt FOR UPDATE);
END $$;

-- A stray that is not closed blocks all of its orders with every shipment number, or the parcels of its pickup.
CREATE OR REPLACE FUNCTION packbench.stray_of(the_kind text, the_world text, slots text[], parcels text[]) RETURNS packbench.attempt
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  it packbench.attempt;
BEGIN
  IF the_kind = 'ship' THEN
    SELECT a.* INTO it FROM packbench.shipped_order AS s JOIN packbench.attempt AS a USING (attempt)
      WHERE s.world = the_world AND s.slot = ANY (slots) AND s.is_stray LIMIT 1;
  ELSE
    SELECT * INTO it FROM (
      SELECT a.* FROM packbench.attempt AS a
        WHERE a.world = the_world AND a.slot = slots[1] AND a.kind = the_kind AND a.state = 'stray' AND a.closed_at IS NULL
      UNION ALL
      SELECT a.* FROM packbench.pickup_parcel AS p JOIN packbench.attempt AS a USING (attempt)
        WHERE p.world = the_world AND p.parcel = ANY (parcels) AND p.is_stray
      LIMIT 1) AS found;
  END IF;
  RETURN it;
END $$;

-- Returns true if nothing about an attempt is under way or in doubt, also if there is none.
CREATE OR REPLACE FUNCTION packbench.is_settled(it packbench.attempt) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT it.state IS NULL OR it.state IN ('booked', 'rejected', 'released') OR it.closed_at IS NOT NULL
$$;

-- Enforces the rules that no caller may break.
CREATE OR REPLACE FUNCTION packbench.keep_attempt() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP IN ('DELETE', 'TRUNCATE') THEN RAISE 'attempts are never deleted'; END IF;
  IF NEW.state = 'held' AND OLD.state <> 'held' THEN RAISE 'what is over is never held again'; END IF;
  IF OLD.state = 'booked' AND NEW.state <> 'booked' THEN RAISE 'a booking stays a booking'; END IF;
  IF (NEW.attempt, NEW.kind, NEW.world, NEW.slot, NEW.shipment_no) IS DISTINCT FROM (OLD.attempt, OLD.kind, OLD.world, OLD.slot, OLD.shipment_no)
    THEN RAISE 'an attempt stays where it is'; END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION packbench.follow_attempt() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  stands_now boolean := NEW.state IN ('held', 'sending', 'unknown', 'booked');
  is_stray_now boolean := NEW.state = 'stray' AND NEW.closed_at IS NULL;
BEGIN
  IF NEW.kind = 'pickup' THEN
    UPDATE packbench.pickup_parcel SET stands = stands_now, is_stray = is_stray_now WHERE attempt = NEW.attempt;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO packbench.shipped_order (attempt, slot, shipment_no) VALUES (NEW.attempt, NEW.slot, NEW.shipment_no);
  ELSE
    UPDATE packbench.shipped_order SET stands = stands_now, is_stray = is_stray_now
      WHERE attempt = NEW.attempt AND (stands, is_stray) <> (stands_now, is_stray_now);
  END IF;
  RETURN NULL;
END $$;

-- No writer can let an order stand without its attempt, or free it while its attempt stands.
CREATE OR REPLACE FUNCTION packbench.keep_order() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP IN ('DELETE', 'TRUNCATE') THEN RAISE 'orders of attempts are never deleted'; END IF;
  IF TG_OP = 'UPDATE' AND (NEW.attempt, NEW.world, NEW.slot, NEW.shipment_no) IS DISTINCT FROM (OLD.attempt, OLD.world, OLD.slot, OLD.shipment_no)
    THEN RAISE 'an order stays in its attempt'; END IF;
  SELECT a.world, a.state IN ('held', 'sending', 'unknown', 'booked'), a.state = 'stray' AND a.closed_at IS NULL
    INTO NEW.world, NEW.stands, NEW.is_stray FROM packbench.attempt AS a WHERE a.attempt = NEW.attempt;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER keep_attempt BEFORE UPDATE OR DELETE ON packbench.attempt
  FOR EACH ROW EXECUTE FUNCTION packbench.keep_attempt();
CREATE OR REPLACE TRIGGER keep_attempts BEFORE TRUNCATE ON packbench.attempt
  FOR EACH STATEMENT EXECUTE FUNCTION packbench.keep_attempt();
CREATE OR REPLACE TRIGGER follow_attempt AFTER INSERT OR UPDATE ON packbench.attempt
  FOR EACH ROW EXECUTE FUNCTION packbench.follow_attempt();
CREATE OR REPLACE TRIGGER keep_order BEFORE INSERT OR UPDATE OR DELETE ON packbench.shipped_order
  FOR EACH ROW EXECUTE FUNCTION packbench.keep_order();
CREATE OR REPLACE TRIGGER keep_orders BEFORE TRUNCATE ON packbench.shipped_order
  FOR EACH STATEMENT EXECUTE FUNCTION packbench.keep_order();
