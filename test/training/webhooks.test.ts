import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { book, type Desk, startDesk } from './desk.ts';

let status: number;
let got: { event: string; order: { order_no: string; status: string } | null }[];
let desk: Desk;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    got.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(status).end('thanks');
  });
});

beforeEach(async () => {
  [status, got] = [200, []];
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  desk = await startDesk({ webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/secret` });
});
afterEach(async () => {
  await desk.service.stop();
  await new Promise<void>((resolve) => receiver.close(() => resolve()));
});

const later = (hours: number): Date => new Date(Date.parse('2026-11-20T10:00:00Z') + hours * 3_600_000);

test('The test button delivers once', async () => {
  expect(await desk.service.sendTestWebhook()).toEqual({ orderNo: '', status: '', httpStatus: 200 });
  expect(got).toEqual([{ event: 'webhook.test', created_at: '2026-11-20T10:00:00.000Z', order: null }]);
});

test('An order is delivered once for each change of its state', async () => {
  const { result } = await book(desk);
  expect(await desk.service.moveTracking()).toEqual([]);
  for (const hours of [1, 1, 200]) {
    desk.now = later(hours);
    await desk.service.moveTracking();
  }
  expect(got.map(({ order }) => [order?.order_no, order?.status])).toEqual([
    [result.order_no, 'Booked'],
    [result.order_no, 'Delivered'],
  ]);
});

test('A webhook that the receiver refused is delivered again', async () => {
  await book(desk);
  desk.now = later(1);
  status = 500;
  expect(await desk.service.moveTracking()).toMatchObject([{ status: 'Booked', httpStatus: 500 }]);
  status = 204;
  expect(await desk.service.moveTracking()).toMatchObject([{ status: 'Booked', httpStatus: 204 }]);
  expect(await desk.service.moveTracking()).toEqual([]);
});

test('An absent receiver is no answer; a missing address is an error', async () => {
  const alone = await startDesk({ webhookUrl: 'http://127.0.0.1:1/hook' });
  expect(await alone.service.sendTestWebhook()).toEqual({ orderNo: '', status: '', httpStatus: undefined });
  await alone.service.stop();
  const without = await startDesk();
  await expect(without.service.sendTestWebhook()).rejects.toThrow('without a webhook address');
  await without.service.stop();
});
