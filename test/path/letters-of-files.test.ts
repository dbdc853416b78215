import { expect, test } from 'vitest';
import type { OrderKey } from '../../shared/order.ts';
import { startPlainStation } from './plain-station.ts';

/** "Dvořák" in Windows-1250; as Windows-1252 it is "Dvoøák". */
const dvorak = Buffer.concat([Buffer.from('Dvo'), Buffer.from([0xf8, 0xe1]), Buffer.from('k')]);
const fileOf = (count: number, first: number) => ({
  name: 'export.csv',
  bytes: new Uint8Array(
    Buffer.concat([
      Buffer.from('order;name;street;house_number;postal_code;city;country;weight_kg\n'),
      ...Array.from({ length: count }, (_each, at) => [
        Buffer.from(`L-${first + at};`),
        dvorak,
        Buffer.from(';Allee;1;10435;Berlin;DE;1\n'),
      ]).flat(),
    ]),
  ),
});

// The second file is read in a worker, which returns the file.
test.each([1, 1500])('a file of %i rows is read in the encoding that the packer picks, and so is the next', async (count) => {
  const {
    station: { handlers },
    call,
  } = await startPlainStation({});
  expect(await handlers.importInLetters({ encoding: 'windows-1250' })).toMatchObject({ ok: false, failure: { code: 'not-now' } });
  const asked = await handlers.importOrders(fileOf(count, 1));
  expect(asked).toMatchObject({ ok: false, failure: { reasons: [{ code: 'file-letters-unclear' }] } });
  expect((await call('orders', { search: 'L-1', offset: 0, limit: 1 })).total).toBe(0);
  expect(await call('importInLetters', { encoding: 'windows-1250' })).toMatchObject({ taken: count });
  expect((await call('order', { key: 'L-1' as OrderKey })).recipient.name).toBe('Dvořák');
  expect(await call('importOrders', fileOf(1, 9001))).toMatchObject({ taken: 1 });
  expect((await call('order', { key: 'L-9001' as OrderKey })).recipient.name).toBe('Dvořák');
});
