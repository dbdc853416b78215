import { rightFor } from '../../electron/calls/authorize.ts';
import { type CallName, contract } from '../../shared/ipc.ts';
import type { OrderKey } from '../../shared/order.ts';
import { noPush } from '../../shared/order-push.ts';
import { type Right, rights, rightsOf } from '../../shared/person.ts';
import type { World } from '../../shared/world.ts';
import { type PlainStation, startPlainStation } from '../path/plain-station.ts';
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
 * Calls that are made in a way that succeeds if the actor may make them, each with its arguments. The others are made with the smallest
 * arguments that fit: they get past the table, and are answered.
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
};

const orderKey = 'ORD-1003' as OrderKey;

/** Calls after which somebody else is at the bench. */
const movesPeople = new Set<CallName>(['signIn', 'signOut', 'removeEverybody', 'savePerson', 'removePerson']);

interface Bench extends PlainStation {
  /** The history of this bench without a parcel. */
  readonly lines: string[];
  readonly world: World;
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
  return Object.assign(Object.create(bench) as PlainStation, { lines, world });
}

async function listPeople({ call }: Bench): Promise<void> {
  const person = { id: null, pin: null, leadPin: '' };
  await call('savePerson', { ...person, name: 'Ada', role: 'admin', badge: 'ADA-000001' });
  await call('savePerson', { ...person, name: 'Lea', role: 'shift-lead', badge: 'LEA-000001' });
  await call('savePerson', { ...person, name: 'Pam', role: 'packer', badge: 'PAM-000001' });
  await call('signOut', {});
}

/** Makes one call and returns what is wrong about its answer or its lines in the history. Counts refusals and written deeds. */
async function tryCell(bench: Bench, actorName: ActorName, call: CallName, counts: Record<string, number>): Promise<string[]> {
  const { name, may } = actors[actorName];
  const { args } = contract.calls[call];
  const made = doneWith[call]?.(bench) ?? fittingValue(args);
  const before = bench.lines.length;
  const handler = bench.station.handlers[call] as (given: unknown) => Promise<Answered>;
  const answer = await handler(args.parse(made));
  const lines = bench.lines.slice(before);
  const right: Right = rightFor[call];
  const isAllowed = (may as readonly Right[]).includes(right);
  const isRefused = !answer.ok && answer.failure.code === 'not-allowed';
  const wanted = isAllowed ? [] : [`call-refused: ${name}: ${call}`];
  if (answer.ok && (right === 'decide' || right === 'set-up')) {
    wanted.push(`call-done: ${name}: ${call}`);
    counts['deeds'] = (counts['deeds'] ?? 0) + 1;
  }
  counts['cells'] = (counts['cells'] ?? 0) + 1;
  if (isRefused) counts['refused'] = (counts['refused'] ?? 0) + 1;
  const written = lines.filter((line) => line.startsWith('call-'));
  const where = `${bench.world}, ${actorName}, ${call}`;
  return [
    ...(isRefused === !isAllowed ? [] : [`${where}: ${isRefused ? 'refused' : 'let in'}`]),
    ...(JSON.stringify(written) === JSON.stringify(wanted) ? [] : [`${where}: wrote ${written.join()} and not ${wanted.join()}`]),
    ...(isAllowed || lines.length === written.length ? [] : [`${where}: a refused call wrote ${lines.join()}`]),
    ...(doneWith[call] && isAllowed && !answer.ok ? [`${where}: answered ${answer.failure.code}`] : []),
  ];
}

type Answered = { readonly ok: true } | { readonly ok: false; readonly failure: { readonly code: string } };

/** Makes every call as every actor in this environment. Returns what is wrong, and how many cells were tried, refused and done. */
export async function tryTable(world: World): Promise<{ readonly faults: readonly string[]; readonly counts: Record<string, number> }> {
  const bench = await openBench(world);
  const counts: Record<string, number> = {};
  const faults: string[] = [];
  for (const actorName of Object.keys(actors) as ActorName[]) {
    const { proof } = actors[actorName];
    if (actorName === 'nobody') await listPeople(bench);
    if (proof) await bench.call('signIn', proof);
    for (const call of calls) {
      faults.push(...(await tryCell(bench, actorName, call, counts)));
      if (!movesPeople.has(call)) continue;
      if (proof) await bench.call('signIn', proof);
    }
    if (proof) await bench.call('signOut', {});
  }
  const missing = calls.length * Object.keys(actors).length - (counts['cells'] ?? 0);
  return { faults: missing === 0 ? faults : [...faults, `${missing} cells were not tried`], counts };
}
