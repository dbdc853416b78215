import { expect, test } from 'vitest';
import { placeOf, type SqlLookUp } from '../../shared/order-source.ts';

const stock: SqlLookUp = {
  kind: 'postgresql',
  id: 'a',
  name: 'Stock',
  isOn: true,
  mostSeconds: 4,
  mapping: '',
  host: 'db.example',
  port: 5432,
  database: 'shop',
  user: 'packer',
  isEncrypted: true,
  authority: '',
  query: 'SELECT 1',
};

test('a password for an encrypted connection is not kept for plain text or for another authority', () => {
  const place = placeOf(stock);
  const others = [{ isEncrypted: false }, { authority: 'PEM' }, { host: 'other.example' }, { port: 5433 }, { user: 'root' }];
  for (const other of others) expect(placeOf({ ...stock, ...other })).not.toBe(place);
  expect(placeOf({ ...stock, query: 'SELECT 2', database: 'other', name: 'Shelf' })).toBe(place);
});
