import { existsSync, mkdtempSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCupsQueues, mediaName } from '../../electron/printers/cups-queues.ts';
import { defaultTiming } from '../../electron/printers/printer-timing.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import type { PrinterSettings } from '../../shared/printer.ts';
import { readyRawQueue, startIppServer } from '../fakes/ipp-server.ts';
import { onePage } from '../fakes/one-page-pdf.ts';
import { silent, startTcpPrinter, type TcpPrinter } from '../fakes/tcp-printer.ts';
import { until } from '../watchdog.ts';
import { type CupsServer, drawnByCups, startCups, whyNoCups } from './cups-server.ts';

const missing = whyNoCups();
const mustRun = Boolean(process.env['CI']);
if (missing !== undefined && !mustRun) console.log(`SKIPPED: printing through CUPS: ${missing}`);

const settings = (name: string): PrinterSettings => ({ address: `queue:${name}`, dpi: 203, widthMm: 101.6, heightMm: 152.4 });
const unmarked = (): void => undefined;
const own = mkdtempSync(join(tmpdir(), 'packbench-cups-'));
afterAll(() => rm(own, { recursive: true, force: true }));
const printing = join(own, 'printing');
const printersWith = (env: NodeJS.ProcessEnv) => createPrinters({ platform: 'linux', folder: printing, ref: () => 'P1', env });

test('CUPS receives paper sizes to a tenth of a millimetre', () => {
  expect(mediaName({ widthMm: 101.6, heightMm: 152.4 })).toBe('Custom.101.6x152.4mm');
  expect(mediaName({ widthMm: 210, heightMm: 297 })).toBe('A4');
});

test('a computer without a print service is reported, nothing throws, and nothing is sent, not even a PDF', async () => {
  const printers = printersWith({ CUPS_SERVER: '/nonexistent/cups.sock' });
  expect(await printers.find()).toEqual([]);
  expect(await printers.status(settings('any'))).toEqual({ kind: 'not-ready', reason: 'not-ready' });
  for (const format of ['PDF', 'ZPL'] as const)
    expect(await printers.print(settings('any'), { format, bytes: onePage() }, 'x', unmarked)).toMatchObject({
      is: 'not-sent',
      failure: { code: 'printer-not-ready', reasons: [{ code: 'queue-kind-unknown' }] },
    });
});

test.each(['-o', 'a b', 'x; touch /tmp/owned', 'a/b', '', 'a,b'])('%j is not a valid queue name', async (name) => {
  const queues = createCupsQueues({ timing: defaultTiming, env: { CUPS_SERVER: '/nonexistent/cups.sock' } });
  const sheet = { format: 'ZPL', bytes: Buffer.from('x') } as const;
  const outcome = await queues.print({ printer: settings('x'), name, sheet, title: 'x', taken: unmarked, sees: unmarked });
  expect(outcome).toMatchObject({ is: 'not-sent', detail: { code: 'queue-name-impossible' } });
});

describe.skipIf(missing !== undefined && !mustRun)('a real CUPS', () => {
  let cups: CupsServer;
  let sink: TcpPrinter;
  let folder: string;

  beforeAll(async () => {
    if (missing !== undefined) throw new Error(`Printing through CUPS cannot be tested: ${missing}`);
    cups = await startCups();
    sink = await startTcpPrinter(silent);
    // CUPS treats a file below /dev as a device.
    folder = await mkdtemp('/var/tmp/cups-out-');
    await chmod(folder, 0o777);
    const { host, port } = sink.endpoint;
    await cups.admin('lpadmin', '-p', 'Zebra-USB', '-E', '-v', `socket://${host}:${port}`, '-m', 'raw');
    await cups.admin('lpadmin', '-p', 'Office', '-E', '-v', `file://${join(folder, 'office.ps')}`, ...drawnByCups);
    for (const name of ['Closed', 'Stopped'])
      await cups.admin('lpadmin', '-p', name, '-E', '-v', `file://${join(folder, name)}`, '-m', 'raw');
    await cups.admin('cupsreject', 'Closed');
    await cups.admin('cupsdisable', 'Stopped');
  }, 30_000);

  afterAll(async () => {
    await cups?.stop();
    await sink?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  test('its queues are found, and none of them reports ready', async () => {
    const found = await printersWith(cups.env).find();
    expect(found.map(({ address, status }) => [address, status])).toEqual([
      ['queue:Closed', { kind: 'not-ready', reason: 'not-ready' }],
      ['queue:Office', { kind: 'cannot-say' }],
      ['queue:Stopped', { kind: 'not-ready', reason: 'paused' }],
      ['queue:Zebra-USB', { kind: 'cannot-say' }],
    ]);
  });

  test('ZPL reaches a raw queue byte for byte, counts as sent, and leaves no file behind', async () => {
    const bytes = Buffer.concat([
      Buffer.from('^XA^GFB,256,256,16,'),
      Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
      Buffer.from('^FS^XZ'),
    ]);
    const outcome = await printersWith(cups.env).print(settings('Zebra-USB'), { format: 'ZPL', bytes }, '-o “odd” title; $(rm)', unmarked);
    expect(outcome).toMatchObject({
      is: 'sent',
      detail: { code: 'queue-took', queue: 'Zebra-USB', job: expect.stringMatching(/^Zebra-USB-\d+$/) },
    });
    await until('the queue has sent everything', () => sink.received().length >= bytes.length);
    expect(sink.received().equals(bytes)).toBe(true);
    expect(existsSync(printing)).toBe(false);
  }, 20_000);

  test('once queried, a raw queue takes ZPL for labels and never gets a PDF; any other queue the other way round', async () => {
    const printers = printersWith(cups.env);
    expect(await printers.status(settings('Zebra-USB'))).toEqual({ kind: 'cannot-say' });
    expect(printers.takes(settings('Zebra-USB'), 'label')).toBe('ZPL');
    expect(await printers.print(settings('Zebra-USB'), { format: 'PDF', bytes: onePage() }, 'x', unmarked)).toMatchObject({
      is: 'not-sent',
      failure: { code: 'print-failed' },
    });
    expect(await printers.status(settings('Office'))).toEqual({ kind: 'cannot-say' });
    expect(printers.takes(settings('Office'), 'label')).toBe('PDF');
    expect(await printers.print(settings('Office'), { format: 'ZPL', bytes: Buffer.from('^XA^XZ') }, 'x', unmarked)).toMatchObject({
      is: 'not-sent',
      failure: { code: 'print-failed', reasons: [{ code: 'queue-draws-pages', queue: 'Office' }] },
    });
  });

  test('a PDF goes through the queue of a page printer at its own size', async () => {
    const outcome = await printersWith(cups.env).print(settings('Office'), { format: 'PDF', bytes: onePage() }, 'Manifest', unmarked);
    expect(outcome).toMatchObject({ is: 'sent' });
    const file = join(folder, 'office.ps');
    const page = /^%%(Page)?BoundingBox: 0 0 288 432\s*$/m;
    await until('the page is in the file', async () => existsSync(file) && page.test(await readFile(file, 'latin1')));
    // CUPS would keep the document for a day.
    expect((await readdir(join(cups.folder, 'spool'))).filter((name) => /^[cd]\d/.test(name))).toEqual([]);
  }, 20_000);

  test('an unknown queue and one that accepts no jobs get nothing', async () => {
    const printers = printersWith(cups.env);
    expect(await printers.status(settings('Nowhere'))).toEqual({ kind: 'not-ready', reason: 'offline' });
    for (const name of ['Nowhere', 'Closed']) {
      expect(await printers.print(settings(name), { format: 'ZPL', bytes: Buffer.from('^XA^XZ') }, 'x', unmarked)).toMatchObject({
        is: 'not-sent',
        failure: { code: 'printer-not-ready' },
      });
    }
  });

  test.each([
    ['media-empty', 'out-of-labels'],
    ['cover-open', 'head-open'],
    ['media-jam', 'not-ready'],
  ])(
    'a job that does not move for %s is reported as %s and cancelled, and the old reason does not block later jobs',
    async (word, reason) => {
      await cups.admin('lpadmin', '-p', word, '-E', '-v', `trouble://${word}`, '-m', 'raw');
      const onStatus: unknown[] = [];
      const timing = { queueStepMs: 1_500, pollMs: 20 };
      const printers = createPrinters({
        platform: 'linux',
        folder: printing,
        ref: () => 'P1',
        env: cups.env,
        timing,
        onStatus: (_, status) => onStatus.push(status),
      });
      const outcome = await printers.print(settings(word), { format: 'ZPL', bytes: Buffer.from('^XA^XZ') }, 'x', unmarked);
      expect(outcome).toMatchObject({ is: 'unknown', detail: { code: 'queue-job-cancelled', queue: word } });
      expect(onStatus).toContainEqual({ kind: 'not-ready', reason });
      expect(await printers.status(settings(word))).toEqual({ kind: 'cannot-say' });
    },
  );

  test('a job in a paused queue that is given up was never started', async () => {
    await cups.admin('lpadmin', '-p', 'Waits', '-E', '-v', 'socket://127.0.0.1:1', '-m', 'raw');
    const timing = { ...defaultTiming, queueStepMs: 4_000, pollMs: 20 };
    const queues = createCupsQueues({ timing, env: cups.env });
    const sheet = { format: 'ZPL', bytes: Buffer.from('^XA^XZ') } as const;
    const job = { printer: settings('Waits'), name: 'Waits', sheet, title: 'x', sees: unmarked };
    // The first keeps the printer busy, so that the second waits behind it.
    const { promise: isTaken, resolve: taken } = Promise.withResolvers<void>();
    const first = queues.print({ ...job, taken });
    await isTaken;
    const hasty = createCupsQueues({ timing: { ...timing, queueStepMs: 300 }, env: cups.env });
    expect(await hasty.print({ ...job, taken: unmarked })).toMatchObject({ is: 'not-sent', detail: { code: 'queue-job-unbegun' } });
    expect(await first).toMatchObject({ is: 'unknown' });
  });

  test('a server that wants a name for a cancelled job receives one over its socket', async () => {
    const strict = await startCups({ isStrict: true });
    await strict.admin('lpadmin', '-p', 'Dead', '-E', '-v', 'socket://127.0.0.1:1', '-m', 'raw');
    const printers = createPrinters({
      platform: 'linux',
      folder: printing,
      ref: () => 'P1',
      env: strict.socketEnv,
      timing: { queueStepMs: 500 },
    });
    const outcome = await printers.print(settings('Dead'), { format: 'ZPL', bytes: Buffer.from('^XA^XZ') }, 'x', unmarked);
    await strict.stop();
    expect(outcome).toMatchObject({ is: 'unknown', detail: { code: 'queue-job-cancelled' } });
  });
});

const atRest = readyRawQueue.attributes;
test.each([
  ['hangs over the making of a job', 'create-job', undefined, 'not-sent', 'queue-refused'],
  ['hangs up over the document', 'send-document', 'hang-up', 'sent', 'queue-took'],
  ['keeps no history of jobs', 'get-job', { status: 0x0406, attributes: {} }, 'unknown', 'queue-job-forgotten'],
  ['refuses to take back a job that stays', 'get-job', { attributes: { ...atRest, 'job-state': 5 } }, 'unknown', 'queue-job-stays'],
  [
    'gave the job up before it began',
    'get-job',
    { attributes: { ...atRest, 'job-state': 8, 'time-at-processing': null } },
    'not-sent',
    'queue-job-unbegun',
  ],
  ['gave the job up', 'get-job', { attributes: { ...atRest, 'job-state': 8 } }, 'unknown', 'queue-job-deleted'],
] as const)('a print server that %s', async (_, operation, reply, is, code) => {
  const server = await startIppServer((requests) => (requests.operation === operation ? reply : readyRawQueue));
  const timing = { ...defaultTiming, spoolerMs: 300, queueStepMs: 200, queueAnswerMs: 300, pollMs: 10 };
  const queues = createCupsQueues({ timing, env: { CUPS_SERVER: server.name } });
  const sheet = { format: 'ZPL', bytes: Buffer.from('^XA^XZ') } as const;
  const outcome = await queues.print({ printer: settings('x'), name: 'Any', sheet, title: 'x', taken: unmarked, sees: unmarked });
  await server.stop();
  expect(outcome).toMatchObject({ is, detail: { code } });
});
