-- Data that benches read of each other, and how long it is kept.

-- Returns the facts of one feed behind a cursor. Each feed has its own sequence: no fact can appear before one that was already read.
CREATE OR REPLACE FUNCTION packbench.facts(the_token bytea, the_run uuid, the_feed uuid, after bigint, most int)
RETURNS TABLE (seq bigint, link bytea, attempt uuid, what text, order_no text, encrypted bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN; END IF;
  RETURN QUERY SELECT f.seq, f.link, f.attempt, f.what, f.order_no, f.encrypted FROM packbench.fact AS f
    WHERE f.feed = the_feed AND f.seq > after ORDER BY f.seq LIMIT most;
END $$;

CREATE OR REPLACE FUNCTION packbench.benches(the_token bytea, the_run uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  RETURN jsonb_build_object('is', 'benches', 'newest', (SELECT coalesce(max(number), 0) FROM packbench.site_key), 'benches', (
    SELECT jsonb_agg(jsonb_build_object(
      'bench', b.bench, 'protocol', b.protocol, 'seenAt', b.seen_at, 'retired', b.retired_at IS NOT NULL,
      'silentMs', round(extract(epoch FROM clock_timestamp() - b.seen_at) * 1000), 'isHere', b.bench = me.bench,
      'version', b.version, 'printers', b.printers, 'siteKey', coalesce(b.site_key, 0),
      'waitedIn', (SELECT coalesce(jsonb_agg(w.world ORDER BY w.world), '[]') FROM packbench.world AS w
        WHERE packbench.is_frozen(w.world) AND packbench.waits_for(w.world) @> to_jsonb(b.bench)),
      'sending', (SELECT count(*) FROM packbench.attempt AS a WHERE a.bench = b.bench AND a.state = 'sending'),
      'unknown', (SELECT count(*) FROM packbench.attempt AS a WHERE a.bench = b.bench AND a.state = 'unknown'),
      'feeds', (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
          'feed', f.feed, 'world', f.world, 'fed', coalesce(f.fed, 0), 'closed', f.closed_at IS NOT NULL,
          'waitedFor', f.closed_at IS NULL AND f.agreed IS DISTINCT FROM packbench.server()) ORDER BY f.closed_at NULLS LAST), '[]')
        FROM packbench.feed AS f WHERE f.bench = b.bench)) ORDER BY b.bench)
    FROM packbench.bench AS b));
END $$;

-- Deletes what is over, a thousand rows of each kind at a time: empties attempts that came to nothing, with their facts and labels, and leaves
-- tombstones; deletes the encrypted data of settled attempts, labels, orders, and leases of orders that ended a day ago. `more`: there may be
-- more. Called by any bench: the durations and the clock are those of the database.
CREATE OR REPLACE FUNCTION packbench.prune(the_token bytea, the_run uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  lasts packbench.durations;
  old timestamptz;
  over uuid[];
  dropped int;
  count int;
  counts int[];
  the_world text;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT * INTO lasts FROM packbench.durations;
  old := clock_timestamp() - lasts.facts;
  over := ARRAY(SELECT attempt FROM packbench.attempt WHERE account IS NOT NULL AND (state IN ('rejected', 'released') OR closed_at IS NOT NULL)
    AND at < old ORDER BY at LIMIT 1000);
  DELETE FROM packbench.fact WHERE attempt = ANY (over);
  GET DIAGNOSTICS dropped = ROW_COUNT;
  DELETE FROM packbench.label WHERE attempt = ANY (over);
  UPDATE packbench.attempt SET order_key = NULL, account = NULL, digest = NULL, order_no = CASE WHEN state = 'stray' THEN order_no END
    WHERE attempt = ANY (over);
  UPDATE packbench.shipped_order SET order_key = NULL WHERE attempt = ANY (over) AND order_key IS NOT NULL;
  DELETE FROM packbench.fact WHERE (feed, seq) IN (
    SELECT f.feed, f.seq FROM packbench.fact AS f WHERE f.attempt IS NULL AND f.at < old ORDER BY f.at LIMIT 1000);
  GET DIAGNOSTICS count = ROW_COUNT;
  dropped := dropped + count;
  counts := ARRAY[cardinality(over), count];
  -- A person may still need the data of what is not settled.
  UPDATE packbench.fact SET encrypted = NULL WHERE ctid = ANY (ARRAY(
    SELECT f.ctid FROM packbench.fact AS f LEFT JOIN packbench.attempt AS a USING (attempt)
    WHERE f.encrypted IS NOT NULL AND f.since < old AND packbench.is_settled(a) ORDER BY f.since LIMIT 1000));
  GET DIAGNOSTICS count = ROW_COUNT;
  counts := counts || count;
  DELETE FROM packbench.label WHERE ctid = ANY (ARRAY(
    SELECT l.ctid FROM packbench.label AS l JOIN packbench.attempt AS a USING (attempt)
    WHERE l.at < clock_timestamp() - lasts.labels AND packbench.is_settled(a) ORDER BY l.at LIMIT 1000));
  GET DIAGNOSTICS count = ROW_COUNT;
  counts := counts || count;
  DELETE FROM packbench.lease AS t WHERE t.key LIKE 'order %' AND t.until < clock_timestamp() - interval '1 day';
  FOR the_world IN SELECT h.world FROM packbench.order_head AS h LOOP
    counts := counts || packbench.forget_orders(the_world, 1000);
  END LOOP;
  RETURN jsonb_build_object('is', 'pruned', 'emptied', cardinality(over), 'dropped', dropped, 'more', 1000 <= ANY (counts));
END $$;
