import type { OrderKey } from '../../shared/order.ts';
import type { Day } from './day.ts';

const columns =
  'order,reference,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';

interface OrderFile {
  readonly keys: readonly string[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function orderFile(day: Day, count: number, kind = 'O', change: (row: string[]) => string[] = (row) => row): OrderFile {
  const keys = Array.from({ length: count }, () => day.name(kind));
  const rows = keys.flatMap((key) => {
    const postal = `${day.dice.pick(['1012', '3511', '5211'])} ${day.dice.pick(['AB', 'CD', 'EF'])}`;
    const address = [`Ada ${key}`, 'Dorpsstraat', String(1 + day.dice.whole(200)), postal, 'Utrecht', 'NL', '+31205550142'];
    const row = change([key, key, ...address, '1.2', '30', '20', '10', 'mugs', '45.00', 'EUR']).join(',');
    // Some orders have two parcels.
    return day.dice.chance(day.parcels === 2 ? 1 : 0.2) ? [row, row] : [row];
  });
  return { keys, bytes: new TextEncoder().encode([columns, ...rows].join('\n')) };
}

export async function importOrders(
  day: Day,
  count: number,
  change?: (row: string[]) => string[],
  kind?: string,
): Promise<readonly string[]> {
  const { keys, bytes } = orderFile(day, count, kind, change);
  const report = await day.station.handlers.importOrders({ name: `${day.name('file')}.csv`, bytes });
  if (report.ok && report.value.problems.length === 0) day.imported(keys);
  return keys;
}

/** Returns a change of rows after which all of them go to the address of the first one. */
export function toOneAddress(): (row: string[]) => string[] {
  let to: readonly string[] | undefined;
  return (row) => {
    to ??= row.slice(2, 9);
    return row.toSpliced(2, 7, ...to);
  };
}

/** Holds an order, moves it forward and releases it; types in a second one and deletes it. */
export async function planAnOrder(day: Day): Promise<void> {
  const [imported = ''] = await importOrders(day, 1);
  const { handlers } = day.station;
  const key = imported as OrderKey;
  await handlers.holdOrder({ key, why: 'the customer calls back' });
  await handlers.planOrder({ key, priority: 'high' });
  await handlers.releaseOrder({ key });
  const order = await handlers.order({ key });
  if (!order.ok) return;
  const typed = day.name('typed') as OrderKey;
  await handlers.saveOrder({ order: { ...order.value, key: typed, reference: typed } });
  await handlers.shipOtherwise({ key: typed, way: 'letter', note: '' });
  await handlers.reopenOrder({ key: typed, reason: 'closed by mistake', pin: '' });
  await handlers.deleteOrder({ key: typed });
}

/** Closes an order and erases its person, with everybody of that name whose erasure a crash interrupted. Throws if one is still found. */
export async function eraseAPerson(day: Day): Promise<void> {
  const [imported = ''] = await importOrders(day, 1);
  const { handlers } = day.station;
  const key = imported as OrderKey;
  const order = await handlers.order({ key });
  if (!order.ok) return;
  await handlers.shipOtherwise({ key, way: 'letter', note: '' });
  const query = order.value.recipient.name;
  const settled = async (): Promise<OrderKey[]> => {
    const found = await handlers.findPerson({ query });
    return found.ok ? found.value.flatMap((each) => (each.stays === null ? each.key : [])) : [];
  };
  const keys = await settled();
  if (keys.length === 0) return;
  const erased = await handlers.erasePerson({ query, keys });
  const left = await settled();
  if (erased.ok && left.length > 0) throw new Error(`An erased person is still found in ${left.join(', ')}.`);
}
