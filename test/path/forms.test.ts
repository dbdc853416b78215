import { expect, test } from 'vitest';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { because } from '../reprint-reason.ts';
import { counted, labelPrinterAt, type PlainStation, startPlainStation } from './plain-station.ts';

const row = (key: string, name: string, street: string, code: string, city: string) =>
  `${key},${name},${street},7,${code},${city},DE,+49 30 5557 2101,1.2,40,30,20,Vase,64.00,EUR`;
const orders = [
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency',
  row('ORD-8001', 'Anna Lehmann', 'Kastanienallee', '10435', 'Berlin'),
  row('ORD-8002', 'Jan Peters', 'Hafenstrasse', '20457', 'Hamburg'),
  row('ORD-8003', 'Ida Brandt', 'Domplatz', '39104', 'Magdeburg'),
  row('ORD-8004', 'Anna Lehmann', 'Kastanienallee', '10435', 'Berlin'),
  row('ORD-8004', 'Anna Lehmann', 'Kastanienallee', '10435', 'Berlin'),
].join('\n');

const sheetOf = (lines: readonly string[], drawn = ''): string =>
  `^XA^CI28^PW812^LL1218${lines.map((line, at) => `^FO28,${40 + at * 50}^A0N,40,40^FD${line}^FS`).join('')}${drawn}^XZ`;
const advice = ['HOW TO HAND IN YOUR PARCEL', 'USE STRONG TAPE', 'COVER OLD LABELS'];
const bars = (code: string): string => `^FO28,900^BY3^BCN,150,N,N,N,A^FD${code}^FS`;

/** A bench whose labels come with these sheets behind them. */
async function benchWith(sheets: (label: string) => readonly string[]) {
  const behind = {
    sheets,
    before: (_label: string): readonly string[] => [],
    answered: () => undefined as void,
    queued: (_roles: readonly string[]) => undefined as void,
    opened: 0,
  };
  const openedNow = <Opened>(journal: Opened): Opened => {
    behind.opened += 1;
    return journal;
  };
  const bench = await startPlainStation({
    orders,
    onSent: () => behind.answered(),
    journal: (journal) => ({
      ...openedNow(journal),
      addPrintJobs(owner, jobs) {
        behind.queued(jobs.map(({ role }) => role));
        return journal.addPrintJobs(owner, jobs);
      },
      writeBooked(id, booked) {
        const zpl = booked.label ? Buffer.from(booked.label.bytes).toString('latin1') : '';
        const bytes = Buffer.from([...behind.before(zpl), zpl, ...behind.sheets(zpl)].join('\n'), 'latin1');
        journal.writeBooked(id, { ...booked, label: booked.label && { ...booked.label, bytes } });
      },
    }),
  });
  return { bench, behind };
}

const rolesOf = async ({ call }: PlainStation, key: string) =>
  (await call('lastShipments', { limit: 10 })).find(({ orderKey }) => orderKey === key)?.jobs.map(({ role }) => role);
const titled = (label: string): readonly string[] => [label.replace(/\^XZ\s*$/, '^FO28,1150^A0N,40,40^FDARCHIVE DOC^FS^XZ')];

test('an unknown page is held, and a decision of the shift lead applies until Setup forgets it', async () => {
  const { bench } = await benchWith(() => [sheetOf(advice)]);
  await bench.call('saveSettings', { settings: { papers: { copy: 'label-printer', document: 'kept' } } });
  const { booking } = await bench.buy('ORD-8001', 'confirm-label');
  const bookingId = booking.id;
  expect(await bench.call('labelPages', { bookingId })).toMatchObject([
    { is: 'label' },
    { is: 'unclear', form: { words: expect.any(Array) } },
  ]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  await bench.call('decideForm', { bookingId, page: 2, is: 'document', pin: '' });
  await bench.at('done');
  await bench.ship('ORD-8002');
  expect(await rolesOf(bench, 'ORD-8001')).toEqual(['label']);
  expect(await rolesOf(bench, 'ORD-8002')).toEqual(['label']);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
  const { forms } = (await bench.call('setup', {})).settings;
  expect(forms).toMatchObject([{ is: 'document', words: expect.arrayContaining(['TAPE', 'COVER']) }]);
  expect(JSON.stringify(forms)).not.toMatch(/Lehmann|Kastanien|Berlin|8001/i);
  await bench.call('forgetForm', { id: forms[0]?.id ?? '' });
  await bench.buy('ORD-8003', 'confirm-label');
  expect(counted(bench)).toEqual({ booked: 3, sheets: 2 });
});

test('a page that may belong to another parcel is kept when the label prints, and prints on request', async () => {
  const { bench } = await benchWith(() => [sheetOf([...advice, 'FOR PAUL OTHER'])]);
  await bench.call('saveSettings', { settings: { papers: { copy: 'label-printer', document: 'label-printer' } } });
  const { booking } = await bench.buy('ORD-8001', 'confirm-label');
  const bookingId = booking.id;
  expect(await bench.call('labelPages', { bookingId })).toMatchObject([
    { is: 'label', place: 'label-printer' },
    { is: 'unclear', place: 'kept' },
  ]);
  await bench.call('confirmLabel', { bookingId, isRight: true });
  await bench.at('done');
  expect(bench.printer.sheets().map(({ zpl }) => zpl.includes('PAUL OTHER'))).toEqual([false]);
  const { lines } = await bench.call('timeline', { bookingId });
  expect(lines.map(({ what }) => what)).toContain('sheets-kept');
  await bench.call('printPapers', { bookingId });
  expect(await rolesOf(bench, 'ORD-8001')).toEqual(['label', 'document']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test.each([
  ['names somebody', (lines: readonly string[]) => sheetOf([...lines, 'FOR PAUL OTHER'])],
  ['has an address', (lines: readonly string[]) => sheetOf([...lines, 'Paul Other', 'Ringstrasse 4', '50667 KOELN'])],
  [
    'is the label of somebody',
    (lines: readonly string[]) => sheetOf([...lines, 'Paul Other', 'Ringstrasse 4', '50667 KOELN'], bars('PB7777000012')),
  ],
  ['has a number', (lines: readonly string[]) => sheetOf(lines, bars('PB7777000012'))],
  ['has a printed number', (lines: readonly string[]) => sheetOf([...lines, 'PB 7777 0000 12'])],
])('a page of an accepted document form that %s is never printed unasked', async (_what, foreign) => {
  const { bench, behind } = await benchWith(() => [sheetOf(advice)]);
  await bench.call('saveSettings', { settings: { papers: { copy: 'kept', document: 'kept' } } });
  const { booking } = await bench.buy('ORD-8001', 'confirm-label');
  await bench.call('decideForm', { bookingId: booking.id, page: 2, is: 'document', pin: '' });
  await bench.at('done');
  behind.sheets = () => [foreign(advice)];
  await bench.buy('ORD-8002');
  await expect.poll(() => bench.workflow().step).toMatch(/^(confirm|wrong)-label$/);
  expect(await rolesOf(bench, 'ORD-8002')).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});

test('the label of another parcel is never printed unasked, even if its form was accepted as a copy', async () => {
  const { bench, behind } = await benchWith((label) => [label.replaceAll(/(\^FD[^^]*?)(\d{9,})/g, '$1$29')]);
  const { booking } = await bench.buy('ORD-8001', 'confirm-label');
  expect(booking.verdict).toMatchObject({ kind: 'wrong-number', labels: 2 });
  const first = Buffer.from(await labelOf(bench, booking.id)).toString('latin1');
  await bench.call('decideForm', { bookingId: booking.id, page: 2, is: 'copy', pin: '' });
  // It carries none of our numbers.
  expect(bench.workflow().step).toBe('confirm-label');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await bench.at('done');
  const sheetsBefore = bench.printer.sheets().length;
  behind.sheets = () => [first];
  await bench.buy('ORD-8002');
  await expect.poll(() => bench.workflow().step).toMatch(/^(confirm|wrong)-label$/);
  expect(bench.printer.sheets()).toHaveLength(sheetsBefore);
});

const labelOf = async (bench: PlainStation, bookingId: string): Promise<Uint8Array> =>
  (await bench.call('drawLabel', { bookingId }))[0]?.bytes ?? new Uint8Array();

test.each([
  ['label-printer', ['label', 'label'], 2],
  ['document-printer', ['label', 'document'], 1],
  ['kept', ['label'], 1],
  // The program that draws ZPL for a page printer takes time to start.
] as const)('a copy goes to the place set in Setup: %s', async (copy, roles, sheets) => {
  const { bench } = await benchWith(titled);
  await bench.call('saveSettings', { settings: { papers: { copy, document: 'kept' } } });
  const { booking } = await bench.ship('ORD-8001');
  await expect.poll(() => rolesOf(bench, 'ORD-8001')).toEqual(roles);
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  expect(lines.some(({ what }) => what === 'sheets-kept')).toBe(copy === 'kept');
  await bench.call('reprint', { bookingId: booking.id, because });
  await expect.poll(() => bench.printer.sheets().length).toBe(sheets + 1);
  expect(await rolesOf(bench, 'ORD-8001')).toEqual([...roles, 'label']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: sheets + 1 });
  if (copy !== 'kept') return;
  await bench.call('printPapers', { bookingId: booking.id });
  expect(await rolesOf(bench, 'ORD-8001')).toEqual([...roles, 'label', 'document']);
});

/** A bench whose disk has no room for the documents of its first label while `isFull`. */
async function benchOnFullDisk(isFull: (behind: Awaited<ReturnType<typeof benchWith>>['behind']) => boolean) {
  const { bench, behind } = await benchWith(titled);
  await bench.call('saveSettings', { settings: { papers: { copy: 'document-printer', document: 'kept' } } });
  const isRefused = Promise.withResolvers<void>();
  behind.queued = (roles) => {
    if (!roles.includes('document') || !isFull(behind)) return;
    isRefused.resolve();
    throw new JournalError('unwritable', 'database or disk is full');
  };
  await bench.ship('ORD-8001');
  await isRefused.promise;
  expect(await rolesOf(bench, 'ORD-8001')).toEqual(['label']);
  return { bench, behind };
}

test('documents that did not fit on the disk are queued when there is space', async () => {
  let hasRoom = false;
  const { bench } = await benchOnFullDisk(() => !hasRoom);
  // The parcel is booked and its answer is complete.
  await expect.poll(() => bench.station.snapshot().frame.journalTrouble).toBe('disk-low');
  hasRoom = true;
  await expect.poll(() => rolesOf(bench, 'ORD-8001')).toEqual(['label', 'document']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('documents that did not fit on the disk are queued at the next start', async () => {
  const { bench } = await benchOnFullDisk(({ opened }) => opened === 1);
  await bench.reopen();
  await expect.poll(() => rolesOf(bench, 'ORD-8001')).toEqual(['label', 'document']);
  await bench.reopen();
  expect(await rolesOf(bench, 'ORD-8001')).toEqual(['label', 'document']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('with a form accepted as a copy, both labels of two parcels print on confirmation and Reprint', async () => {
  const { bench, behind } = await benchWith((label) => [label.replaceAll(/(\^FD[^^]*?)(\d{9,})/g, '$1$29')]);
  await bench.call('saveSettings', { settings: { papers: { copy: 'kept', document: 'kept' } } });
  const { booking } = await bench.buy('ORD-8001', 'confirm-label');
  await bench.call('decideForm', { bookingId: booking.id, page: 2, is: 'copy', pin: '' });
  expect(await bench.call('labelPages', { bookingId: booking.id })).toMatchObject([{ place: 'label-printer' }, { place: 'kept' }]);
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  behind.sheets = () => [];
  const two = (await bench.buy('ORD-8004', 'confirm-label')).booking;
  expect(await bench.call('labelPages', { bookingId: two.id })).toMatchObject([
    { is: 'label', place: 'label-printer' },
    { is: 'copy', place: 'label-printer' },
  ]);
  await bench.call('confirmLabel', { bookingId: two.id, isRight: true });
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 3 });
  const { lines } = await bench.call('timeline', { bookingId: two.id });
  expect(lines.map(({ what }) => what)).not.toContain('sheets-kept');
  await expect(bench.call('printPapers', { bookingId: two.id })).rejects.toThrow('no-papers');
  await bench.call('reprint', { bookingId: two.id, because });
  await expect.poll(() => counted(bench)).toEqual({ booked: 2, sheets: 5 });
});

test('a repeated label counts as a copy', async () => {
  const { bench } = await benchWith((label) => [label]);
  await bench.call('saveSettings', { settings: { papers: { copy: 'kept', document: 'kept' } } });
  await bench.ship('ORD-8001');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a waiting label with a kept copy prints the label itself if its printer changes', async () => {
  const { bench, behind } = await benchWith(() => []);
  behind.before = titled;
  behind.answered = () => bench.printer.set({ paperOut: true });
  await bench.call('saveSettings', { settings: { papers: { copy: 'kept', document: 'kept' } } });
  await bench.buy('ORD-8001');
  await expect.poll(() => bench.station.snapshot().frame.labelPrinter.kind).toBe('not-ready');
  await bench.call('saveSettings', { settings: { printers: [{ ...labelPrinterAt(bench.printer.url), dpi: 300 }] } });
  bench.printer.set({ paperOut: false });
  await bench.at('done');
  expect(bench.printer.sheets().map(({ zpl }) => zpl.includes('ARCHIVE DOC'))).toEqual([false]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});
