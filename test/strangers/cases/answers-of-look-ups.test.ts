import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detailOf } from '../../../renderer/text/reasons.ts';
import type { Failure } from '../../../shared/failure.ts';
import { newLookUp } from '../../../shared/order-source.ts';
import { slotOf } from '../../../shared/scan.ts';
import { closeLater } from '../../later.ts';
import { counted, startPlainStation } from '../../path/plain-station.ts';

const kastanienallee = { street: 'Kastanienallee 84', postal_code: '10435', city: 'Berlin', country: 'DE', phone: '+49 30 5557210' };
const vase = { length_cm: '20', width_cm: '20', height_cm: '10', weight_kg: '1.2', contents: 'Vase', value: '64', currency: 'EUR' };
const answer = (key: string, name: string) => ({ order: key, name, ...kastanienallee, ...vase });
const csvOf = (row: object): string => `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`;
const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

interface Answer {
  /** True if the answer contains the requested order without any doubt about which one it is. */
  readonly knows: boolean;
  /** True if the answer does not show what became of this order. */
  readonly fails: boolean;
  /** True if the answer contains the order and leaves open which of its facts count. */
  readonly isUnclear?: boolean;
  readonly say: (response: ServerResponse, key: string, name: string) => void;
}
const right = (say: Answer['say']): Answer => ({ knows: true, fails: false, say });
const none = (say: Answer['say']): Answer => ({ knows: false, fails: false, say });
const bad = (say: Answer['say']): Answer => ({ knows: false, fails: true, say });
const unclear = (say: Answer['say']): Answer => ({ knows: false, fails: false, isUnclear: true, say });
const body = (made: unknown) => (response: ServerResponse) => response.end(typeof made === 'string' ? made : JSON.stringify(made));

const answers: Readonly<Record<string, Answer>> = {
  'a list of one': right((response, key, name) => body([answer(key, name)])(response)),
  'one order within another word': right((response, key, name) => body({ data: [answer(key, name)] })(response)),
  'a table': right((response, key, name) => body(csvOf(answer(key, name)))(response)),
  'a list in UTF-16': right((response, key, name) => response.end(utf16(JSON.stringify([answer(key, name)])))),
  'a table with a mark': right((response, key, name) => response.end(`\uFEFF${csvOf(answer(key, name))}`)),
  'a list among others': right((response, key, name) => body([answer('Z-1', 'Zed'), answer(key, name), answer('Z-2', 'Zed')])(response)),
  'the number as a figure of another order': bad((response) => body([{ ...answer('', 'Zed'), order: 4711 }])(response)),
  nothing: none((response) => response.writeHead(204).end()),
  'an empty body': none((response) => response.end()),
  'an empty list': none((response) => body({ orders: [] })(response)),
  'not found': none((response) => response.writeHead(404).end('<html>Not found</html>')),
  gone: none((response) => response.writeHead(410).end()),
  'a page': bad((response) => body('<!doctype html><html><title>Log in</title><form><input type="password"></form></html>')(response)),
  'a page of an error': bad((response) => response.writeHead(502).end('<html>Bad gateway</html>')),
  'an error': bad((response) => response.writeHead(500).end('database is down')),
  'an error with an order': bad((response, key, name) => response.writeHead(500).end(JSON.stringify([answer(key, name)]))),
  'another address': bad((response) => response.writeHead(301, { location: '/elsewhere' }).end()),
  'no way in': bad((response) => response.writeHead(403).end('{}')),
  wait: bad((response) => response.writeHead(429, { 'retry-after': '3600' }).end()),
  'another order': bad((response, _key, name) => body([answer('Z-9', name)])(response)),
  'two words': bad((response) => body('no order')(response)),
  'a figure': bad((response) => body('42')(response)),
  'a word': bad((response) => body('"order"')(response)),
  'lists in lists': bad((response) => body([[[]], [{}]])(response)),
  'half an object': bad((response, key, name) => response.end(JSON.stringify([answer(key, name)]).slice(0, 60))),
  much: bad((response) => response.end(JSON.stringify([{ ...answer('Z-3', 'Zed'), note: 'x'.repeat(3_000_000) }]))),
  packed: bad((response, key, name) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify([answer(key, name)]))),
  ),
  'no letters': bad((response) => response.end(Buffer.from([0, 1, 2, 255, 254, 0, 0, 7]))),
  'a connection that is cut': bad((response) => {
    response.writeHead(200, { 'content-length': '900' });
    response.write('[{"order":"');
    setTimeout(() => response.destroy(), 20);
  }),
  'one order twice with two addresses': unclear((response, key, name) =>
    body([answer(key, name), { ...answer(key, name), name: 'Somebody else', postal_code: '01067', city: 'Dresden' }])(response),
  ),
  'one order twice, far apart': unclear((response, key, name) =>
    body([answer(key, name), answer('Z-4', 'Zed'), { ...answer(key, name), name: 'Somebody else', city: 'Dresden' }])(response),
  ),
  'a number spelt otherwise': right((response, key, name) => body([answer(`#${key.toLowerCase()}`, name)])(response)),
  silence: bad((response) => setTimeout(() => response.destroy(), 3000).unref()),
};

/** Starts a shop's server that shares no code with ours and answers the next order as drawn. */
async function startStranger(next: () => { readonly answer: Answer; readonly name: string }): Promise<string> {
  const server = createServer((request, response) => {
    const { answer: drawn, name } = next();
    drawn.say(response, decodeURIComponent(request.url?.split('/').at(-1) ?? ''), name);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const seed = Number(process.env['SEED'] ?? 48_112);
const kinds = Object.keys(answers);

test(`of two look-ups, an order comes from one under the scanned number, and every other answer is reported (SEED=${seed})`, async () => {
  const bench = await startPlainStation({ orders: 'order,name,street,city,country\nX-1,Bo,Weg 9,Berlin,DE\n', settings: { rule: 'ask' } });
  let now: readonly [string, string] = ['nothing', 'nothing'];
  let names: readonly [string, string] = ['', ''];
  const at = (place: 0 | 1) => () => ({ answer: answers[now[place]]!, name: names[place] });
  const urls = [await startStranger(at(0)), await startStranger(at(1))];
  await bench.call('saveLookUps', {
    lookUps: urls.map((url, place) => ({
      ...newLookUp,
      name: ['Left shop', 'Right shop'][place] ?? '',
      isOn: true,
      mostSeconds: 1,
      url: `${url}/o/{number}`,
      token: null,
    })),
  });
  const drawn = fc.sample(fc.record({ left: fc.constantFrom(...kinds), right: fc.constantFrom(...kinds), isSame: fc.boolean() }), {
    seed,
    numRuns: 40,
  });
  // Each kind at least once, beside a shop that knows the order.
  const all = [...kinds.map((left) => ({ left, right: 'a list of one', isSame: true })), ...drawn];
  const scanned = new Set([slotOf('X-1')]);
  for (const [no, { left, right: other, isSame }] of all.entries()) {
    const key = `S-${no}`;
    const story = `${key}: ${left} | ${other}${isSame ? '' : ', another name'}`;
    now = [left, other];
    names = [`Anna ${no}`, isSame ? `Anna ${no}` : `Berta ${no}`];
    scanned.add(slotOf(key));
    const answer = await bench.station.handlers.scan({ code: key });
    const { workflow } = bench.station.snapshot().bench;
    const [one, two] = [answers[left]!, answers[other]!];
    const mayBe = [one.knows && names[0], two.knows && names[1]].filter((name) => name !== false);
    const isUnclear = one.isUnclear === true || two.isUnclear === true;
    const isReported = one.fails || two.fails;
    const differ = new Set(mayBe).size > 1;
    const failure: Failure | null = answer.ok
      ? 'notice' in workflow
        ? workflow.notice
        : 'failure' in workflow
          ? workflow.failure
          : null
      : answer.failure;
    if (isUnclear) {
      // Only a person knows which facts count.
      expect.soft(workflow.step, story).toBe('stopped');
      expect.soft(failure, story).not.toBeNull();
      await bench.call('next', { workflowNo: bench.workflowNo() });
    } else if (mayBe.length === 0 || differ) {
      expect.soft(workflow.step, story).toBe('stopped');
      expect
        .soft(failure?.code, story)
        .toBe(differ ? 'look-ups-differ' : isUnclear ? 'order-left-out' : isReported ? 'look-up-failed' : 'order-not-found');
      await bench.call('next', { workflowNo: bench.workflowNo() });
    } else {
      const order = 'order' in workflow ? workflow.order : null;
      expect.soft(order?.recipient.name, story).toBe(mayBe[0]);
      expect.soft(slotOf(order?.key ?? ''), story).toBe(slotOf(key));
      expect.soft(failure?.code, story).toBe(isReported ? 'look-up-failed' : undefined);
      await bench.call('park', { workflowNo: bench.workflowNo() });
    }
    if (failure?.code === 'look-up-failed' || failure?.code === 'look-ups-differ') {
      const words = detailOf(failure);
      expect.soft(words, story).toMatch(/(?:Left|Right) shop/);
      expect.soft(words, story).not.toMatch(/undefined|\[object|NaN|null/);
      expect.soft(words.length, story).toBeLessThan(1200);
    }
  }
  const kept = (await bench.call('orders', { search: '', offset: 0, limit: 200 })).rows.map(({ order }) => slotOf(order.key));
  expect(kept.filter((slot) => !scanned.has(slot))).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
}, 90_000);
