-- Proof that a shift lead is at a bench: a PIN that no bench can read here. Without a PIN, every bench may act for a shift lead.

-- Number of wrong guesses in a row before the next one has to wait: half a minute, then twice as long each time, at most an hour.
CREATE OR REPLACE FUNCTION packbench.wait_of_lead(wrong int) RETURNS interval
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN wrong < 4 THEN interval '0' ELSE least(interval '1 hour', interval '30 s' * 2 ^ least(wrong - 4, 20)) END
$$;

-- True if there is no PIN, or if a guess that this bench made within the last minute is right.
-- SECURITY: the guess must be of an earlier transaction. So it is committed, and counted, before anybody learns whether it was right: a
-- bench that rolls back takes its guess back as well.
CREATE OR REPLACE FUNCTION packbench.is_lead(the_bench int, the_run uuid) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  pin packbench.lead;
BEGIN
  SELECT * INTO pin FROM packbench.lead;
  IF NOT FOUND THEN RETURN true; END IF;
  IF NOT EXISTS (
    SELECT FROM packbench.lead_guess AS g
    WHERE g.bench = the_bench AND g.run = the_run AND g.candidate = pin.verifier AND g.made_in <> pg_current_xact_id()
      AND g.at > clock_timestamp() - interval '1 min')
  THEN RETURN false; END IF;
  UPDATE packbench.lead SET wrong = 0 WHERE wrong > 0;
  RETURN true;
END $$;

-- Returns the salt that a bench hashes the PIN with; null if there is no PIN.
CREATE OR REPLACE FUNCTION packbench.salt_of_lead(the_token bytea, the_run uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  RETURN jsonb_build_object('is', 'salt', 'salt', (SELECT translate(encode(l.salt, 'base64'), E'\n', '') FROM packbench.lead AS l));
END $$;

-- Counts a guess and stores it, whether it is right or not. `the_hash`: the salted hash of the PIN.
CREATE OR REPLACE FUNCTION packbench.guess_lead(the_token bytea, the_run uuid, the_hash bytea) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  pin packbench.lead;
  free_at timestamptz;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT * INTO pin FROM packbench.lead FOR UPDATE;
  free_at := pin.guessed_at + packbench.wait_of_lead(pin.wrong);
  IF free_at > clock_timestamp() THEN
    RETURN jsonb_build_object('is', 'too-soon', 'withinMs', ceil(extract(epoch FROM free_at - clock_timestamp()) * 1000));
  END IF;
  UPDATE packbench.lead SET wrong = wrong + 1, guessed_at = clock_timestamp();
  INSERT INTO packbench.lead_guess AS g (bench, run, candidate, made_in) VALUES (me.bench, the_run, sha256(the_hash), pg_current_xact_id())
    ON CONFLICT (bench) DO UPDATE SET run = excluded.run, candidate = excluded.candidate, made_in = excluded.made_in, at = excluded.at;
  RETURN jsonb_build_object('is', 'guessed');
END $$;

-- Returns whether the last guess of this bench was right.
CREATE OR REPLACE FUNCTION packbench.judge_lead(the_token bytea, the_run uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  RETURN jsonb_build_object('is', CASE WHEN packbench.is_lead(me.bench, the_run) THEN 'right' ELSE 'wrong' END);
END $$;

-- Sets the PIN, or removes it if the hash is null. If there is one, the bench must have guessed it.
CREATE OR REPLACE FUNCTION packbench.set_lead(the_token bytea, the_run uuid, the_salt bytea, the_hash bytea) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  PERFORM FROM packbench.ledger FOR UPDATE;
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF NOT packbench.is_lead(me.bench, the_run) THEN RETURN jsonb_build_object('is', 'lead-missing'); END IF;
  DELETE FROM packbench.lead_guess;
  DELETE FROM packbench.lead;
  IF the_hash IS NOT NULL THEN INSERT INTO packbench.lead (salt, verifier) VALUES (the_salt, sha256(the_hash)); END IF;
  RETURN jsonb_build_object('is', 'set');
END $$;

-- For the owner of the ledger only: if nobody knows the PIN any more.
CREATE OR REPLACE FUNCTION packbench.forget_lead() RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM packbench.lead_guess;
  DELETE FROM packbench.lead;
$$;
