-- Orders whose person was erased, as all benches carry that out.

-- Stores erasures that a bench made or carried out, and deletes everything encrypted of their orders: the order itself, and of these attempts
-- those of this bench and of retired ones. Every other bench reports the erasure once it has carried it out, with its own attempts. What is
-- not settled stays. Safe to repeat. `ages`: milliseconds since the erasure.
CREATE OR REPLACE FUNCTION packbench.put_erasures(
  the_token bytea, the_run uuid, the_world text, slots text[], ids uuid[], states bytea[], ages bigint[], attempts uuid[])
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  last bigint;
  its uuid[];
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  INSERT INTO packbench.order_head AS h (world, seq) VALUES (the_world, 0) ON CONFLICT (world) DO UPDATE SET seq = h.seq
    RETURNING h.erased INTO last;
  FOR i IN 1 .. cardinality(slots) LOOP
    INSERT INTO packbench.erased_order AS e (world, slot, seq, id, encrypted, erased_at)
      VALUES (the_world, slots[i], last + 1, ids[i], states[i], clock_timestamp() - greatest(0, ages[i]) * interval '1 ms')
      ON CONFLICT (world, slot) DO UPDATE
        SET seq = excluded.seq, id = excluded.id, encrypted = excluded.encrypted, erased_at = excluded.erased_at
        WHERE e.id <> excluded.id AND e.erased_at < excluded.erased_at;
    IF FOUND THEN last := last + 1; END IF;
    UPDATE packbench.known_order AS o SET encrypted = NULL WHERE o.world = the_world AND o.slot = slots[i] AND o.encrypted IS NOT NULL
      AND o.changed_at <= (SELECT e.erased_at FROM packbench.erased_order AS e WHERE e.world = the_world AND e.slot = slots[i]);
  END LOOP;
  UPDATE packbench.order_head SET erased = last WHERE world = the_world;
  its := ARRAY(
    SELECT a.attempt FROM packbench.attempt AS a JOIN packbench.bench AS b USING (bench)
    WHERE a.attempt = ANY (attempts) AND a.world = the_world AND packbench.is_settled(a)
      AND (me.bench IN (a.bench, a.taken_by) OR b.retired_at IS NOT NULL));
  UPDATE packbench.fact SET encrypted = NULL WHERE attempt = ANY (its) AND encrypted IS NOT NULL;
  DELETE FROM packbench.label WHERE attempt = ANY (its);
  RETURN jsonb_build_object('is', 'erased');
END $$;

-- Returns the erasures behind a place; from the beginning if the era differs.
CREATE OR REPLACE FUNCTION packbench.read_erasures(the_token bytea, the_run uuid, the_world text, the_era text, after bigint, most int)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  era text := packbench.order_era(the_world);
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  -- Fewer than this bench has read.
  IF the_era = era AND after > coalesce((SELECT h.erased FROM packbench.order_head AS h WHERE h.world = the_world), 0) THEN
    era := packbench.next_era(the_world);
  END IF;
  RETURN jsonb_build_object('is', 'erasures', 'era', era, 'erasures', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('slot', n.slot, 'seq', n.seq,
      'ageMs', round(extract(epoch FROM clock_timestamp() - n.erased_at) * 1000),
      'encrypted', translate(encode(n.encrypted, 'base64'), E'\n', '')) ORDER BY n.seq), '[]')
    FROM (
      SELECT * FROM packbench.erased_order AS e
      WHERE e.world = the_world AND e.seq > CASE WHEN the_era = era THEN after ELSE 0 END
      ORDER BY e.seq LIMIT most) AS n));
END $$;
