import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ResolveScreen } from '../../renderer/resolve/resolve-screen.tsx';
import { type CallName, type CallReply, type ResolveItem, resolveItemSchema } from '../../shared/ipc.ts';
import { revisionsAt } from '../../shared/lists.ts';
import { failed, ok } from '../../shared/result.ts';
import { exchange, papersDue, printUnknown, toResolve } from '../shots/open-items.ts';
import { problems, second, unknown } from '../shots/orders-of-the-day.ts';
import { job } from '../shots/people.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { setup } from '../shots/setups.ts';
import { band, buttons, type Mounted, mount, page, reads } from './mount.tsx';

const entry = (kind: ResolveItem['kind']): ResolveItem => {
  const found = [...toResolve, ...papersDue].find((item) => item.kind === kind);
  if (!found) throw new Error(`no entry ${kind}`);
  return found;
};

const [rowProblem] = problems as [(typeof problems)[number]];

/** Resolve with these entries, without a PIN. */
async function resolve(
  items: readonly ResolveItem[],
  answers: object = {},
): Promise<Mounted & { readonly left: (items: readonly ResolveItem[]) => void }> {
  const of = sceneOf('resolve');
  const noPin = ok({ ...setup, hasLeadPin: false });
  const mounted = mount(<ResolveScreen />, { ...of, answers: { ...of.answers, setup: noPin, toResolve: ok([...items]), ...answers } });
  await reads(items.length === 1 ? '1 thing is open.' : `${items.length} things are open.`);
  return {
    ...mounted,
    /** Makes main report that the list has changed. */
    left(rest) {
      mounted.answer('toResolve', ok([...rest]));
      mounted.push({ frame: { revisions: revisionsAt(2) } });
    },
  };
}

test('shows that nothing is open', async () => {
  mount(<ResolveScreen />, sceneOf('resolve-empty'));
  await reads('Nothing waits for you');
  expect(band()).toBe('READY Nothing to resolve');
});

test('a webhook that was damaged on the disk is not called misunderstood, and shows no content', async () => {
  const found = entry('webhook-not-understood');
  if (found.kind !== 'webhook-not-understood') throw new Error('no webhook');
  await resolve([{ ...found, delivery: { ...found.delivery, payload: null, others: 0 } }]);
  await reads('A message of the service was damaged on this computer.');
  expect(page()).not.toContain('not understood');
  await userEvent.click(screen.getByRole('button', { name: 'Evidence' }));
  await reads('78 bytes');
  for (const words of ['What was delivered', 'the delivery was empty', 'test button']) expect(page()).not.toContain(words);
});

/** The groups, each with the sentences of its entries. */
const groupsShown = (): Record<string, string[]> =>
  Object.fromEntries(
    screen
      .getAllByRole('region')
      .filter((group) => group.className === 'group')
      .map((group) => [
        group.getAttribute('aria-label'),
        [...group.querySelectorAll('.entry-sentence')].map(({ textContent }) => textContent),
      ]),
  );
/** The sentence of the framed entry. */
const framed = (): string | undefined => document.querySelector('.entry.is-on .entry-sentence')?.textContent;

/** Opens the evidence of the framed entry. */
const unfold = async (): Promise<void> => userEvent.click(document.querySelector('.entry.is-on .entry-unfold') as HTMLElement);

test('lists every entry in its group with one sentence, and frames the first one that may cost money', async () => {
  await resolve(toResolve);
  expect(band()).toBe('LOOK 11 things are open. 4 may cost money.');
  expect(groupsShown()).toEqual({
    'May cost money': [
      'The service gave no clear answer to the booking of ORD-48219.',
      'Older data was restored on this bench.',
      'It is not known whether the driver of UPS comes.',
      'The shop changed ORD-48207 after it was booked.',
    ],
    'Labels and documents': [
      'The printer did not confirm label 2 of 2 of ORD-48198.',
      'It is not known whether the customs documents of ORD-48204 arrived.',
      'Nobody has confirmed the label of ORD-48198 yet.',
      'ORD-48209 was put aside at the bench.',
    ],
    'The shop must know': [
      'Line 17 of orders-2026-11-19.csv cannot be read.',
      '4 messages of the service were not understood.',
      'The shop does not know that ORD-48198 was shipped.',
    ],
  });
  expect(framed()).toBe('The service gave no clear answer to the booking of ORD-48219.');
});

/** One entry of each kind, and of each paper. */
const everything: readonly ResolveItem[] = [
  { kind: 'booking-on-its-way', booking: { ...unknown, id: 'b-way', state: 'sending' } },
  ...toResolve,
  ...papersDue.map((item, at) => (item.kind === 'paper-due' ? { ...item, ownerId: `p-${at}` } : item)),
  { kind: 'item-unreadable', of: 'shop-not-informed', id: 't-9', ref: 'K7Q2' },
];

test('every kind has one button and is drawn once; only the framed entry has keys', async () => {
  await resolve(everything);
  const kinds = new Set(resolveItemSchema.options.map(({ shape }) => shape.kind.value));
  expect(new Set(everything.map(({ kind }) => kind))).toEqual(kinds);
  const entries = [...document.querySelectorAll('.entry')];
  expect(entries).toHaveLength(everything.length);
  const acts = entries.map((entry) => entry.querySelectorAll('.entry-acts .btn').length);
  // Only for the answer that is still on its way is there nothing to do.
  expect(acts.filter((count) => count !== 1)).toEqual([0]);
  expect([...document.querySelectorAll('.entry [aria-keyshortcuts]')].every((button) => button.closest('.is-on'))).toBe(true);
});

test('an entry that cannot be read stays in the group of its kind', async () => {
  await resolve([{ kind: 'item-unreadable', of: 'pickup-unknown', id: 'p-9', ref: 'K7Q2' }, entry('put-aside')]);
  expect(groupsShown()['May cost money']).toEqual(['An entry cannot be read: Pickup unknown.']);
});

test('the arrow keys frame the next entry, the one before, and the group beside it', async () => {
  const { press } = await resolve(toResolve);
  await press('ArrowDown');
  expect(framed()).toBe('Older data was restored on this bench.');
  await press('ArrowRight');
  expect(framed()).toBe('The printer did not confirm label 2 of 2 of ORD-48198.');
  await press('ArrowRight');
  expect(framed()).toBe('Line 17 of orders-2026-11-19.csv cannot be read.');
  await press('ArrowUp');
  expect(framed()).toBe('ORD-48209 was put aside at the bench.');
  await press('ArrowLeft');
  expect(framed()).toBe('The service gave no clear answer to the booking of ORD-48219.');
});

test('a key acts on the framed entry only, and a touch on the entry it is in', async () => {
  const { press, asked, click } = await resolve([entry('upload-open'), entry('put-aside'), entry('changed-too-late')]);
  await press('ArrowDown');
  await press('F10');
  expect(asked('settleUpload')).toHaveLength(1);
  expect(asked('takeUp')).toEqual([]);
  await click('Continue');
  expect(asked('takeUp')).toEqual([{ bookingId: 'b-ORD-48209' }]);
  expect(framed()).toBe('ORD-48209 was put aside at the bench.');
});

test('a label in question is only printed after it was on the screen', async () => {
  const { click, asked } = await resolve([entry('upload-open'), entry('label-doubtful')]);
  await click('Look at the label');
  expect(asked('confirmLabel')).toEqual([]);
  expect(asked('drawLabel')).toHaveLength(1);
  await click(/^It is right: print it/);
  expect(asked('confirmLabel')).toHaveLength(1);
});

test('the evidence is folded, and what is held is in it', async () => {
  const { press, asked } = await resolve([entry('row-unreadable')]);
  await press('Delete');
  expect(asked('dismissRow')).toEqual([]);
  expect(page()).not.toContain('The row in the file');
  await unfold();
  await reads('The row in the file');
  await press('Delete');
  expect(asked('dismissRow')).toHaveLength(1);
});

test('fifty entries in each group are all listed', async () => {
  const many = [...Array(50).keys()].flatMap((at): ResolveItem[] => [
    { kind: 'booking-unknown', booking: { ...unknown, id: `u-${at}` }, exchange },
    { kind: 'print-unconfirmed', job: { ...printUnknown, id: `j-${at}` }, booking: second },
    { kind: 'row-unreadable', id: `r-${at}`, problem: { ...rowProblem, line: at + 2 } },
  ]);
  await resolve(many);
  expect(Object.values(groupsShown()).map(({ length }) => length)).toEqual([50, 50, 50]);
});

test('shows that a list cannot be read, and F7 reads it again', async () => {
  const { press, asked } = await resolve([{ kind: 'item-unreadable', of: 'upload-open', id: '', ref: 'M4TX' }]);
  expect(page()).toContain('so it cannot be shown. The rest of Resolve is not affected.');
  const before = asked('toResolve').length;
  await press('F7');
  expect(asked('toResolve')).toHaveLength(before + 1);
});

test('F7 adopts an unknown booking under the typed number, and no barcode key does', async () => {
  const { press, fill, asked } = await resolve([entry('booking-unknown')]);
  fill('Order number: scan or type it', '9001');
  await press('Enter');
  expect(asked('settleExists')).toEqual([]);
  await press('F7');
  expect(asked('settleExists')).toEqual([{ bookingId: unknown.id, orderNo: '9001' }]);
});

test('a scan fills the number and settles nothing', async () => {
  const { scan, asked } = await resolve([entry('booking-unknown')]);
  await scan('4822981');
  expect(screen.getByLabelText<HTMLInputElement>('Order number: scan or type it').value).toBe('4822981');
  expect(asked('settleExists')).toEqual([]);
  expect(asked('scan')).toEqual([]);
});

test.each([
  ['label-not-compared', 'Yes, use this number'],
  ['label-of-another-order', 'Use this number, do not print this label'],
] as const)('after %s a booking is adopted only at a second press, which confirms its number', async (code, message) => {
  const { press, fill, asked } = await resolve([entry('booking-unknown')], { settleExists: failed(failure(code)) });
  fill('Order number: scan or type it', '9001');
  await press('F7');
  await reads(message);
  await press('F7');
  expect(asked('settleExists')).toEqual([
    { bookingId: unknown.id, orderNo: '9001' },
    { bookingId: unknown.id, orderNo: '9001', isSure: true },
  ]);
});

test('a booking marked as not booked needs a reason, and the PIN if one is set', async () => {
  const { press, fill, asked } = await resolve([entry('booking-unknown')], { setup: ok(setup) });
  await unfold();
  await screen.findByLabelText('PIN of the shift lead');
  fill('Reason', 'Not in the account');
  await press('Delete');
  expect(asked('settleNotBooked')).toEqual([]);
  fill('PIN of the shift lead', '2468');
  await press('Delete');
  expect(asked('settleNotBooked')).toEqual([{ bookingId: unknown.id, reason: 'Not in the account', pin: '2468' }]);
});

/** Each way to close an entry: its entry, the typed fields, its key, its call, the call's reply, and the band's text afterwards. */
const ways: readonly (readonly [string, ResolveItem, Readonly<Record<string, string>>, string, CallName, CallReply<CallName>, string])[] = [
  [
    'It exists',
    entry('booking-unknown'),
    { 'Order number: scan or type it': '9001' },
    'F7',
    'settleExists',
    unknown,
    'ORD-48219 is booked as 9001 and not bought again. No label prints.',
  ],
  [
    'It exists, and its label prints',
    entry('booking-unknown'),
    { 'Order number: scan or type it': '9001' },
    'F7',
    'settleExists',
    { ...unknown, jobs: [job(unknown.id, 'queued')] },
    'ORD-48219 is booked as 9001 and not bought again. Its label prints now.',
  ],
  [
    'It was not booked',
    entry('booking-unknown'),
    { Reason: 'Looked' },
    'Delete',
    'settleNotBooked',
    unknown,
    'ORD-48219 counts as not booked. It can be shipped: scan it.',
  ],
  [
    'The driver is ordered',
    entry('pickup-unknown'),
    { 'Collection number: scan or type it': 'U-1' },
    'F7',
    'settlePickup',
    pickupOf(),
    'UPS is coming: collection U-1',
  ],
  [
    'No driver is ordered',
    entry('pickup-unknown'),
    { Reason: 'Looked' },
    'Delete',
    'settlePickup',
    pickupOf(),
    'No driver of UPS is ordered. The parcels wait again.',
  ],
  ['It came out', entry('print-unconfirmed'), {}, 'F10', 'settlePrint', printUnknown, 'The label of ORD-48198 came out.'],
  [
    'Print it again',
    entry('print-unconfirmed'),
    {},
    'F8',
    'settlePrint',
    printUnknown,
    'The label of ORD-48198 goes to the printer again.',
  ],
  ['It is right', entry('label-doubtful'), {}, 'F10', 'confirmLabel', {}, 'The label of ORD-48198 is right: it goes to the printer.'],
  ['Hold it back', entry('label-doubtful'), {}, 'Q', 'confirmLabel', {}, 'The label of ORD-48198 is held back. Nothing is printed.'],
  ['It arrived', entry('upload-open'), {}, 'F10', 'settleUpload', uploadOf(), 'The documents of ORD-48204 arrived.'],
  ['Send it again', entry('upload-open'), {}, 'Delete', 'settleUpload', uploadOf(), 'The documents of ORD-48204 are sent again.'],
  ['Dismiss the row', entry('row-unreadable'), {}, 'Delete', 'dismissRow', {}, 'The row of ORD-48240 is dismissed.'],
  ['Close it', entry('webhook-not-understood'), {}, 'F10', 'dismissDelivery', {}, 'The delivery is closed.'],
  ['Close all 4', entry('webhook-not-understood'), {}, 'Delete', 'dismissDelivery', {}, 'All 4 deliveries are closed.'],
  ['Mark as done', entry('paper-due'), {}, 'Delete', 'closePaper', {}, 'The documents of GLS are marked as done.'],
  [
    'Everything was checked',
    entry('journal-restored'),
    { Reason: 'Compared' },
    'Delete',
    'settleRestored',
    {},
    'Everything was checked. Packbench no longer asks.',
  ],
];

function pickupOf(): CallReply<'settlePickup'> {
  const found = toResolve.find((item) => item.kind === 'pickup-unknown');
  if (found?.kind !== 'pickup-unknown') throw new Error('no pickup');
  return found.pickup;
}
function uploadOf(): CallReply<'settleUpload'> {
  const found = toResolve.find((item) => item.kind === 'upload-open');
  if (found?.kind !== 'upload-open') throw new Error('no upload');
  return found.upload;
}

test.each(ways)('%s: the band shows the decision', async (_way, item, typed, key, call, reply, message) => {
  const { press, fill, asked, left } = await resolve([item, entry('put-aside')], { [call]: ok(reply) });
  if (framed()?.startsWith('ORD-48209')) await press('ArrowDown');
  if (key === 'Delete' && call !== 'settleRestored') await unfold();
  for (const [label, value] of Object.entries(typed)) fill(label, value);
  await press(key);
  expect(asked(call)).toHaveLength(1);
  left([entry('put-aside')]);
  await reads('One more is open.');
  expect(band()).toBe(`DONE ${message}`);
});

test('an entry closed by another bench or the service only shows that it is closed', async () => {
  const { left } = await resolve([entry('upload-open'), entry('put-aside')]);
  left([entry('put-aside')]);
  await reads('One more is open.');
  expect(band()).toBe('DONE It is already settled');
});

test('a second open label of a shipment does not replace the one that was closed', async () => {
  const labels = [1, 2].map(
    (piece): ResolveItem => ({ kind: 'print-unconfirmed', job: { ...printUnknown, id: `job-${piece}`, piece }, booking: second }),
  );
  const { press, asked, left } = await resolve(labels, { settlePrint: ok(printUnknown) });
  await press('F8');
  left(labels.slice(1));
  await reads('One more is open.');
  await press('F8');
  expect(asked('settlePrint')).toEqual([{ jobId: 'job-1', cameOut: false, isGone: false }]);
});

test('a doubtful label of an adopted booking waits for a new Enter', async () => {
  const asks: ResolveItem = {
    kind: 'label-doubtful',
    booking: { ...unknown, state: 'booked', orderNo: '9001', verdict: { kind: 'cannot-compare', why: 'A picture.' } },
  };
  const { press, fill, asked, left } = await resolve([entry('booking-unknown'), entry('put-aside')], { settleExists: ok(unknown) });
  fill('Order number: scan or type it', '9001');
  await press('F7');
  left([entry('put-aside'), asks]);
  await reads('more are open.');
  await press('F7');
  expect(asked('confirmLabel')).toEqual([]);
  await press('Enter');
  expect(framed()).toBe('Nobody has confirmed the label of ORD-48219 yet.');
});

test('a label that never arrived is not called right, and its format is named', async () => {
  const link = 'https://labels.example/1.pdf';
  const booking = { ...second, verdict: null, jobs: [] };
  const { press, asked, left } = await resolve(
    [{ kind: 'label-doubtful', booking, missing: { instead: { form: 'link', begins: link } } }, entry('put-aside')],
    { confirmLabel: ok({}) },
  );
  await reads(`The service sent a link instead of the label. Packbench never opens links: ${link}`);
  expect(framed()).toBe(`No label came for ${booking.orderKey}.`);
  expect(buttons().some((name) => /It is right|Hold it back/.test(name))).toBe(false);
  expect(buttons().some((name) => name.includes('Choose a label file'))).toBe(true);
  await press('F7');
  expect(asked('confirmLabel')).toEqual([{ bookingId: booking.id, isRight: true }]);
  left([entry('put-aside')]);
  await reads('One more is open.');
  expect(band()).toBe(`DONE The label of ${booking.orderKey} came and goes to the printer.`);
});

test('a booking on its way whose answer does not come is asked about in its place', async () => {
  const { left } = await resolve([{ kind: 'booking-on-its-way', booking: { ...unknown, state: 'sending' } }, entry('put-aside')]);
  expect(framed()).toBe('The answer for ORD-48219 is still on its way.');
  left([entry('put-aside'), entry('booking-unknown')]);
  await reads('no clear answer to the booking of ORD-48219');
  expect(framed()).toContain('ORD-48219');
});

test('a row is corrected in Orders', async () => {
  const { press, state } = await resolve([entry('row-unreadable')]);
  await press('E');
  expect(state.shown.getState()).toMatchObject({ screen: 'orders', rowToCorrect: 'r-17' });
});

test('a parcel that was put aside can be taken up again', async () => {
  const { press, asked } = await resolve([entry('put-aside')]);
  await press('F10');
  expect(asked('takeUp')).toEqual([{ bookingId: 'b-ORD-48209' }]);
});

test('the label of another order has no way to be printed', async () => {
  mount(<ResolveScreen />, sceneOf('resolve-label-of-another'));
  await reads('The label of another order came for ORD-48213');
  expect(buttons().some((name) => /print it/.test(name))).toBe(false);
  expect(page()).toContain('Łukasz Wójcik');
});

test('an entry that cannot be read is closed only with a reason', async () => {
  const { press, fill, asked } = await resolve([{ kind: 'item-unreadable', of: 'booking-unknown', id: 'b-1', ref: 'K7Q2' }]);
  await unfold();
  await press('Delete');
  expect(asked('closeUnreadable')).toEqual([]);
  fill('Reason', 'Looked in the account');
  await press('Delete');
  expect(asked('closeUnreadable')).toEqual([{ of: 'booking-unknown', id: 'b-1', reason: 'Looked in the account', pin: '' }]);
});

test('a refusal stays on the entry, with the next step', async () => {
  const { press } = await resolve([entry('upload-open')], { settleUpload: failed(failure('service-unreachable')) });
  await press('F10');
  await reads('Reference K7Q2');
});
