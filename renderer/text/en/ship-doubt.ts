import type { Restored } from '../../../shared/restored.ts';
import { momentText } from '../format.ts';

/** Unknown facts of a parcel, and why nothing is bought meanwhile. */
export const shipDoubt = {
  mayBeShipped: {
    status: (key: string) => `${key} may already have been shipped`,
    what: ({ backupAt, restoredAt }: Restored) =>
      backupAt === null
        ? `At ${momentText(restoredAt)} this bench started with new data, or somebody reported that this computer was restored. Earlier shipments may be missing.`
        : `The list of shipments on this bench was restored from a copy of ${momentText(backupAt)}. What was shipped after that, until ${momentText(restoredAt)}, is not in it.`,
    next: 'Until that is closed in Resolve, Packbench asks about every order before it is bought.',
    lookTitle: 'Look first',
    look: [
      'Is there a courier label on this parcel, or did it leave already?',
      'Is this order in the account of the service?',
      'If so, put it aside. If not, it can be shipped.',
    ],
    notShipped: 'It was not shipped: go on',
  },
  onItsWay: {
    what: (keys: readonly string[]) =>
      keys.length === 1 ? `The booking of ${keys[0]} is still on its way.` : `The bookings of ${keys.join(', ')} are still on their way.`,
    next: 'A late answer is still used, and nothing is bought twice. The label is kept until its order is scanned again. Resolve shows its state.',
  },
  leftInDoubt: {
    status: (count: number) => `${count} things were left unfinished when Packbench last closed`,
    statusOfOne: {
      booking: (name: string) => `It is not known whether ${name} was booked`,
      pickup: (name: string) => `It is not known whether the driver of ${name} is ordered`,
      print: (name: string) => `It is not known whether this came out: ${name}`,
      scan: (name: string) => `${name} was scanned before Packbench last closed, and not begun`,
    },
    title: 'Left unfinished when Packbench last closed',
    what: {
      booking: 'It may be booked and paid. Packbench will not send it again by itself.',
      pickup: 'A driver may be on the way. Packbench will not request one again by itself.',
      print: 'It may already be printed. Packbench will not print it again by itself.',
      scan: 'It waited for its turn. Nothing was bought. Scan it again with its parcel in hand.',
    },
    seen: 'Go on packing',
    scanNext: 'They stay in Resolve. The next order may be scanned at once.',
  },

  // Unknown
  unknown: (orderKey: string) => `Booking unknown: was ${orderKey} booked?`,
  unknownWhat: 'No answer shows whether it was booked.',
  unknownNext: 'It may be booked and paid, so Packbench will not send it again by itself. Put the parcel aside, and settle it in Resolve.',
  openResolve: 'Open Resolve',
  askedAt: 'Time',

  // Paused
  paused: 'Booking is paused',
  pausedWhat: {
    unknown: 'Three results in a minute are unclear. Some parcels may be booked and paid without a label. None is sent again.',
    unreachable: 'The service gave no answer three times in a minute. What was in hand was not bought.',
  },
  pausedNext: {
    unknown: 'Put those parcels aside and settle them in Resolve. Then go on.',
    unreachable: 'Keep parcels here. Go on when the network works again.',
  },
  pausedAtTiles: {
    unknown: 'Booking is paused: three results in a minute are unclear. This parcel was not bought.',
    unreachable: 'Booking is paused: the service gave no answer. This parcel was not bought.',
  },
  pausedSince: 'Paused since',
  goOn: 'Go on',
  goOnHint: 'Go on asks about an old parcel and buys nothing. If no answer comes, booking stays paused.',
} as const;
