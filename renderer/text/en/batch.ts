import type { BatchView, WayOn } from '../../../shared/batch.ts';
import { keyOf } from '../../../shared/key-meanings.ts';

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;
const orders = (count: number): string => many(count, 'order', 'orders');

/** Remaining time, rounded to its precision. */
function timeLeft(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 1 ? 'less than a minute left' : `about ${many(minutes, 'minute', 'minutes')} left`;
}

const waysOn: Record<WayOn, string> = {
  'ask-again': 'Ask again',
  correct: 'Correct',
  resolve: 'Open Resolve',
  scan: 'Open in Ship',
};

const pausedBy = {
  person: 'Paused. Nothing more is bought.',
  restart: 'Paused when Packbench or this environment was closed. Go on when the parcels are here.',
};

/** The order at which it paused, and the cause. */
const pausedAt = (key: string | null, what: string): string => `${key === null ? 'Paused' : `Paused at ${key}`}. ${what}`;

const notTaken = 'shipped or being booked already, in doubt, in hand at Ship, held back';

/** Many orders shipped together. */
export const batch = {
  title: 'Batch',
  show: 'Show the batch',
  showOrders: 'Show the orders',
  quoteAll: 'Quote all',
  selected: (count: number) => `${orders(count)} selected`,
  selectAll: (count: number) => `Select all ${count}`,
  selectNone: 'Select none',
  select: (key: string) => `Select ${key}`,
  column: 'Selected',
  leftOut: (count: number) => `${orders(count)} left out: ${notTaken}, deleted, or more than one batch takes.`,
  noneTaken: (count: number) =>
    `${count === 1 ? 'This order cannot' : 'None of these orders can'} be shipped now: ${notTaken}, or deleted.`,
  pricesFirst: `${keyOf('check')} asks the prices first. Nothing is bought before you have seen them.`,
  quoting: (done: number, total: number) => `Asking prices: ${done} of ${total}`,
  ready: (count: number) => `${orders(count)} priced and not bought yet.`,
  readyNone: 'No remaining order has a price yet.',
  shipping: (done: number, total: number) => `Shipping ${done} of ${total}`,
  stopping: 'Nothing more is bought. Labels of bought orders still print.',
  pausedBy,
  pausedAt,
  pausedHint: 'Nothing more is bought before you go on.',
  withoutPrinterHint: 'After Go on, labels of the missing printer still wait.',
  stoppedHint: 'Nothing more is bought. Go on to print what is bought.',
  ended: (out: number, stopped: number, countedMore: number) =>
    `${many(out, 'label', 'labels')} out${stopped > 0 ? `, ${orders(stopped)} stopped` : ''}${countedMore > 0 ? `: look for second copies of ${orders(countedMore)}` : ''}`,
  timeLeft,
  waitsFor: (key: string) => `Labels wait until ${key} is done at Ship.`,
  progress: ({ counts }: BatchView) =>
    `${counts.printed} printed, ${counts.sent + counts.queued} being printed, ${counts.stopped} stopped, ${counts.left} taken out`,
  printed: 'Printed',
  sent: 'Being printed',
  bought: 'Bought, label waits',
  stopped: 'Stopped',
  toGo: 'To go',
  left: 'Taken out',
  stoppedTitle: 'What stopped',
  othersGoOn: 'The others go on',
  moreStopped: (count: number) => `and ${many(count, 'other', 'others')}`,
  addressesTitle: 'One address, several orders',
  oneParcel: 'One parcel',
  keepApart: 'Keep apart',
  shipApart: (count: number) => `Keep all ${count} apart`,
  notInBatch: (keys: readonly string[]) =>
    `${keys.join(', ')} ${keys.length === 1 ? 'is' : 'are'} not in this batch. One parcel takes ${keys.length === 1 ? 'it' : 'them'} too.`,
  joined: {
    'to-quote': 'One parcel. Its price is asked next.',
    asked: 'One parcel. Answer below what is asked about it.',
    quoted: 'One parcel, with its price.',
    stopped: 'One parcel. It stopped: see below.',
  },
  noneStopped: 'No order was stopped.',
  noOtherStopped: 'No other order was stopped.',
  countedMore: ({ orders: count, first }: BatchView['countedMore']) =>
    `The printer counted more labels than were sent for ${[first.join(', '), ...(count > first.length ? [`${count - first.length} more`] : [])].join(' and ')}. Look for second copies and throw them away: only one label goes on each parcel.`,
  wayOn: waysOn,
  wayOnOf: (way: WayOn, key: string) => `${waysOn[way]}: ${key}`,
  costTitle: 'Cost',
  orders: 'Orders',
  quoted: 'Quoted',
  boughtSum: 'Bought',
  shippingCost: 'Shipping',
  costHint: (priced: number) => `${orders(priced)}. Includes only extras that a rule turns on.`,
  withExtras: (shipping: string, extras: string) => `${shipping} + ${extras} extras`,
  overPlan: (count: number) => `${orders(count)} over the limit of your plan this month.`,
  questionsTitle: 'One answer for all orders that need it',
  fits: (fits: string, count: number, first: string) =>
    count === 1
      ? fits.startsWith(`${first} + `)
        ? fits
        : [first, fits].filter(Boolean).join(', ')
      : `${fits || 'product not known'}, ${orders(count)}`,
  fitsCountry: (fits: string, count: number, first: string) => (count === 1 ? first : `${fits || 'none named'}, ${orders(count)}`),
  answer: (count: number) => `Answer for ${count}`,
  refused: 'This answer fits none of the orders.',
  ship: (count: number, cost: string) => `Ship ${count} for ${cost}`,
  shipHint: 'A booking cannot be cancelled.',
  goOn: (count: number) => (count === 0 ? 'Go on' : `Go on, ship ${count}`),
  goOnAsking: 'Go on asking',
  printAtUsual: (labels: number) => `Print ${many(labels, 'label', 'labels')} at the usual printer`,
  pausedOnOrders: 'Paused: see Orders',
  pause: 'Pause',
  pauseHint: 'Pause finishes the label in hand and buys nothing more.',
  stop: 'Stop, print what is bought',
  drop: 'Ship none of them',
  close: 'Close the batch',
  closeHint: 'Stopped orders can still be shipped, or wait in Resolve until settled.',
};
