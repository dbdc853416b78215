import { request } from 'undici';
import { expect } from 'vitest';
import { rightFor } from '../../electron/calls/authorize.ts';
import type { Booking } from '../../shared/booking.ts';
import { type CallName, contract } from '../../shared/ipc.ts';
import type { OrderKey } from '../../shared/order.ts';
import { noPush } from '../../shared/order-push.ts';
import { type Right, rights, rightsOf } from '../../shared/person.ts';
import type { World } from '../../shared/world.ts';
import { freePort } from '../fakes/free-port.ts';
import { type PlainStation, pickupOf, startPlainStation } from '../path/plain-station.ts';
import { fittingValue } from './fitting.ts';

export const calls = Object.keys(contract.calls) as CallName[];

/** The person at the bench: anybody on a bench without a list, nobody on a locked one, or a person with a role. */
const actors = {
  'no list of people': { name: 'Zoë Kranjčar', may: rights, proof: undefined },
  nobody: { name: 'Ada', may: ['sign-in'], proof: undefined },
  packer: { name: 'Pam', may: rightsOf.packer, proof: { badge: 'PAM-000001' } },
  'shift lead': { name: 'Lea', may: rightsOf['shift-lead'], proof: { badge: 'LEA-000001' } },
  admin: { name: 'Ada', may: rightsOf.admin, proof: { badge: 'ADA-000001' } },
} as const satisfies Record<
  string,
  { readonly name: string; readonly may: readonly Right[]; readonly proof: { readonly badge: string } | undefined }
>;
type ActorName = keyof typeof actors;

/**
 * Calls that are made in a way that succeeds if the actor may make them: each prepares what the call needs, and returns its arguments. The
 * others are made with the smallest arguments that fit: they get past the table, and are answered.
 */
const doneWith: Partial<Record<CallName, (at: Bench) => unknown>> = {
  saveSettings: () => ({ settings: { benchName: 'Bench 7' } }),
  savePush: () => ({ ...noPush, newToken: false }),
  enterWorld: ({ world }) => ({ world }),
  connect: ({ world, service: { url, key, secret } }) => ({ world, baseUrl: url, key, secret, account: '' }),
  deleteOrder: () => ({ key: orderKey }),
  restoreOrder: () => ({ key: orderKey }),
  exportOrders: () => ({ search: '' }),
  exportShipments: () => ({ layout: 'packbench', daysBefore: 0 }),
  exportResolve: () => ({}),
  async releaseOrder({ station: { handlers } }) {
    await handlers.holdOrder({ key: heldKey, why: 'Customs' });
    return { key: heldKey };
  },
  async reopenOrder({ station: { handlers } }) {
    await handlers.shipOtherwise({ key: heldKey, way: 'letter', note: '' });
    return { key: heldKey, reason: 'It came back', pin: '' };
  },
  async shipAgain(bench) {
    await shippedOnce(bench);
    await next(bench);
    await bench.scan(shippedKey, 'already-shipped');
    return { workflowNo: bench.workflowNo(), reason: 'Damaged', pin: '' };
  },
  settleRestored: () => ({ reason: 'Compared with the account', pin: '' }),
  importProducts: () => ({ name: 'products.csv', bytes: bytesOf('sku,name,weight_kg\nBOWL,Bowl,0.64\n') }),
  importMappings: () => ({ bytes: bytesOf(JSON.stringify({ form: 1, packbenchMappings: [] })) }),
  keepExplanation: ({ turn }) => ({ message: `No. ${turn}`, cause: 'The contract has ended.', remedy: '' }),
  async dropExplanation({ station: { handlers }, turn }) {
    const kept = await handlers.keepExplanation({ message: `No. ${turn}`, cause: 'The contract has ended.', remedy: '' });
    return kept.ok && kept.value;
  },
  async copyWebhookAddress({ station: { handlers } }) {
    const setup = await handlers.setup({});
    if (setup.ok) await handlers.saveWebhooks({ ...setup.value.settings.webhooks, newAddress: true });
    return {};
  },
  exportPerson: (bench) => personOf(bench, 'ORD-1010' as OrderKey),
  erasePerson: (bench) => personOf(bench, `ORD-${bench.turn % 2 === 0 ? 1011 : 1012}` as OrderKey),
  // Without a list it would be the first person, who is signed in at once.
  savePerson: ({ station, turn }) =>
    station.snapshot().frame.signIn && { id: null, name: `Max ${turn}`, role: 'packer', badge: `MAX-${turn}-0001`, pin: null, leadPin: '' },
  exportReprints: () => ({ weeksBack: 0 }),
  settleNotBooked: once(async (bench) => {
    const { id } = await lostBooking(bench, 'ORD-1002' as OrderKey, 'reset-while-reading');
    return { bookingId: id, reason: 'The account does not list it', pin: '' };
  }),
  settleExists: once(async (bench) => {
    const { id } = await lostBooking(bench, 'ORD-1006' as OrderKey, 'execute-then-reset');
    return { bookingId: id, orderNo: bench.service.orders().at(-1)?.orderNo };
  }),
  settlePickup: once(async (bench) => {
    await shippedOnce(bench);
    const [shipped] = await bench.call('lastShipments', { limit: 1 });
    bench.service.faults.next('pickup', 'execute-then-reset');
    await bench.station.handlers.requestPickup(pickupOf(shipped));
    const item = (await bench.call('toResolve', {})).find(({ kind }) => kind === 'pickup-unknown');
    return item?.kind === 'pickup-unknown' && { pickupId: item.pickup.id, collectionNo: 'X-1', reason: '', pin: '' };
  }),
  saveMapping: once(async ({ station: { handlers }, call }) => {
    const file = 'Auftragsnr.;Empfänger;Straße;PLZ;Ort;Land\nM-1;Anna Lind;Allee 1;10435;Berlin;DE\n';
    await handlers.importOrders({ name: 'lager.csv', bytes: bytesOf(file) });
    return { mapping: (await call('fileToMap', {}))?.proposal };
  }),
  checkContract: ({ world }) => (world === 'sandbox' ? { book: false } : undefined),
  dismissDelivery: once(async ({ station: { handlers }, call, copied, turn }) => {
    const webhooks = { isOn: true, fromNetwork: false, acceptsPlain: false, reachedAt: '127.0.0.1', newAddress: false };
    await handlers.saveWebhooks({ ...webhooks, port: await freePort() });
    await handlers.copyWebhookAddress({});
    await request(copied(), { method: 'POST', body: `{"order_no":"CSP-${turn}"}`, headers: { 'content-type': 'application/json' } });
    const strays = async () => (await call('toResolve', {})).find(({ kind }) => kind === 'webhook-not-understood');
    await expect.poll(strays).toBeDefined();
    const stray = await strays();
    return stray?.kind === 'webhook-not-understood' && { id: stray.delivery.id, all: false };
  }),
};

/** Prepares a call for one actor; the others make it with arguments that only fit. */
function once(prepare: (bench: Bench) => Promise<unknown>): (bench: Bench) => Promise<unknown> {
  const prepared = new WeakSet<Bench>();
  return async (bench) => {
    if (prepared.has(bench)) return undefined;
    prepared.add(bench);
    return prepare(bench);
  };
}

const next = ({ station, workflowNo }: Bench) => station.handlers.next({ workflowNo: workflowNo() });

/** Unknown outcomes pause booking. */
async function readyToBuy(bench: Bench): Promise<void> {
  await bench.station.handlers.resumeBooking({});
  await next(bench);
}

async function shippedOnce(bench: Bench): Promise<void> {
  await readyToBuy(bench);
  if (!bench.isShipped) await bench.ship(shippedKey);
  bench.isShipped = true;
}

/** A booking whose answer was lost. */
async function lostBooking(bench: Bench, key: OrderKey, fault: 'execute-then-reset' | 'reset-while-reading'): Promise<Booking> {
  await readyToBuy(bench);
  bench.service.faults.next('ship', fault);
  return (await bench.buy(key, 'unknown')).booking;
}

const orderKey = 'ORD-1003' as OrderKey;
const heldKey = 'ORD-1004' as OrderKey;
const shippedKey = 'ORD-1001' as OrderKey;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The question about the recipient of this order, by name. */
async function personOf({ station: { handlers } }: Bench, key: OrderKey): Promise<unknown> {
  const order = await handlers.order({ key });
  return { query: order.ok && order.value.recipient.name, keys: [key] };
}

/** Calls after which somebody else is at the bench. */
const movesPeople = new Set<CallName>(['signIn', 'signOut', 'removeEverybody', 'savePerson', 'removePerson']);

interface Bench extends PlainStation {
  /** The history of this bench without a parcel. */
  readonly lines: string[];
  readonly world: World;
  /** How many calls were made before. */
  turn: number;
  isShipped: boolean;
}

async function openBench(world: World): Promise<Bench> {
  const lines: string[] = [];
  const bench = await startPlainStation({
    world,
    // The bench does not lock meanwhile.
    platform: { now: () => new Date('2026-11-30T09:00:00Z'), elapsed: () => 0 },
    journal: (journal) => ({
      record: (bookingId, what, detail) => {
        if (bookingId === null) lines.push(`${what}: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`);
        journal.record(bookingId, what, detail);
      },
    }),
  });
  return Object.assign(Object.create(bench) as PlainStation, { lines, world, turn: 0, isShipped: false });
}

async function listPeople({ call }: Bench): Promise<void> {
  const person = { id: null, pin: null, leadPin: '' };
  await call('savePerson', { ...person, name: 'Ada', role: 'admin', badge: 'ADA-000001' });
  await call('savePerson', { ...person, name: 'Lea', role: 'shift-lead', badge: 'LEA-000001' });
  await call('savePerson', { ...person, name: 'Pam', role: 'packer', badge: 'PAM-000001' });
  await call('signOut', {});
}

/** Cells that were tried, refused and done, and the calls that were done at least once. */
interface Tally {
  cells: number;
  refused: number;
  deeds: number;
  readonly done: Set<CallName>;
}

const isDecision = (call: CallName): boolean => rightFor[call] === 'decide' || rightFor[call] === 'set-up';

/** Makes one call and returns what is wrong about its answer or its lines in the history. Counts refusals and written deeds. */
async function tryCell(bench: Bench, actorName: ActorName, call: CallName, tally: Tally): Promise<string[]> {
  const { name, may } = actors[actorName];
  const { args } = contract.calls[call];
  const right: Right = rightFor[call];
  const isAllowed = (may as readonly Right[]).includes(right);
  bench.turn += 1;
  const prepared = isAllowed ? await doneWith[call]?.(bench) : undefined;
  const made = prepared ?? fittingValue(args);
  const before = bench.lines.length;
  const handler = bench.station.handlers[call] as (given: unknown) => Promise<Answered>;
  const answer = await handler(args.parse(made));
  const lines = bench.lines.slice(before);
  const isRefused = !answer.ok && answer.failure.code === 'not-allowed';
  const wanted = isAllowed ? [] : [`call-refused: ${name}: ${call}`];
  if (answer.ok && isDecision(call)) {
    wanted.push(`call-done: ${name}: ${call}`);
    tally.deeds += 1;
    tally.done.add(call);
  }
  tally.cells += 1;
  if (isRefused) tally.refused += 1;
  const written = lines.filter((line) => line.startsWith('call-'));
  const where = `${bench.world}, ${actorName}, ${call}`;
  return [
    ...(isRefused === !isAllowed ? [] : [`${where}: ${isRefused ? 'refused' : 'let in'}`]),
    ...(JSON.stringify(written) === JSON.stringify(wanted) ? [] : [`${where}: wrote ${written.join()} and not ${wanted.join()}`]),
    ...(isAllowed || lines.length === written.length ? [] : [`${where}: a refused call wrote ${lines.join()}`]),
    ...(prepared && !answer.ok ? [`${where}: answered ${answer.failure.code}`] : []),
  ];
}

type Answered = { readonly ok: true } | { readonly ok: false; readonly failure: { readonly code: string } };

interface Tried {
  readonly faults: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  /** Calls of shift leads and admins that no actor succeeded with, so that their line in the history was not seen. */
  readonly undone: readonly CallName[];
}

/** Makes every call as every actor in this environment. */
export async function tryTable(world: World): Promise<Tried> {
  const bench = await openBench(world);
  const tally: Tally = { cells: 0, refused: 0, deeds: 0, done: new Set() };
  const faults: string[] = [];
  for (const actorName of Object.keys(actors) as ActorName[]) {
    const { proof } = actors[actorName];
    if (actorName === 'nobody') await listPeople(bench);
    if (proof) await bench.call('signIn', proof);
    for (const call of calls) {
      faults.push(...(await tryCell(bench, actorName, call, tally)));
      if (!movesPeople.has(call)) continue;
      if (proof) await bench.call('signIn', proof);
    }
    if (proof) await bench.call('signOut', {});
  }
  const { done, ...counts } = tally;
  const missing = calls.length * Object.keys(actors).length - counts.cells;
  return {
    faults: missing === 0 ? faults : [...faults, `${missing} cells were not tried`],
    counts,
    undone: calls.filter((call) => isDecision(call) && !done.has(call)),
  };
}
