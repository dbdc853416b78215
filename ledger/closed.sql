-- Orders that left without a label: `claim` refuses them.

-- An order that a person shipped without a label. Refused if any shipment of it stands, also one of this bench, or if a stray blocks it.
-- Safe to repeat.
CREATE OR REPLACE FUNCTION packbench.close_order(the_token bytea, the_run uuid, the_world text, the_key text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  its_slot text := packbench.slot(the_key, '');
  was packbench.attempt;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, the_world);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  PERFORM packbench.lock(the_world, ARRAY[its_slot], '{}');
  PERFORM packbench.release_held(ARRAY(
    SELECT a.attempt FROM packbench.shipped_order AS s JOIN packbench.attempt AS a USING (attempt)
      WHERE s.world = the_world AND s.slot = its_slot AND s.stands AND a.state = 'held' AND a.held_until <= clock_timestamp()), 'lapsed');
  SELECT * INTO was FROM packbench.stray_of('ship', the_world, ARRAY[its_slot], '{}');
  IF was.attempt IS NOT NULL THEN RETURN jsonb_build_object('is', 'stray-blocks', 'bench', was.bench, 'attempt', was.attempt); END IF;
  SELECT a.* INTO was FROM packbench.shipped_order AS s JOIN packbench.attempt AS a USING (attempt)
    WHERE s.world = the_world AND s.slot = its_slot AND s.stands LIMIT 1;
  IF FOUND THEN RETURN jsonb_build_object('is', 'taken-elsewhere', 'bench', was.bench, 'state', was.state, 'attempt', was.attempt); END IF;
  INSERT INTO packbench.closed_order (world, slot, bench) VALUES (the_world, its_slot, me.bench) ON CONFLICT DO NOTHING;
  RETURN jsonb_build_object('is', 'granted');
END $$;

-- Undoes close_order: at the bench that closed the order, or at another one if a shift lead is there. Safe to repeat.
CREATE OR REPLACE FUNCTION packbench.reopen_order(the_token bytea, the_run uuid, the_world text, the_key text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  its_slot text := packbench.slot(the_key, '');
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, the_world);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  PERFORM packbench.lock(the_world, ARRAY[its_slot], '{}');
  IF EXISTS (SELECT FROM packbench.closed_order AS c WHERE c.world = the_world AND c.slot = its_slot AND c.bench <> me.bench)
    AND NOT packbench.is_lead(me.bench, the_run)
  THEN RETURN jsonb_build_object('is', 'lead-missing'); END IF;
  DELETE FROM packbench.closed_order AS c WHERE c.world = the_world AND c.slot = its_slot;
  RETURN jsonb_build_object('is', 'granted');
END $$;

-- Orders that this bench knows as shipped without a label, reported again because the ledger is another one or may have lost them. Taken
-- while the ledger is frozen, and never refused: a person has shipped them. Safe to repeat.
CREATE OR REPLACE FUNCTION packbench.closed_before(the_token bytea, the_run uuid, the_world text, the_keys text[]) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  its_slots text[] := ARRAY(SELECT DISTINCT packbench.slot(key, '') FROM unnest(the_keys) AS key);
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  PERFORM packbench.lock(the_world, its_slots, '{}');
  INSERT INTO packbench.closed_order (world, slot, bench) SELECT the_world, slot, me.bench FROM unnest(its_slots) AS slot ON CONFLICT DO NOTHING;
  RETURN jsonb_build_object('is', 'taken');
END $$;
