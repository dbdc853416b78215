import { type ChildProcess, fork } from 'node:child_process';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { startTrainingService } from '../../electron/training/service.ts';
import { freePort } from '../fakes/free-port.ts';
import { closeStationLater, newFolder, stopLater } from '../later.ts';
import { counted, startAnotherZebra } from './plain-station.ts';

const program = new URL('./station-process.ts', import.meta.url);

/** Starts a station in a process of its own; messages carry its commands and its state. */
function startProcess(setup: Record<string, string>): {
  child: ChildProcess;
  until: (what: string) => Promise<void>;
  kill: () => Promise<void>;
} {
  const child = fork(program, { env: { ...process.env, ...setup }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const messages = new Set<string>();
  const waiting = new Map<string, () => void>();
  child.on('message', (message) => {
    const what = JSON.stringify(message);
    messages.add(what);
    waiting.get(what)?.();
  });
  const until = (what: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (messages.has(JSON.stringify(what))) return resolve();
      waiting.set(JSON.stringify(what), resolve);
      child.once('exit', (code) => reject(new Error(`The station ended with ${code} before "${what}".`)));
    });
  const kill = async (): Promise<void> => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  closeStationLater(() => child.kill('SIGKILL'));
  return { child, until, kill };
}

/** A service and a printer that outlive the processes of one test, and the settings of those. */
async function place(more: Readonly<Record<string, string>> = {}, delayMs = 0) {
  const service = stopLater(await startTrainingService({ key: 'kill', secret: 'secret', clock: () => new Date(), delayMs }));
  const printer = await startAnotherZebra();
  return { service, printer, setup: { STATION_DIR: newFolder('kill'), SERVICE_URL: service.url, PRINTER_URL: printer.url, ...more } };
}

test.each([
  ['answered', 'between the answer and reading it', { booked: 1, sheets: 1, toResolve: 0 }],
  ['booked', 'between booking and printing', { booked: 1, sheets: 1, toResolve: 0 }],
  ['intent', 'between the intent and sending', { booked: 0, sheets: 0, toResolve: 0 }],
])('a kill at "%s", %s, loses and doubles nothing', async (point, _where, expected) => {
  const { service, printer, setup } = await place({}, 30);
  const first = startProcess({ ...setup, STOP_AT: point });
  await first.until(`at ${point}`);
  await first.kill();

  const second = startProcess({ ...setup, STOP_AT: '' });
  await second.until(`to resolve ${expected.toResolve}`);
  await expect.poll(() => printer.sheets().length).toBe(expected.sheets);
  await second.until('idle');
  const { booked, sheets } = expected;
  expect(counted({ service, printer })).toEqual({ booked, sheets });
});

test('a kill during the request makes the booking unknown, and it is never sent again', async () => {
  const { service, printer, setup } = await place();
  service.faults.next('ship', 'execute-then-silence');
  const first = startProcess({ ...setup, STOP_AT: 'nowhere' });
  await expect.poll(() => service.orders().length).toBe(1);
  await first.kill();

  const second = startProcess({ ...setup, STOP_AT: '' });
  await second.until('to resolve 1');
  await second.until('idle');
  const ships = service.requests().filter(({ action }) => action === 'ship').length;
  expect({ booked: service.orders().length, ships, sheets: printer.sheets().length }).toEqual({ booked: 1, ships: 1, sheets: 0 });
});

test('a webhook stored before a kill is looked up at the next start', async () => {
  const port = await freePort();
  const { service, printer, setup } = await place({ WEBHOOK_PORT: String(port) });
  const tracks = (): number => service.requests().filter(({ action }) => action === 'track').length;

  const first = startProcess({ ...setup, STOP_AT: 'delivered' });
  const address = await new Promise<string>((resolve) =>
    first.child.on('message', (message) => {
      if (typeof message === 'string' && message.startsWith('http')) resolve(message);
    }),
  );
  await expect.poll(() => service.orders().length).toBe(1);
  await expect.poll(tracks).toBe(3);
  const answer = request(address, {
    method: 'POST',
    body: JSON.stringify({ order_no: service.orders()[0]?.orderNo }),
  });
  answer.catch(() => undefined);
  await first.until('at delivered');
  await first.kill();
  await expect(answer).rejects.toThrow();
  expect(tracks()).toBe(3);

  const second = startProcess({ ...setup, STOP_AT: '' });
  await second.until('to resolve 0');
  await expect.poll(tracks).toBe(5);
  await second.until('idle');
  expect(counted({ service, printer })).toEqual({ booked: 1, sheets: 1 });
});
