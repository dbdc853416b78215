import { beforeEach, describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../electron/bench/ports/journal/events.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { prepareOrders } from '../../electron/journal/prepare-orders.ts';
import type { BookingState } from '../../shared/booking.ts';
import { listsOfParcels } from '../../shared/lists.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { anOrder, answer, aPoint, booked, bringTo, bytes, extras, label, quote, roads, sender, service, steps } from './samples.ts';
import { newFile, openJournalAt } from './temporary-journal.ts';

// The bench's expectations of its journal, call by call.

const open = (): Journal => openJournalAt(newFile());
let journal: Journal;
beforeEach(() => {
  journal = open();
});

const key = (text: string) => orderKeySchema.parse(text);
const everything = { search: '', offset: 0, limit: 100 };

const pickupOf = (id: string, bookingIds: string[]) => ({
  id,
  courierKey: 'dhl',
  courierName: 'DHL',
  date: '2026-11-24',
  readyTime: '16:00',
  closingTime: '17:30',
  instructions: 'ring twice',
  dropOffPoint: null,
  bookingIds,
});

describe('orders', () => {
  test('takes new orders, leaves known ones alone and lists the newest first', () => {
    expect(journal.takeOrders([anOrder('ORD-1'), anOrder('ORD-2')], [])).toEqual({ taken: 2, unchanged: 0 });
    expect(journal.takeOrders([anOrder('ORD-1'), anOrder('ORD-3')], [])).toEqual({ taken: 1, unchanged: 1 });
    const { total, rows } = journal.orders(everything);
    expect(total).toBe(3);
    expect(rows.map(({ order }) => order.key)).toEqual(['ORD-3', 'ORD-2', 'ORD-1']);
    expect(rows[0]?.booking).toBeNull();
    expect(journal.order(key('ORD-2'))).toEqual(anOrder('ORD-2'));
    expect(journal.order(key('ORD-9'))).toBeUndefined();
  });

  test('takes a changed order until something was bought for it', () => {
    journal.takeOrders([anOrder('ORD-1')], []);
    expect(journal.takeOrders([anOrder('ORD-1', { city: 'Akureyri' })], []).taken).toBe(1);
    expect(journal.order(key('ORD-1'))?.recipient.city).toBe('Akureyri');
    bringTo(journal, 'intent');
    expect(journal.takeOrders([anOrder('ORD-1', { city: 'Selfoss' })], [])).toEqual({ taken: 0, unchanged: 1 });
    expect(journal.order(key('ORD-1'))?.recipient.city).toBe('Akureyri');
  });

  test('keeps the edits of the packer when the same file is imported again', () => {
    journal.takeOrders([anOrder('ORD-1', { phone: '' })], []);
    journal.saveOrder(anOrder('ORD-1', { phone: '12345' }));
    expect(journal.takeOrders([anOrder('ORD-1', { phone: '' })], []).taken).toBe(0);
    expect(journal.order(key('ORD-1'))?.recipient.phone).toBe('12345');
  });

  test('keeps it even if a file of another name holds the same orders', () => {
    journal.takeOrders([anOrder('ORD-1', { phone: '' }), anOrder('ORD-2')], []);
    journal.saveOrder(anOrder('ORD-1', { phone: '12345' }));
    const again = [anOrder('ORD-1', { phone: '' }), anOrder('ORD-2')].map((order) => ({ ...order, source: 'again.csv' }));
    expect(journal.takeOrders(again, [])).toEqual({ taken: 0, unchanged: 2 });
    expect(journal.order(key('ORD-1'))?.recipient.phone).toBe('12345');
    expect(journal.takeOrders([{ ...anOrder('ORD-1', { phone: '99' }), source: 'again.csv' }], []).taken).toBe(1);
  });

  test('searches key, name, company, city, country and reference whatever the case', () => {
    journal.takeOrders([anOrder('ORD-1'), anOrder('ORD-2', { name: 'Bo Ek', company: '', city: 'Lund', country: 'SE' })], []);
    const found = (search: string) => journal.orders({ ...everything, search }).rows.map(({ order }) => order.key);
    for (const search of ['ord-1', 'CANARYS', 'norðurljós', 'reykjavík', 'ref ord-1']) expect(found(search)).toEqual(['ORD-1']);
    expect(found('se')).toEqual(['ORD-2']);
    expect(found('nobody')).toEqual([]);
    journal.saveOrder(anOrder('ORD-1', { city: 'Vík' }));
    expect(found('vík')).toEqual(['ORD-1']);
  });

  test('finds open orders by the code of an item, but no shipped ones', () => {
    const line = (sku: string) => ({ name: 'mug', sku, quantity: 1, price: null });
    const coded = { ...line(''), barcodes: ['5-012345-678900', 'OWN 7'] };
    journal.takeOrders([{ ...anOrder('ORD-1'), lines: [line('HK-MUG/01'), line('4006381333931'), coded] }, anOrder('ORD-2')], []);
    const found = (code: string) => journal.ordersWithItem(code).map((order) => order.key);
    expect([found('05012345678900'), found('OWN7')], 'by its own bar codes').toEqual([['ORD-1'], ['ORD-1']]);
    expect([found('HKMUG01'), found('04006381333931'), found('HKMUG0'), found('HK-MUG/01')]).toEqual([['ORD-1'], ['ORD-1'], [], []]);
    expect(journal.orders({ ...everything, search: 'hkmug01' }).total, 'a search does not find it').toBe(0);
    journal.saveOrder({ ...anOrder('ORD-1'), lines: [line('HK-MUG/02')] });
    expect([found('HKMUG01'), found('HKMUG02')]).toEqual([[], ['ORD-1']]);
    bringTo(journal, 'booked');
    expect(found('HKMUG02')).toEqual([]);
  });

  test('finds the other orders to ship at an address, the oldest first, until each is shipped or held', () => {
    const elsewhere = { houseNumber: '13b' };
    journal.takeOrders(
      [anOrder('ORD-1'), anOrder('ORD-2', elsewhere), anOrder('ORD-3', { name: 'L. Canarysdottir', street: 'LAUGAVEG.' })],
      [],
    );
    const barred = { ...anOrder('ORD-4'), hold: 'cancelled' as const };
    journal.takeOrders([barred, anOrder('ord-3'), anOrder('ORD-5')], []);
    const found = (of: string) => journal.openOrdersAt(anOrder(of)).map(({ order }) => order.key);
    expect(found('ORD-9'), 'with the other spelling of one number').toEqual(['ORD-1', 'ORD-3', 'ord-3', 'ORD-5']);
    expect([found('ORD-1'), found('ORD-3')]).toEqual([
      ['ORD-3', 'ord-3', 'ORD-5'],
      ['ORD-1', 'ORD-5'],
    ]);
    expect(journal.openOrdersAt(anOrder('ORD-9'))[0]?.since).toMatch(/^\d{4}-\d\d-\d\dT/);
    journal.holdOrder(key('ORD-5'), 'gift', 'Ana');
    bringTo(journal, 'intent');
    expect(found('ORD-9')).toEqual(['ORD-3', 'ord-3']);
    journal.saveOrder(anOrder('ORD-3', elsewhere));
    journal.deleteOrder(key('ord-3'), 'Ana');
    expect(found('ORD-9')).toEqual([]);
    expect(journal.openOrdersAt(anOrder('ORD-9', { street: '' })), 'an address that cannot be compared').toEqual([]);
  });

  test('finds orders at an address that came in a file of many, and reads at most 50 of them', () => {
    const orders = Array.from({ length: 80 }, (_each, at) => anOrder(`N-${at}`, { houseNumber: at < 20 ? `12${at}` : '12' }));
    journal.takeOrders(orders, []);
    expect(journal.openOrdersAt(anOrder('ORD-9', { houseNumber: '127' })).map(({ order }) => order.key)).toEqual(['N-7']);
    expect(journal.openOrdersAt(anOrder('ORD-9')).map(({ order }) => order.key)).toEqual(
      Array.from({ length: 50 }, (_each, at) => `N-${at + 20}`),
    );
  });

  test('finds the items of many orders that arrived together', () => {
    const orders = Array.from({ length: 40 }, (_each, at) => ({
      ...anOrder(`N-${at}`),
      lines: [{ name: 'mug', sku: `LONG-ITEM-CODE-NUMBER-${at}`, quantity: 1, price: null }],
    }));
    journal.takeOrders(orders, []);
    for (const at of [0, 7, 39])
      expect(
        journal.ordersWithItem(`LONGITEMCODENUMBER${at}`).map((order) => order.key),
        String(at),
      ).toEqual([`N-${at}`]);
  });

  test('finds orders of one piece by each code of their item, the oldest first, until each is shipped or held', () => {
    const line = (sku: string, quantity = 1) => ({ name: 'mug', sku, quantity, price: null, barcodes: [`EAN-${sku}`] });
    const of = (name: string, ...lines: ReturnType<typeof line>[]) => ({ ...anOrder(name), lines });
    journal.takeOrders([of('ORD-1', line('MUG')), of('ORD-2', line('MUG', 2)), of('ORD-3', line('MUG'), line('CUP'))], []);
    const many = Array.from({ length: 40 }, (_each, at) => of(`N-${at}`, line(at % 2 === 0 ? 'MUG' : 'LONG-CODE-OF-A-CUP')));
    journal.takeOrders(many, []);
    const found = (code: string, after = 0, limit = 3) => journal.ordersOfOnePiece([code], { after, limit });
    const keys = (orders: ReturnType<typeof found>) => orders.map(({ order }) => order.key);
    const first = found('EANMUG');
    expect([keys(first), keys(found('MUG', first.at(-1)?.sequence))]).toEqual([
      ['ORD-1', 'N-0', 'N-2'],
      ['N-4', 'N-6', 'N-8'],
    ]);
    expect([keys(found('LONGCODEOFACUP', 0, 1)), keys(found('CUP')), journal.ordersOfOnePiece([], { after: 0, limit: 3 })]).toEqual([
      ['N-1'],
      [],
      [],
    ]);
    expect(keys(journal.ordersOfOnePiece(['CUP', 'LONGCODEOFACUP', 'MUG'], { after: 0, limit: 4 }))).toEqual([
      'ORD-1',
      'N-0',
      'N-1',
      'N-2',
    ]);
    expect(journal.orders({ ...everything, search: 'eanmug' }).total, 'a search does not find it').toBe(0);
    bringTo(journal, 'booked');
    journal.holdOrder(key('N-0'), 'gift', 'Ana');
    expect(keys(found('MUG'))).toEqual(['N-2', 'N-4', 'N-6']);
  });

  test('finds products by their present bar codes until they are forgotten', () => {
    const mug = { sku: 'Mug', name: '', barcodes: ['036000291452'] };
    journal.takeProducts([mug, { ...mug, sku: 'Cup', barcodes: ['OWN 7'] }]);
    const found = (code: string) => journal.productsWithCode([code]).map(({ sku }) => sku);
    expect([found('00036000291452'), found('OWN7'), found('OWN 7')]).toEqual([['Mug'], ['Cup'], []]);
    journal.takeProducts([{ ...mug, barcodes: ['OWN 7'] }]);
    expect([found('00036000291452'), found('OWN7')]).toEqual([[], ['Cup', 'Mug']]);
    journal.forgetProducts();
    expect(found('OWN7')).toEqual([]);
  });

  test('returns a page of search results and their total', () => {
    journal.takeOrders(
      Array.from({ length: 7 }, (_, index) => anOrder(`ORD-${index}`)),
      [],
    );
    const page = journal.orders({ search: 'ORD-', offset: 5, limit: 5 });
    expect(page.total).toBe(7);
    expect(page.rows.map(({ order }) => order.key)).toEqual(['ORD-1', 'ORD-0']);
  });

  test('keeps row problems once until they are dismissed', () => {
    const problem = { file: 'orders.csv', line: 3, orderKey: '', reason: { code: 'order-number-missing' } as const, row: 'Liv;;' };
    journal.takeOrders([], [problem, problem]);
    journal.takeOrders([], [problem]);
    const [kept, ...rest] = journal.rowProblems();
    expect(rest).toEqual([]);
    expect(kept?.problem).toEqual(problem);
    journal.dismissRow(kept?.id ?? '');
    expect(journal.rowProblems()).toEqual([]);
  });

  test('keeps a row with one reason once, whatever the order of its values', () => {
    const row = { file: 'orders.csv', line: 3, orderKey: 'A-1', row: 'A-1;5' };
    const values = { column: 'value', written: '5' };
    journal.takeOrders([], [{ ...row, reason: { code: 'amount-without-currency', ...values } }]);
    journal.takeOrders([], [{ ...row, reason: { ...values, code: 'amount-without-currency' } }]);
    expect(journal.rowProblems()).toHaveLength(1);
  });
});

describe('bookings', () => {
  test('a double draft is the same booking', () => {
    const first = journal.draft(anOrder('ORD-1'), 'Ana');
    const second = journal.draft(anOrder('ORD-1'), 'Ben');
    expect(second.id).toBe(first.id);
    expect(second.packer).toBe('Ben');
    expect(journal.bookings({ ...everything, states: ['draft'] }).total).toBe(1);
  });

  test.each(['intent', 'sending', 'answered', 'unknown', 'booked'] as const)('makes no draft beside a booking that is %s', (state) => {
    const id = bringTo(journal, state);
    expect(journal.draft(anOrder('ORD-1'), 'Ana')).toMatchObject({ id, state });
  });

  test.each(['rejected', 'released'] as const)('a booking that was %s arms exactly one new attempt', (state) => {
    const old = bringTo(journal, state);
    const first = journal.draft(anOrder('ORD-1'), 'Ana');
    expect(first).toMatchObject({ state: 'draft', shipmentNo: 1 });
    expect(first.id).not.toBe(old);
    expect(journal.draft(anOrder('ORD-1'), 'Ana').id).toBe(first.id);
    expect(journal.booking(old)?.state).toBe(state);
  });

  test('the whole way to booked is read back to the last digit', () => {
    const id = bringTo(journal, 'booked');
    expect(journal.booking(id)).toMatchObject({
      state: 'booked',
      orderKey: 'ORD-1',
      packer: 'Ana',
      order: anOrder('ORD-1'),
      sender,
      service,
      extras,
      price: { minor: 845, currency: 'EUR' },
      orderNo: '4711 0815',
      consignmentNo: 'con 4711 0815',
      messages: ['late'],
      verdict: null,
      pickupId: null,
      jobs: [],
    });
    expect(journal.label(id)?.bytes).toEqual(label.bytes);
    expect(journal.remarks(id)).toBeUndefined();
    expect(journal.answer(id)).toMatchObject({ status: 200, contentType: 'application/json' });
    expect(journal.answer(id)?.body).toEqual(answer.body);
  });

  const calls: Record<string, { from: readonly BookingState[]; act: (journal: Journal, id: string) => void }> = {
    writeQuote: { from: ['draft', 'quoted'], act: (journal, id) => journal.writeQuote(id, anOrder('ORD-1'), quote) },
    writeIntent: { from: ['quoted'], act: (journal, id) => steps.intent?.(journal, id) },
    returnUnsent: { from: ['intent', 'sending'], act: (journal, id) => journal.returnUnsent(id, 'refused') },
    writeAnswer: { from: ['sending'], act: (journal, id) => journal.writeAnswer(id, answer) },
    writeUnknown: { from: ['sending', 'answered'], act: (journal, id) => journal.writeUnknown(id, 'silent') },
    writeRejected: { from: ['answered'], act: (journal, id) => journal.writeRejected(id, ['no']) },
    writeBooked: { from: ['answered', 'unknown'], act: (journal, id) => journal.writeBooked(id, booked('1')) },
    release: { from: ['unknown'], act: (journal, id) => journal.release(id, 'gone', 'Ana') },
  };
  const states = Object.keys(roads) as BookingState[];
  for (const [step, { from, act }] of Object.entries(calls)) {
    test(`${step} works from ${from.join(' and ')}, and throws from any other state without a change`, () => {
      for (const state of states) {
        const journal = open();
        const id = bringTo(journal, state);
        const before = journal.booking(id);
        if (from.includes(state)) {
          act(journal, id);
          continue;
        }
        expect(() => act(journal, id), `${step} from ${state}`).toThrow(/cannot become/);
        expect(journal.booking(id)).toEqual(before);
      }
    });
  }

  test('exactly one caller takes a booking for sending', () => {
    for (const state of states) {
      const journal = open();
      const id = bringTo(journal, state);
      expect([journal.takeForSending(id), journal.takeForSending(id)]).toEqual([state === 'intent', false]);
    }
  });

  test('a booking without an order number is no booking', () => {
    const id = bringTo(journal, 'answered');
    expect(() => journal.writeBooked(id, booked(' '))).toThrow(/order number/);
    expect(journal.booking(id)?.state).toBe('answered');
  });

  test('a second shipment needs a booked first one and gets the next number', () => {
    expect(() => journal.draftAgain(anOrder('ORD-1'), 'Ana', 'broken')).toThrow();
    const first = bringTo(journal, 'booked');
    const second = journal.draftAgain(anOrder('ORD-1'), 'Ana', 'broken');
    expect(second).toMatchObject({ shipmentNo: 2, state: 'draft' });
    expect(journal.draftAgain(anOrder('ORD-1'), 'Ana', 'broken').id).toBe(second.id);
    expect(journal.latestOf(key('ORD-1'))?.id).toBe(first);
    bringTo(journal, 'rejected', second);
    expect(journal.draft(anOrder('ORD-1'), 'Ana').id).toBe(first);
    expect(journal.draftAgain(anOrder('ORD-1'), 'Ana', 'broken')).toMatchObject({ shipmentNo: 2, state: 'draft' });
  });

  test('an unknown first shipment allows no second one', () => {
    bringTo(journal, 'unknown');
    expect(() => journal.draftAgain(anOrder('ORD-1'), 'Ana', 'broken')).toThrow();
  });

  test('is found by order, consignment and tracking number and by its key, ignoring blanks and case', () => {
    const id = bringTo(journal, 'booked');
    const item = { itemNo: '1', status: 'In transit', trackingNo: 'jd01 4600', link: '', events: [] };
    journal.writeTracking(id, {
      orderNo: '4711 0815',
      status: 'In transit',
      consignmentNo: '',
      courierKey: 'dhl',
      courierName: 'DHL',
      serviceKey: '',
      serviceName: '',
      items: [item],
    });
    for (const number of ['47110815', 'CON 47110815', 'JD014600', ' jd01 4600 ', 'TRK 47110815', 'ord-1'])
      expect(journal.findBooking(number)?.id).toBe(id);
    expect(journal.findBooking('0000')).toBeUndefined();
    expect(journal.booking(id)?.trackingNos).toEqual(['jd01 4600', 'trk 4711 0815']);
  });

  test('finds the holders of a number by its kind', () => {
    const first = bringTo(journal, 'booked');
    const second = bringTo(journal, 'unknown', journal.draft(anOrder('47110815'), 'Ana'));
    expect(journal.findBooking('4711 0815')?.id).toBe(second);
    const ids = (...asked: Parameters<Journal['holdersOf']>) => journal.holdersOf(...asked).map(({ id }) => id);
    expect(ids('4711 0815', ['order'])).toEqual([first]);
    expect(ids('4711 0815', ['consignment', 'tracking'])).toEqual([]);
    expect(ids('con 47110815', ['consignment', 'tracking'])).toEqual([first]);
    journal.writeBooked(second, booked('47110815'));
    expect(ids('4711 0815', ['order'])).toEqual([second, first]);
    expect(ids('CON47110815', ['consignment'])).toEqual([second, first]);
  });

  test('lists bookings of the states asked for, newest first, with a search', () => {
    const first = bringTo(journal, 'booked');
    const second = bringTo(journal, 'unknown', journal.draft(anOrder('ORD-2'), 'Ana'));
    expect(journal.bookings({ ...everything, states: ['booked', 'unknown'] }).rows.map(({ id }) => id)).toEqual([second, first]);
    expect(journal.bookings({ ...everything, states: [] }).total).toBe(0);
    expect(journal.bookingsInState(['booked', 'unknown']).map(({ id }) => id)).toEqual([first, second]);
    expect(journal.bookingsInState(['rejected'])).toEqual([]);
    expect(journal.bookings({ ...everything, states: ['booked'], search: '4711' }).rows.map(({ id }) => id)).toEqual([first]);
    expect(journal.bookings({ ...everything, states: ['booked'], search: 'nobody' }).total).toBe(0);
  });

  test('keeps the newest unreadable answer of each operation', () => {
    expect(journal.unread('quote')).toBeUndefined();
    journal.keepUnread('quote', 'R1', answer);
    journal.keepUnread('quote', 'R2', { ...answer, status: 502 });
    journal.keepUnread('track', 'R3', answer);
    expect(journal.unread('quote')).toEqual({ ref: 'R2', answer: { ...answer, status: 502 } });
    expect(journal.unread('track')).toEqual({ ref: 'R3', answer });
  });

  test('keeps verdict and parcel marks', () => {
    const id = bringTo(journal, 'booked');
    journal.writeVerdict(id, { kind: 'other', found: ['Bo Ek'] }, null);
    journal.writeOnParcel(id);
    expect(journal.booking(id)?.verdict).toEqual({ kind: 'other', found: ['Bo Ek'] });
    expect(journal.booking(id)?.onParcelAt).not.toBeNull();
    expect(() => journal.writeOnParcel('nothing')).toThrow();
  });

  test('lists bookings that are put aside until they are taken up or shipped', () => {
    const { id } = journal.draft(anOrder('ORD-1'), 'Ana');
    const listed = () => journal.parkedBookings().map((booking) => booking.id);
    journal.park(id, true);
    expect(listed()).toEqual([id]);
    journal.park(id, false);
    expect(listed()).toEqual([]);
    const other = journal.draft(anOrder('ORD-2'), 'Ana');
    journal.park(other.id, true);
    bringTo(journal, 'booked', other);
    expect(listed()).toEqual([]);
  });

  test('a label set aside is neither waited for nor collected any more', () => {
    const id = bringTo(journal, 'booked');
    expect(journal.bookedWithoutLabelJob().map((booking) => booking.id)).toEqual([id]);
    expect(journal.isLabelClosed(id)).toBe(false);
    journal.closeLabel(id, 'The service was told', 'Ana');
    expect(journal.isLabelClosed(id)).toBe(true);
    expect(journal.bookedWithoutLabelJob()).toEqual([]);
    expect(journal.notHandedOver()).toEqual([]);
    expect(() => journal.closeLabel(journal.draft(anOrder('ORD-2'), 'Ana').id, 'No label', 'Ana')).toThrow();
  });

  test('counts the bookings between two instants', () => {
    const id = bringTo(journal, 'booked');
    bringTo(journal, 'unknown', journal.draft(anOrder('ORD-2'), 'Ana'));
    const { openedAt = '', changedAt = '' } = journal.booking(id) ?? {};
    const [opened, after] = [new Date(openedAt), new Date(Date.parse(changedAt) + 1)];
    expect(journal.bookedBetween(opened, after)).toBe(1);
    expect(journal.bookedBetween(after, new Date('2100-01-01'))).toBe(0);
    expect(journal.bookedBetween(new Date('2001-01-01'), opened)).toBe(0);
  });

  test('shows request and answer readable, papers cut short', () => {
    const id = bringTo(journal, 'sending');
    expect(journal.exchange(id)).toMatchObject({ sent: '{"action":"ship"}', answer: '' });
    const body = `{"order_no":"4711","label":"${'QUJD'.repeat(2000)}","errors":[]}`;
    journal.writeAnswer(id, { status: 502, contentType: 'text/html', body: bytes(body) });
    const { answer: shown, sentAt } = journal.exchange(id);
    expect(shown).toMatch(/^HTTP 502\ncontent-type: text\/html\n\n\{"order_no":"4711","label":"QUJD.*8000 characters\)","errors":\[\]\}$/);
    expect(sentAt).toMatch(/Z$/);
  });
});

describe('deliveries', () => {
  const delivery = { receivedAt: new Date('2026-11-21T09:00:00Z'), contentType: 'application/json', body: bytes('{"order_no":"7"}') };

  test('keeps a delivery with its bytes until it is closed', () => {
    expect(journal.lastDeliveryAt()).toBeUndefined();
    const id = journal.keepDelivery({ ...delivery, candidates: ['7'] });
    const second = journal.keepDelivery({ ...delivery, candidates: [] });
    expect(journal.deliveries('waiting').map((each) => each.id)).toEqual([id, second]);
    expect(journal.deliveries('waiting')[0]).toEqual({
      id,
      receivedAt: '2026-11-21T09:00:00.000Z',
      contentType: 'application/json',
      sizeBytes: 16,
      candidates: ['7'],
    });
    expect(journal.deliveryBody(id)).toEqual(delivery.body);
    expect(journal.lastDeliveryAt()).toBe('2026-11-21T09:00:00.000Z');
    journal.setDeliveryAside(second);
    expect(journal.deliveries('not-understood').map((each) => each.id)).toEqual([second]);
    expect(journal.closeDelivery(id, 'looked up')).toBe(true);
    expect(journal.closeDelivery(id, 'looked up')).toBe(false);
    expect(journal.deliveries('waiting')).toEqual([]);
    expect(journal.deliveryBody(id)).toBe('deleted');
  });
});

describe('print jobs', () => {
  const sheet = { format: 'ZPL', bytes: label.bytes } as const;
  const jobs = [1, 2].map((piece) => ({
    role: 'label' as const,
    printerId: 'label',
    title: `ORD-1 ${piece}`,
    piece,
    pieces: 2,
    copy: 0,
    sheet,
  }));

  test('come back in order, with their data, under their booking', () => {
    const bookingId = bringTo(journal, 'booked');
    const added = journal.addPrintJobs({ bookingId, pickupId: null }, jobs);
    expect(added.map(({ state, piece }) => [state, piece])).toEqual([
      ['queued', 1],
      ['queued', 2],
    ]);
    expect(journal.queuedJobs('label')).toEqual(added);
    expect(journal.queuedJobs('document')).toEqual([]);
    expect(journal.booking(bookingId)?.jobs).toEqual(added);
    expect(journal.jobSheet(added[0]?.id ?? '')?.bytes).toEqual(label.bytes);
  });

  test('keep their page of the label, and the dpi and paper size if known', () => {
    const made = { page: 3, dpi: 300, widthMm: 101.6, heightMm: 152.4 } as const;
    const added = journal.addPrintJobs({ bookingId: null, pickupId: null }, [...jobs.map((job) => ({ ...job, made })), ...jobs]);
    expect(added.map(({ id }) => journal.sheetMade(id))).toEqual([made, made, undefined, undefined]);
  });

  test('move to another printer while they wait, and stay if they are being sent', () => {
    const [first, second] = journal.addPrintJobs({ bookingId: null, pickupId: null }, jobs).map(({ id }) => id);
    const [third, sending] = journal
      .addPrintJobs(
        { bookingId: null, pickupId: null },
        jobs.map((job) => ({ ...job, printerId: 'spare' })),
      )
      .map(({ id }) => id);
    const waiting = (): (string | undefined)[] => journal.queuedJobs('spare').map(({ id }) => id);
    journal.moveJob(sending ?? '', ['queued'], 'sending', '');
    expect([journal.redirectJob(second ?? '', 'spare'), journal.redirectJob(second ?? '', 'spare')]).toEqual([true, false]);
    expect(waiting()).toEqual([second, third]);
    expect([first, second, sending].map((id) => journal.redirectBehind(id ?? '', 'spare'))).toEqual([true, true, false]);
    expect(waiting()).toEqual([third, first, second]);
    expect([journal.job(first ?? '')?.movedFrom, journal.job(second ?? '')?.movedFrom]).toEqual(['label', 'label']);
  });

  test('move by compare-and-set, and never away from printed', () => {
    const [job] = journal.addPrintJobs({ bookingId: null, pickupId: null }, jobs);
    const id = job?.id ?? '';
    expect([journal.moveJob(id, ['queued'], 'sending', ''), journal.moveJob(id, ['queued'], 'sending', '')]).toEqual([true, false]);
    expect(journal.moveJob(id, ['sending'], 'printed', 'reported so')).toBe(true);
    expect(journal.job(id)).toMatchObject({ state: 'printed', detail: 'reported so' });
    expect(() => journal.moveJob(id, ['printed'], 'queued', '')).toThrow();
    expect(journal.jobsInState(['printed']).map((each) => each.id)).toEqual([id]);
  });
});

describe('label codes', () => {
  test('name the bookings whose label carries them, once each', () => {
    const bookingId = bringTo(journal, 'booked');
    journal.writeLabelCodes(bookingId, ['PB0123456789', '42110435']);
    journal.writeLabelCodes(bookingId, ['PB0123456789']);
    expect(journal.labelCodeHolders('PB0123456789')).toEqual([bookingId]);
    expect(journal.labelCodeHolders('PB')).toEqual([]);
  });
});

describe('printer marks', () => {
  test('are kept with a sent job through every outcome, and removed if it is sent again', () => {
    const sheet = { format: 'ZPL', bytes: label.bytes } as const;
    const [job] = journal.addPrintJobs({ bookingId: null, pickupId: null }, [
      { role: 'label', printerId: 'label', title: 'ORD-1', piece: 1, pieces: 1, copy: 0, sheet },
    ]);
    const id = job?.id ?? '';
    const mark = { address: 'tcp://10.0.0.9:9100', count: 41, labels: 1, serial: '50J1' };
    expect(() => journal.writePrinterMark(id, mark)).toThrow();
    journal.moveJob(id, ['queued'], 'sending', '');
    expect(journal.printerMark(id)).toBeUndefined();
    journal.writePrinterMark(id, mark);
    expect(journal.printerMark(id)).toEqual(mark);
    journal.moveJob(id, ['sending'], 'print-unknown', '');
    expect(journal.printerMark(id)).toEqual(mark);
    journal.moveJob(id, ['print-unknown'], 'queued', '');
    journal.moveJob(id, ['queued'], 'sending', '');
    expect(journal.printerMark(id)).toBeUndefined();
    const { serial: _, ...mute } = mark;
    journal.writePrinterMark(id, { ...mute, count: null });
    expect(journal.printerMark(id)).toEqual({ ...mute, count: null });
  });
});

describe('commits', () => {
  test('a step that fails half-way changes nothing', () => {
    const sheet = { format: 'ZPL', bytes: label.bytes } as const;
    const job = { role: 'label' as const, printerId: 'label', title: '', piece: 1, pieces: 2, copy: 0, sheet };
    expect(() => journal.addPrintJobs({ bookingId: null, pickupId: null }, [job, { ...job, piece: 1.5 }])).toThrow();
    expect(journal.queuedJobs('label')).toEqual([]);
    const id = bringTo(journal, 'booked');
    expect(() => journal.openPickup(pickupOf('p1', [id, id]), bytes('{}'), 'twice')).toThrow();
    expect(journal.pickup('p1')).toBeUndefined();
    expect(journal.notHandedOver()).toHaveLength(1);
  });
});

describe('pickups', () => {
  test('a pickup reaches booked together with its parcels', () => {
    const bookingId = bringTo(journal, 'booked');
    expect(journal.notHandedOver().map(({ id }) => id)).toEqual([bookingId]);
    const opened = journal.openPickup(pickupOf('p1', [bookingId]), bytes('{"action":"pickup"}'), '');
    expect(opened).toMatchObject({ id: 'p1', state: 'intent', bookingIds: [bookingId], instructions: 'ring twice', manifestFormat: null });
    expect(journal.notHandedOver()).toEqual([]);
    expect([journal.takePickupForSending('p1'), journal.takePickupForSending('p1')]).toEqual([true, false]);
    journal.writePickupAnswer('p1', answer);
    journal.writePickupBooked('p1', { collectionNo: 'C-9', manifest: { format: 'PDF', bytes: bytes('%PDF') }, warnings: [] });
    journal.writeManifestOutcome('p1', 'printed');
    expect(journal.pickup('p1')).toMatchObject({ state: 'booked', collectionNo: 'C-9', manifestFormat: 'PDF', manifestOutcome: 'printed' });
    expect(journal.booking(bookingId)?.pickupId).toBe('p1');
    expect(journal.manifest('p1')?.bytes).toEqual(bytes('%PDF'));
    expect(journal.pickupAnswer('p1')?.body).toEqual(answer.body);
    expect(journal.exchange('p1').sent).toBe('{"action":"pickup"}');
  });

  test('a pickup whose parcels are dropped off keeps the drop-off point', () => {
    journal.openPickup({ ...pickupOf('p1', [bringTo(journal, 'booked')]), dropOffPoint: aPoint }, bytes('{}'), '');
    expect(journal.pickup('p1')?.dropOffPoint).toEqual(aPoint);
  });

  test('collecting the same parcels twice needs a reason until the first pickup ends', () => {
    const bookingId = bringTo(journal, 'booked');
    journal.openPickup(pickupOf('p1', [bookingId]), bytes('{}'), '');
    expect(() => journal.openPickup(pickupOf('p2', [bookingId]), bytes('{}'), '')).toThrow(/already/);
    expect(journal.pickup('p2')).toBeUndefined();
    journal.takePickupForSending('p1');
    journal.returnPickupUnsent('p1', 'refused');
    expect(journal.notHandedOver()).toHaveLength(1);
    journal.openPickup(pickupOf('p3', [bookingId]), bytes('{}'), '');
    journal.takePickupForSending('p3');
    journal.writePickupUnknown('p3', 'silent');
    expect(journal.notHandedOver()).toHaveLength(0);
    journal.openPickup(pickupOf('p4', [bookingId]), bytes('{}'), 'the driver did not come');
    journal.releasePickup('p3', 'not known there');
    expect(journal.pickups(9).map(({ id, state }) => [id, state])).toEqual([
      ['p4', 'intent'],
      ['p3', 'released'],
      ['p1', 'released'],
    ]);
    expect(journal.pickupsInState(['released'])).toHaveLength(2);
  });

  test('steps that do not fit its state throw an error', () => {
    journal.openPickup(pickupOf('p1', [bringTo(journal, 'booked')]), bytes('{}'), '');
    for (const act of [
      () => journal.writePickupAnswer('p1', answer),
      () => journal.writePickupUnknown('p1', ''),
      () => journal.writePickupRejected('p1', []),
      () => journal.writePickupBooked('p1', { collectionNo: 'C', manifest: null, warnings: [] }),
      () => journal.releasePickup('p1', ''),
    ])
      expect(act).toThrow(/cannot become/);
    expect(journal.pickup('p1')?.state).toBe('intent');
  });

  test('only booked parcels are fetched', () => {
    const draft = bringTo(journal, 'unknown');
    expect(() => journal.openPickup(pickupOf('p1', [draft]), bytes('{}'), '')).toThrow();
  });
});

describe('uploads, facts, history', () => {
  test('an upload is kept until it is accepted', () => {
    const bookingId = bringTo(journal, 'booked');
    const added = journal.addUpload(
      { bookingId, orderNo: '4711', documentType: 'Customs Invoice', name: 'invoice.pdf', mediaType: 'application/pdf' },
      bytes('%PDF'),
    );
    expect(journal.openUploads()).toEqual([added]);
    expect(journal.uploadsOf(bookingId)).toEqual([added]);
    expect(journal.uploadBytes(added.id)).toEqual(bytes('%PDF'));
    expect(journal.moveUpload(added.id, ['waiting'], 'sending', '', null)).toBe(true);
    expect(journal.moveUpload(added.id, ['waiting'], 'sending', '', null)).toBe(false);
    expect(journal.moveUpload(added.id, ['sending'], 'accepted', 'success', answer)).toBe(true);
    expect(journal.upload(added.id)).toMatchObject({ state: 'accepted', message: 'success' });
    expect(journal.openUploads()).toEqual([]);
  });

  test('facts are kept and replaced', () => {
    expect(journal.fact('proven')).toBeUndefined();
    journal.setFact('proven', 'no');
    journal.setFact('proven', 'yes');
    expect(journal.fact('proven')).toBe('yes');
    journal.record(null, 'started', '');
  });
});

describe('events', () => {
  const sheet = { format: 'ZPL', bytes: label.bytes } as const;
  const job = { role: 'label' as const, printerId: 'label', title: '', piece: 1, pieces: 1, copy: 0, sheet };
  const nowhere = { bookingId: null, pickupId: null };

  /** A journal, and the events of each of its commits from now on. */
  function commitsOf(journal: Journal): JournalEvent[][] {
    const commits: JournalEvent[][] = [];
    journal.subscribe((events) => void commits.push([...events]));
    return commits;
  }

  test('a commit publishes its events once, in order, with the changed lists last', () => {
    const journal = open();
    const bookingId = bringTo(journal, 'booked');
    const commits = commitsOf(journal);
    const [added] = journal.addPrintJobs({ bookingId, pickupId: null }, [job]);
    const jobId = added?.id ?? '';
    journal.soon(() => {
      journal.moveJob(jobId, ['queued'], 'sending', '');
      journal.moveJob(jobId, ['sending'], 'queued', '');
      journal.redirectJob(jobId, 'spare');
    });
    const lists = { is: 'lists-changed', lists: [...listsOfParcels] } as const;
    const queued = { is: 'print-job-queued', jobId, bookingId } as const;
    expect(commits).toEqual([
      [queued, lists],
      [{ is: 'print-job-moved', jobId, bookingId, isUnderWay: true }, queued, queued, lists],
    ]);
  });

  test('nothing is published before its commit is done', () => {
    const journal = open();
    const commits = commitsOf(journal);
    journal.soon(() => {
      journal.addPrintJobs(nowhere, [job]);
      expect(commits).toEqual([]);
    });
    expect(commits).toHaveLength(1);
  });

  test('a commit that is rolled back publishes nothing, and the next one only its own', () => {
    const journal = open();
    const commits = commitsOf(journal);
    const failing = (): void =>
      journal.soon(() => {
        journal.addPrintJobs(nowhere, [job]);
        throw new Error('half-way');
      });
    expect(failing).toThrow('half-way');
    expect(commits).toEqual([]);
    journal.setFact('proven', 'yes');
    expect(commits).toEqual([[{ is: 'lists-changed', lists: ['toResolve', 'setup'] }]]);
  });

  test('every move of a booking, its numbers and its papers are published', () => {
    const journal = open();
    const commits = commitsOf(journal);
    const bookingId = bringTo(journal, 'booked');
    const changes = (): number => commits.flat().filter((event) => event.is === 'booking-changed' && event.bookingId === bookingId).length;
    const moved = changes();
    expect(moved).toBe(roads.booked.length);
    journal.writeTracking(bookingId, { orderNo: '4711 0815', consignmentNo: '', status: 'on its way', items: [], events: [] } as never);
    journal.writePaperDue({ ownerId: bookingId, kind: 'remarks', why: '' });
    journal.closePaper(bookingId, 'remarks', 'printed');
    journal.closeLabel(bookingId, 'not needed', 'Ana');
    expect(changes() - moved).toBe(3);
  });

  test('the parts of a file name their lists with the last part', () => {
    const journal = open();
    const commits = commitsOf(journal);
    const take = (key: string, isLast: boolean) =>
      journal.takePrepared(prepareOrders([anOrder(key)]), [orderKeySchema.parse(key)], [], { since: Infinity, isLast });
    take('ORD-1', false);
    expect(commits).toEqual([]);
    take('ORD-2', true);
    expect(commits.flat()).toEqual([{ is: 'lists-changed', lists: ['orders'] }]);
  });
});
