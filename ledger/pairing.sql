-- How one bench adds another one, and how the site keys reach the benches that may have them.

-- The codes of a bench that nobody used let no bench in any more.
CREATE OR REPLACE FUNCTION packbench.end_invites(the_bench int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM packbench.end_login(login) FROM packbench.invite WHERE made_by = the_bench AND used_by IS NULL AND login IS NOT NULL;
  UPDATE packbench.invite SET until = least(until, clock_timestamp()), encrypted = NULL, login = NULL WHERE made_by = the_bench AND used_by IS NULL;
END $$;

-- Stores a new code that this bench shows. The codes it showed before become invalid. `login`: the role that the new bench connects as, with
-- the password of this verifier; null if it connects as this bench does.
CREATE OR REPLACE FUNCTION packbench.invite(the_token bytea, the_run uuid, the_ticket_hash bytea, the_encrypted bytea, the_verifier text)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  lasts interval;
  its_login text;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF NOT packbench.is_lead(me.bench, the_run) THEN RETURN jsonb_build_object('is', 'lead-missing'); END IF;
  SELECT invite INTO lasts FROM packbench.durations;
  PERFORM packbench.end_invites(me.bench);
  its_login := packbench.make_login(the_verifier, lasts);
  INSERT INTO packbench.invite (ticket_hash, made_by, until, encrypted, login)
    VALUES (the_ticket_hash, me.bench, clock_timestamp() + lasts, the_encrypted, its_login);
  RETURN jsonb_build_object('is', 'invited', 'withinMs', round(extract(epoch FROM lasts) * 1000), 'login', its_login);
END $$;

-- Invalidates all codes that this bench showed.
CREATE OR REPLACE FUNCTION packbench.withdraw(the_token bytea, the_run uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  PERFORM packbench.end_invites(me.bench);
  RETURN jsonb_build_object('is', 'withdrawn');
END $$;

-- Returns why a code is refused; null if it is valid. A bench that was added with it may ask again.
CREATE OR REPLACE FUNCTION packbench.refusal_of_invite(it packbench.invite, known packbench.bench) RETURNS jsonb
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('is', why) FROM (SELECT CASE
    WHEN it.ticket_hash IS NULL OR EXISTS (SELECT FROM packbench.bench AS b WHERE b.bench = it.made_by AND b.retired_at IS NOT NULL)
    THEN 'invite-unknown'
    WHEN it.used_by IS NOT NULL AND it.used_by IS DISTINCT FROM known.bench THEN 'invite-spent'
    WHEN it.until <= clock_timestamp() THEN 'invite-late'
  END AS why) AS found WHERE why IS NOT NULL
$$;

-- Names the site that a code is for or, without a code, a token. Called before any secret is handed over. Changes nothing.
CREATE OR REPLACE FUNCTION packbench.name_site(the_ticket bytea, the_token_hash bytea) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  it packbench.invite;
  known packbench.bench;
BEGIN
  SELECT * INTO known FROM packbench.bench AS b WHERE b.token_hash = the_token_hash;
  IF the_ticket IS NULL AND known.bench IS NULL THEN RETURN jsonb_build_object('is', 'not-paired'); END IF;
  SELECT * INTO it FROM packbench.invite WHERE ticket_hash = sha256(the_ticket);
  RETURN coalesce(
    CASE WHEN the_ticket IS NOT NULL THEN packbench.refusal_of_invite(it, known) END,
    jsonb_build_object('is', 'site', 'invitedBy', it.made_by,
      'benches', (SELECT count(*) FROM packbench.bench AS b WHERE b.retired_at IS NULL AND b.bench IS DISTINCT FROM known.bench)));
END $$;

-- Called by a bench that has a ticket and no token yet. The bench draws its token itself; only the hash of the token arrives here. Safe to
-- repeat.
CREATE OR REPLACE FUNCTION packbench.accept(the_ticket bytea, the_token_hash bytea) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  it packbench.invite;
  known packbench.bench;
  refusal jsonb;
BEGIN
  PERFORM packbench.make_durable();
  SELECT * INTO it FROM packbench.invite WHERE ticket_hash = sha256(the_ticket) FOR UPDATE;
  SELECT * INTO known FROM packbench.bench AS b WHERE b.token_hash = the_token_hash;
  refusal := packbench.refusal_of_invite(it, known);
  IF refusal IS NOT NULL THEN RETURN refusal; END IF;
  IF known.bench IS NULL THEN
    INSERT INTO packbench.bench (token_hash, login) VALUES (the_token_hash, it.login) RETURNING * INTO known;
    IF it.login IS NOT NULL THEN EXECUTE format('ALTER ROLE %I VALID UNTIL ''infinity''', it.login); END IF;
  END IF;
  UPDATE packbench.invite SET used_by = known.bench WHERE ticket_hash = it.ticket_hash;
  RETURN jsonb_build_object('is', 'accepted', 'bench', known.bench, 'encrypted', translate(encode(it.encrypted, 'base64'), E'\n', ''));
END $$;

-- Stores what a bench reports of itself and the number of its site key. Returns the keys that were given to it since, and the benches that
-- lack a key.
CREATE OR REPLACE FUNCTION packbench.present(
  the_token bytea, the_run uuid, the_version text, the_printers jsonb, the_public_key bytea, the_proof bytea, has_key int)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  newest int;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  UPDATE packbench.bench AS b SET version = left(the_version, 100), printers = the_printers, public_key = the_public_key, proof = the_proof,
    site_key = has_key
  WHERE b.bench = me.bench
    AND (b.version, b.printers, b.public_key, b.proof, b.site_key)
      IS DISTINCT FROM (left(the_version, 100), the_printers, the_public_key, the_proof, has_key);
  SELECT coalesce(max(number), 0) INTO newest FROM packbench.site_key;
  RETURN jsonb_build_object('is', 'presented', 'bench', me.bench, 'newest', newest,
    'given', (
      SELECT coalesce(jsonb_agg(translate(encode(g.encrypted, 'base64'), E'\n', '') ORDER BY g.number DESC), '[]')
      FROM packbench.given_key AS g JOIN packbench.bench AS b ON b.bench = g.given_by AND b.retired_at IS NULL
      WHERE g.bench = me.bench AND g.number > has_key),
    'lacking', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('bench', b.bench, 'publicKey', encode(b.public_key, 'base64'),
        'proof', encode(b.proof, 'base64'), 'has', b.site_key)), '[]')
      FROM packbench.bench AS b
      WHERE has_key = newest AND b.retired_at IS NULL AND b.site_key BETWEEN 1 AND newest - 1 AND b.proof IS NOT NULL
        AND NOT EXISTS (SELECT FROM packbench.given_key AS g WHERE g.bench = b.bench AND g.number = newest AND g.given_by = me.bench)));
END $$;

-- Registers a site key that was made at this bench, or that the bench knows and the ledger does not. Each number exists once, and only the
-- next one is accepted. An empty ledger has replaced another one: it accepts the number that the site has reached.
CREATE OR REPLACE FUNCTION packbench.make_site_key(the_token bytea, the_run uuid, the_number int) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  newest int;
BEGIN
  PERFORM FROM packbench.ledger FOR UPDATE;
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT coalesce(max(number), 0) INTO newest FROM packbench.site_key;
  IF the_number > (CASE newest WHEN 0 THEN 1000000 ELSE newest + 1 END) THEN RAISE data_exception USING MESSAGE = 'not the next key'; END IF;
  IF the_number <= newest THEN RETURN jsonb_build_object('is', 'made-elsewhere', 'newest', newest); END IF;
  IF newest > 0 AND NOT packbench.is_lead(me.bench, the_run)
    -- A ledger that was restored from a backup lacks a key that other benches have too.
    AND EXISTS (SELECT FROM packbench.bench AS b WHERE b.bench <> me.bench AND b.retired_at IS NULL)
    AND NOT EXISTS (SELECT FROM packbench.bench AS b WHERE b.bench <> me.bench AND b.retired_at IS NULL AND b.site_key >= the_number)
  THEN RETURN jsonb_build_object('is', 'lead-missing'); END IF;
  INSERT INTO packbench.site_key (number, made_by) VALUES (the_number, me.bench);
  RETURN jsonb_build_object('is', 'made');
END $$;

CREATE OR REPLACE FUNCTION packbench.give_key(the_token bytea, the_run uuid, the_bench int, the_number int, the_encrypted bytea) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  INSERT INTO packbench.given_key (bench, number, given_by, encrypted)
    SELECT b.bench, the_number, me.bench, the_encrypted FROM packbench.bench AS b WHERE b.bench = the_bench AND b.retired_at IS NULL
    ON CONFLICT DO NOTHING;
  RETURN jsonb_build_object('is', 'given');
END $$;
