import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { type Fields, type MarkingService, startMarkingService } from '../fakes/marking-service.ts';
import { closeAll, type PlainStation, startPlainStation } from './plain-station.ts';

let front: MarkingService | undefined;
afterEach(async () => {
  await closeAll();
  await front?.stop();
  front = undefined;
});

const logOf = ({ dir }: PlainStation): string => readFileSync(join(dir, 'log', 'station.log'), 'utf8');
const stateOf = async (bench: PlainStation): Promise<string | undefined> =>
  (await bench.call('lastShipments', { limit: 5 })).find(({ orderKey }) => orderKey === 'ORD-1001')?.state;

/** The same answer with this many megabytes of blanks after its label. */
function withLargeLabel(answer: Fields, megabytes: number): Fields {
  const result = answer['result'] as Fields;
  const label = Buffer.concat([Buffer.from(String(result['label']), 'base64'), Buffer.alloc(megabytes << 20, ' ')]);
  return { ...answer, result: { ...result, label: label.toString('base64') } };
}

test.each([4, 18])('a booking whose label has %i MB stays a booking, and the station starts again', async (megabytes) => {
  const bench = await startPlainStation();
  const { key, secret, url } = bench.service;
  front = await startMarkingService(url, (action, answer) => (action === 'ship' ? withLargeLabel(answer, megabytes) : answer));
  await bench.call('connect', { world: 'training', baseUrl: front.url, key, secret, account: '' });
  await bench.buy('ORD-1001');
  // A label of that size is never sent to a printer.
  expect((await bench.at('confirm-label')).booking.verdict).toMatchObject({
    kind: 'cannot-compare',
    why: { code: 'label-refused-at-gate', why: expect.stringContaining('larger than') },
  });
  await bench.reopen();
  expect(await stateOf(bench)).toBe('booked');
  expect(bench.service.orders()).toHaveLength(1);
  expect(bench.printer.sheets()).toHaveLength(0);
});

test('an answer that makes its reader throw is unknown, and the bench continues', async () => {
  const bench = await startPlainStation({
    courier: (courier): Courier => ({
      ...courier,
      readShip: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    }),
  });
  await bench.buy('ORD-1001');
  expect((await bench.at('unknown')).booking.said).toMatchObject([{ code: 'answer-unreadable' }]);
  expect(logOf(bench)).toContain('"event":"bug"');
  await bench.reopen();
  await bench.call('scan', { code: 'ORD-1001' });
  await bench.at('unknown');
  expect(bench.service.orders()).toHaveLength(1);
});

test('the station starts if a stored answer cannot be read, and its booking is unknown', async () => {
  let starts = 0;
  const bench = await startPlainStation({
    journal: (journal): Journal => {
      starts += 1;
      const isFirst = starts === 1;
      return {
        ...journal,
        answer: () => {
          throw new Error('cannot be unsealed');
        },
        writeUnknown(...args) {
          if (isFirst) throw new JournalError('unwritable', 'disk I/O error');
          journal.writeUnknown(...args);
        },
      };
    },
  });
  await bench.buy('ORD-1001');
  await bench.at('stopped');
  await bench.reopen();
  await bench.call('scan', { code: 'ORD-1001' });
  await bench.at('unknown');
  expect(logOf(bench)).toContain('"step":"start"');
  expect(bench.service.orders()).toHaveLength(1);
});
