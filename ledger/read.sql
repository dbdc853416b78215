-- What benches read of each other, and what is kept for how long.

-- The facts of one feed behind a cursor. Each feed has a sequence of its own: none can appear before one that was already read.
CREATE OR REPLACE FUNCTION packbench.facts(the_token bytea, the_run uuid, the_feed uuid, after bigint, most int)
RETURNS TABLE (seq bigint, link bytea, attempt uuid, what text, order_no text, sealed bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN; END IF;
  RETURN QUERY SELECT f.seq, f.link, f.attempt, f.what, f.order_no, f.sealed FROM packbench.fact AS f
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
      'bench', b.bench, 'protocol', b.protocol, 'heard', b.heard, 'retired', b.retired_at IS NOT NULL,
      'silentMs', round(extract(epoch FROM clock_timestamp() - b.heard) * 1000), 'isHere', b.bench = me.bench,
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

-- Empties old attempts that came to nothing to tombstones, and drops old facts and labels of those that do not stand. A thousand of each at a
-- time.
CREATE OR REPLACE FUNCTION packbench.prune(the_token bytea, the_run uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  old timestamptz;
  emptied int;
  dropped int;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT clock_timestamp() - facts INTO old FROM packbench.durations;
  UPDATE packbench.attempt SET order_key = NULL, account = NULL, digest = NULL, order_no = NULL WHERE attempt IN (
    SELECT attempt FROM packbench.attempt WHERE state IN ('rejected', 'released') AND account IS NOT NULL AND at < old LIMIT 1000);
  GET DIAGNOSTICS emptied = ROW_COUNT;
  DELETE FROM packbench.fact WHERE (feed, seq) IN (
    SELECT f.feed, f.seq FROM packbench.fact AS f LEFT JOIN packbench.attempt AS a USING (attempt)
    WHERE f.at < old AND (a.attempt IS NULL OR a.state IN ('rejected', 'released') OR a.closed_at IS NOT NULL) ORDER BY f.at LIMIT 1000);
  GET DIAGNOSTICS dropped = ROW_COUNT;
  DELETE FROM packbench.label WHERE attempt IN (
    SELECT l.attempt FROM packbench.label AS l JOIN packbench.attempt AS a USING (attempt)
    WHERE l.part = 0 AND l.at < old AND (a.state IN ('rejected', 'released') OR a.closed_at IS NOT NULL) LIMIT 1000);
  RETURN jsonb_build_object('is', 'pruned', 'emptied', emptied, 'dropped', dropped);
END $$;
