import type { Order } from '../../shared/order.ts';
import { text } from '../text/text.ts';

interface Item {
  readonly no: number;
  /** Null if the order gives its contents as one text. */
  readonly quantity: number | null;
  readonly name: string;
}

/** Number of items shown regardless of their length; further items only if they fit. */
const itemsInSight = 3;
/** About two lines of the narrowest place that shows items. */
const lettersInSight = 84;
/** Maximum characters of a name next to others. The end of a name often contains colour or size, so most names are shown whole. */
const longestBeside = 56;

/** Quantity and name of the first items to pack, and the number of further items. */
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

/** The lines of the order; without lines, the goods of its customs declaration; without those, the contents of its parcels. */
function itemsOf({ lines, parcels }: Order): readonly Item[] {
  const products = parcels.flatMap((parcel) => parcel.products);
  if (lines.length > 0) return lines.map(({ quantity, name, sku }, no) => ({ no, quantity, name: name || sku }));
  if (products.length > 0) return products.map(({ quantity, description, code }, no) => ({ no, quantity, name: description || code }));
  const contents = [...new Set(parcels.map((parcel) => parcel.contents).filter(Boolean))];
  return contents.map((name, no) => ({ no, quantity: null, name }));
}

/** The first three items, and more of them as far as they fit. Very long names are cut. */
function firstOf(items: readonly Item[]): readonly Item[] {
  const longest = items.length > 1 ? longestBeside : lettersInSight;
  const shown: Item[] = [];
  let letters = 0;
  for (const item of items) {
    const name = cut(item.name, longest);
    letters += name.length + String(item.quantity ?? '').length + 5;
    if (shown.length >= itemsInSight && letters > lettersInSight) break;
    shown.push({ ...item, name });
  }
  return shown;
}

/** Cuts between whole characters, never inside an emoji or an accented letter. */
function cut(name: string, longest: number): string {
  let [start, characters] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (characters === longest) return `${start.trimEnd()}…`;
    start += segment;
    characters += 1;
  }
  return name;
}
