import './boxes.css';
import { useEffect, useRef } from 'react';
import { type CheckOff, openBox } from '../../shared/check-off.ts';
import { linesIn, type Order } from '../../shared/order.ts';
import { type OrderLine, piecesOf, withPieces } from '../../shared/order-line.ts';
import { weightText } from '../../shared/units.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { cut } from './cut.ts';

/** A box of the shipment in hand, in the sequence of its labels. */
interface PackedBox {
  readonly lines: readonly OrderLine[];
  /** Its preset and weight, or what it waits for. */
  readonly about: string;
}

interface BoxListProps {
  readonly boxes: readonly PackedBox[];
  /** Index of the box that the packer works on, or undefined. */
  readonly now: number | undefined;
}

/** The boxes of a shipment, each with its items. */
function BoxList({ boxes, now }: BoxListProps) {
  const words = text.ship.boxes;
  return (
    <Card isFlush className="card-items card-boxes" title={words.count(boxes.length)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it can scroll, and the arrow keys have to reach it */}
      <ol className="packed" aria-label={words.list} tabIndex={0}>
        {boxes.map((box, no) => (
          <PackedBoxRow key={no} box={box} no={no + 1} isNow={no === now} />
        ))}
      </ol>
    </Card>
  );
}

function PackedBoxRow({ box: { lines, about }, no, isNow }: { box: PackedBox; no: number; isNow: boolean }) {
  const words = text.ship.boxes;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNow) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isNow, lines.length]);
  return (
    <li ref={row} className={isNow ? 'is-on' : ''} aria-current={isNow ? 'step' : undefined}>
      <p className="packed-head">
        <b>{words.name(no)}</b>
        <span>{[text.ship.itemsAndLines(piecesOf(lines), lines.length), about].filter(Boolean).join(' · ')}</span>
      </p>
      {lines.length > 0 && (
        <ul>
          {lines.map((line, at) => (
            <li key={at}>
              <b className="num">{text.ship.times(line.quantity)}</b> <span>{cut(line.name || line.sku)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The boxes of an order that a packer put in several. `now`: index of the one that is asked about or labelled. */
export function OrderBoxes({ order, now }: { order: Order; now?: number | undefined }) {
  return (
    <BoxList
      now={now}
      boxes={order.parcels.map(({ boxName, weightGrams }, at) => ({
        lines: linesIn(order, at) ?? [],
        about: [boxName, weightGrams === null ? '' : weightText(weightGrams)].filter(Boolean).join(' · '),
      }))}
    />
  );
}

/** The boxes while items are scanned off. The last one is open. */
export function CheckedBoxes({ checkOff }: { checkOff: CheckOff }) {
  const lines = checkOff.lines.map(({ line }) => line);
  const words = text.ship.boxes;
  return (
    <BoxList
      now={checkOff.boxes.length}
      boxes={[...checkOff.boxes, openBox(checkOff)].map((box, at) => ({
        lines: withPieces(lines, box),
        about: at === checkOff.boxes.length ? words.open : words.closed,
      }))}
    />
  );
}

/** A blank at which no line ends. */
const noBreak = '\u00a0';

/** Boxes that fit on the screen when everything is done. */
const mostOnDone = 4;

/** Which label goes on which box: what is in each of them, as far as it fits. The label states its own number. */
export function boxFacts(order: Order): readonly (readonly [name: string, value: string])[] {
  const words = text.ship.boxes;
  const { length } = order.parcels;
  const shown = order.parcels.slice(0, length > mostOnDone ? mostOnDone - 1 : length);
  return [
    ...shown.map((_parcel, at) => [words.label(at + 1, length), beginningOf(linesIn(order, at) ?? [], length)] as const),
    ...(shown.length < length ? [[words.names(shown.length + 1, length), words.inHistory] as const] : []),
  ];
}

/** Two boxes have room for two lines of text each; more of them for one. */
function beginningOf(lines: readonly OrderLine[], boxes: number): string {
  const [most, letters] = boxes > 2 ? [1, 24] : [2, 40];
  const shown = lines
    .slice(0, most)
    .map((line) => `${text.ship.times(line.quantity).replace(' ', noBreak)}${noBreak}${cut(line.name || line.sku, letters)}`);
  const rest = lines.length - shown.length;
  return [shown.join(', '), rest > 0 ? text.ship.moreItems(rest) : ''].filter(Boolean).join(' ');
}
