import type { PersonsOrder, PrivacyAct, Receipt, RetentionState } from '../../../shared/privacy.ts';
import type { KeptClass } from '../../../shared/retention.ts';
import { wholeNumber } from '../format.ts';

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${wholeNumber(count)} ${many}`);
const orders = (count: number): string => counted(count, 'order', 'orders');
const labels = (count: number): string => counted(count, 'label', 'labels');

const problems: Record<NonNullable<RetentionState['problem']>, string> = {
  'clock-doubted':
    'The clock of this computer moved by more than a month, so nothing was deleted. Check its date. If the date is right, Packbench deletes in the next night.',
  'no-backup':
    'No backup could be made, so nothing was deleted. Choose another backup folder on the tab Bench. Packbench tries again every hour.',
  'copy-kept':
    'A backup could not be changed, so it still contains expired data. Make the backup folder writable. Packbench tries again every hour.',
  'file-kept':
    'An expired file could not be deleted: a document, or a file in the watched folder. Close the program that has it open. Packbench tries again every hour.',
  'site-kept':
    'The database of the site does not answer, so expired data of all benches is still in it. Check its connection under Benches. Packbench tries again every hour.',
  failed: 'The records could not be written, so expired data is still there. Check the free disk space. Packbench tries again every hour.',
};

/** The page about people's data in Setup. */
export const privacy = {
  tab: 'Privacy',
  status: 'How long people’s data is kept, and everything about one person',
  statusTrouble: 'Expired data could not be deleted',
  open: 'Expired data could not be deleted.',
  also: 'gdpr erase delete export person retention days address data protection',
  now: (peopleDays: number) => `Addresses: ${peopleDays} days`,
  problems,
  title: 'One person',
  hint: 'Name, postal code, phone, email or order number. Each search is in the history with your name, and without theirs.',
  search: 'Find a person',
  find: 'Find',
  short: 'Fewer than 3 letters or digits find a whole order number only.',
  nothing: 'Nothing is stored about this person in this environment.',
  found: (count: number) => `${orders(count)} found. Choose those of this person.`,
  choose: (name: string, key: string) => `${name}, order ${key}`,
  about: ({ shipments, labels: count }: PersonsOrder) =>
    shipments === 0 ? 'Not shipped' : `${counted(shipments, 'shipment', 'shipments')}, ${labels(count)}`,
  stays: {
    'not-settled': 'Stays: not settled yet',
    'on-its-way': 'Stays until it is delivered',
  } satisfies Record<NonNullable<PersonsOrder['stays']>, string>,
  staysHint: 'An order that is not settled or on its way stays. Erase it after that.',
  export: (count: number) => `Export ${orders(count)}`,
  exported: (file: string) => `Saved as ${file}. It names this person: hand it over safely, then delete it.`,
  erase: (count: number) => `Erase ${orders(count)}`,
  receiptTitle: 'Last receipt',
  receiptCopy: 'Copy the receipt',
  receipt: (when: string, { request, orders: count, shipments, labels: pages, lines, backups, files }: Receipt) =>
    `${request}, ${when}: ${orders(count)}, ${counted(shipments, 'shipment', 'shipments')}, ${labels(pages)} and ${counted(lines, 'line', 'lines')} of the history erased, also in ${counted(backups, 'backup', 'backups')}. ${counted(files, 'file', 'files')} deleted. No name is kept. Only the open environment was searched.`,
  stayed: (count: number) => `${counted(count, 'order stays', 'orders stay')}: not settled, or on the way.`,
  filesLeft: (count: number) =>
    `${counted(count, 'file', 'files')} in the watched folder could not be searched. Look in done and error, and delete those about this person.`,
  copiesLeft: (count: number) =>
    `${counted(count, 'copy', 'copies')} of the records could not be changed. Make the backup folder writable. Packbench tries again each night.`,
  otherBenches:
    'The other benches of the site erase the same orders: at once if they are on, otherwise at their next start. A parcel on its way arrives first.',
  keptTitle: 'How long data is kept',
  nightly: 'Deleted each night at 03:00, also in backups',
  lastRun: (when: string) => `Last finished: ${when}`,
  neverRun: 'Not finished yet',
  caps: { data: 'Data', days: 'Kept for', oldest: 'Oldest' },
  classes: {
    people: ['People', 'Name, address, phone, email, messages'],
    labels: ['Labels and documents', 'The copies for a reprint'],
    answers: ['Answers of the service', 'As they came, for support'],
    delivery: ['Tracking', 'Events and proof of delivery'],
    history: ['Remarks', 'What people typed on the steps of a shipment'],
  } satisfies Record<KeptClass, readonly [string, string]>,
  bookkeeping: ['Shipments without names', 'Number, courier, price, weight, times'],
  days: (count: number) => counted(count, 'day', 'days'),
  actsTitle: 'Who looked',
  noActs: 'Nobody searched for a person yet.',
  acts: {
    'person-searched': 'Searched for a person',
    'person-exported': 'Exported a person',
    erased: 'Erased a person',
  } satisfies Record<PrivacyAct, string>,
  noName: 'No name',
  always: 'For good',
  none: 'None',
  unsettled: 'What is not settled is kept until it is settled.',
};
