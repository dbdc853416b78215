-- Orders that were imported at any bench, as all benches know them. Nothing here grants anything.

-- A place is valid in one era only: a promoted stand-by or an older copy may have given it to another order, and another ledger has its own
-- places.
CREATE OR REPLACE FUNCTION packbench.order_era(the_world text) RETURNS text
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat_ws(' ', l.id, packbench.server(), (SELECT h.era FROM packbench.order_head AS h WHERE h.world = the_world)) FROM packbench.ledger AS l
$$;

-- The ledger was restored from an older copy: no place counts any more.
CREATE OR REPLACE FUNCTION packbench.next_era(the_world text) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO packbench.order_head (world, seq, era) VALUES (the_world, 0, gen_random_uuid()) ON CONFLICT (world) DO UPDATE SET era = excluded.era;
  RETURN packbench.order_era(the_world);
END $$;

-- Deletes up to `most` orders whose time is over, and returns how many. Of the newest one the place stays: a bench that received it would
-- take the ledger for an older copy.
CREATE OR REPLACE FUNCTION packbench.forget_orders(the_world text, most int) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  old timestamptz;
  newest bigint;
  dropped int;
BEGIN
  SELECT clock_timestamp() - orders INTO old FROM packbench.durations;
  SELECT max(seq) INTO newest FROM packbench.known_order WHERE world = the_world;
  UPDATE packbench.known_order AS o SET encrypted = NULL WHERE o.world = the_world AND o.seq = newest AND o.at < old AND o.encrypted IS NOT NULL;
  -- The oldest orders have the lowest places.
  DELETE FROM packbench.known_order AS o WHERE o.at < old AND o.seq < newest AND o.ctid = ANY (ARRAY(
    SELECT k.ctid FROM packbench.known_order AS k WHERE k.world = the_world ORDER BY k.seq LIMIT most));
  GET DIAGNOSTICS dropped = ROW_COUNT;
  RETURN dropped;
END $$;

-- Each state replaces only the one at its place in `bases`, the last one that its bench received. If there is another one, `other` returns
-- it. A state equal to the stored one changes nothing. `ages`: age of each state in milliseconds. Each call also deletes a few expired
-- orders.
CREATE OR REPLACE FUNCTION packbench.put_orders(
  the_token bytea, the_run uuid, the_world text, the_era text,
  slots text[], bases bigint[], marks bytea[], states bytea[], ages bigint[])
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  era text := packbench.order_era(the_world);
  last bigint;
  was packbench.known_order;
  answers jsonb[] := '{}';
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF the_era IS DISTINCT FROM era THEN RETURN jsonb_build_object('is', 'orders', 'era', era); END IF;
  INSERT INTO packbench.order_head AS h (world, seq) VALUES (the_world, 0) ON CONFLICT (world) DO UPDATE SET seq = h.seq
    RETURNING h.seq INTO last;
  FOR i IN 1 .. cardinality(slots) LOOP
    SELECT * INTO was FROM packbench.known_order AS o WHERE o.world = the_world AND o.slot = slots[i];
    IF states[i] IS NULL THEN RAISE data_exception USING MESSAGE = 'no state'; END IF;
    IF was.encrypted IS NULL THEN was := NULL; END IF;
    IF was.mark = marks[i] THEN
      answers := answers || jsonb_build_object('is', 'put', 'seq', was.seq);
    ELSIF was.seq <> bases[i] THEN
      answers := answers || jsonb_build_object('is', 'other', 'seq', was.seq, 'bench', was.bench,
        'ageMs', round(extract(epoch FROM clock_timestamp() - was.changed_at) * 1000),
        'encrypted', translate(encode(was.encrypted, 'base64'), E'\n', ''));
    ELSE
      last := last + 1;
      INSERT INTO packbench.known_order (world, slot, seq, bench, mark, encrypted, changed_at)
        VALUES (the_world, slots[i], last, me.bench, marks[i], states[i], clock_timestamp() - ages[i] * interval '1 ms')
        ON CONFLICT (world, slot) DO UPDATE SET seq = excluded.seq, bench = excluded.bench, mark = excluded.mark, encrypted = excluded.encrypted,
          changed_at = excluded.changed_at, at = excluded.at;
      answers := answers || jsonb_build_object('is', 'put', 'seq', last);
    END IF;
  END LOOP;
  UPDATE packbench.order_head SET seq = last WHERE world = the_world;
  PERFORM packbench.forget_orders(the_world, 100);
  RETURN jsonb_build_object('is', 'orders', 'era', era, 'answers', to_jsonb(answers));
END $$;

-- Returns the orders behind a place, in the order of their places; from the beginning if the era differs. Returns only the newest state of
-- each order. `at_slot`: slot of the order that was received at that place.
CREATE OR REPLACE FUNCTION packbench.read_orders(
  the_token bytea, the_run uuid, the_world text, the_era text, after bigint, most int, at_slot text DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  era text := packbench.order_era(the_world);
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  -- The order that this bench received last is gone: the ledger was restored from an older copy, whatever it has received since.
  IF the_era = era AND after > 0 AND NOT EXISTS (
    SELECT FROM packbench.known_order AS o WHERE o.world = the_world AND o.slot = coalesce(at_slot, o.slot) AND o.seq >= after)
  THEN
    era := packbench.next_era(the_world);
  END IF;
  RETURN jsonb_build_object('is', 'orders', 'era', era, 'orders', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('slot', n.slot, 'seq', n.seq, 'bench', n.bench,
      'ageMs', round(extract(epoch FROM clock_timestamp() - n.changed_at) * 1000),
      'encrypted', translate(encode(n.encrypted, 'base64'), E'\n', '')) ORDER BY n.seq), '[]')
    FROM (
      SELECT * FROM packbench.known_order AS o
      WHERE o.world = the_world AND o.encrypted IS NOT NULL AND o.seq > CASE WHEN the_era = era THEN after ELSE 0 END
      ORDER BY o.seq LIMIT most) AS n));
END $$;
