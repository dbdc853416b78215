import { expect, test } from 'vitest';
import { plainOrder } from './plain-order.ts';
import { startPlainStation } from './plain-station.ts';

test('a recipient without a phone number may get that of the sender, which is offered and then saved', async () => {
  const bench = await startPlainStation({ orders: JSON.stringify([{ ...plainOrder('A-1'), phone: '' }]) });
  const [sender] = (await bench.call('setup', {})).settings.senders;
  const phone = sender?.address.phone ?? '';
  expect(phone).toMatch(/\d{4}/);
  const [question] = (await bench.scan('A-1', 'asking')).questions;
  expect(question).toMatchObject({ kind: 'phone', offer: { number: phone, from: 'sender' } });
  expect((await bench.call('order', { key: 'A-1' as never })).recipient.phone, 'not before the packer says so').toBe('');
  await bench.call('answerQuestion', { workflowNo: bench.workflowNo(), question: { kind: 'phone', parcel: null }, answer: phone });
  expect((await bench.call('order', { key: 'A-1' as never })).recipient.phone).toBe(phone);
  await expect.poll(() => bench.workflow().step).not.toBe('asking');
});
