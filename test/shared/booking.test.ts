import { expect, test } from 'vitest';
import { type Booking, furthestCopy, noExtras, truthOf } from '../../shared/booking.ts';
import type { PrintJobState } from '../../shared/printer.ts';
import { anOrder } from '../journal/samples.ts';

const order = anOrder('ORD-1');
const at = '2026-11-20T10:00:00.000Z';

/** A booked shipment whose labels are in these states: one list of pieces for each copy. */
const booked = (...copies: readonly (readonly PrintJobState[])[]): Booking => ({
  id: 'b1',
  orderKey: order.key,
  shipmentNo: 1,
  state: 'booked',
  packer: 'Zoë',
  openedAt: at,
  changedAt: at,
  order,
  sender: null,
  service: null,
  extras: noExtras,
  price: null,
  orderNo: '4711',
  consignmentNo: '',
  trackingNos: [],
  verdict: null,
  messages: [],
  onParcelAt: null,
  pickupId: null,
  otherAccount: null,
  papersDue: [],
  jobs: copies.flatMap((states, copy) =>
    states.map((state, index) => ({
      id: `${copy}-${index + 1}`,
      bookingId: 'b1',
      printerId: 'label',
      movedFrom: null,
      takenAt: null,
      pickupId: null,
      role: 'label' as const,
      title: 'Label',
      piece: index + 1,
      pieces: states.length,
      format: 'ZPL' as const,
      state,
      copy,
      detail: '',
      changedAt: at,
    })),
  ),
});

const idsOf = (booking: Booking): string[] => furthestCopy(booking).map((job) => job.id);

test('copy 0 failed, copy 1 printed: the screen shows the state of copy 1', () => {
  const booking = booked(['failed'], ['printed']);
  expect(truthOf(booking)).toBe(3);
  expect(idsOf(booking)).toEqual(['1-1']);
});

test('of equally advanced copies the first one counts, in whatever order the jobs come', () => {
  const booking = booked(['sent', 'sent'], ['sent', 'printed']);
  expect(truthOf(booking)).toBe(2);
  expect(idsOf({ ...booking, jobs: booking.jobs.toReversed() })).toEqual(['0-2', '0-1']);
});

test('pieces of two copies never make one whole copy', () => {
  const booking = booked(['printed', 'failed'], ['failed', 'printed']);
  expect(truthOf(booking)).toBe(1);
  expect(idsOf(booking)).toEqual(['0-1', '0-2']);
});

test('a booking without a label job counts as booked only', () => {
  expect(truthOf(booked())).toBe(1);
  expect(idsOf(booked())).toEqual([]);
});
