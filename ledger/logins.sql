-- A role of the server for each bench that joins by a code: when the bench is retired, its password is worth nothing. Needs an owner who may
-- create roles; without one, all benches share packbench_bench.

-- Creates a role that may log in for this long, and returns its name; null if the owner of the ledger may not create roles.
CREATE OR REPLACE FUNCTION packbench.make_login(verifier text, lasts interval) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  login text := 'packbench_' || left(replace(gen_random_uuid()::text, '-', ''), 12);
BEGIN
  IF verifier !~ '^SCRAM-SHA-256\$4096:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$' THEN RAISE data_exception USING MESSAGE = 'no verifier'; END IF;
  EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L VALID UNTIL %L', login, verifier, clock_timestamp() + lasts);
  EXECUTE format('GRANT packbench_member TO %I', login);
  RETURN login;
EXCEPTION WHEN insufficient_privilege OR undefined_object THEN RETURN NULL;
END $$;

-- A role in use stays, because its sessions may be open: nobody logs in with it, and its sessions may call nothing.
CREATE OR REPLACE FUNCTION packbench.end_login(login text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF login IS NULL THEN RETURN; END IF;
  EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', login);
  EXECUTE format('REVOKE packbench_member FROM %I', login);
EXCEPTION WHEN insufficient_privilege OR undefined_object THEN NULL;
END $$;

-- The role of a bench that has left may log in for another month: without a token it may only hear that it is gone.
CREATE OR REPLACE FUNCTION packbench.let_login_lapse(login text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF login IS NULL THEN RETURN; END IF;
  EXECUTE format('ALTER ROLE %I VALID UNTIL %L', login, clock_timestamp() + interval '30 days');
EXCEPTION WHEN insufficient_privilege OR undefined_object THEN NULL;
END $$;

-- Once no bench is left that joined without a code, the password that such benches share is removed.
CREATE OR REPLACE FUNCTION packbench.end_shared_login() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM packbench.bench AS b WHERE b.login IS NOT NULL) THEN RETURN; END IF;
  IF EXISTS (SELECT FROM packbench.bench AS b WHERE b.retired_at IS NULL AND b.login IS NULL) THEN RETURN; END IF;
  ALTER ROLE packbench_bench PASSWORD NULL;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
