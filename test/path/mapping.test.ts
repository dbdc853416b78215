import { expect, test } from 'vitest';
import { type Mapping, mappingFileSchema } from '../../shared/mapping.ts';
import type { OrderKey } from '../../shared/order.ts';
import { startPlainStation } from './plain-station.ts';

const header = 'Auftragsnr.;Empfänger;Straße;PLZ;Ort;Land;Telefon;Gewicht (g);Lager';
const rowOf = (at: number): string => `M-${at};Anna Lind;Allee ${at + 1};10435;Berlin;DE;+49 30 5550134;2350;A`;
const fileOf = (count: number) => ({
  name: 'lager.csv',
  bytes: new Uint8Array(Buffer.from([header, ...Array.from({ length: count }, (_each, at) => rowOf(at))].join('\n'))),
});
const unread = { ok: false, failure: { code: 'order-file-unreadable', reasons: [{ code: 'columns-not-known' }] } };

// The second file is read in a worker, which returns the file.
test.each([3, 2000])('a file of %i rows with unknown columns is mapped once and then read by itself', async (count) => {
  const {
    station: { handlers },
    call,
  } = await startPlainStation({});
  expect(await handlers.importOrders(fileOf(count))).toMatchObject(unread);
  const found = await call('fileToMap', {});
  expect(found).toMatchObject({ file: 'lager.csv', rows: { length: Math.min(count, 10) }, proposal: { name: 'lager' } });
  const mapping = found?.proposal as Mapping;
  expect(await call('tryMapping', { mapping })).toMatchObject({
    rows: count,
    inOrders: count,
    orders: count,
    problemCount: 0,
    unused: ['lager'],
  });
  expect((await call('orders', { search: 'M-1', offset: 0, limit: 1 })).total).toBe(0);
  const report = await call('saveMapping', { mapping });
  expect(report).toMatchObject({ taken: count, inOrders: count, skippedRows: 0, problems: [] });
  expect((await call('order', { key: 'M-1' as OrderKey })).parcels[0]?.weightGrams).toBe(2350);
  expect(await call('fileToMap', {})).toBeNull();
  expect(await call('importOrders', fileOf(count))).toMatchObject({ taken: 0, unchanged: count });
});

test('a mapping without fields is refused, and a file of mappings works at another bench', async () => {
  const one = await startPlainStation({});
  await one.station.handlers.importOrders(fileOf(1));
  const found = await one.call('fileToMap', {});
  const mapping = found?.proposal as Mapping;
  expect(await one.station.handlers.saveMapping({ mapping: { ...mapping, fields: {} } })).toMatchObject({
    ok: false,
    failure: { code: 'setting-invalid', reasons: [{ code: 'mapping-incomplete' }] },
  });
  await one.call('saveMapping', { mapping });
  const { mappings } = (await one.call('setup', {})).settings;
  const other = await startPlainStation({});
  const bytes = new TextEncoder().encode(JSON.stringify(mappingFileSchema.parse({ form: 1, packbenchMappings: mappings })));
  expect((await other.call('importMappings', { bytes })).settings.mappings).toEqual([mapping]);
  expect(await other.call('importOrders', fileOf(1))).toMatchObject({ taken: 1 });
  for (const wrong of [{}, { packbenchMappings: mappings }, { form: 2, packbenchMappings: mappings }])
    expect(await other.station.handlers.importMappings({ bytes: new TextEncoder().encode(JSON.stringify(wrong)) })).toMatchObject({
      ok: false,
      failure: { reasons: [{ code: 'mapping-file-unreadable' }] },
    });
});
