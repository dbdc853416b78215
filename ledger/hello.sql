-- Benches: how one is added, and how it reports the state of its journal.

-- For the owner of the ledger only. The token itself is not stored.
CREATE OR REPLACE FUNCTION packbench.add_bench(the_token bytea) RETURNS int
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO packbench.bench (token_hash) VALUES (sha256(the_token)) RETURNING bench
$$;

-- This feed reports nothing more: attempts that may have been sent become unknown, attempts that were only held are released.
CREATE OR REPLACE FUNCTION packbench.close_feed(the_feed uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  it packbench.feed;
BEGIN
  UPDATE packbench.feed SET closed_at = clock_timestamp() WHERE feed = the_feed AND closed_at IS NULL RETURNING * INTO it;
  PERFORM packbench.release_held(
    ARRAY(SELECT attempt FROM packbench.attempt WHERE bench = it.bench AND world = it.world AND state = 'held'), 'feed-closed');
  UPDATE packbench.attempt SET state = 'unknown', at = clock_timestamp() WHERE bench = it.bench AND world = it.world AND state = 'sending';
END $$;

CREATE OR REPLACE FUNCTION packbench.hello(
  the_token bytea, the_run uuid, the_protocol int, wall timestamptz, the_feed uuid, the_world text,
  head bigint, head_link bytea, acknowledged bigint, acknowledged_link bytea)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  rules packbench.ledger;
  lasts packbench.durations;
  caller packbench.bench;
  known packbench.feed;
BEGIN
  PERFORM packbench.make_durable();
  SELECT * INTO rules FROM packbench.ledger FOR UPDATE;
  SELECT * INTO lasts FROM packbench.durations;
  IF the_protocol IS DISTINCT FROM rules.schema_no THEN RETURN jsonb_build_object('is', 'ledger-version', 'version', rules.schema_no); END IF;
  SELECT * INTO caller FROM packbench.bench WHERE token_hash = sha256(the_token) FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('is', 'not-paired'); END IF;
  IF abs(extract(epoch FROM wall - clock_timestamp())) > extract(epoch FROM lasts.clock) THEN
    RETURN jsonb_build_object('is', 'ledger-clock', 'seconds', round(extract(epoch FROM wall - clock_timestamp())));
  END IF;
  -- The server process of a crashed run is gone, so a new run follows at once. A run that does not respond keeps its bench for a while.
  IF caller.run <> the_run AND caller.seen_at > clock_timestamp() - lasts.run
    AND EXISTS (SELECT FROM pg_stat_activity WHERE pid = caller.backend AND pid <> pg_backend_pid())
  THEN RETURN jsonb_build_object('is', 'identity-elsewhere'); END IF;
  INSERT INTO packbench.world (world, server) VALUES (the_world, packbench.server()) ON CONFLICT DO NOTHING;
  SELECT * INTO known FROM packbench.feed WHERE feed = the_feed FOR UPDATE;
  IF known.closed_at IS NOT NULL OR known.bench <> caller.bench OR known.world <> the_world OR acknowledged > head OR head < known.fed
    OR (head = known.fed AND head_link <> known.link)
    OR EXISTS (SELECT FROM packbench.fact AS f WHERE f.feed = the_feed AND f.seq = acknowledged AND f.link <> acknowledged_link)
  THEN
    IF known.bench = caller.bench THEN PERFORM packbench.close_feed(the_feed); END IF;
    RETURN jsonb_build_object('is', 'journal-went-back');
  END IF;
  IF known.feed IS NULL THEN
    SELECT f.vouched INTO known.vouched FROM packbench.feed AS f WHERE f.bench = caller.bench AND f.world = the_world AND f.closed_at IS NULL;
    PERFORM packbench.close_feed(feed) FROM packbench.feed WHERE bench = caller.bench AND world = the_world AND closed_at IS NULL;
    INSERT INTO packbench.feed (feed, bench, world, head, met, vouched)
      VALUES (the_feed, caller.bench, the_world, head, packbench.server(), known.vouched)
      RETURNING * INTO known;
  END IF;
  -- The ledger itself lost data: it grants nothing until every bench has reported its facts again.
  IF acknowledged > coalesce(known.fed, 0) AND known.vouched IS DISTINCT FROM packbench.server() THEN
    UPDATE packbench.order_head SET era = gen_random_uuid()
      WHERE world = the_world AND NOT EXISTS (SELECT FROM packbench.world AS w WHERE w.world = the_world AND w.is_behind);
    -- A bench that agreed while the ledger was already frozen has reported everything.
    UPDATE packbench.feed SET agreed = NULL WHERE world = the_world AND NOT packbench.is_frozen(the_world);
    UPDATE packbench.world SET is_behind = true WHERE world = the_world;
  END IF;
  UPDATE packbench.bench SET run = the_run, backend = pg_backend_pid(), protocol = the_protocol, seen_at = clock_timestamp()
    WHERE bench = caller.bench;
  UPDATE packbench.feed AS f SET
    head = hello.head,
    -- If the ledger lost the whole feed, the feed may start at any sequence number.
    expects = CASE WHEN known.fed IS NOT NULL THEN least(acknowledged, known.fed) WHEN acknowledged = 0 THEN 0 END,
    met = packbench.server(),
    agreed = CASE WHEN packbench.is_frozen(the_world) THEN f.agreed ELSE packbench.server() END
  WHERE f.feed = the_feed;
  RETURN jsonb_build_object(
    'is', 'welcome', 'bench', caller.bench, 'ledger', rules.id,
    'needs', CASE WHEN packbench.is_frozen(the_world) OR acknowledged > coalesce(known.fed, 0) THEN 'replay' ELSE 'nothing' END);
END $$;

-- Called regularly, so that a bench without work still counts as alive.
CREATE OR REPLACE FUNCTION packbench.alive(the_token bytea, the_run uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  RETURN coalesce(me.refusal, jsonb_build_object('is', 'alive'));
END $$;
