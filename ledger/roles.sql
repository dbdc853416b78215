-- A bench may call these functions and read no table.

REVOKE ALL ON ALL TABLES IN SCHEMA packbench FROM PUBLIC, packbench_bench;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA packbench FROM PUBLIC, packbench_bench;
GRANT USAGE ON SCHEMA packbench TO packbench_bench;
GRANT EXECUTE ON FUNCTION
  packbench.hello, packbench.alive, packbench.claim, packbench.send, packbench.give_up, packbench.close_order, packbench.reopen_order, packbench.closed_before, packbench.report, packbench.resolve, packbench.agree,
  packbench.salt_of_lead, packbench.guess_lead, packbench.judge_lead, packbench.set_lead,
  packbench.vouch, packbench.retire, packbench.leave, packbench.facts, packbench.benches, packbench.prune, packbench.invite, packbench.withdraw, packbench.name_site, packbench.accept,
  packbench.present, packbench.make_site_key, packbench.give_key,
  packbench.site_settings, packbench.share_settings,
  packbench.take_lease, packbench.end_lease,
  packbench.take_doubts, packbench.own_doubts, packbench.taken_from,
  packbench.changes, packbench.put_label, packbench.get_label,
  packbench.put_orders, packbench.read_orders, packbench.put_erasures, packbench.read_erasures
TO packbench_bench;

-- The roles that benches have of their own may do the same.
DO $$
DECLARE
  each record;
BEGIN
  IF to_regrole('packbench_member') IS NULL THEN RETURN; END IF;
  REVOKE ALL ON ALL TABLES IN SCHEMA packbench FROM packbench_member;
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA packbench FROM packbench_member;
  GRANT USAGE ON SCHEMA packbench TO packbench_member;
  FOR each IN
    SELECT p.oid::regprocedure AS function FROM pg_proc AS p
    WHERE p.pronamespace = 'packbench'::regnamespace AND has_function_privilege('packbench_bench', p.oid, 'EXECUTE')
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO packbench_member', each.function);
  END LOOP;
END $$;

-- Rights that PostgreSQL gives to every role of a database, and with which the password of the benches could fill the disk, end the sessions
-- of other benches, or hold the lock of an order. The owner of the database may take some away, and only a superuser the functions of the
-- server: `whatStaysOpen` in check.ts names what is left.
DO $$
DECLARE
  each record;
BEGIN
  BEGIN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  EXCEPTION WHEN insufficient_privilege OR invalid_schema_name THEN NULL;
  END;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN RETURN; END IF;
  FOR each IN
    SELECT p.oid::regprocedure AS function FROM pg_proc AS p WHERE p.pronamespace = 'pg_catalog'::regnamespace
      AND p.proname ~ '^(lo_.*|loread|lowrite|pg_(try_)?advisory_.*|pg_terminate_backend|pg_cancel_backend)$'
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', each.function);
  END LOOP;
  FOR each IN SELECT DISTINCT p.proowner::regrole AS owner FROM pg_proc AS p WHERE p.pronamespace = 'packbench'::regnamespace LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint) TO %s', each.owner);
  END LOOP;
END $$;
