import { describe, expect, test } from 'vitest';
import type { ContextParts } from '../../electron/bench/context-parts.ts';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import { failed, ok } from '../../shared/result.ts';
import { lineOf, liveDrawnDays } from './drawn-days.ts';
import type { Spoil } from './small-world.ts';

const days = Number(process.env['ANSWER_DAYS'] ?? 30);
// The same days each time: the run of 2,000 looks for new failures.
const seed = process.env['ANSWER_SEED'] ?? '4711';

test(`${days} days with strange answers double, lose and confuse nothing (seed ${seed})`, async () => {
  const lived = await liveDrawnDays(days, seed);
  expect(lived.findings).toEqual([]);
  expect(lineOf(lived)).toBe(`days=${days} doubled=0 lost=0 wrong_service=0 false_done=0 dead_ends=0 untrue=0`);
  // Days without activity prove nothing. The run of 2,000 checks that each kind occurs.
  expect(lived.bookings).toBeGreaterThanOrEqual(4 * days);
  expect(lived.sheets).toBeGreaterThan(3 * days);
  expect([...lived.met.values()].filter((times) => times > 0).length).toBeGreaterThan(0.7 * lived.met.size);
});

const withCourier =
  (change: (courier: Courier) => Partial<Courier>): Spoil =>
  (parts) => ({ ...parts, courier: { ...parts.courier, ...change(parts.courier) } });
const withParts =
  (change: (parts: ContextParts) => Partial<ContextParts>): Spoil =>
  (parts) => ({ ...parts, ...change(parts) });
const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);
const wordIn = (body: Uint8Array, name: string): string | undefined => new RegExp(`"${name}":"?([^",}]+)`).exec(textOf(body))?.[1];

/** `first`: a day of this seed that shows the failure. If the drawing of days changes, a later day shows it. */
const spoils: Record<string, { readonly first?: number; readonly spoil: Spoil; readonly breaks: RegExp }> = {
  'sends every booking twice': {
    spoil: withCourier((courier) => ({
      async sendOnce(request, until) {
        await courier.sendOnce(request, until);
        return courier.sendOnce(request, until);
      },
    })),
    breaks: /^doubled: an order is booked 2 times/,
  },
  'prints each sheet twice': {
    spoil: withParts(({ printers }) => ({
      printers: {
        ...printers,
        async print(...asked) {
          await printers.print(...asked);
          return printers.print(...asked);
        },
      },
    })),
    breaks: /^doubled: a label came out 2 times/,
  },
  'takes a word beside errors for a refusal': {
    first: 9,
    spoil: withCourier((courier) => ({
      readShip(answer) {
        const meaning = courier.readShip(answer);
        const isWord = meaning.is === 'unknown' && wordIn(answer.body, 'order_no') !== undefined;
        return isWord ? { is: 'rejected', messages: ['no'] } : meaning;
      },
    })),
    breaks: /^(lost: a booking of the service is|doubled: an order is booked)/,
  },
  'calls printed what never came out': {
    spoil: withParts(({ printers }) => ({
      printers: {
        ...printers,
        async print(printer, _sheet, _title, aboutToSend) {
          aboutToSend({ address: printer.address, count: null, labels: 1 });
          return { is: 'printed', detail: '' };
        },
      },
    })),
    breaks: /^lost: a right label never came out/,
  },
  'passes over an offer whose price it cannot read': {
    first: 5,
    spoil: withCourier((courier) => ({
      async quote(shipment, ...waits) {
        const asked = await courier.quote(shipment, ...waits);
        return asked.ok ? ok({ services: asked.value.services, messages: asked.value.messages }) : asked;
      },
    })),
    breaks: /^wrong_service: a rule bought .*, the cheapest is 652/,
  },
  'buys another service of the same keys than the one picked': {
    first: 1,
    spoil: withCourier((courier) => {
      let offered: readonly { readonly serviceId: string; readonly courierKey: string; readonly serviceKey: string }[] = [];
      return {
        async quote(...asked) {
          const quoted = await courier.quote(...asked);
          if (quoted.ok) offered = quoted.value.services;
          return quoted;
        },
        shipRequest(service, ...rest) {
          const last = offered.findLast((each) => each.courierKey === service.courierKey && each.serviceKey === service.serviceKey);
          return courier.shipRequest({ ...service, serviceId: last?.serviceId ?? service.serviceId }, ...rest);
        },
      };
    }),
    breaks: /^wrong_service: /,
  },
  'takes a word for an order number': {
    first: 5,
    spoil: withCourier((courier) => ({
      readShip(answer) {
        const meaning = courier.readShip(answer);
        const word = wordIn(answer.body, 'order_no');
        if (meaning.is !== 'unknown' || word === undefined) return meaning;
        return { is: 'booked', orderNo: word, consignmentNo: '', label: null, remarks: null, trackingNos: [], warnings: [] };
      },
    })),
    breaks: /^false_done: (shown as shipped|written down as booked)/,
  },
  'takes a word for a collection number': {
    spoil: withCourier((courier) => ({
      readPickup(answer) {
        const word = wordIn(answer.body, 'collection_no');
        return word === undefined ? courier.readPickup(answer) : { is: 'booked', collectionNo: word, manifest: null, warnings: [] };
      },
    })),
    breaks: /^false_done: no driver comes/,
  },
  'finds every label fitting': {
    first: 19,
    spoil: withParts(({ paper }) => ({ paper: { ...paper, compare: async () => ({ kind: 'match' }) } })),
    breaks: /^false_done: a wrong label came out/,
  },
  'ends a pause only if a known order is tracked': {
    first: 37,
    spoil: withCourier(() => ({ check: async () => failed({ code: 'service-refused', ref: 'R', detail: 'order not found' }) })),
    breaks: /^dead_ends: a pause cannot be ended: service-refused/,
  },
  'takes no label from a file': {
    first: 23,
    spoil: withParts(({ paper }) => ({
      paper: { ...paper, labelIn: async () => failed({ code: 'label-unreadable', ref: 'R', detail: '' }) },
    })),
    breaks: /^dead_ends: not to be settled: label-doubtful: label-unreadable/,
  },
  'calls a busy service unreachable': {
    first: 3,
    spoil: withCourier((courier) => ({
      async quote(...asked) {
        const quoted = await courier.quote(...asked);
        return !quoted.ok && quoted.failure.code === 'service-busy'
          ? failed({ code: 'service-unreachable', ref: 'R', detail: '' })
          : quoted;
      },
    })),
    breaks: /^untrue: service-unreachable after .*429/,
  },
};

describe('the days detect a program that', () => {
  test.each(Object.entries(spoils))('%s', async (_what, { first = 0, spoil, breaks }) => {
    const { findings } = await liveDrawnDays(200, 'wrong', { spoil, first, untilRed: true });
    expect(findings.map(({ counter, what }) => `${counter}: ${what}`)).toContainEqual(expect.stringMatching(breaks));
  });
});
