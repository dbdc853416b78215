import { expect, test } from 'vitest';
import { shipmentFields } from '../../electron/courier/shipment-fields.ts';
import { textProblems } from '../../electron/courier/text-check.ts';
import { emptyAddress } from '../../shared/address.ts';
import { noCustomsCosts } from '../../shared/customs.ts';
import { orderSchema } from '../../shared/order.ts';
import { anyShipment } from './fault-desk.ts';

/** Not Latin: to spell it in Latin letters would be a guess. */
const hebrew = 'שלום';

/** Not free text: the shipment check verifies countries and codes, and a key that would have to be guessed is left out. */
const heldElsewhere = /(^|\.)(country|originCountry|hsCode|key)$/;

type Path = readonly (string | number)[];

/** Paths of all texts in a shipment, including empty ones; a currency is not a text. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'currency' ? [] : textsIn(inner, [...path, name])));
}

function withText<T>(value: T, path: Path): T {
  const changed = structuredClone(value);
  let inner: Record<string | number, unknown> = Object(changed);
  for (const name of path.slice(0, -1)) inner = Object(inner[name]);
  inner[path.at(-1) ?? ''] = hebrew;
  return changed;
}

test('a text that is transliterated for the service is checked against possible guesses in every field', () => {
  const { sender, order } = anyShipment;
  const full = {
    sender,
    order: orderSchema.parse({
      ...order,
      parcels: order.parcels.map((parcel) => ({
        ...parcel,
        products: [{ quantity: 1, code: '', originCountry: '', weightGrams: 100, description: '', hsCode: '', value: parcel.value }],
      })),
      thirdParties: [{ type: 'Importer', address: emptyAddress }],
      customsCosts: noCustomsCosts,
    }),
  };
  const sent = JSON.stringify(shipmentFields(full));
  const spelt = textsIn(full).filter((path) => {
    const wire = JSON.stringify(shipmentFields(withText(full, path)));
    return wire !== sent && !wire.includes(hebrew);
  });
  expect(spelt.length).toBeGreaterThan(20);
  const unguarded = spelt.filter((path) => textProblems(withText(full, path)).length === textProblems(full).length);
  expect(unguarded.map((path) => path.join('.')).filter((path) => !heldElsewhere.test(path))).toEqual([]);
});
