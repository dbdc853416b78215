import type { Order } from '../../shared/order.ts';
import { text } from '../text/text.ts';

interface Item {
  readonly no: number;
  /** Null if the order says only in one text what is inside. */
  readonly quantity: number | null;
  readonly name: string;
}

/** About two lines of the narrowest place that shows items. */
const lettersInSight = 84;

/** What is packed: quantity and name of the first items, and how many lines more the order has. */
export function Items({ order }: { order: Order }) {
  const items = itemsOf(order);
  const shown = firstOf(items);
  if (items.length === 0) return null;
  return (
    <ul className="items-line" aria-label={text.ship.items}>
      {shown.map(({ no, quantity, name }) => (
        <li key={no}>
          {quantity !== null && <b className="num">{text.ship.times(quantity)}</b>} {name}
        </li>
      ))}
      {shown.length < items.length && <li className="more">{text.ship.moreItems(items.length - shown.length)}</li>}
    </ul>
  );
}

/** The lines of the order; if it has none, what customs is told piece by piece; else its contents in one text. */
function itemsOf({ lines, parcels }: Order): readonly Item[] {
  const products = parcels.flatMap((parcel) => parcel.products);
  if (lines.length > 0) return lines.map(({ quantity, name, sku }, no) => ({ no, quantity, name: name || sku }));
  if (products.length > 0) return products.map(({ quantity, description, code }, no) => ({ no, quantity, name: description || code }));
  const contents = [...new Set(parcels.map((parcel) => parcel.contents).filter(Boolean))];
  return contents.map((name, no) => ({ no, quantity: null, name }));
}

/** As many as fit; the first is always among them, cut if it does not fit alone. */
function firstOf(items: readonly Item[]): readonly Item[] {
  const shown: Item[] = [];
  let letters = 0;
  for (const item of items) {
    const { name, quantity } = item;
    letters += name.length + String(quantity ?? '').length + 5;
    if (shown.length > 0 && letters > lettersInSight) break;
    shown.push({ ...item, name: name.length > lettersInSight ? `${name.slice(0, lettersInSight).trimEnd()}…` : name });
  }
  return shown;
}
