-- Decisions by people: about an attempt in doubt and about a bench that is gone. Reasons and names stay in the journal of the bench that
-- received them.

CREATE OR REPLACE FUNCTION packbench.resolve(the_token bytea, the_run uuid, the_attempt uuid, becomes text, number text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  it packbench.attempt;
  its record;
  stays boolean;
BEGIN
  IF becomes NOT IN ('booked', 'released') THEN RAISE data_exception USING MESSAGE = 'settled as booked or released'; END IF;
  SELECT * INTO it FROM packbench.attempt WHERE attempt = the_attempt;
  SELECT * INTO me FROM packbench.enter(the_token, the_run, it.world);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF NOT packbench.is_lead(me.bench, the_run) THEN RETURN jsonb_build_object('is', 'lead-missing'); END IF;
  IF it.attempt IS NULL THEN RETURN jsonb_build_object('is', 'attempt-dead', 'state', 'absent'); END IF;
  SELECT * INTO its FROM packbench.place_of(it);
  PERFORM packbench.lock(it.world, its.slots, its.parcels);
  SELECT * INTO it FROM packbench.attempt WHERE attempt = the_attempt FOR UPDATE;
  IF it.state = becomes AND it.settled_at IS NOT NULL THEN RETURN jsonb_build_object('is', 'settled'); END IF;
  IF it.state = 'stray' THEN
    -- The attempt it collided with may have come to nothing since: then the stray becomes the booking.
    stays := becomes = 'released'
      OR EXISTS (SELECT FROM packbench.rivals(the_attempt, it.kind, it.world, its.slots, its.numbers, its.parcels));
    UPDATE packbench.attempt SET state = CASE WHEN stays THEN 'stray' ELSE 'booked' END,
      closed_at = CASE WHEN stays THEN clock_timestamp() END, settled_by = me.bench, settled_at = clock_timestamp(),
      order_no = coalesce(number, order_no) WHERE attempt = the_attempt;
    RETURN jsonb_build_object('is', 'settled');
  END IF;
  IF it.state = 'sending' AND it.sent_at + (SELECT settle FROM packbench.durations) > clock_timestamp()
  THEN RETURN jsonb_build_object('is', 'taken-elsewhere', 'bench', it.bench, 'state', it.state); END IF;
  IF it.state NOT IN ('sending', 'unknown') THEN RETURN jsonb_build_object('is', 'attempt-dead', 'state', it.state); END IF;
  UPDATE packbench.attempt SET state = becomes, settled_by = me.bench, settled_at = clock_timestamp(), at = clock_timestamp(),
    why = CASE WHEN becomes = 'released' THEN 'settled' END, order_no = coalesce(number, order_no) WHERE attempt = the_attempt;
  RETURN jsonb_build_object('is', 'settled');
END $$;

-- Opens a frozen environment once every bench has agreed. Attempts that were held on the other server were never sent.
CREATE OR REPLACE FUNCTION packbench.open_where_agreed(the_world text) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF packbench.is_frozen(the_world) AND packbench.waits_for(the_world) = '[]' THEN
    PERFORM packbench.release_held(
      ARRAY(SELECT attempt FROM packbench.attempt WHERE world = the_world AND state = 'held'), 'ledger-changed');
    UPDATE packbench.world SET server = packbench.server(), is_behind = false, opened_at = clock_timestamp() WHERE world = the_world;
  END IF;
  RETURN jsonb_build_object('is', 'agreed', 'open', NOT packbench.is_frozen(the_world), 'waitsFor', packbench.waits_for(the_world));
END $$;

-- This feed has reported everything to the server that answers. Between claim and request its bench holds no claim that was granted before.
CREATE OR REPLACE FUNCTION packbench.agree(the_token bytea, the_run uuid, the_feed uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  its_world text;
BEGIN
  PERFORM FROM packbench.ledger FOR UPDATE;
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT world INTO its_world FROM packbench.feed WHERE feed = the_feed AND bench = me.bench AND closed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('is', 'journal-went-back'); END IF;
  UPDATE packbench.feed SET agreed = packbench.server() WHERE feed = the_feed AND met = packbench.server() AND coalesce(expects, fed, 0) >= head;
  RETURN packbench.open_where_agreed(its_world);
END $$;

-- A shift lead vouches for a bench that is off: attempts that it sent and did not report become strays once it is back.
CREATE OR REPLACE FUNCTION packbench.vouch(the_token bytea, the_run uuid, the_bench int, the_world text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  PERFORM FROM packbench.ledger FOR UPDATE;
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF NOT packbench.is_lead(me.bench, the_run) THEN RETURN jsonb_build_object('is', 'lead-missing'); END IF;
  -- If the bench has no feed yet, inserts a placeholder until it reports.
  INSERT INTO packbench.feed (feed, bench, world, head, met, agreed, vouched)
    SELECT gen_random_uuid(), b.bench, w.world, 0, packbench.server(), packbench.server(), packbench.server()
      FROM packbench.bench AS b, packbench.world AS w WHERE b.bench = the_bench AND b.retired_at IS NULL AND w.world = the_world
    ON CONFLICT (bench, world) WHERE closed_at IS NULL DO UPDATE SET agreed = excluded.agreed, vouched = excluded.vouched;
  RETURN packbench.open_where_agreed(the_world);
END $$;

-- Invalidates the token of a bench; no environment waits for the bench any more.
CREATE OR REPLACE FUNCTION packbench.end_bench(the_bench int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE packbench.bench SET token_hash = NULL, retired_at = clock_timestamp() WHERE bench = the_bench AND retired_at IS NULL;
  PERFORM packbench.end_invites(the_bench);
  PERFORM packbench.release_held(ARRAY(SELECT attempt FROM packbench.attempt WHERE bench = the_bench AND state = 'held'), 'bench-retired');
  PERFORM packbench.open_where_agreed(world) FROM packbench.world;
END $$;

-- Retires a bench that does not come back. Attempts that it may have sent stay unknown until a person settles them.
CREATE OR REPLACE FUNCTION packbench.retire(the_token bytea, the_run uuid, the_bench int) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  PERFORM FROM packbench.ledger FOR UPDATE;
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF NOT packbench.is_lead(me.bench, the_run) THEN RETURN jsonb_build_object('is', 'lead-missing'); END IF;
  PERFORM packbench.end_bench(the_bench);
  PERFORM packbench.end_login(login) FROM packbench.bench WHERE bench = the_bench;
  PERFORM packbench.end_shared_login();
  RETURN jsonb_build_object('is', 'retired');
END $$;

-- Removes a bench for good, at its own request, if it leaves nothing behind: every attempt that it may have sent is settled, and all facts
-- are reported. Identified by its token alone, because it has no run any more. Safe to repeat: a bench that is gone is not known.
CREATE OR REPLACE FUNCTION packbench.leave(the_token bytea) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  caller packbench.bench;
  in_doubt bigint;
  unreported bigint;
BEGIN
  PERFORM packbench.make_durable();
  PERFORM FROM packbench.ledger FOR UPDATE;
  SELECT * INTO caller FROM packbench.bench AS b WHERE b.token_hash = sha256(the_token) FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('is', 'not-paired'); END IF;
  SELECT count(*) INTO in_doubt FROM packbench.attempt AS a WHERE a.bench = caller.bench AND a.state IN ('sending', 'unknown');
  SELECT coalesce(sum(f.head - coalesce(f.fed, 0)), 0) INTO unreported FROM packbench.feed AS f
    WHERE f.bench = caller.bench AND f.closed_at IS NULL AND f.head > coalesce(f.fed, 0);
  IF in_doubt > 0 OR unreported > 0 THEN RETURN jsonb_build_object('is', 'not-done', 'inDoubt', in_doubt, 'unreported', unreported); END IF;
  IF EXISTS (SELECT FROM packbench.world AS w
    WHERE packbench.is_frozen(w.world) AND packbench.waits_for(w.world) @> to_jsonb(caller.bench))
  THEN RETURN jsonb_build_object('is', 'ledger-frozen', 'waitsFor', jsonb_build_array(caller.bench)); END IF;
  PERFORM packbench.end_bench(caller.bench);
  -- A bench that is cut off before this answer arrives has to ask once more, with its own password or the shared one.
  PERFORM packbench.let_login_lapse(caller.login);
  IF caller.login IS NOT NULL THEN PERFORM packbench.end_shared_login(); END IF;
  RETURN jsonb_build_object('is', 'left');
END $$;
