import { expect, test } from 'vitest';
import { createFail } from '../../electron/bench/context.ts';
import { kindsOf } from '../../electron/bench/exchange/kinds.ts';
import { createMembership } from '../../electron/bench/exchange/membership.ts';
import { pickupLocationOf } from '../../electron/bench/exchange/pickup-location.ts';
import { recoverUnanswered } from '../../electron/bench/exchange/recover.ts';
import { doubtAfterAbsence } from '../../electron/bench/exchange/restored.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Ledger, SharedLedger } from '../../electron/bench/ports/ledger.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import type { Attempt } from '../../shared/attempt.ts';
import { ok } from '../../shared/result.ts';
import { anOrder, answer, bytes, extras, quote, sender, service } from '../journal/samples.ts';
import { encryption, journalAt, newFile } from '../journal/temporary-journal.ts';
import { createMemorySite } from './memory-ledger.ts';
import type { LedgerAttemptState } from './model-ledger.ts';

const fail = createFail(
  () => 'LEDGER',
  () => undefined,
);
const nothing = () => undefined;

const memberOf = (
  journal: Journal,
  site: Site,
  around = (shared: SharedLedger) => shared,
  elapsed = () => performance.now(),
  now = () => new Date(),
) => createMembership({ journal, world: 'live', fail, log: nothing, changed: nothing, now, elapsed }, around(site.bench()({ fail })));

const attemptOf = (id: string): Attempt => ({
  id,
  world: 'live',
  what: { is: 'ship', orderKey: 'ORD-1', source: '', shipmentNo: 1 },
  account: '',
  digest: '',
});

/** Returns a journal whose only shipment is about to be sent. */
function withIntent(attempt = attemptOf('a')) {
  const journal = journalAt(newFile());
  const order = anOrder('ORD-1');
  journal.takeOrders([order], []);
  const { id } = journal.draft(order, 'Ana');
  journal.writeQuote(id, order, quote);
  journal.joinFeed(false, pickupLocationOf);
  journal.writeIntent(id, { order, sender, service, extras, request: bytes('{}'), attempt });
  return { journal, id };
}

const whatOf = (journal: Journal) => journal.factsBehind(0, 100).map(({ what, attempt }) => `${attempt.id} ${what}`);

test('each outcome of an attempt is one fact, linked to the last, in the same commit', () => {
  const { journal, id } = withIntent();
  expect(whatOf(journal)).toEqual([]);
  journal.takeForSending(id);
  journal.writeAnswer(id, answer);
  journal.writeUnknown(id, 'nobody knows');
  journal.release(id, 'not there', 'Ana');
  const facts = journal.factsBehind(0, 100);
  expect(facts.map(({ seq, what }) => [seq, what])).toEqual([
    [1, 'sending'],
    [2, 'unknown'],
    [3, 'released'],
  ]);
  expect(new Set(facts.map(({ link }) => link)).size).toBe(3);
  const { seq, link } = facts[2]!;
  expect(journal.feed()).toMatchObject({ head: { seq, link }, acknowledged: { seq: 0 } });
  expect(() =>
    journal.soon(() => {
      journal.draft(anOrder('ORD-1'), 'Ana');
      throw new Error('the disk is full');
    }),
  ).toThrow();
  expect(journal.feed()).toMatchObject({ head: { seq, link } });
});

test('a bench that joins reports its existing attempts, and a new feed reports them again', () => {
  const journal = journalAt(newFile());
  const order = anOrder('ORD-1');
  journal.takeOrders([order], []);
  const { id } = journal.draft(order, 'Ana');
  journal.writeQuote(id, order, quote);
  journal.writeIntent(id, { order, sender, service, extras, request: bytes('{}') });
  journal.takeForSending(id);
  expect(journal.feed()).toBeUndefined();
  journal.joinFeed(false, pickupLocationOf);
  journal.joinFeed(false, pickupLocationOf);
  const [reported] = journal.factsBehind(0, 100);
  expect(reported).toMatchObject({ seq: 1, what: 'sending', attempt: { what: { orderKey: 'ORD-1', shipmentNo: 1 } } });
  const before = journal.feed();
  journal.joinFeed(true, pickupLocationOf);
  expect(journal.feed()?.id).not.toBe(before?.id);
  expect(journal.factsBehind(0, 100)).toMatchObject([{ seq: 1, what: 'sending', attempt: { id: reported?.attempt.id } }]);
});

test.each<readonly [string, string, LedgerAttemptState | undefined]>([
  ['unknown', 'quoted', undefined],
  ['holds', 'quoted', 'held'],
  ['let send', 'unknown', 'sending'],
  ['knows as booked, so that the journal is an older one', 'unknown', 'booked'],
])('after a crash an intent that the ledger %s is %s', async (_knows, state, known) => {
  const site = createMemorySite();
  if (known) site.ledger.attempts['a'] = { state: known, bench: 1, slots: ['live ship ORD-1 1'], hasLapsed: false };
  const { journal, id } = withIntent();
  recoverUnanswered({ journal, kinds: kindsOf(journal) });
  expect(journal.booking(id)?.state).toBe('intent');
  const member = memberOf(journal, site);
  site.stop();
  await member.look();
  expect(journal.booking(id)?.state).toBe('intent');
  expect(member.mayAsk()).toMatchObject({ failure: { code: 'ledger-unreachable' } });
  site.start();
  await member.look();
  expect(journal.booking(id)?.state).toBe(state);
  expect(member.mayAsk()).toMatchObject({ ok: true });
  await member.look();
  expect(member.state()).toMatchObject({ unreported: 0 });
});

type Site = ReturnType<typeof createMemorySite>;

test('an intent is unknown if the ledger has lost its data', async () => {
  const site = createMemorySite();
  const { journal, id } = withIntent();
  site.freeze();
  await memberOf(journal, site).look();
  expect(journal.booking(id)?.state).toBe('unknown');
  expect(site.reported.map(({ what }) => what)).toEqual(['sending', 'unknown']);
});

test('a released order can be bought at once: pending facts are reported before the claim', async () => {
  const site = createMemorySite();
  const { journal, id } = withIntent();
  journal.takeForSending(id);
  journal.writeUnknown(id, 'nobody knows');
  const member = memberOf(journal, site);
  await member.look();
  expect(await member.claim(attemptOf('b'))).toMatchObject({ failure: { code: 'taken-elsewhere' } });
  journal.release(id, 'not there', 'Ana');
  expect(await member.claim(attemptOf('c'))).toMatchObject({ ok: true });
});

test('reports nothing to the ledger that a power cut could take back', async () => {
  const site = createMemorySite();
  const { journal, id } = withIntent();
  const seen: string[] = [];
  const member = memberOf({ ...journal, onDisk: async () => void seen.push('on the disk') }, site, (shared) => ({
    ...shared,
    report(feed, facts) {
      seen.push(...facts.map(({ what }) => what));
      return shared.report(feed, facts);
    },
  }));
  journal.takeForSending(id);
  await member.look();
  journal.soon(() => journal.writeAnswer(id, answer));
  journal.soon(() => journal.writeUnknown(id, 'nobody knows'));
  await member.look();
  expect(seen).toEqual(['on the disk', 'sending', 'on the disk', 'unknown']);
});

test('a reservation made before the ledger was found to be another one is void', async () => {
  const site = createMemorySite();
  const gate = Promise.withResolvers<void>();
  const { journal } = withIntent();
  const member = memberOf(journal, site, (shared) => ({
    ...shared,
    async send(attempt) {
      const granted = await shared.send(attempt);
      await gate.promise;
      return granted;
    },
  }));
  await member.look();
  expect(await member.claim(attemptOf('b'))).toMatchObject({ ok: true });
  const granting = member.send(attemptOf('b'));
  // Meanwhile another call finds that the ledger has forgotten, and this bench reports everything again.
  site.freeze();
  expect(await member.claim(attemptOf('c'))).toMatchObject({ failure: { code: 'ledger-frozen' } });
  await member.look();
  gate.resolve();
  expect(await granting).toMatchObject({ failure: { code: 'ledger-frozen' } });
});

test('a restored journal begins a new feed, and its work in progress waits for a person', async () => {
  const site = createMemorySite();
  const file = newFile();
  const first = journalAt(file);
  first.joinFeed(false, pickupLocationOf);
  const order = anOrder('ORD-1');
  first.takeOrders([order], []);
  const { id } = first.draft(order, 'Ana');
  first.writeQuote(id, order, quote);
  first.writeIntent(id, { order, sender, service, extras, request: bytes('{}'), attempt: attemptOf('a') });
  const copy = newFile();
  await first.copyTo(copy);
  first.takeForSending(id);
  await memberOf(first, site).look();
  const { id: feed } = first.feed()!;
  first.close();
  const back = journalAt(copy);
  const member = memberOf(back, site);
  await member.look();
  expect(back.feed()?.id).not.toBe(feed);
  expect(back.booking(id)?.state).toBe('unknown');
  expect(member.state()).toMatchObject({ shut: null, unreported: 0 });
});

test('an answer that arrives while the journal is found older is stored, and sent in the new feed', async () => {
  const site = createMemorySite();
  let isOlder = false;
  let elapsed = 0;
  const { journal, id } = withIntent();
  const around = (shared: SharedLedger): SharedLedger => ({
    ...shared,
    async hello(at) {
      if (!isOlder) return await shared.hello(at);
      isOlder = false;
      return fail('journal-went-back');
    },
  });
  const member = memberOf(journal, site, around, () => elapsed);
  // An attempt that this run has asked for is not at rest, even if the ledger refused it.
  await member.claim(attemptOf('a'));
  await member.look();
  await member.claim(attemptOf('a'));
  await member.send(attemptOf('a'));
  journal.takeForSending(id);
  const atRest = journal.draft(anOrder('ORD-2'), 'Ana').id;
  journal.writeQuote(atRest, anOrder('ORD-2'), quote);
  journal.writeIntent(atRest, { order: anOrder('ORD-2'), sender, service, extras, request: bytes('{}'), attempt: attemptOf('b') });
  const document = {
    bookingId: null,
    orderNo: '1',
    documentType: 'Customs Invoice',
    name: 'invoice.pdf',
    mediaType: 'application/pdf',
  } as const;
  const upload = journal.addUpload(document, bytes('%PDF'));
  journal.moveUpload(upload.id, ['waiting'], 'sending', '', null);
  const { id: feed } = journal.feed()!;
  isOlder = true;
  elapsed += 10_000;
  await member.look();
  expect(journal.feed()?.id).not.toBe(feed);
  expect(journal.booking(id)?.state).toBe('sending');
  expect(journal.booking(atRest)?.state).toBe('unknown');
  expect(journal.upload(upload.id)?.state).toBe('sending');
  journal.writeAnswer(id, answer);
  expect(journal.booking(id)?.state).toBe('answered');
});

test('a run reads its existing attempts once, and not at every hello', async () => {
  const site = createMemorySite();
  const { journal } = withIntent();
  let joined = 0;
  let elapsed = 0;
  const counting: Journal = {
    ...journal,
    joinFeed(...how) {
      joined += 1;
      return journal.joinFeed(...how);
    },
  };
  const member = memberOf(counting, site, undefined, () => elapsed);
  for (const _greeting of [1, 2, 3]) {
    await member.look();
    elapsed += 10_000;
  }
  expect(joined).toBe(1);
});

test('facts are kept for 90 days, and reported again if the ledger asks for all of them', async () => {
  const site = createMemorySite();
  const { journal, id } = withIntent();
  journal.takeForSending(id);
  const member = memberOf(journal, site);
  await member.look();
  expect(journal.feed()?.acknowledged.seq).toBe(1);
  expect(journal.factsBehind(0, 10)).toHaveLength(1);
  site.forget();
  const again = memberOf(journal, site);
  await again.look();
  expect(site.reported.map(({ what }) => what)).toEqual(['sending']);
});

test('a different ledger receives all existing attempts, however old, in a new feed', async () => {
  const site = createMemorySite();
  const other = createMemorySite();
  const { journal, id } = withIntent();
  journal.takeForSending(id);
  const restarted = { order: anOrder('ORD-2'), sender, service, extras, request: bytes('{}'), attempt: attemptOf('b') };
  const atRest = journal.draft(restarted.order, 'Ana').id;
  journal.writeQuote(atRest, restarted.order, quote);
  await memberOf(journal, site).look();
  journal.writeUnknown(id, 'nobody knows');
  await memberOf(journal, site).look();
  const { id: feed } = journal.feed()!;
  journal.writeIntent(atRest, restarted);
  // The journal no longer has its old facts, as if they were reported long ago.
  const forgetful: Journal = {
    ...journal,
    factsBehind: (seq, limit) => (journal.feed()?.id === feed ? [] : journal.factsBehind(seq, limit)),
  };
  await memberOf(forgetful, other).look();
  expect(journal.feed()?.id).not.toBe(feed);
  expect(other.reported.map(({ what, attempt }) => `${attempt.id} ${what}`)).toEqual(['a unknown', 'b unknown']);
  expect(journal.booking(atRest)?.state).toBe('unknown');
  const { id: newId } = journal.feed()!;
  await memberOf(journal, other).look();
  expect(journal.feed()?.id).toBe(newId);
});

test('an idle bench also learns that the ledger was reset, even if its clock was set back', async () => {
  const site = createMemorySite();
  const { journal, id } = withIntent();
  journal.takeForSending(id);
  let elapsed = 0;
  let now = new Date();
  const member = memberOf(
    journal,
    site,
    undefined,
    () => elapsed,
    () => now,
  );
  await member.look();
  site.forget();
  await member.look();
  expect(site.reported).toEqual([]);
  elapsed += 10_000;
  now = new Date(now.getTime() - 3_600_000);
  await member.look();
  expect(site.reported.map(({ what }) => what)).toEqual(['sending']);
});

test('a fact is kept for 90 days if the ledger has it, and otherwise for ever', () => {
  const days = (count: number): number => count * 24 * 60 * 60 * 1000;
  let now = Date.UTC(2026, 10, 21);
  const journal = openJournal({ file: newFile(), world: 'live', encryption, now: () => new Date(now), id: () => crypto.randomUUID() });
  journal.joinFeed(false, pickupLocationOf);
  const order = anOrder('ORD-1');
  const { id } = journal.draft(order, 'Ana');
  journal.writeQuote(id, order, quote);
  journal.writeIntent(id, { order, sender, service, extras, request: bytes('{}'), attempt: attemptOf('a') });
  const seqs = () => journal.factsBehind(0, 10).map(({ seq }) => seq);
  const take = (seq: number) => journal.acknowledgeFacts({ seq, link: '' });
  journal.takeForSending(id);
  journal.writeUnknown(id, 'nobody knows');
  take(1);
  now += days(89);
  journal.release(id, 'not there', 'Ana');
  take(2);
  expect(seqs()).toEqual([1, 2, 3]);
  now += days(2);
  take(3);
  expect(seqs()).toEqual([2, 3]);
  journal.close();
});

test.for([
  ['a minute later is taken up', 60_000, 'answered'],
  ['minutes later is for a person to look at: another bench may have settled it', 300_000, 'unknown'],
  ['by a clock that forgot the time is, too', -9000 * 86_400_000, 'unknown'],
] as const)('an answer that a bench finds at its start %s', ([, ms, state]) => {
  const { journal, id } = withIntent();
  journal.takeForSending(id);
  journal.writeAnswer(id, answer);
  const sentAt = Date.parse(journal.exchange(id).sentAt ?? '');
  doubtAfterAbsence({ journal, kinds: kindsOf(journal), ledger: { isShared: true } as Ledger, now: () => new Date(sentAt + ms) });
  expect(journal.booking(id)?.state).toBe(state);
});

test('a cleanup continues until nothing is left, and asks no ledger that may not be asked', async () => {
  const site = createMemorySite();
  const journal = journalAt(newFile());
  const left = [true, true, false];
  const member = memberOf(journal, site, (shared) => ({ ...shared, prune: async () => ok(left.shift() ?? false) }));
  expect(await member.prune()).toMatchObject({ ok: false, failure: { code: 'ledger-unreachable' } });
  expect(left).toHaveLength(3);
  await member.look();
  expect(await member.prune()).toEqual({ ok: true, value: {} });
  expect(left).toEqual([]);
});
