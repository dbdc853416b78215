-- Attempts in doubt that the bench that sent them cannot settle: it is off or retired, or its journal lost them.

-- Returns these attempts with all that a bench needs to settle them.
CREATE OR REPLACE FUNCTION packbench.doubts_in(attempts uuid[]) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'doubts', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'attempt', a.attempt, 'secret', a.secret, 'orderKey', a.order_key, 'shipmentNo', a.shipment_no, 'account', a.account,
        'joined', packbench.joined_to(a.attempt, a.slot)) ORDER BY a.at, a.attempt), '[]')
      FROM packbench.attempt AS a WHERE a.attempt = ANY (attempts) AND a.kind = 'ship'),
    'pickups', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'attempt', a.attempt, 'secret', a.secret, 'account', a.account, 'courier', a.slot::json ->> 0, 'day', a.slot::json ->> 1, 'sender', a.slot::json ->> 2,
        'parcels', (SELECT coalesce(jsonb_agg(p.parcel ORDER BY p.parcel), '[]') FROM packbench.pickup_parcel AS p WHERE p.attempt = a.attempt))
        ORDER BY a.at, a.attempt), '[]')
      FROM packbench.attempt AS a WHERE a.attempt = ANY (attempts) AND a.kind = 'pickup'))
$$;

-- Hands all attempts that this bench left in doubt to the caller. An attempt that it sent a short time ago stays with it, because its
-- answer may still arrive. The row of the bench is locked, so that it cannot call hello meanwhile. Safe to repeat: attempts that were taken
-- and are not yet settled are returned again.
CREATE OR REPLACE FUNCTION packbench.take_doubts(the_token bytea, the_run uuid, the_world text, the_bench int) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  its packbench.bench;
  lasts packbench.durations;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, the_world);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF NOT packbench.is_lead(me.bench, the_run) THEN RETURN jsonb_build_object('is', 'lead-missing'); END IF;
  SELECT * INTO lasts FROM packbench.durations;
  SELECT * INTO its FROM packbench.bench AS b WHERE b.bench = the_bench FOR UPDATE;
  IF its.bench = me.bench OR (its.retired_at IS NULL AND its.seen_at > clock_timestamp() - lasts.run)
  THEN RETURN jsonb_build_object('is', 'bench-is-on'); END IF;
  PERFORM packbench.lock(the_world,
    ARRAY(SELECT unnest(p.slots) FROM packbench.attempt AS a, packbench.place_of(a) AS p
      WHERE a.bench = the_bench AND a.world = the_world AND a.state IN ('sending', 'unknown')),
    ARRAY(SELECT p.parcel FROM packbench.attempt AS a JOIN packbench.pickup_parcel AS p USING (attempt)
      WHERE a.bench = the_bench AND a.world = the_world AND a.state IN ('sending', 'unknown')));
  UPDATE packbench.attempt AS a SET bench = me.bench, taken_by = me.bench, state = 'unknown', reported = 'unknown', at = clock_timestamp()
    WHERE a.bench = the_bench AND a.world = the_world
      AND (a.state = 'unknown' OR (a.state = 'sending' AND a.sent_at + lasts.settle <= clock_timestamp()));
  RETURN packbench.doubts_in(ARRAY(
    SELECT attempt FROM packbench.attempt WHERE bench = me.bench AND world = the_world AND state = 'unknown' AND taken_by = me.bench)
  ) || jsonb_build_object('is', 'taken',
    'left', (SELECT count(*) FROM packbench.attempt AS a WHERE a.bench = the_bench AND a.world = the_world AND a.state IN ('sending', 'unknown')));
END $$;

-- Returns the attempts of earlier runs of the caller that may have been sent and that its feed does not contain: its journal was restored
-- from a copy that is older than they are, which the ledger cannot notice if nothing was reported since. Called once everything is
-- reported. Changes nothing: the caller reports them as unknown. An attempt that was sent a short time ago waits, because another computer
-- with the same journal may still send it.
CREATE OR REPLACE FUNCTION packbench.own_doubts(the_token bytea, the_run uuid, the_feed uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  its packbench.feed;
  lost uuid[];
  late uuid[];
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT * INTO its FROM packbench.feed WHERE feed = the_feed AND bench = me.bench AND closed_at IS NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('is', 'journal-went-back'); END IF;
  SELECT array_agg(a.attempt), array_agg(a.attempt) FILTER (WHERE a.state = 'unknown' OR a.sent_at + d.settle <= clock_timestamp())
    INTO lost, late FROM packbench.attempt AS a, packbench.durations AS d
    WHERE a.bench = me.bench AND a.world = its.world AND a.run <> the_run AND a.state IN ('sending', 'unknown')
      AND NOT EXISTS (SELECT FROM packbench.fact AS f WHERE f.attempt = a.attempt AND f.feed = the_feed);
  RETURN packbench.doubts_in(late)
    || jsonb_build_object('is', 'taken', 'left', coalesce(cardinality(lost), 0) - coalesce(cardinality(late), 0));
END $$;

-- Returns those of the given attempts that another bench took, with their state.
CREATE OR REPLACE FUNCTION packbench.taken_from(the_token bytea, the_run uuid, attempts uuid[]) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  RETURN jsonb_build_object('is', 'taken', 'taken', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('attempt', a.attempt, 'bench', a.taken_by, 'state', a.state)), '[]')
    FROM packbench.attempt AS a WHERE a.attempt = ANY (attempts) AND a.taken_by <> me.bench));
END $$;
