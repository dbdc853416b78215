import { gzipSync, inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { afterAll, expect, test } from 'vitest';
import type { EncodedPaper } from '../../electron/bench/ports/courier.ts';
import { isWholePdf } from '../../electron/files/whole-pdf.ts';
import { createPaper } from '../../electron/paper/paper.ts';
import { readBarcodes } from '../../electron/paper/read-barcodes.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';
import { workers } from '../fakes/workers.ts';
import { addressOf } from '../fixtures/address.ts';
import { drawZpl } from './draw-zpl.ts';
import { openPdf } from './open-pdf.ts';

const paper = createPaper({ ref: () => 'REF1', log: () => undefined, workers });
afterAll(() => paper.close());
/** 4 x 6 inches. */
const stock = { widthMm: 102, heightMm: 152 };

/** Compares as for a shipment of `expected.parcels`; by default one parcel without a return label. */
const compared = (label: Parameters<typeof paper.compare>[0], to: Address, from: Address, expected = { parcels: 1, returnAsked: false }) =>
  paper.compare(label, to, from, expected);

const sender = addressOf('Kate Sender | Nordlicht GmbH | Hafenstrasse | 12 | 20457 | Hamburg | DE');
const first = ['Ada', 'Jan', 'Mia', 'Tom', 'Zoe', 'Ola', 'Eva', 'Max'];
const last = ['Bakker', 'Mueller', 'Kowalska', 'Smith-Jones', 'De Vries', "O'Brien", 'Nowak', 'Garcia'];
const streets = ['Hafenstrasse', 'Veemarktkade', 'Rue de la Gare', 'Long Lane'];
const postals = ['20457', '10115', '62-056', '1234 AB'];
/** Each number gives a customer; neighbours share name, street or postal code. */
const customer = (seed: number): Address => ({
  ...emptyAddress,
  name: `${first[seed % 8]} ${last[(seed >> 3) % 8]}`,
  street: streets[(seed >> 6) % 4] ?? '',
  houseNumber: String(20 + seed),
  postalCode: postals[(seed >> 2) % 4] ?? '',
  city: 'Somewhere',
  country: 'DE',
});
const linesOf = (address: Address): readonly string[] =>
  [
    address.name,
    address.company,
    `${address.street} ${address.houseNumber}`,
    `${address.postalCode} ${address.city}`.toUpperCase(),
    'GERMANY',
  ].filter((line) => line !== '');

const block = (x: number, y: number, size: number, lines: readonly string[]): string =>
  lines.map((line, index) => `^FO${x},${y + index * (size + 6)}^A0N,${size},${size}^FD${line}^FS`).join('');
const zplLabel = (from: Address, to: Address): string =>
  `^XA^CI28^PW812^LL1218^LH0,0${block(28, 60, 24, ['FROM', ...linesOf(from)])}${block(28, 300, 40, ['TO', ...linesOf(to)])}^FO496,60^A0N,24,24^FDREF 4711^FS^FO28,700^BY3^BCN,150,N,N,N,A^FDPB0123456789^FS^XZ\n`;
const zpl = (text: string) => ({ format: 'ZPL' as const, bytes: new Uint8Array(Buffer.from(text)) });

function makePdfWith(options: { readonly userPassword: string }): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const pdf = new PDFDocument({ ...options, size: [288, 432], margin: 0 });
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.text('Ada Bakker', 20, 20);
    pdf.end();
  });
}

async function pdfLabels(pairs: readonly (readonly [Address, Address])[], number = 'PB0123456789') {
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0 });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const [from, to] of pairs) {
    pdf.addPage({ size: [288, 432], margin: 0 });
    linesOf(from).forEach((line, index) => pdf.fontSize(8).text(line, 10, 20 + index * 10, { lineBreak: false }));
    pdf.fontSize(8).text('REF 4711', 183, 20, { lineBreak: false });
    linesOf(to).forEach((line, index) => pdf.fontSize(15).text(line, 10, 120 + index * 18, { lineBreak: false }));
    pdf.rect(30, 350, 4, 50).fill('#000');
    pdf.fontSize(12).text(number, 60, 414, { lineBreak: false });
  }
  const done = new Promise((resolve) => pdf.on('end', resolve));
  pdf.end();
  await done;
  return { format: 'PDF' as const, bytes: new Uint8Array(Buffer.concat(chunks)) };
}

const sameRecipient = (a: Address, b: Address): boolean =>
  a.name === b.name && (a.postalCode === b.postalCode || `${a.street}${a.houseNumber}` === `${b.street}${b.houseNumber}`);

test('every label matches its own order and stops for every other order, on ZPL', async () => {
  let swaps = 0;
  for (let seed = 0; seed < 120; seed += 1) {
    const own = customer(seed);
    const label = zpl(zplLabel(sender, own));
    expect(await compared(label, own, sender), `own ${seed}`).toEqual({ kind: 'match' });
    for (const other of [
      customer(seed + 1),
      customer(seed + 8),
      customer(seed + 64),
      { ...customer(seed + 3), name: own.name },
      { ...own, name: 'Paul Else' },
    ]) {
      if (sameRecipient(own, other)) continue;
      swaps += 1;
      expect((await compared(label, other, sender)).kind, `${seed} ${JSON.stringify(other)}`).toBe('other');
    }
  }
  expect(swaps).toBeGreaterThan(400);
});

test('every label matches its own order and stops for every other order, on PDF', async () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const own = customer(seed * 5);
    const label = await pdfLabels([[sender, own]]);
    expect(await compared(label, own, sender), `own ${seed}`).toEqual({ kind: 'match' });
    for (const other of [customer(seed * 5 + 1), { ...own, name: 'Paul Else' }, { ...own, street: 'Elsewhere', postalCode: '77777' }])
      if (!sameRecipient(own, other)) expect((await compared(label, other, sender)).kind, `${seed}`).toBe('other');
  }
});

test("the sender's postal code does not vouch for the recipient", async () => {
  const named = { ...customer(1), name: 'Ada Bakker', postalCode: '10115' };
  const label = zpl(zplLabel(sender, named));
  const inSendersTown = { ...named, street: 'Elsewhere', houseNumber: '3', postalCode: sender.postalCode };
  expect((await compared(label, inSendersTown, sender)).kind).toBe('other');
  expect((await compared(zpl(zplLabel(sender, inSendersTown)), inSendersTown, sender)).kind).toBe('match');
});

test('a parcel from the sender to the sender matches, at the same and at another address', async () => {
  expect((await compared(zpl(zplLabel(sender, sender)), sender, sender)).kind).toBe('match');
  const branch = { ...sender, street: 'Long Lane', houseNumber: '5', postalCode: '10115' };
  expect((await compared(zpl(zplLabel(sender, branch)), branch, sender)).kind).toBe('match');
  const neighbour = { ...customer(2), street: sender.street, houseNumber: sender.houseNumber, postalCode: sender.postalCode };
  expect((await compared(zpl(zplLabel(sender, neighbour)), neighbour, sender)).kind).toBe('match');
});

test('several parcels and a return label match; one foreign label among them stops', async () => {
  const own = customer(7);
  const out = zplLabel(sender, own);
  const second = out.replace('PB0123456789', 'PB0123456790');
  expect((await compared(zpl(out + second + zplLabel(own, sender)), own, sender, { parcels: 2, returnAsked: true })).kind).toBe('match');
  expect((await compared(zpl(out + zplLabel(sender, customer(12))), own, sender)).kind).toBe('other');
  expect(
    (
      await compared(
        await pdfLabels([
          [sender, own],
          [own, sender],
        ]),
        own,
        sender,
        { parcels: 1, returnAsked: true },
      )
    ).kind,
  ).toBe('match');
  expect(
    (
      await compared(
        await pdfLabels([
          [sender, own],
          [sender, customer(12)],
        ]),
        own,
        sender,
      )
    ).kind,
  ).toBe('other');
});

test("a return label from the home of a service point's recipient matches; an outward one does not", async () => {
  const home = customer(7);
  const atPoint = { ...home, street: 'Odenplan', houseNumber: '3', postalCode: '11322' };
  const out = zplLabel(sender, atPoint);
  expect((await compared(zpl(out + zplLabel(home, sender)), atPoint, sender, { parcels: 1, returnAsked: true })).kind).toBe('match');
  expect((await compared(zpl(out + zplLabel(sender, home)), atPoint, sender)).kind).toBe('other');
  expect((await compared(zpl(out + zplLabel(customer(12), sender)), atPoint, sender)).kind).toBe('other');
  expect((await compared(zpl(zplLabel(home, sender)), atPoint, sender)).kind).toBe('other');
});

test.each([
  ['as many labels as parcels', 2, false, 2, 0, 'match'],
  ['one label of two', 2, false, 1, 0, 'wrong-number'],
  ['three labels of two', 2, false, 3, 0, 'wrong-number'],
  ['one label too many', 1, false, 2, 0, 'wrong-number'],
  ['a return label that was asked for', 1, true, 1, 1, 'match'],
  ['one return label for two parcels', 2, true, 2, 1, 'match'],
  ['a return label for each of two parcels', 2, true, 2, 2, 'match'],
  ['no return label where one was asked for', 1, true, 1, 0, 'wrong-number'],
  ['a return label nobody asked for', 1, false, 1, 1, 'wrong-number'],
  ['a return label in the place of a second parcel', 2, false, 1, 1, 'wrong-number'],
] as const)('labels are counted: %s', async (_, parcels, returnAsked, out, back, kind) => {
  const own = customer(7);
  const expected = { parcels, returnAsked };
  const numbered = (label: string, piece: number): string => label.replace('PB0123456789', `PB012345678${piece}`);
  const pieces = (count: number, label: string): string[] => Array.from({ length: count }, (_each, index) => numbered(label, index));
  const label = zpl([...pieces(out, zplLabel(sender, own)), ...pieces(back, zplLabel(own, sender))].join(''));
  const verdict = await compared(label, own, sender, expected);
  expect(verdict).toEqual(kind === 'match' ? { kind } : { kind, labels: out, parcels, returnLabels: back, returnAsked });
});

test('a label drawn again for the archive is one label, and each parcel needs its own number', async () => {
  const own = customer(7);
  const out = zplLabel(sender, own);
  const both = { parcels: 2, returnAsked: false };
  const asked = { kind: 'wrong-number', labels: 2, parcels: 2, returnLabels: 0, returnAsked: false, numbers: 1 };
  expect(await compared(zpl(out + out), own, sender)).toEqual({ kind: 'match' });
  expect(await compared(zpl(out + out), own, sender, both)).toEqual(asked);
  const piece = (no: number, label = out): string => label.replace('REF 4711', `REF 4711 ${no} / 2`);
  expect(await compared(zpl(piece(1) + piece(2)), own, sender, both)).toEqual(asked);
  expect(await compared(zpl(out.replace('^XZ', '^PQ2^XZ')), own, sender, both)).toEqual(asked);
  expect((await compared(zpl(out + out + out), own, sender, both)).kind).toBe('wrong-number');
  const other = out.replace('PB0123456789', 'PB0123456780');
  expect(await compared(zpl(out + out + other + other), own, sender, both)).toEqual({ kind: 'match' });
  expect(await compared(zpl(out + out + other + other), own, sender, { ...both, parcels: 4 })).toMatchObject({ labels: 4, numbers: 2 });
  const bare = (no: number): string => piece(no, out.replace(/\^FO28,700.*\^FS/, ''));
  expect(await compared(zpl(bare(1) + bare(2)), own, sender, both)).toEqual({ kind: 'match' });
});

test('two pallets under one freight number match if the labels count them', async () => {
  const own = customer(7);
  const piece = (no: number, name = 'PRO No: '): string =>
    zplLabel(sender, own)
      .replace('REF 4711', `${no} OF 2`)
      .replace(/\^FO28,700.*\^FS/, `^FO28,700^A0N,40,40^FD${name}905939123^FS`);
  const both = { parcels: 2, returnAsked: false };
  expect(await compared(zpl(piece(1) + piece(2)), own, sender, both)).toEqual({ kind: 'match' });
  expect(await compared(zpl(piece(1) + piece(1)), own, sender, both)).toMatchObject({ kind: 'wrong-number', numbers: 1 });
  expect(await compared(zpl(piece(1, 'Tracking ') + piece(2, 'Tracking ')), own, sender, both)).toMatchObject({ numbers: 1 });
});

test('labels with different depot codes and one tracking number twice are asked about', async () => {
  const own = customer(7);
  const out = (no: string, depot: string): string =>
    zplLabel(sender, own).replace('PB0123456789', no).replace('^XZ', `^FO28,900^BCN,80^FD${depot}^FS^XZ`);
  const expected = { parcels: 2, returnAsked: false, trackingNos: ['PB0123456789', 'PB0123456790'] };
  const one = zpl(out('PB0123456789', '4400110011') + out('PB0123456789', '4400110022'));
  expect(await compared(one, own, sender, expected)).toMatchObject({ kind: 'wrong-number', numbers: 1 });
  const two = zpl(out('PB0123456789', '4400110011') + out('PB0123456790', '4400110011'));
  expect(await compared(two, own, sender, expected)).toEqual({ kind: 'match' });
});

test('a label that requests more copies than were bought is asked about, and prints no more', async () => {
  const own = customer(7);
  const twice = zpl(zplLabel(sender, own).replace('^XZ', '^PQ2^XZ'));
  expect(await compared(twice, own, sender)).toEqual({ kind: 'cannot-compare', why: { code: 'label-asks-copies', copies: 2, parcels: 1 } });
  const five = zpl(zplLabel(sender, own).replace('^XZ', '^PQ5^XZ'));
  const printed = async (parcels: number) => {
    const to = { printer: 'ZPL', dpi: 203, stock: { widthMm: 102, heightMm: 152 }, sample: false } as const;
    const sheets = await paper.labelSheets(five, { ...to, of: { recipient: own, sender, parcels } });
    return sheets.ok ? sheets.value.map(({ page }) => page) : sheets.failure;
  };
  expect(await printed(1)).toEqual([1]);
  expect(await printed(3)).toEqual([1, 2, 3]);
  expect(await printed(5)).toEqual([1, 2, 3, 4, 5]);
});

test('accents, capitals, cut lines and broken words do not stop the bench', async () => {
  const own = { ...customer(3), name: 'Zoe Mueller-Luedenscheidt', postalCode: '1234 AB' };
  const label = (name: string, postal: string): ReturnType<typeof zpl> => zpl(zplLabel(sender, { ...own, name, postalCode: postal }));
  for (const [name, postal] of [
    ['ZOË MÜLLER LÜDENSCHEIDT', '1234AB'],
    ['Mueller-Luedenscheidt, Zoe', 'NL-1234 AB'],
    ['ZOE MUELLER-LUEDENSCHE', '1234AB'],
    ['ZOE MUELLER-LUED ENSCHEIDT', '1234 AB'],
  ] as const)
    expect((await compared(label(name, postal), own, sender)).kind, name).toBe('match');
});

test('a small caption belongs to the small address below it, not to the large text next to it', async () => {
  const own = customer(5);
  const columns = (left: Address, right: Address): string =>
    `^XA^CI28^FO74,115^AAN,9,5^FDSENDER^FS${linesOf(left)
      .map((line, index) => `^FO94,${131 + index * 15}^AAN,9,5^FD${line}^FS`)
      .join('')}${linesOf(right)
      .map((line, index) => `^FO440,${110 + index * 30}^AAN,27,15^FD${line}^FS`)
      .join('')}^FO100,700^BY3^BCN,150,N,N,N,A^FDJD4458709166771590^FS^XZ`;
  expect((await compared(zpl(columns(sender, own)), own, sender)).kind).toBe('match');
  expect((await compared(zpl(columns(own, sender)), own, sender)).kind).not.toBe('match');
});

test('labels without readable text cannot be compared and are never called foreign', async () => {
  const own = customer(1);
  expect((await compared(zpl('^XA^FO0,0^GFA,1,1,1,FF^FS^FO1,1^BCN,50^FD123^FS^XZ'), own, sender)).kind).toBe('cannot-compare');
  expect((await compared({ format: 'ZPL', bytes: Buffer.from('hello') }, own, sender)).kind).toBe('cannot-compare');
  expect((await compared({ format: 'PDF', bytes: new Uint8Array() }, own, sender)).kind).toBe('cannot-compare');
});

test('a label is cut into sheets, set-up goes with each, and copies are separate sheets', async () => {
  const label = zpl('^XA^MCY^XZ^XA^FO1,1^FDone^FS^PQ2^XZ^XA^FO1,1^FDtwo^FS^PQ1,0,0,N^XZ^XA^MCY^XZ');
  const sheets = await paper.labelSheets(label, { printer: 'ZPL', dpi: 203, stock, sample: false });
  if (!sheets.ok) throw new Error(detailOf(sheets.failure));
  expect(sheets.value.map((sheet) => Buffer.from(sheet.bytes).toString())).toEqual([
    '^XA^MCY^XZ^XA^FO1,1^FDone^FS^PQ1,0,0,N^XZ',
    '^XA^MCY^XZ^XA^FO1,1^FDone^FS^PQ1,0,0,N^XZ',
    '^XA^MCY^XZ^XA^FO1,1^FDtwo^FS^PQ1,0,0,N^XZ^XA^MCY^XZ',
  ]);
});

test('copies requested in set-up or clean-up commands do not apply to any sheet', async () => {
  const label = zpl('^XA^PQ3^MCY^XZ^XA^FO1,1^FDhello^FS^XZ^XA^PQ2^MCY^XZ');
  const sheets = await paper.labelSheets(label, { printer: 'ZPL', dpi: 203, stock, sample: false });
  if (!sheets.ok) throw new Error(detailOf(sheets.failure));
  expect(sheets.value.map((sheet) => Buffer.from(sheet.bytes).toString())).toEqual(['^XA^MCY^XZ^XA^FO1,1^FDhello^FS^XZ^XA^MCY^XZ']);
});

test('Base64, gzip and data URLs are unpacked, and the bytes inside stay the same', async () => {
  const text = zplLabel(sender, customer(1));
  for (const packed of [
    Buffer.from(text).toString('base64'),
    gzipSync(text).toString('base64'),
    `data:application/zpl;base64,${Buffer.from(text).toString('base64')}`,
    `\uFEFF\r\n${text}`,
  ]) {
    const sheets = await paper.labelSheets(zpl(packed), { printer: 'ZPL', dpi: 203, stock, sample: false });
    expect(
      sheets.ok &&
        Buffer.from(sheets.value[0]?.bytes ?? [])
          .toString()
          .replace(/\s*\n\^XA\^BY2,3,10\^CI0\^XZ\s*$/, '')
          .trim(),
    ).toBe(text.trim());
  }
});

test('SAMPLE is printed over each ZPL sheet and nothing else changes', async () => {
  const plain = zplLabel(sender, customer(1));
  const sheets = await paper.labelSheets(zpl(plain + plain), { printer: 'ZPL', dpi: 203, stock, sample: true });
  if (!sheets.ok) throw new Error(detailOf(sheets.failure));
  expect(sheets.value.length).toBe(2);
  const text = Buffer.from(sheets.value[0]?.bytes ?? []).toString();
  expect(text.startsWith(plain.slice(0, plain.indexOf('^XZ')))).toBe(true);
  const [before] = await drawZpl(Buffer.from(plain));
  const [after] = await drawZpl(sheets.value[0]?.bytes ?? new Uint8Array());
  expect(after).not.toBe(before);
});

test('a PDF label becomes one ZPL picture per page, drawn at the resolution of the printer', async () => {
  const label = await pdfLabels([
    [sender, customer(1)],
    [sender, customer(1)],
  ]);
  for (const [dpi, width, height] of [
    [203, 812, 1218],
    [300, 1200, 1800],
  ] as const) {
    const sheets = await paper.labelSheets(label, { printer: 'ZPL', dpi, stock, sample: false });
    if (!sheets.ok) throw new Error(detailOf(sheets.failure));
    expect(sheets.value.map((sheet) => sheet.format)).toEqual(['ZPL', 'ZPL']);
    const text = Buffer.from(sheets.value[0]?.bytes ?? []).toString();
    expect(text).toMatch(new RegExp(`^\\^XA\\^PW${width}\\^LL${height}\\^LH0,0\\^FO0,0\\^GFA,`));
    expect((await paper.labelSheets(zpl(text), { printer: 'ZPL', dpi, stock, sample: true })).ok).toBe(true);
    expect((await drawZpl(sheets.value[0]?.bytes ?? new Uint8Array())).length).toBe(1);
  }
});

test('two PDF files in a row are the labels of two parcels', async () => {
  const files = [await pdfLabels([[sender, customer(1)]]), await pdfLabels([[sender, customer(1)]], 'PB0123456790')];
  const bytes = Buffer.concat([files[0]?.bytes ?? [], Buffer.from('\r\n'), files[1]?.bytes ?? []].map((each) => Buffer.from(each)));
  const both = { format: 'PDF' as const, bytes: new Uint8Array(bytes) };
  expect(await compared(both, customer(1), sender, { parcels: 2, returnAsked: false })).toEqual({ kind: 'match' });
  const sheets = await paper.labelSheets(both, { printer: 'ZPL', dpi: 203, stock, sample: false });
  expect(sheets.ok && sheets.value.length).toBe(2);
  const saved = await paper.asOneFile({ format: 'PDF', bytes: both.bytes });
  const opened = await openPdf(saved.bytes, { texts: false });
  expect(opened.is === 'pages' && opened.pages.length).toBe(2);
  expect(isWholePdf(saved.bytes)).toBe(true);
  const cut = { format: 'PDF' as const, bytes: new Uint8Array(bytes.subarray(0, -40)) };
  expect(await compared(cut, customer(1), sender)).toMatchObject({ kind: 'cannot-compare', why: { code: 'pdf-not-whole' } });
});

test('a PDF label for the spooler becomes one PDF per page; a document stays one PDF of pictures', async () => {
  const label = await pdfLabels([
    [sender, customer(1)],
    [sender, customer(1)],
  ]);
  const sheets = await paper.labelSheets(label, { printer: 'PDF', dpi: 203, stock, sample: true });
  if (!sheets.ok) throw new Error(detailOf(sheets.failure));
  for (const sheet of sheets.value) {
    const opened = await openPdf(sheet.bytes, { texts: true });
    expect(opened).toMatchObject({ is: 'pages', pages: [{ widthPoints: 288, heightPoints: 432, picture: true }] });
    expect(opened.is === 'pages' && opened.pages[0]?.texts.map((line) => line.text)).toEqual(['SAMPLE', 'DO NOT SHIP']);
  }
  const document = await paper.document(label, false);
  if (!document.ok) throw new Error(detailOf(document.failure));
  expect(await openPdf(document.value.bytes, { texts: true })).toMatchObject({ is: 'pages', pages: [{ texts: [] }, { texts: [] }] });
});

test('shows every page: ZPL in its printed font, even if it must not be printed, and a PDF as pictures', async () => {
  const own = [sender, customer(1)] as const;
  const shown = await paper.drawables(await pdfLabels([own, own]));
  if (!shown.ok) throw new Error(detailOf(shown.failure));
  expect(shown.value.map(({ format }) => format)).toEqual(['PNG', 'PNG']);
  for (const { bytes } of shown.value) {
    const png = Buffer.from(bytes);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([600, 900]);
    const dots = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
    expect(dots.some((dot) => dot === 0) && dots.some((dot) => dot === 255)).toBe(true);
  }
  const text = zplLabel(...own);
  const zplOf = async (label: EncodedPaper): Promise<string[]> => {
    const drawn = await paper.drawables(label);
    return drawn.ok ? drawn.value.map(({ format, bytes }) => `${format} ${Buffer.from(bytes).toString()}`) : [drawn.failure.code];
  };
  expect(await zplOf(zpl(text + text))).toHaveLength(2);
  expect(await zplOf(zpl('^XA^FDx^FS~JR^XZ'))).toEqual(['ZPL ^XA^FDx^FS~JR^XZ']);
  expect(await zplOf(zpl('<html>'))).toEqual(['label-unreadable']);
  const inLatin = (text: string): EncodedPaper => ({ format: 'ZPL', bytes: new Uint8Array(Buffer.from(text, 'latin1')) });
  const inUtf8 = ['ZPL ^XA^CI27^FO9,9^CI28^FH_^FDK_c3_b6ln^FS^CI27^XZ'];
  expect(await zplOf(inLatin('^XA^CI27^FO9,9^FDK\xf6ln^FS^XZ'))).toEqual(inUtf8);
  expect(await zplOf(inLatin('^XA^CI27^FO9,9^FDK\xf6ln^FS^XZ~JR'))).toEqual([`${inUtf8[0]}~JR`]);
});

test('a label larger than most is shown completely, and every other one at the usual size', async () => {
  const sizeOf = async (text: string) => {
    const drawn = await paper.drawables(zpl(text));
    return drawn.ok ? drawn.value[0]?.size : undefined;
  };
  expect(await sizeOf(zplLabel(sender, customer(1)))).toBeUndefined();
  expect(await sizeOf('^XA^FO20,20^GB780,2380,4^FS^XZ')).toEqual({ widthMm: 102, heightMm: 300 });
  expect(await sizeOf('^XA^FO20,20^GB1156,1756,4^FS^XZ')).toEqual({ widthMm: 147, heightMm: 222 });
  expect(await sizeOf('^XA^FO20,90000^A0N,30,30^FDx^FS^XZ')).toEqual({ widthMm: 102, heightMm: 400 });
});

test('data that must not reach a printer is refused with its reason', async () => {
  const to = { printer: 'ZPL', dpi: 203, stock, sample: false } as const;
  expect(await paper.labelSheets(zpl('^XA^FDx^FS~JR^XZ'), to)).toEqual({
    ok: false,
    failure: { code: 'label-unreadable', ref: 'REF1', detail: '', reasons: [{ code: 'label-refused-at-gate', why: '~JR' }] },
  });
  expect(await paper.labelSheets(zpl('<html>'), to)).toMatchObject({ ok: false, failure: { code: 'label-unreadable' } });
});

test('a ZPL label becomes a page for a PDF-only printer, with its bar code, and SAMPLE if requested', async () => {
  const label = zpl(zplLabel(sender, customer(1)));
  const printed = async (sample: boolean) => {
    const sheets = await paper.labelSheets(label, { printer: 'PDF', dpi: 300, stock: { widthMm: 105, heightMm: 148 }, sample });
    if (!sheets.ok) throw new Error(JSON.stringify(sheets.failure));
    expect(sheets.value.map(({ format }) => format)).toEqual(['PDF']);
    const opened = await openPdf(sheets.value[0]?.bytes ?? label.bytes, { texts: true, dpi: 203 });
    if (opened.is === 'unreadable') throw new Error(JSON.stringify(opened.why));
    return opened.pages.map(({ widthPoints, heightPoints, texts, image }) => ({
      mm: [widthPoints, heightPoints].map((points) => Math.round((points / 72) * 25.4)),
      texts: texts.map(({ text }) => text),
      image,
    }));
  };
  const [page] = await printed(false);
  expect(page).toMatchObject({ mm: [105, 148], texts: [] });
  expect(page?.image && (await readBarcodes(page.image))).toEqual(['PB0123456789']);
  expect((await printed(true)).map(({ texts }) => texts.some((text) => text.includes('SAMPLE')))).toEqual([true]);
}, 60_000);

test('a broken PDF fails, and the next PDF works', async () => {
  const good = await pdfLabels([[sender, customer(1)]]);
  const to = { printer: 'ZPL', dpi: 203, stock, sample: false } as const;
  for (const bytes of [
    Buffer.from('%PDF-1.7 nothing'),
    good.bytes.slice(0, 300),
    Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5000, 'x')]),
    Buffer.from(Buffer.from(good.bytes).toString('latin1').replaceAll('[0 0 288 432]', '[0 0 14400 14400]'), 'latin1'),
  ])
    expect(await paper.labelSheets({ format: 'PDF', bytes }, to)).toMatchObject({ ok: false, failure: { code: 'label-unreadable' } });
  expect((await paper.labelSheets(good, to)).ok).toBe(true);
});

test('a PDF that is incomplete, empty or locked is refused with the reason, as a label and as a document', async () => {
  const good = await pdfLabels([[sender, customer(1)]]);
  const text = Buffer.from(good.bytes).toString('latin1');
  const locked = makePdfWith({ userPassword: 'secret' });
  const bad: readonly (readonly [Uint8Array, RegExp])[] = [
    [good.bytes.slice(0, -40), /is incomplete/],
    [Buffer.concat([good.bytes.slice(0, 400), good.bytes.slice(3400)]), /is incomplete/],
    [
      Buffer.from(text.replace(/\/Kids \[[^\]]*\]/, (kids) => '/Kids []'.padEnd(kids.length)).replace('/Count 1', '/Count 0'), 'latin1'),
      /0 pages/,
    ],
    [await locked, /password/i],
  ];
  for (const [bytes, why] of bad) {
    const label = await paper.labelSheets({ format: 'PDF', bytes }, { printer: 'PDF', dpi: 203, stock, sample: false });
    const document = await paper.document({ format: 'PDF', bytes }, false);
    expect([label, document]).toMatchObject([
      { ok: false, failure: { code: 'label-unreadable' } },
      { ok: false, failure: { code: 'document-unreadable' } },
    ]);
    for (const refused of [label, document]) expect(refused.ok ? '' : detailOf(refused.failure)).toMatch(why);
    expect(await compared({ format: 'PDF', bytes }, customer(1), sender)).toMatchObject({ kind: 'cannot-compare' });
  }
});

test('reads bar codes from a picture label in ZPL and in a scanned PDF, and none from broken data', async () => {
  const label = zpl(zplLabel(sender, customer(1)));
  const sheets = await paper.labelSheets(label, { printer: 'PDF', dpi: 300, stock, sample: false });
  if (!sheets.ok) throw new Error(sheets.failure.detail);
  const scan = sheets.value[0] ?? { format: 'PDF', bytes: new Uint8Array() };
  expect(await compared(scan, customer(1), sender)).toEqual({ kind: 'cannot-compare', why: { code: 'label-is-picture' } });
  expect(await paper.numbersInPicture(scan)).toEqual(['PB0123456789']);
  for (const bytes of [scan.bytes.slice(0, 300), Buffer.from('<html>'), Buffer.from('^XA^FDx^FS~JR^XZ')])
    expect(await paper.numbersInPicture({ format: 'ZPL', bytes })).toEqual([]);
}, 60_000);

test('the test label passes its own gate and the test page is one page that names the bench', async () => {
  const sheet = paper.testLabel({ address: 'tcp://10.0.0.9:9100', dpi: 203, widthMm: 102, heightMm: 152 }, 'Bench ^3~JR');
  expect(await paper.labelSheets(sheet, { printer: 'ZPL', dpi: 203, stock, sample: false })).toMatchObject({
    ok: true,
    value: [{ format: 'ZPL' }],
  });
  expect((await drawZpl(sheet.bytes)).length).toBe(1);
  const page = await paper.testPage('Bench 3');
  const opened = await openPdf(page.bytes, { texts: true });
  expect(opened.is === 'pages' && opened.pages.map(({ texts }) => texts.some((line) => line.text === 'Bench 3'))).toEqual([true]);
});
