import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { enclosureOf } from '../../electron/bench/documents/enclosure.ts';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { makePdf } from '../../electron/paper/make-pdf.ts';
import { isEnclosure } from '../../shared/enclosure.ts';
import type { ShippingRule } from '../../shared/shipping-rule.ts';
import { newFolder } from '../later.ts';
import { openPdf } from '../paper/open-pdf.ts';
import { words } from '../paper/pages-of-labels.ts';
import { because } from '../reprint-reason.ts';
import { rule, toGermany } from '../shared/some-rules.ts';
import { benchWith as batchWith, quoted } from './batch-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, documentPrinterAt, type PlainOptions, type PlainStation, startPlainStation } from './plain-station.ts';

/** A PDF of this many pages, in a folder of its own. */
async function fileOf(pages: number): Promise<string> {
  const path = join(newFolder('shop'), 'gift-card.pdf');
  const pdf = await makePdf((pdf) => {
    for (let no = 1; no <= pages; no += 1) {
      pdf.addPage({ size: 'A6', margin: 0 });
      words(pdf, { x: 20, y: 20 }, ['Thank you']);
    }
  });
  writeFileSync(path, pdf);
  return path;
}

/** A live station whose documents are saved in a folder, with the order A-1. */
async function benchWith(list: ShippingRule[], options: PlainOptions = {}) {
  const folder = newFolder('papers');
  const bench = await startPlainStation({
    world: 'live',
    orders: JSON.stringify([plainOrder('A-1')]),
    settings: { printers: [documentPrinterAt(`folder:${folder}`)] },
    ...options,
  });
  await bench.call('saveRules', { list, last: 'ask' });
  return { bench, printed: () => printedIn(folder) };
}

/** The number of pages of each PDF of the shop that was printed. */
async function printedIn(folder: string): Promise<number[]> {
  const files = readdirSync(folder).filter((name) => name.includes('Enclosure'));
  const opened = await Promise.all(
    files.toSorted().map((name) => openPdf(new Uint8Array(readFileSync(join(folder, name))), { texts: false })),
  );
  return opened.map((each) => (each.is === 'pages' ? each.pages.length : 0));
}

const jobs = async (bench: PlainStation) =>
  (await bench.call('lastShipments', { limit: 10 })).flatMap((booking) => booking.jobs.filter(isEnclosure));

const saved = async (bench: PlainStation, encloses: string) => {
  const answer = await bench.station.handlers.saveRules({ list: [rule({ encloses })], last: 'ask' });
  return answer.ok ? 'ok' : answer.failure;
};

test('a rule prints its PDF once with the label, and a reprint of the label prints none', async () => {
  const { bench, printed } = await benchWith([rule({ encloses: await fileOf(1) })]);
  const { booking } = await bench.ship('A-1');
  await expect.poll(printed).toEqual([1]);
  await bench.call('reprint', { bookingId: booking.id, because });
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 2 });
  await bench.reopen();
  expect([await printed(), (await jobs(bench)).map(({ title }) => title)]).toEqual([[1], ['Enclosure A-1']]);
});

test('the first rule that holds and names a PDF decides', async () => {
  const [first, second] = [await fileOf(2), await fileOf(1)];
  const { bench, printed } = await benchWith([
    rule({ slip: 'with-prices' }),
    rule({ conditions: [{ of: 'country', isIn: true, countries: ['FR'] }], encloses: second }),
    rule({ conditions: [toGermany], encloses: first }),
    rule({ encloses: second }),
  ]);
  await bench.ship('A-1');
  await expect.poll(printed).toEqual([2]);
});

test('a batch prints the PDF for each of its orders', async () => {
  const folder = newFolder('papers');
  const bench = await batchWith(['cup', 'vase'], { settings: { printers: [documentPrinterAt(`folder:${folder}`)] } });
  await bench.call('saveRules', { list: [rule({ encloses: await fileOf(1) })], last: 'ask' });
  await quoted(bench);
  await bench.call('runBatch', { orders: 2 });
  await expect.poll(async () => (await printedIn(folder)).length).toBe(2);
  expect(counted(bench).booked).toBe(2);
});

test('a PDF that is gone waits in Resolve, holds up no label, and prints from there once it is back', async () => {
  const path = await fileOf(1);
  const { bench, printed } = await benchWith([rule({ encloses: path })]);
  renameSync(path, `${path}.away`);
  const { booking } = await bench.ship('A-1');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  const which = { ownerId: booking.id, paper: 'enclosure' } as const;
  await expect
    .poll(() => bench.call('toResolve', {}))
    .toMatchObject([{ kind: 'paper-due', ...which, why: { code: 'enclosure-not-read', path, why: 'gone' } }]);
  expect((await bench.station.handlers.printPaper(which)).ok).toBe(false);
  renameSync(`${path}.away`, path);
  expect(await bench.call('drawPaper', which)).toMatchObject([{ format: 'PNG' }]);
  await bench.call('printPaper', which);
  await expect.poll(printed).toEqual([1]);
  expect(await bench.call('toResolve', {})).toEqual([]);
});

test('a PDF that a full disk refused is queued once at the next start', async () => {
  let opened = 0;
  const isRefused = Promise.withResolvers<void>();
  const { bench, printed } = await benchWith([rule({ encloses: await fileOf(1) })], {
    journal: (journal) => {
      opened += 1;
      const isFull = opened === 1;
      return {
        addPrintJobs(owner, added) {
          if (isFull && added.some(isEnclosure)) {
            isRefused.resolve();
            throw new JournalError('unwritable', 'database or disk is full');
          }
          return journal.addPrintJobs(owner, added);
        },
      };
    },
  });
  await bench.ship('A-1');
  await isRefused.promise;
  expect(await printed()).toEqual([]);
  await bench.reopen();
  await expect.poll(printed).toEqual([1]);
  await bench.reopen();
  expect([(await printed()).length, (await jobs(bench)).length, counted(bench)]).toEqual([1, 1, { booked: 1, sheets: 1 }]);
});

test('a rule is not saved with a file that cannot be printed, and the reason names it', async () => {
  const path = await fileOf(1);
  const folder = dirname(path);
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('page.pdf'), '<html>Not found</html>');
  symlinkSync(path, at('link.pdf'));
  mkdirSync(at('folder.pdf'));
  const { bench } = await benchWith([]);
  const expected = {
    'gift-card.pdf': { code: 'enclosure-not-whole', path: 'gift-card.pdf' },
    [at('none.pdf')]: { code: 'enclosure-not-read', path: at('none.pdf'), why: 'gone' },
    [at('link.pdf')]: { code: 'enclosure-not-read', path: at('link.pdf'), why: 'link' },
    [at('folder.pdf')]: { code: 'enclosure-not-read', path: at('folder.pdf'), why: 'no-file' },
    [at('page.pdf')]: { code: 'enclosure-no-pdf', path: at('page.pdf') },
    '//elsewhere/share/gift-card.pdf': { code: 'folder-elsewhere', folder: '//elsewhere/share/gift-card.pdf', host: 'elsewhere' },
  };
  for (const [named, why] of Object.entries(expected))
    expect(await saved(bench, named)).toMatchObject({ code: 'setting-invalid', reasons: [why] });
  expect(await saved(bench, path)).toBe('ok');
});

test('a file that is gone does not stop other changes of the rules', async () => {
  const path = await fileOf(1);
  const { bench } = await benchWith([rule({ encloses: path })]);
  renameSync(path, `${path}.away`);
  await bench.call('saveRules', { list: [rule({ encloses: path }), rule({ isCo2: true })], last: 'ask' });
});

test('a rule of another bench reads nothing from a computer that is not trusted here', async () => {
  const asked: string[] = [];
  const context = (trustedHosts: string[]) => ({
    fail: (code: string, why: unknown) => ({ ok: false, failure: { code, reasons: why } }),
    paper: { enclosure: async (path: string) => asked.push(path) },
    settings: () => ({ trustedHosts }),
  });
  const booking = { encloses: String.raw`\\elsewhere\share\gift-card.pdf` };
  const read = (trusted: string[]) => enclosureOf(context(trusted) as never, booking);
  expect(await read([])).toMatchObject({ ok: false, failure: { reasons: [{ code: 'folder-elsewhere', host: 'elsewhere' }] } });
  expect(asked).toEqual([]);
  await read(['elsewhere']);
  expect(asked).toEqual([booking.encloses]);
});
