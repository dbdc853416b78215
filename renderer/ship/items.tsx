import './items.css';
import type { ReactNode } from 'react';
import { isInBoxes, type Order } from '../../shared/order.ts';
import { type OrderLine, type ProductDifference, piecesOf } from '../../shared/order-line.ts';
import { piecesOfOrder } from '../../shared/parts.ts';
import { weightText } from '../../shared/units.ts';
import { text } from '../text/text.ts';
import { Card, Note } from '../ui/card.tsx';
import { OrderBoxes } from './boxes.tsx';
import { cut } from './cut.ts';
import { ItemPicture } from './item-picture.tsx';
import { packerNote } from './packer-note.ts';

/** More lines have lower rows, so that more of them are visible. The rest scrolls inside the card. */
const mostTallRows = 6;
/** The recipient beside the lines of the order: on few lines, because the items need the height. */
export const recipientShape = (order: Pick<Order, 'lines'>): 'tall' | 'strip' => (hasLines(order) ? 'strip' : 'tall');

export const hasLines = ({ lines }: Pick<Order, 'lines'>): boolean => lines.length > 0;

/**
 * The notes for the packer and every line of the order. An order without lines shows its contents in a few words, and its notes only where
 * the step has a place for them. `parcel`: index of the one that the step is about, if the order is in several boxes.
 */
export function InTheBox({ order, parcel }: { order: Order; parcel?: number | undefined }) {
  const note = packerNote(order);
  if (!hasLines(order)) return <Contents order={order} />;
  return (
    <>
      {note && <Note icon="note">{note}</Note>}
      {isInBoxes(order) ? <OrderBoxes order={order} now={parcel} /> : <Lines order={order} />}
    </>
  );
}

function Lines({ order }: { order: Order }) {
  const { key: orderKey, lines } = order;
  const hasPictures = lines.some(({ picture }) => picture !== undefined);
  const shape = `${lines.length > mostTallRows ? 'items-dense' : ''} ${hasPictures ? 'items-pictured' : ''}`;
  return (
    <Card isFlush className="card-items" title={text.ship.inTheBox} aside={<span className="muted">{itemsText(order)}</span>}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it can scroll, and the arrow keys have to reach it */}
      <ul className={`items ${shape}`} aria-label={text.ship.items} tabIndex={0}>
        {lines.map((line, no) => (
          <Line key={no} line={line} picture={hasPictures && <ItemPicture orderKey={orderKey} address={line.picture} />} />
        ))}
      </ul>
    </Card>
  );
}

/** The number of items, and of a part what share of its order it is. */
export function itemsText(order: Pick<Order, 'lines' | 'part'>): string {
  const { lines, part } = order;
  const items = piecesOf(lines);
  return part ? text.ship.itemsOfPart(items, piecesOfOrder(order), part.later) : text.ship.itemsAndLines(items, lines.length);
}

/** A longer shelf place is below the name and can wrap there. */
const longestShelfBeside = 10;

const sizeOfQuantity = (quantity: number): string => (quantity === 1 ? 'qty-one' : quantity > 99 ? 'qty-many' : '');

function Line({ line, picture }: { line: OrderLine; picture: ReactNode }) {
  const { name, sku, quantity, shelf = '', isGift, needsSerial, differs = [] } = line;
  const isBelow = shelf.length > longestShelfBeside;
  const marks = [isGift && text.ship.gift, needsSerial && text.ship.serialNumber].filter((mark) => typeof mark === 'string');
  return (
    <li>
      <b className={`qty ${sizeOfQuantity(quantity)}`}>
        {quantity} <small>×</small>
      </b>
      {picture}
      <span className="item">
        <b className="title">{cut(name || sku)}</b>
        <span className="sub-line">
          {name !== '' && sku !== '' && sku !== name && <span className="mono">{sku}</span>}
          {isBelow && (
            <span>
              {text.ship.shelf} <b className="mono">{shelf}</b>
            </span>
          )}
          {marks.map((mark) => (
            <b key={mark} className="item-mark">
              {mark}
            </b>
          ))}
        </span>
        <KitParts line={line} />
        <Differences line={line} differs={differs} />
      </span>
      {shelf !== '' && !isBelow && (
        <span className="shelf">
          <small>{text.ship.shelf}</small> {shelf}
        </span>
      )}
    </li>
  );
}

/** A sentence for each contradiction of the product data. */
export function Differences({ line, differs }: { line: OrderLine; differs: readonly ProductDifference[] }) {
  return differs.map((difference) => (
    <span key={difference.fact} className="item-differs">
      {differenceText(line, difference)}
    </span>
  ));
}

/** The parts of a kit below it, with the pieces of one kit, or with what is checked of all kits of the line. */
export function KitParts({ line: { parts = [], quantity }, counts }: { line: OrderLine; counts?: readonly number[] | undefined }) {
  if (parts.length === 0) return null;
  return (
    <ul className="kit-parts">
      {parts.map((part, at) => (
        <li key={part.sku} className={counts && (counts[at] ?? 0) >= part.quantity * quantity ? 'is-done' : ''}>
          <b className="num">{counts ? text.ship.partOf(counts[at] ?? 0, part.quantity * quantity) : text.ship.times(part.quantity)}</b>{' '}
          {cut(part.name)}
        </li>
      ))}
    </ul>
  );
}

/** Both values of a fact in one sentence: that of the order and that of the product data. */
function differenceText(
  { weightGrams, hsCode = '', originCountry = '', barcodes = [] }: OrderLine,
  { fact, product }: ProductDifference,
): string {
  const words = text.ship.differs;
  switch (fact) {
    case 'weight_kg':
      return words.weight_kg(weightText(weightGrams ?? 0), weightText(Math.round(Number(product) * 1000)));
    case 'hs_code':
      return words.hs_code(hsCode, product);
    case 'origin':
      return words.origin(originCountry, product);
    case 'barcode':
      return words.barcode(barcodes.join(', '), product);
    case 'batteries':
      return words.batteries();
    case 'part-unknown':
    case 'kit-in-kit':
      return words[fact](product);
  }
}

/** The goods of the customs declaration, or the contents of the parcels, in one line; for an order without lines. */
function Contents({ order: { parcels } }: { order: Order }) {
  const products = parcels.flatMap((parcel) => parcel.products);
  const contents = [...new Set(parcels.map((parcel) => parcel.contents).filter(Boolean))];
  const items =
    products.length > 0
      ? products.map(({ quantity, description, code }) => ({ quantity, name: description || code }))
      : contents.map((name) => ({ quantity: null, name }));
  const shown = firstOf(items);
  if (items.length === 0) return null;
  return (
    <ul className="items-line" aria-label={text.ship.items}>
      {shown.map(({ quantity, name }, no) => (
        <li key={no}>
          {quantity !== null && <b className="num">{text.ship.times(quantity)}</b>} {name}
        </li>
      ))}
      {shown.length < items.length && <li className="more">{text.ship.moreItems(items.length - shown.length)}</li>}
    </ul>
  );
}

interface Item {
  /** Null if the order gives its contents as one text. */
  readonly quantity: number | null;
  readonly name: string;
}

/** Number of items shown regardless of their length; further items only if they fit. */
const itemsInSight = 3;
/** About two lines of the narrowest place that shows items. */
const lettersInSight = 84;
/** Maximum characters of a name next to others. */
const longestBeside = 56;

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
