import type { OldLabel, ReprintReason } from '../../../shared/reprint.ts';

const reasons: Record<ReprintReason, string> = {
  'nothing-came': 'Nothing came out',
  damaged: 'Label damaged',
  'badly-printed': 'Badly printed',
  lost: 'Label lost',
  other: 'Another reason',
};

const oldLabels: Record<OldLabel, string> = {
  scanned: 'old label scanned',
  unreadable: 'old label not readable',
  'not-here': 'old label not here',
};

/** The reason of a reprint, and the label that it replaces. */
export const reprint = {
  reasons,
  oldLabels,
  ask: (labels: number) => (labels === 1 ? 'Why is this label printed again?' : `Why are these ${labels} labels printed again?`),
  printing: 'Printing the label again',
  choose: 'Choose the reason. Nothing is bought.',
  chooseFirst: 'Choose the reason first, then scan the old label.',
  wasPrinted: (time: string) => `The printer reported it as printed at ${time}. Look in its tray first.`,
  wasSent: (time: string) => `It went to the printer at ${time}. The printer does not report if it came out.`,
  scanOld: (labels: number) => (labels === 1 ? 'Scan the old label' : `Scan one of the ${labels} old labels`),
  scanOldNext: (labels: number) =>
    labels === 1 ? 'Scan its tracking bar code, then tear the label up.' : 'Scan a tracking bar code, then tear all of them up.',
  sameCode: 'Both labels have the same bar codes. No scanner can tell them apart, so the old label must not stay on the bench.',
  wrong: 'That is not the old label',
  unreadable: 'It cannot be scanned',
  notHere: 'The old label is not here',
  cancel: 'Cancel',
  cancelHint: 'Nothing is printed without a reason.',
  list: {
    title: (from: string, until: string, count: number) => `${from} to ${until}: ${count === 1 ? '1 reprint' : `${count} reprints`}`,
    reading: 'Reading the list',
    week: 'Week',
    weeks: { 0: 'This week', 1: 'Last week', 2: 'Two weeks ago', 3: 'Three weeks ago' },
    export: 'Save as a file',
    saved: (file: string) => `Saved as ${file}`,
    byReason: 'Reason',
    byPacker: 'Packer',
    byPrinter: 'Printer',
    byCourier: 'Courier',
    noName: 'No name',
    noCourier: 'Not known',
    printerGone: 'Removed printer',
    parcels: 'Parcels whose label was printed again',
    boughtAt: (bench: number) => `Bought at bench ${bench}`,
    columns: { at: 'Time', order: 'Order', why: 'Reason and old label', by: 'Packer', printer: 'Printer and courier' },
    none: 'No label was printed again in this week',
    noneHint: 'Reprints at this bench are listed here, with their reasons.',
  },
  reasonOf: (reason: ReprintReason, oldLabel: OldLabel | undefined) =>
    oldLabel ? `${reasons[reason]}, ${oldLabels[oldLabel]}` : reasons[reason],
} as const;
