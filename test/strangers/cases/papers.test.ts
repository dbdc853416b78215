import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { usualShipment } from '../../../shared/order.ts';
import { type Fields } from '../../fakes/marking-service.ts';
import { startFront } from '../../path/front.ts';
import { documentPrinterAt, kindsToResolve, type PlainStation, sent, startPlainStation } from '../../path/plain-station.ts';

async function pdf(options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument(options);
  document.text('Invoice 4711');
  document.end();
  return new Uint8Array(Buffer.concat(await document.toArray()));
}
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

/** Books the order for Switzerland. */
async function toSwitzerland(bench: PlainStation) {
  return (await bench.ship('ORD-1014')).booking;
}

const ownInvoice = { settings: { shipmentDefaults: { ...usualShipment, ownCustomsInvoice: true } } };
const invoice = async (bookingId: string) => ({
  bookingId,
  documentType: 'Customs Invoice' as const,
  name: 'invoice.pdf',
  mediaType: 'application/pdf',
  bytes: await pdf(),
});

test('DONE shows where the documents of a booking are, once they are there', async () => {
  const bench = await startPlainStation();
  await toSwitzerland(bench);
  const papers = () => {
    const workflow = bench.workflow();
    return workflow.step === 'done' ? workflow.booking.jobs.filter(({ role }) => role === 'document') : [];
  };
  await expect.poll(papers).toMatchObject([{ state: 'sent', detail: expect.stringMatching(/documents.Documents-ORD-1014\.pdf$/) }]);
});

test('documents in another format wait for a person, and the label still prints', async () => {
  const bench = await startPlainStation();
  const front = await startFront(bench);
  front.next('ship', (answer) => ({ ...answer, result: { ...(answer['result'] as Fields), remarks: 'Hand in at the counter' } }));
  const booking = await toSwitzerland(bench);
  expect(bench.printer.sheets()).toHaveLength(1);
  expect(booking.papersDue).toEqual(['remarks']);
  expect(await bench.call('toResolve', {})).toMatchObject([{ kind: 'paper-due', paper: 'remarks', format: 'TEXT', ownerId: booking.id }]);
});

test("the sender's invoice stays due, even after a restart, until the service accepted it", async () => {
  const bench = await startPlainStation(ownInvoice);
  const { id, papersDue } = await toSwitzerland(bench);
  const toResolve = () => kindsToResolve(bench);
  expect(papersDue).toEqual(['invoice']);
  await bench.reopen();
  expect(await toResolve()).toEqual(['paper-due']);
  bench.service.faults.next('upload_documents', 'execute-then-reset');
  const unknown = await bench.call('attachDocument', await invoice(id));
  expect(await toResolve()).toEqual(['upload-open']);
  expect((await bench.call('track', { number: 'ORD-1014' })).booking?.papersDue).toEqual(['invoice']);
  await bench.call('settleUpload', { uploadId: unknown.id, act: 'send-again' });
  expect(await toResolve()).toEqual([]);
  expect((await bench.call('track', { number: 'ORD-1014' })).booking?.papersDue).toEqual([]);
});

test('a certificate is not an invoice, and a parcel within its territory needs none', async () => {
  const bench = await startPlainStation(ownInvoice);
  expect((await bench.ship('ORD-1001')).booking.papersDue).toEqual([]);
  const { id } = await toSwitzerland(bench);
  await bench.call('attachDocument', { ...(await invoice(id)), documentType: 'Certificate of Origin' });
  expect(await kindsToResolve(bench)).toEqual(['paper-due']);
  await bench.call('closePaper', { ownerId: id, paper: 'invoice' });
  expect(await bench.call('toResolve', {})).toEqual([]);
});

test.each([
  ['an empty file', async () => new Uint8Array(), 'invoice.pdf is empty.'],
  ['a picture that is called a PDF', async () => png, 'invoice.pdf is called a PDF and is a PNG picture.'],
  ['a PDF locked with a password', () => pdf({ userPassword: 'secret' }), 'invoice.pdf is locked with a password.'],
])('%s is refused before it is sent', async (_which, bytes, detail) => {
  const bench = await startPlainStation();
  const { id } = await toSwitzerland(bench);
  const attaching = bench.station.handlers.attachDocument({ ...(await invoice(id)), bytes: await bytes() });
  expect(await attaching).toMatchObject({ failure: { code: 'document-refused', detail } });
  expect(sent(bench, 'upload_documents')).toBe(0);
  expect(await bench.call('toResolve', {})).toEqual([]);
});

test('a picture is sent as a picture, even without a stated media type', async () => {
  const bench = await startPlainStation();
  const { id } = await toSwitzerland(bench);
  const scan = { ...(await invoice(id)), name: 'scan.png', mediaType: '', bytes: png };
  expect(await bench.call('attachDocument', scan)).toMatchObject({ state: 'accepted', mediaType: 'image/png' });
  expect(bench.service.documents()).toMatchObject([{ name: 'scan.png', mediaType: 'image/png' }]);
});

test('the bar does not show Ready if no document can be written', async () => {
  const bench = await startPlainStation();
  const status = async (folder: string) => {
    await bench.call('saveSettings', { settings: { printers: [documentPrinterAt(`folder:${folder}`)] } });
    return (await bench.call('askPrinter', { role: 'document' })).kind;
  };
  writeFileSync(join(bench.dir, 'a-file'), '');
  expect(await status(join(bench.dir, 'documents'))).toBe('keeps-files');
  expect(await status(join(bench.dir, 'a-file', 'documents'))).toBe('not-ready');
  expect(await status('/proc/documents')).toBe('not-ready');
});
