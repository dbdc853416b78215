import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawZpl } from '../../../electron/training/picture.ts';
import { type Fields } from '../../fakes/marking-service.ts';
import { startFront } from '../../path/front.ts';
import { pickupOf, startPlainStation } from '../../path/plain-station.ts';

const zpl = '^XA^FO50,50^A0N,40,40^FDMANIFEST 4711^FS^XZ';
const [png = new Uint8Array()] = await drawZpl(Buffer.from(zpl), { widthMm: 50, heightMm: 30, dpmm: 8 });
const base64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');

/** Returns the first bytes of each document in the folder of the bench. */
function beginnings(dir: string): string[] {
  const documents = join(dir, 'documents');
  return existsSync(documents) ? readdirSync(documents).map((file) => readFileSync(join(documents, file), 'latin1').slice(0, 5)) : [];
}

/** Orders a driver whose manifest has this form. */
async function pickedUp(manifest: unknown, saveFile?: (name: string, bytes: Uint8Array) => Promise<string>) {
  const bench = await startPlainStation({ platform: saveFile ? { saveFile } : {} });
  const front = await startFront(bench);
  const { booking } = await bench.ship('ORD-1001');
  front.next('pickup', (answer) => ({ ...answer, result: { ...(answer['result'] as Fields), manifest } }));
  const pickup = await bench.call('requestPickup', pickupOf(booking));
  const due = async () => (await bench.call('toResolve', {})).filter((item) => item.kind === 'paper-due');
  return { bench, pickup, due, which: { ownerId: pickup.id, paper: 'manifest' as const } };
}

test.each([
  ['plain text', 'Parcels: 1\nDriver: ________', 'TEXT'],
  ['plain text in Base64', base64('Parcels: 1\nDriver: ________'), 'TEXT'],
  ['a web page', '<!doctype html><html><body><h1>Manifest</h1><p>1 parcel</p></body></html>', 'HTML'],
  ['a picture', base64(png), 'PNG'],
] as const)('a manifest that came as %s is kept, waits in Resolve, is shown, and prints as shown', async (_as, manifest, format) => {
  const { bench, pickup, due, which } = await pickedUp(manifest);
  expect(pickup).toMatchObject({
    state: 'booked',
    manifestFormat: format,
    manifestOutcome: { code: 'manifest-not-printed', why: { code: 'paper-came-as', format } },
  });
  expect(await due()).toMatchObject([{ ...which, format, pickup: { id: pickup.id } }]);
  expect(bench.station.snapshot().frame.toResolve).toBe(1);
  expect(await bench.call('drawPaper', which)).toMatchObject([{ format: 'PNG' }]);
  await bench.call('printPaper', which);
  await expect.poll(() => beginnings(bench.dir)).toEqual(['%PDF-']);
  expect(await due()).toEqual([]);
});

test('a manifest that came as a label goes to the label printer if a person asks for it', async () => {
  const { bench, pickup, due, which } = await pickedUp(base64(zpl));
  expect(pickup.manifestFormat).toBe('ZPL');
  const before = bench.printer.sheets().length;
  expect(await bench.call('drawPaper', which)).toMatchObject([{ format: 'ZPL' }]);
  await bench.call('printPaper', which);
  await expect.poll(() => bench.printer.sheets().length).toBe(before + 1);
  expect(bench.printer.sheets().at(-1)?.zpl.toString('latin1')).toContain('MANIFEST 4711');
  expect(await due()).toEqual([]);
});

test('a manifest in an unknown format is kept, saved as a file and closed by a person', async () => {
  const bytes = Uint8Array.from({ length: 40 }, (_none, at) => (at * 37) % 256);
  const files: [string, Uint8Array][] = [];
  const { bench, due, which } = await pickedUp(base64(bytes), async (name, saved) => {
    files.push([name, new Uint8Array(saved)]);
    return name;
  });
  expect(await due()).toMatchObject([{ format: 'OTHER' }]);
  expect(await bench.station.handlers.printPaper(which)).toMatchObject({ failure: { code: 'document-unreadable' } });
  await bench.call('savePaper', which);
  expect(files).toEqual([[expect.stringMatching(/^Manifest-.*\.bin$/), bytes]]);
  await bench.call('closePaper', which);
  expect(await due()).toEqual([]);
  expect(await bench.station.handlers.closePaper(which)).toMatchObject({ failure: { code: 'not-now' } });
});

test.each([
  ['plain text', 'Parcels: 1\nDriver: ________'],
  ['a web page', '<!doctype html><html><body><h1>Manifest</h1><p>1 parcel</p></body></html>'],
  ['a picture', base64(png)],
])('a manifest that came as %s is printed again on another day exactly as the first time', async (_as, manifest) => {
  const { bench, pickup, due, which } = await pickedUp(manifest);
  await bench.call('printPaper', which);
  await expect.poll(() => beginnings(bench.dir)).toEqual(['%PDF-']);
  await bench.call('reprintManifest', { pickupId: pickup.id });
  await expect.poll(() => beginnings(bench.dir)).toEqual(['%PDF-', '%PDF-']);
  expect(await due()).toEqual([]);
});

test('a manifest that came as a label comes out of the label printer again', async () => {
  const { bench, pickup, which } = await pickedUp(base64(zpl));
  await bench.call('printPaper', which);
  const before = bench.printer.sheets().length;
  await bench.call('reprintManifest', { pickupId: pickup.id });
  await expect.poll(() => bench.printer.sheets().length).toBeGreaterThan(before);
  expect(bench.printer.sheets().at(-1)?.zpl.toString('latin1')).toContain('MANIFEST 4711');
});

test('a manifest in an unknown format cannot be printed again, and the message gives the next step', async () => {
  const { bench, pickup } = await pickedUp(base64(Uint8Array.from({ length: 40 }, (_none, at) => (at * 37) % 256)));
  expect(await bench.station.handlers.reprintManifest({ pickupId: pickup.id })).toMatchObject({ failure: { code: 'document-unreadable' } });
});

test('nothing is due if no manifest came', async () => {
  const { pickup, due } = await pickedUp('');
  expect(pickup).toMatchObject({ state: 'booked', manifestFormat: null, manifestOutcome: '' });
  expect(await due()).toEqual([]);
});
