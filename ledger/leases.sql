-- Leases of one key, if a purchase follows the last price that was asked with that key, leases of a folder whose files only one bench may
-- take, and leases of orders that a bench chose by a product. Never used within the calls that decide about purchases.

-- `before`: id of the previous lease if this server gave it. A server that was promoted or restored from a backup may not know the last
-- lease: it grants none until that one must have expired. The last third of a lease is kept for the answer: a purchase must leave before
-- it.
CREATE OR REPLACE FUNCTION packbench.take_lease(the_token bytea, the_run uuid, the_world text, the_key text, the_lease uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  was packbench.lease;
  lasts interval;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, the_world);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(the_world || '|lease|' || the_key, l.lock_seed)) FROM packbench.ledger AS l;
  SELECT * INTO was FROM packbench.lease AS t WHERE t.world = the_world AND t.key = the_key;
  IF was.until > clock_timestamp() AND (was.bench, was.run) <> (me.bench, the_run)
  THEN RETURN jsonb_build_object('is', 'leased-elsewhere', 'bench', was.bench); END IF;
  SELECT d.lease INTO lasts FROM packbench.durations AS d;
  IF EXISTS (SELECT FROM packbench.world AS w WHERE w.world = the_world AND w.opened_at + lasts > clock_timestamp())
  THEN RETURN jsonb_build_object('is', 'leased-elsewhere', 'bench', coalesce(was.bench, me.bench)); END IF;
  INSERT INTO packbench.lease (world, key, lease, bench, run, server, until)
    VALUES (the_world, the_key, the_lease, me.bench, the_run, packbench.server(), clock_timestamp() + lasts)
    ON CONFLICT (world, key) DO UPDATE SET lease = excluded.lease, bench = excluded.bench, run = excluded.run, server = excluded.server,
      until = excluded.until;
  RETURN jsonb_build_object('is', 'granted', 'withinMs', round(extract(epoch FROM lasts) * 1000 * 2 / 3),
    'before', CASE WHEN was.server = packbench.server() THEN was.lease END);
END $$;

CREATE OR REPLACE FUNCTION packbench.end_lease(the_token bytea, the_run uuid, the_lease uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  UPDATE packbench.lease AS t SET until = least(t.until, clock_timestamp()) WHERE t.lease = the_lease AND t.run = the_run;
  RETURN jsonb_build_object('is', 'ended');
END $$;
