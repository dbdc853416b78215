import type { CheckReason, WrongCheck } from '../../../shared/check-off.ts';
import { wholeNumber } from '../format.ts';
import type { Sentences } from '../sentences.ts';

const pieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);

export const checkReasons: Sentences<CheckReason> = {
  'items-checked': (checked) =>
    [
      `${pieces(checked.pieces)} checked`,
      ...checked.byEye.map(({ item, packer, pieces: count }) => `${item}: ${pieces(count)} by eye${packer && `, ${packer}`}`),
      ...checked.serials.map(({ item, serials }) => `${item}: serial number ${serials.join(', ')}`),
      ...(checked.boxes ?? []).map((box, at) => `Box ${at + 1}: ${box.map(({ item, pieces: count }) => `${count} × ${item}`).join(', ')}`),
    ].join('; '),
};

interface Wrong {
  /** In the band. */
  readonly now: string;
  readonly title: string;
  readonly next: (orderKey: string) => string;
}

const wrong: Record<WrongCheck, Wrong> = {
  'wrong-item': {
    now: 'Wrong item. Put it back.',
    title: 'Not in this order',
    next: (orderKey) => `${orderKey} does not need this item. Put it back, then scan the right one.`,
  },
  'too-many': {
    now: 'One too many. Put it back.',
    title: 'One too many',
    next: (orderKey) => `Every piece of this item for ${orderKey} is checked already. Put this one back.`,
  },
  'serial-missing': {
    now: 'Scan the serial number first.',
    title: 'No serial number yet',
    next: () => 'The piece before this one needs its serial number. Scan or type it, or undo that piece.',
  },
  'serial-twice': {
    now: 'This serial number was scanned already.',
    title: 'Serial number used twice',
    next: () => 'Scan or type the serial number of this piece.',
  },
};

export const shipCheckOff = {
  unpacked: {
    unpack: 'Un-pack',
    scan: 'Parcel open: scan its items again',
    means: 'The label is paid and stays valid. Nothing is bought. Scan every item again, then the label on the closed parcel.',
    thenScan: 'Then scan the label.',
    done: (recipient: string) => `Packed again: ${recipient}`,
  },
  checkOff: {
    scanItems: 'Scan the items',
    scanNext: 'Scan the next item',
    scanSerial: 'Scan the serial number',
    serialOf: (item: string) => `Serial number: ${item}`,
    serialHint: 'or type it and press Enter',
    takeSerial: 'Use the serial number',
    wrong,
    ofAll: (all: number) => `of ${wholeNumber(all)} ${all === 1 ? 'item' : 'items'}`,
    ofLine: (all: number) => `of ${wholeNumber(all)}`,
    lastScan: (time: string) => `Last scan, ${time}`,
    lastRight: (time: string, checked: number, all: number) => `Last right item, ${time} · ${wholeNumber(checked)} of ${wholeNumber(all)}`,
    byEye: 'By eye',
    byEyeOf: (item: string) => `: ${item}`,
    byEyeHint: 'By eye counts the rest of a line. Your name is kept with it.',
    undo: 'Undo',
    noBarCode: 'No bar code on this item',
    needsSerial: 'Serial number of each piece',
    complete: 'Complete',
    later: 'Send the rest later',
    nextBox: 'Next box',
    sentBefore: (pieces: number, of: number) =>
      `${wholeNumber(pieces)} of ${wholeNumber(of)} items of this order were sent before. These are left.`,
    left: (pieces: number) => `${wholeNumber(pieces)} left.`,
    thenQuestions: 'The last one opens the questions.',
    thenServices: 'The last one opens the services.',
    thenBuys: (service: string, prices: string) => `The last scan buys ${service} for ${prices} and prints the label.`,
  },
} as const;
