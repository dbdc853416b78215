-- Facts that a bench reports. A fact is never refused for its content. It changes only attempts of that bench, and attempts whose secret it
-- carries.

CREATE OR REPLACE FUNCTION packbench.rank(what text) RETURNS int
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE what WHEN 'sending' THEN 1 WHEN 'unknown' THEN 2 WHEN 'booked' THEN 3 WHEN 'rejected' THEN 3 WHEN 'released' THEN 3 ELSE 0 END
$$;

-- An attempt that was sent, or may have been, releases every claim that is only held. Returns true if no other attempt stands at its place
-- then.
CREATE OR REPLACE FUNCTION packbench.outrank(the_attempt uuid, it record, the_world text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM packbench.release_held(ARRAY(
    SELECT attempt FROM packbench.rivals(the_attempt, it.kind, the_world, it.slots, it.numbers, it.parcels) WHERE state = 'held'), 'outranked');
  RETURN NOT EXISTS (SELECT FROM packbench.rivals(the_attempt, it.kind, the_world, it.slots, it.numbers, it.parcels));
END $$;

-- Applies one fact to its attempt. Raises only if the fact cannot belong to that attempt.
CREATE OR REPLACE FUNCTION packbench.take(the_bench int, the_run uuid, its_world text, the_fact json, OUT the_attempt uuid, OUT what text, OUT number text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  the_world text := the_fact -> 'attempt' ->> 'world';
  it record;
  its record;
  mine packbench.attempt;
  the_secret text := the_fact -> 'attempt' ->> 'secret';
  is_proven boolean;
  becomes text;
BEGIN
  the_attempt := (the_fact -> 'attempt' ->> 'id')::uuid;
  what := the_fact ->> 'what';
  number := nullif(the_fact ->> 'orderNo', '');
  is_proven := packbench.proves(the_secret, the_attempt);
  SELECT * INTO it FROM packbench.place(the_fact -> 'attempt' -> 'what');
  IF what IN ('noted', 'reprinted') THEN
    -- The state does not change; there is only more to know about the attempt. Only the newest encrypted data is kept.
    SELECT attempt INTO the_attempt FROM packbench.attempt WHERE attempt = the_attempt AND world = its_world
      AND (what = 'reprinted' OR bench = the_bench OR (is_proven AND taken_by IS NULL));
    IF what = 'noted' THEN
      UPDATE packbench.fact AS f SET encrypted = NULL WHERE f.attempt = the_attempt AND f.what = 'noted' AND f.encrypted IS NOT NULL;
    END IF;
    RETURN;
  END IF;
  IF packbench.rank(what) = 0 THEN RAISE data_exception USING MESSAGE = 'a word nobody knows'; END IF;
  INSERT INTO packbench.attempt (attempt, kind, world, slot, shipment_no, order_key, account, bench, run, digest, secret, state, why)
    VALUES (the_attempt, it.kind, the_world, it.slot, it.shipment_no, it.order_key, the_fact -> 'attempt' ->> 'account', the_bench, the_run,
      nullif(decode(the_fact -> 'attempt' ->> 'digest', 'hex'), ''), CASE WHEN is_proven THEN the_secret END, 'released', 'reported')
    ON CONFLICT (attempt) DO NOTHING;
  IF FOUND THEN PERFORM packbench.add_orders(the_attempt, it); END IF;
  SELECT * INTO mine FROM packbench.attempt WHERE attempt = the_attempt FOR UPDATE;
  -- SECURITY: without its secret, a bench may report that an attempt of another bench which came to nothing was sent after all: that blocks an
  -- order, as an attempt of its own would. It never frees an order or ends an attempt.
  IF mine.bench <> the_bench AND NOT is_proven AND mine.state NOT IN ('released', 'rejected')
  THEN RAISE data_exception USING MESSAGE = 'an attempt of another bench'; END IF;
  INSERT INTO packbench.pickup_parcel (attempt, world, parcel, stands)
    SELECT the_attempt, the_world, parcel, false FROM unnest(it.parcels) AS parcel ON CONFLICT DO NOTHING;
  SELECT * INTO its FROM packbench.place_of(mine);
  IF (mine.kind, mine.world, mine.slot, mine.shipment_no) IS DISTINCT FROM (it.kind, the_world, it.slot, it.shipment_no)
    OR (its.slots, its.numbers) IS DISTINCT FROM (it.slots, it.numbers) OR the_world <> its_world
  THEN RAISE data_exception USING MESSAGE = 'an attempt of something else'; END IF;
  IF is_proven AND mine.secret IS NULL THEN
    -- Another bench reported it first, without the journal it belongs to: its reports no longer count.
    IF mine.bench <> the_bench THEN mine.reported := NULL; END IF;
    UPDATE packbench.attempt SET secret = the_secret, reported = mine.reported WHERE attempt = the_attempt;
  END IF;
  -- An attempt is in one journal only. If its bench was added again under a new number, that number reports it from now on.
  UPDATE packbench.attempt SET bench = the_bench WHERE attempt = the_attempt AND bench <> the_bench AND taken_by IS NULL;
  -- Another bench settles it now. Only an answer of the service, which the first bench received, may still change it.
  IF mine.taken_by <> the_bench AND what NOT IN ('booked', 'rejected') THEN RETURN; END IF;
  -- Repeated by a replay, or overtaken by a later fact.
  IF what <> 'booked' AND packbench.rank(what) <= packbench.rank(mine.reported) THEN RETURN; END IF;
  becomes := CASE
    WHEN what = 'booked' AND mine.state <> 'booked' AND mine.closed_at IS NULL
      THEN CASE WHEN packbench.outrank(the_attempt, it, the_world) THEN 'booked' ELSE 'stray' END
    WHEN what IN ('sending', 'unknown') AND mine.settled_at IS NULL AND mine.state IN ('held', 'sending', 'released')
      THEN CASE WHEN packbench.outrank(the_attempt, it, the_world) THEN what ELSE 'stray' END
    WHEN what IN ('rejected', 'released') AND mine.state IN ('held', 'sending', 'unknown') THEN what
    -- It became a stray because it might have been sent, and it was not.
    WHEN what IN ('rejected', 'released') AND mine.state = 'stray' AND mine.reported IN ('sending', 'unknown') THEN what
    ELSE mine.state
  END;
  UPDATE packbench.attempt SET
    state = becomes, reported = what, order_no = coalesce(number, order_no), at = clock_timestamp(),
    why = CASE WHEN becomes = 'released' THEN coalesce(why, 'reported') END,
    sent_at = CASE WHEN becomes = 'sending' THEN coalesce(sent_at, clock_timestamp()) ELSE sent_at END,
    held_until = CASE WHEN becomes = 'held' THEN held_until END,
    closed_at = CASE WHEN becomes = 'stray' THEN closed_at END
  WHERE attempt = the_attempt;
END $$;

-- Returns the places that must be locked for a fact; `world` is null if the fact cannot be read.
CREATE OR REPLACE FUNCTION packbench.place_of_fact(the_fact json, OUT world text, OUT slots text[], OUT parcels text[])
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  it record;
BEGIN
  world := the_fact -> 'attempt' ->> 'world';
  SELECT * INTO it FROM packbench.place(the_fact -> 'attempt' -> 'what');
  slots := it.slots;
  parcels := it.parcels;
EXCEPTION WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
  world := NULL;
END $$;

-- Stores facts in the order of the journal, without gaps. Facts that were reported before are compared and skipped.
CREATE OR REPLACE FUNCTION packbench.report(the_token bytea, the_run uuid, the_feed uuid, seqs bigint[], links bytea[], facts json[], encrypted bytea[])
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  known packbench.feed;
  spot record;
  about record;
  age bigint;
  problem text;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT * INTO known FROM packbench.feed WHERE feed = the_feed AND bench = me.bench FOR UPDATE;
  IF known.feed IS NULL OR known.closed_at IS NOT NULL THEN RETURN jsonb_build_object('is', 'journal-went-back'); END IF;
  FOR spot IN
    SELECT p.world, array_agg(DISTINCT slot) AS slots, array_agg(DISTINCT parcel) FILTER (WHERE parcel IS NOT NULL) AS parcels
    FROM unnest(facts) AS the_fact, packbench.place_of_fact(the_fact) AS p, unnest(p.slots) AS slot LEFT JOIN unnest(p.parcels) AS parcel ON true
    WHERE p.world IS NOT NULL GROUP BY p.world ORDER BY p.world
  LOOP
    PERFORM packbench.lock(spot.world, spot.slots, spot.parcels);
  END LOOP;
  FOR i IN 1 .. cardinality(seqs) LOOP
    IF seqs[i] > known.expects + 1 THEN RETURN jsonb_build_object('is', 'journal-went-back'); END IF;
    IF seqs[i] <= known.fed THEN
      IF (seqs[i] = known.fed AND links[i] <> known.link)
        OR EXISTS (SELECT FROM packbench.fact AS f WHERE f.feed = the_feed AND f.seq = seqs[i] AND f.link <> links[i])
      THEN
        PERFORM packbench.close_feed(the_feed);
        RETURN jsonb_build_object('is', 'journal-went-back');
      END IF;
      known.expects := greatest(known.expects, seqs[i]);
      CONTINUE;
    END IF;
    SELECT NULL::uuid AS the_attempt, NULL AS what, NULL AS number INTO about;
    age := 0;
    BEGIN
      SELECT * INTO about FROM packbench.take(me.bench, the_run, known.world, facts[i]);
      age := CASE WHEN facts[i] ->> 'ageMs' ~ '^\d{1,12}$' THEN (facts[i] ->> 'ageMs')::bigint ELSE 0 END;
    EXCEPTION WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded OR raise_exception THEN
      GET STACKED DIAGNOSTICS problem = MESSAGE_TEXT;
      INSERT INTO packbench.stray_fact (feed, seq, why, fact) VALUES (the_feed, seqs[i], problem, facts[i]);
    END;
    INSERT INTO packbench.fact (feed, seq, link, attempt, what, order_no, encrypted, since)
      VALUES (the_feed, seqs[i], links[i], about.the_attempt, about.what, about.number, encrypted[i],
        clock_timestamp() - age * interval '1 ms');
    known.fed := seqs[i];
    known.expects := seqs[i];
    known.link := links[i];
  END LOOP;
  UPDATE packbench.feed SET fed = known.fed, expects = known.expects, link = known.link WHERE feed = the_feed;
  RETURN jsonb_build_object('is', 'taken', 'seq', coalesce(known.expects, 0), 'link', coalesce(encode(
    CASE WHEN known.expects = known.fed THEN known.link
      ELSE (SELECT f.link FROM packbench.fact AS f WHERE f.feed = the_feed AND f.seq = known.expects) END, 'hex'), ''));
END $$;
