-- The settings that all benches of the site share: versions in sequence, each made from the one before.

-- Returns the newest version, with its content unless the bench already has it.
CREATE OR REPLACE FUNCTION packbench.site_settings(the_token bytea, the_run uuid, known uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  newest packbench.site_settings;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT * INTO newest FROM packbench.site_settings AS s ORDER BY s.version DESC LIMIT 1;
  RETURN jsonb_strip_nulls(jsonb_build_object('is', 'site-settings', 'version', newest.version, 'id', newest.id, 'bench', newest.bench,
    'encrypted', CASE WHEN newest.id IS DISTINCT FROM known THEN translate(encode(newest.encrypted, 'base64'), E'\n', '') END));
END $$;

-- Stores a version that is later than the newest one; refuses it if another one has the same or a later number. A ledger that was restored
-- or replaced takes the number that the site has reached, and never one that leaves no later numbers. The last fifty are kept. Safe to
-- repeat.
CREATE OR REPLACE FUNCTION packbench.share_settings(the_token bytea, the_run uuid, the_version bigint, the_id uuid, the_encrypted bytea) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  PERFORM FROM packbench.ledger FOR UPDATE;
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF the_version > (SELECT coalesce(max(s.version), 0) FROM packbench.site_settings AS s) + 1000000
  THEN RAISE data_exception USING MESSAGE = 'not the next version'; END IF;
  -- The head of the encrypted bytes: their form, the number of the site key, the bench. A bench that has that key can then tell forged
  -- settings from settings that it cannot read yet.
  IF octet_length(the_encrypted) < 9 OR get_byte(the_encrypted, 0) <> 1 OR substr(the_encrypted, 6, 4) <> int4send(me.bench)
    OR NOT EXISTS (SELECT FROM packbench.site_key AS k WHERE int4send(k.number) = substr(the_encrypted, 2, 4))
  THEN RAISE data_exception USING MESSAGE = 'not encrypted by this bench'; END IF;
  IF EXISTS (SELECT FROM packbench.site_settings AS s WHERE s.version >= the_version AND s.id <> the_id)
  THEN RETURN jsonb_build_object('is', 'settings-moved'); END IF;
  INSERT INTO packbench.site_settings (version, id, bench, encrypted) VALUES (the_version, the_id, me.bench, the_encrypted) ON CONFLICT DO NOTHING;
  DELETE FROM packbench.site_settings AS s WHERE s.version < (
    SELECT min(k.version) FROM (SELECT version FROM packbench.site_settings ORDER BY version DESC LIMIT 50) AS k);
  RETURN jsonb_build_object('is', 'shared');
END $$;
