-- The calls that decide about purchases: claim, send and give_up.

CREATE OR REPLACE FUNCTION packbench.claim(
  the_token bytea, the_run uuid, the_attempt uuid, the_world text, what json, the_account text, the_digest bytea, the_secret text)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  it record;
  its record;
  was packbench.attempt;
  closed packbench.closed_order;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, the_world);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT * INTO it FROM packbench.place(what);
  PERFORM packbench.lock(the_world, it.slots, it.parcels);
  SELECT * INTO was FROM packbench.attempt WHERE attempt = the_attempt;
  IF FOUND THEN
    SELECT * INTO its FROM packbench.place_of(was);
    IF was.state = 'held' AND was.bench = me.bench AND was.run = the_run AND was.digest = the_digest AND was.held_until > clock_timestamp()
      AND (was.kind, was.world, was.slot, was.shipment_no) = (it.kind, the_world, it.slot, it.shipment_no)
      AND (its.slots, its.numbers) = (it.slots, it.numbers)
    THEN RETURN jsonb_build_object('is', 'granted'); END IF;
    RETURN jsonb_build_object('is', 'attempt-dead', 'state', was.state);
  END IF;
  PERFORM packbench.release_held(ARRAY(
    SELECT attempt FROM packbench.rivals(the_attempt, it.kind, the_world, it.slots, it.numbers, it.parcels)
      WHERE state = 'held' AND held_until <= clock_timestamp()), 'lapsed');
  SELECT * INTO was FROM packbench.stray_of(it.kind, the_world, it.slots, it.parcels);
  IF was.attempt IS NOT NULL THEN RETURN jsonb_build_object('is', 'stray-blocks', 'bench', was.bench, 'attempt', was.attempt); END IF;
  IF it.kind = 'ship' THEN
    SELECT * INTO closed FROM packbench.closed_order AS c WHERE c.world = the_world AND c.slot = ANY (it.slots) LIMIT 1;
    IF FOUND THEN RETURN jsonb_build_object('is', 'taken-elsewhere', 'bench', closed.bench, 'state', 'closed'); END IF;
  END IF;
  SELECT * INTO was FROM packbench.rivals(the_attempt, it.kind, the_world, it.slots, it.numbers, it.parcels) LIMIT 1;
  IF FOUND THEN RETURN jsonb_build_object('is', 'taken-elsewhere', 'bench', was.bench, 'state', was.state, 'attempt', was.attempt); END IF;
  IF NOT it.again THEN
    -- A driver is already booked. A person must give a reason for a second one.
    SELECT * INTO was FROM packbench.attempt WHERE kind = 'pickup' AND world = the_world AND slot = it.slot AND state = 'booked' LIMIT 1;
    IF FOUND THEN RETURN jsonb_build_object('is', 'taken-elsewhere', 'bench', was.bench, 'state', was.state, 'attempt', was.attempt); END IF;
  END IF;
  IF EXISTS (
    SELECT FROM unnest(it.slots, it.numbers) AS o (slot, number) WHERE o.number > 1 AND NOT EXISTS (
      SELECT FROM packbench.shipped_order AS s JOIN packbench.attempt AS a USING (attempt)
        WHERE s.world = the_world AND s.slot = o.slot AND s.shipment_no = o.number - 1 AND s.stands AND a.state = 'booked'))
  THEN RETURN jsonb_build_object('is', 'no-shipment-before'); END IF;
  INSERT INTO packbench.attempt (attempt, kind, world, slot, shipment_no, order_key, account, bench, run, digest, secret, state, held_until)
    SELECT the_attempt, it.kind, the_world, it.slot, it.shipment_no, it.order_key, the_account, me.bench, the_run, the_digest,
      CASE WHEN packbench.proves(the_secret, the_attempt) THEN the_secret END, 'held',
      clock_timestamp() + held FROM packbench.durations;
  PERFORM packbench.add_orders(the_attempt, it);
  INSERT INTO packbench.pickup_parcel (attempt, world, parcel, stands) SELECT the_attempt, the_world, parcel, true FROM unnest(it.parcels) AS parcel;
  RETURN jsonb_build_object('is', 'granted');
END $$;

CREATE OR REPLACE FUNCTION packbench.send(the_token bytea, the_run uuid, the_attempt uuid, the_digest bytea) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  mine packbench.attempt;
  stray packbench.attempt;
  its record;
BEGIN
  SELECT * INTO mine FROM packbench.attempt WHERE attempt = the_attempt;
  SELECT * INTO me FROM packbench.enter(the_token, the_run, mine.world);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF mine.attempt IS NULL THEN RETURN jsonb_build_object('is', 'attempt-dead', 'state', 'absent'); END IF;
  SELECT * INTO its FROM packbench.place_of(mine);
  PERFORM packbench.lock(mine.world, its.slots, its.parcels);
  SELECT * INTO mine FROM packbench.attempt WHERE attempt = the_attempt FOR UPDATE;
  IF mine.state = 'held' AND mine.held_until <= clock_timestamp() THEN
    UPDATE packbench.attempt SET state = 'released', why = 'lapsed', at = clock_timestamp() WHERE attempt = the_attempt RETURNING * INTO mine;
  END IF;
  IF mine.bench <> me.bench OR mine.run <> the_run OR mine.reported IS NOT NULL OR mine.state NOT IN ('held', 'sending')
  THEN RETURN jsonb_build_object('is', 'attempt-dead', 'state', mine.state); END IF;
  IF mine.digest IS DISTINCT FROM the_digest THEN RETURN jsonb_build_object('is', 'attempt-dead', 'state', 'changed'); END IF;
  SELECT * INTO stray FROM packbench.stray_of(mine.kind, mine.world, its.slots, its.parcels);
  IF stray.attempt IS NOT NULL THEN RETURN jsonb_build_object('is', 'stray-blocks', 'bench', stray.bench, 'attempt', stray.attempt); END IF;
  UPDATE packbench.attempt SET state = 'sending', sent_at = clock_timestamp(), held_until = NULL, at = clock_timestamp() WHERE attempt = the_attempt;
  RETURN jsonb_build_object('is', 'granted', 'withinMs', (SELECT round(extract(epoch FROM headers) * 1000) FROM packbench.durations));
END $$;

-- Returns the outcome of an attempt, as far as the ledger knows it. An attempt that is absent or held is released here, so that a request
-- for it that arrives late is refused.
CREATE OR REPLACE FUNCTION packbench.give_up(
  the_token bytea, the_run uuid, the_attempt uuid, the_world text, what json, the_account text, the_digest bytea, the_secret text)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  it record;
  was packbench.attempt;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, the_world);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT * INTO it FROM packbench.place(what);
  PERFORM packbench.lock(the_world, it.slots, it.parcels);
  INSERT INTO packbench.attempt (attempt, kind, world, slot, shipment_no, order_key, account, bench, run, digest, secret, state, why)
    VALUES (the_attempt, it.kind, the_world, it.slot, it.shipment_no, it.order_key, the_account, me.bench, the_run, the_digest,
      CASE WHEN packbench.proves(the_secret, the_attempt) THEN the_secret END, 'released', 'given-up')
    ON CONFLICT (attempt) DO NOTHING;
  IF FOUND THEN PERFORM packbench.add_orders(the_attempt, it); END IF;
  UPDATE packbench.attempt SET state = 'released', why = 'given-up', at = clock_timestamp()
    WHERE attempt = the_attempt AND state = 'held' AND bench = me.bench;
  SELECT * INTO was FROM packbench.attempt WHERE attempt = the_attempt;
  IF was.state IN ('released', 'rejected') THEN RETURN jsonb_build_object('is', 'released'); END IF;
  RETURN jsonb_build_object('is', 'may-be-sent', 'state', was.state);
END $$;
