-- Changes of parcels at other benches. Read only: it returns bookings and never grants anything.

-- Returns the facts of all feeds of an environment but one, each feed behind its cursor: `{"<feed>": [seq, "<link>"]}`. Each feed has its
-- own sequence, in which no fact can appear before one that was already read. A feed that is shorter than its cursor, or whose fact at the
-- cursor has another link, was reported again: it is read from its beginning.
CREATE OR REPLACE FUNCTION packbench.changes(the_token bytea, the_run uuid, the_world text, but_feed uuid, cursors jsonb, most int) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  RETURN jsonb_build_object('is', 'changes', 'facts', (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'feed', n.feed, 'bench', n.bench, 'seq', n.seq, 'link', encode(n.link, 'hex'), 'at', n.at, 'what', n.what,
      'attempt', a.attempt, 'kind', a.kind, 'orderKey', a.order_key, 'shipmentNo', a.shipment_no, 'account', a.account,
      'state', a.state, 'orderNo', coalesce(a.order_no, ''),
      'parcels', CASE WHEN a.kind = 'pickup' THEN (
        SELECT coalesce(jsonb_agg(p.parcel), '[]') FROM packbench.pickup_parcel AS p WHERE p.attempt = a.attempt) END,
      'joined', CASE WHEN a.kind = 'ship' THEN packbench.joined_to(a.attempt, a.slot) END,
      'encrypted', translate(encode(n.encrypted, 'base64'), E'\n', '')) ORDER BY n.feed, n.seq), '[]')
    FROM (
      SELECT f.feed, f.bench, x.seq, x.link, x.at, x.what, x.attempt, x.encrypted
      FROM packbench.feed AS f
        CROSS JOIN LATERAL (SELECT coalesce((cursors -> f.feed::text ->> 0)::bigint, 0) AS seq, decode(cursors -> f.feed::text ->> 1, 'hex') AS link) AS c
        CROSS JOIN LATERAL (
          SELECT * FROM packbench.fact AS x WHERE x.feed = f.feed AND x.seq > CASE
            WHEN f.fed < c.seq OR EXISTS (SELECT FROM packbench.fact AS k WHERE k.feed = f.feed AND k.seq = c.seq AND k.link <> c.link) THEN 0 ELSE c.seq END
          ORDER BY x.seq LIMIT most) AS x
      WHERE f.world = the_world AND f.feed <> but_feed AND (f.fed <> c.seq OR f.link <> c.link)
      ORDER BY f.feed, x.seq LIMIT most) AS n
    LEFT JOIN packbench.attempt AS a USING (attempt)));
END $$;

-- Stores one part of the encrypted label of a parcel of this bench. The first part deletes all parts of an older label.
CREATE OR REPLACE FUNCTION packbench.put_label(the_token bytea, the_run uuid, the_attempt uuid, the_part int, the_parts int, the_encrypted bytea)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  IF NOT EXISTS (SELECT FROM packbench.attempt AS a WHERE a.attempt = the_attempt AND a.bench = me.bench AND a.kind = 'ship')
  THEN RETURN jsonb_build_object('is', 'attempt-dead', 'state', 'absent'); END IF;
  IF the_part = 0 THEN DELETE FROM packbench.label WHERE attempt = the_attempt; END IF;
  INSERT INTO packbench.label (attempt, part, parts, encrypted) VALUES (the_attempt, the_part, the_parts, the_encrypted)
    ON CONFLICT (attempt, part) DO UPDATE SET parts = excluded.parts, encrypted = excluded.encrypted, at = excluded.at;
  RETURN jsonb_build_object('is', 'put');
END $$;

-- Returns one part of a label to any bench; `parts` is 0 if there is none.
CREATE OR REPLACE FUNCTION packbench.get_label(the_token bytea, the_run uuid, the_attempt uuid, the_part int) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me record;
  it packbench.label;
BEGIN
  SELECT * INTO me FROM packbench.enter(the_token, the_run, NULL);
  IF me.refusal IS NOT NULL THEN RETURN me.refusal; END IF;
  SELECT * INTO it FROM packbench.label WHERE attempt = the_attempt AND part = the_part;
  RETURN jsonb_build_object('is', 'label', 'parts', coalesce(it.parts, 0),
    'encrypted', coalesce(translate(encode(it.encrypted, 'base64'), E'\n', ''), ''));
END $$;
