import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { closeLater, newFolder } from '../later.ts';
import { shipment } from './desk.ts';

interface Running {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly control: string;
  readonly printer: string;
}

const root = new URL('../..', import.meta.url).pathname;
/** Starts `npm run training`. Returns the process and the one line that it prints. */
async function run(args: readonly string[], timeZone = 'UTC'): Promise<{ readonly child: ChildProcess; readonly line: Running }> {
  const child = spawn(process.execPath, ['build/programs/training.ts', ...args], {
    cwd: root,
    env: { ...process.env, TZ: timeZone },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  closeLater(() => child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, line: JSON.parse(line) as Running };
}

async function ask(
  { url, key, secret }: Running,
  body: object,
): Promise<{ readonly text: string; readonly result: any; readonly errors: string[] }> {
  const answer = await fetch(`${url}/api/json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    text,
    ...(text.startsWith('{') ? (JSON.parse(text) as { result: unknown; errors: string[] }) : { result: undefined, errors: [] }),
  };
}

const control = async ({ control: url }: Running, method: string, path: string, body?: object): Promise<any> =>
  (await fetch(new URL(path, url), { method, ...(body && { body: JSON.stringify(body) }) })).json();

test('One line of JSON states the addresses of service, control and printer, and the key', async () => {
  const requests: unknown[] = [];
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      requests.push(request.url);
      response.end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { child, line } = await run(['--webhook', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/reports`]);
  expect(Object.keys(line)).toEqual(['url', 'key', 'secret', 'control', 'printer']);
  expect((await ask(line, { action: 'quote', shipment })).errors).toEqual([]);
  expect((await ask({ ...line, secret: 'wrong' }, { action: 'quote', shipment })).errors).toEqual(['Invalid API key or secret']);

  await control(line, 'POST', '/', { action: 'quote', fault: 'html' });
  expect((await ask(line, { action: 'quote', shipment })).text).toMatch(/^<!DOCTYPE/);
  expect(await control(line, 'POST', '/webhook-test')).toMatchObject({ httpStatus: 200 });
  expect(requests).toEqual(['/reports']);
  receiver.close();

  const printer = new URL(line.printer);
  const socket = connect(Number(printer.port), printer.hostname);
  socket.write('~HS');
  const [status] = (await once(socket, 'data')) as [Buffer];
  expect(status[0]).toBe(2);
  socket.destroy();

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

const aShipment = {
  ...shipment,
  o_eori: 'NL1',
  // Outside the customs territory, but near service points.
  d_country: 'ES',
  d_postal: '35001',
  d_city: 'Las Palmas',
  return_service: '1',
};

/** Runs every operation once or twice, with every kind of document among the answers, and returns the raw answers. */
async function aDay(line: Running): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {};
  const does = async (name: string, body: object): Promise<any> => {
    const { text, result, errors } = await ask(line, body);
    expect(errors, name).toEqual([]);
    answers[name] = text;
    return result;
  };
  const { services } = await does('quote', { action: 'quote', shipment: aShipment });
  const service = services.find((each: any) => each.destination_service_points === 1 && each.origin_service_points === 1);
  const { service_id } = service;
  const [point] = await does('destination points', { action: 'service_points', type: 'destination', service_id });
  await control(line, 'POST', '/mode', { labelDpi: 300, shipItems: true });
  const ship = { action: 'ship', service_id, co2: '1', insurance: '1', d_sp_keycode: point.keycode };
  const zpl = await does('ZPL', { ...ship, label_format: 'ZPL' });
  const pdf = await does('PDF', { ...ship, label_format: 'PDF' });
  expect([zpl.remarks, zpl.label, pdf.label].every((paper) => paper.length > 1000)).toBe(true);
  const shipments = [zpl.order_no, pdf.order_no];
  await does('labels', { action: 'labels', order_numbers: shipments });
  await does('origin points', { action: 'service_points', type: 'origin', order_no: zpl.order_no });
  const pickup = { action: 'pickup', date: '2026-11-20', r_time: '15:00', c_time: '18:00', shipments };
  expect((await does('pickup', pickup)).manifest.length).toBeGreaterThan(1000);
  const document = { document_type: 'Customs Invoice', name: 'i.pdf', type: 'application/pdf', content: 'JVBERi0xLjQ=' };
  await does('upload', { action: 'upload_documents', order_no: zpl.order_no, documents: [document] });
  await does('track', { action: 'track', order_numbers: shipments });
  return answers;
}

test('Two runs with one seed and clock answer a whole day with the same bytes in any time zone', async () => {
  const days = [];
  for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    const folder = newFolder('training');
    const { line } = await run(['--seed', 'one', '--clock', '2026-11-20T10:00:00Z', '--dir', folder], timeZone);
    days.push({ secret: line.secret, answers: await aDay(line) });
  }
  expect(days[0]).toEqual(days[1]);
  const { line } = await run(['--seed', 'two', '--clock', '2026-11-20T10:00:00Z']);
  const other = await aDay(line);
  expect(line.secret).not.toBe(days[0]?.secret);
  for (const name of ['quote', 'ZPL', 'PDF', 'pickup']) expect(other[name], name).not.toBe(days[0]?.answers[name]);
});

test('A run knows the bookings of an earlier run in the same folder', async () => {
  const folder = newFolder('training');
  const first = await run(['--seed', 'one', '--clock', '2026-11-20T10:00:00Z', '--dir', folder]);
  await aDay(first.line);
  const { orders } = await control(first.line, 'GET', '/');
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await run(['--seed', 'one', '--clock', '2026-11-20T10:00:00Z', '--dir', folder]);
  const known = (await control(second.line, 'GET', '/')).orders;
  expect(known).toHaveLength(2);
  // Requests are counted per run.
  expect(known).toEqual(orders.map((order: object) => ({ ...order, requests: 0 })));
});

test('A clock value that is no time is an error, not a guess', async () => {
  const child = spawn(process.execPath, ['build/programs/training.ts', '--clock', 'noon'], { cwd: root, stdio: 'ignore' });
  closeLater(() => child.kill('SIGKILL'));
  expect(await once(child, 'exit')).toEqual([1, null]);
});
