/**
 * The keys of the window, each with its one meaning on every screen. A button names the meaning, never the key, so a key cannot mean
 * something else elsewhere. Letters never pay and never delete. An action that fits no meaning gets a letter that is still free.
 */
export const keyMeanings = {
  ship: { key: 'F1', means: 'opens Ship', on: 'every screen' },
  orders: { key: 'F2', means: 'opens Orders', on: 'every screen' },
  pickup: { key: 'F3', means: 'opens Pickup', on: 'every screen' },
  track: { key: 'F4', means: 'opens Track', on: 'every screen' },
  resolve: { key: 'F5', means: 'opens Resolve', on: 'every screen' },
  setup: { key: 'F6', means: 'opens Setup', on: 'every screen' },
  check: {
    key: 'F7',
    means: 'checks: asks the service, a shop, a printer or a file',
    on: 'quote orders, find a booking, try the rules, look for printers, test the account',
  },
  reprint: { key: 'F8', means: 'prints again what was printed before', on: 'the label in hand, the last label, a label on Track' },
  aside: { key: 'F9', means: 'puts aside; it waits for later', on: 'the parcel in hand, an order, a label that looks wrong' },
  save: {
    key: 'F10',
    means: 'saves, or confirms a safe thing',
    on: 'a form, one parcel for both, a note that was read, a label that is right, the backup printer',
  },
  history: { key: 'F11', means: 'shows the history of the parcel', on: 'Ship, Orders, Track, Resolve' },
  commit: { key: 'F12', means: 'commits money or a driver, once', on: 'buy, buy the batch, go on buying, request a pickup' },
  accept: { key: 'Enter', means: 'accepts the answer on the screen', on: 'weight, box, *as last time*, an order number' },
  leave: { key: 'Escape', means: 'leaves: closes, goes back, stops waiting', on: 'a form, a list, a wait' },
  destroy: {
    key: 'Delete',
    means: 'held for a second: cannot be undone, or may pay twice',
    on: 'ship again, a second driver, a booking that does not exist, delete an order, retire a bench',
  },
  move: { key: 'ArrowDown', means: 'moves to the list, or to its next entry', on: 'Orders, Resolve' },
  manual: { key: '?', means: 'opens the manual', on: 'every screen, outside a field' },
  find: { key: '/', means: 'finds a setting', on: 'Setup' },
  all: { key: '0', means: 'shows all, or folds it again', on: 'Ship, services and extras' },
  new: { key: 'A', means: 'adds a rule', on: 'Setup, Rules; Ship, a suggested rule' },
  box: { key: 'B', means: 'closes this box and begins another one', on: 'Ship, items' },
  copy: { key: 'C', means: 'an extra page of this kind is a copy', on: 'Ship, label in question' },
  document: { key: 'D', means: 'an extra page of this kind is a document', on: 'Ship, label in question' },
  edit: { key: 'E', means: 'edits the order', on: 'Ship, Orders, Resolve' },
  filter: { key: 'F', means: 'filters and sorts', on: 'Orders' },
  co2: { key: 'G', means: 'CO₂ compensation on or off', on: 'Ship, services' },
  door: { key: 'H', means: 'to the home address, or with a driver', on: 'service points and drop-off points' },
  insurance: { key: 'I', means: 'insurance on or off', on: 'Ship, services' },
  slip: { key: 'J', means: 'prints the packing slip', on: 'Ship, done or shipped' },
  unpack: { key: 'K', means: 'un-packs: counts the items of the parcel again', on: 'Ship, shipped' },
  later: { key: 'L', means: 'sends the rest later', on: 'Ship, items' },
  map: { key: 'M', means: 'maps the columns of a file', on: 'Orders' },
  nextPage: { key: 'N', means: 'shows the next page of a label', on: 'Ship, Resolve' },
  otherPrinter: { key: 'O', means: 'prints at the usual printer, if the own one was removed', on: 'Ship, batch, Track' },
  pause: { key: 'P', means: 'pauses', on: 'batch' },
  returnLabel: { key: 'R', means: 'begins a return label', on: 'Ship, shipped' },
  training: { key: 'T', means: 'tries it in training', on: 'first start, damaged data' },
  undo: {
    key: 'U',
    means: 'undoes the last step',
    on: 'Ship, items; for ten seconds after what can be undone; an order that was shipped otherwise',
  },
  holdBack: { key: 'Q', means: 'holds a label back, for a closer look', on: 'Ship, label in question; Resolve' },
  point: { key: 'V', means: 'opens or closes the list of points', on: 'Ship, services; Pickup' },
  remove: { key: 'X', means: 'shows the effect of deleting an order', on: 'Orders' },
  otherWay: { key: 'Y', means: 'shipped in another way, without a label', on: 'Orders' },
} as const satisfies Readonly<Record<string, KeyMeaning>>;

interface KeyMeaning {
  readonly key: string;
  readonly means: string;
  /** The screens that use it, or examples. */
  readonly on: string;
}

export const digitMeans = { means: 'picks what has this number; in a field it types', on: 'services, boxes, lines by eye, points' };

export type Digit = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
/** A meaning by its name. A digit picks what has this number on the screen. */
export type Meaning = keyof typeof keyMeanings | Digit;
/** A meaning that a plain press may have. */
export type PressMeaning = Exclude<Meaning, 'destroy'>;

const isDigit = (meaning: Meaning): meaning is Digit => !(meaning in keyMeanings);

/** The key with this meaning, by its name in the browser. */
export const keyOf = (meaning: Meaning): string => (isDigit(meaning) ? meaning : keyMeanings[meaning].key);

const shownNames: Readonly<Record<string, string>> = { Escape: 'Esc', Delete: 'Del', ArrowDown: '↓' };

/** A key as it stands on a button. */
export const shownKey = (meaning: Meaning): string => shownNames[keyOf(meaning)] ?? keyOf(meaning);

/** The digit of the entry at this place of a list, counted from 0; undefined after the ninth. */
export const digitOf = (place: number): Digit | undefined => (place >= 0 && place < 9 ? (String(place + 1) as Digit) : undefined);
