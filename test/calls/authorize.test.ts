import { expect, test } from 'vitest';
import { type Actor, createAuthorize, createRightOf, rightFor } from '../../electron/calls/authorize.ts';
import type { CallParts } from '../../electron/calls/call-parts.ts';
import { createHandlers } from '../../electron/calls/handlers.ts';
import { type CallName, contract } from '../../shared/ipc.ts';
import { type Right, rights, rightsOf, roles } from '../../shared/person.ts';
import type { Reason } from '../../shared/reason.ts';
import { failed } from '../../shared/result.ts';
import { because } from '../reprint-reason.ts';

const names = Object.keys(contract.calls) as CallName[];
const refuse = (code: 'not-allowed', reasons: readonly Reason[]) => failed({ code, ref: 'REF', detail: '', reasons: [...reasons] });

/** Parts that must not be used: each access throws, so a handler that runs is detected. */
const untouchable = (path = 'parts'): never =>
  new Proxy(() => undefined, {
    get: (_target, name) => untouchable(`${path}.${String(name)}`),
    apply: () => {
      throw new Error(`${path} was used`);
    },
  }) as never;
const parts: CallParts = untouchable();

const actors = (actorFor: () => Actor, lines: string[] = []) => ({
  actorFor,
  as: <T>(_actor: Actor, act: () => Promise<T>): Promise<T> => act(),
  noted: ({ name, approvedBy = '' }: Actor, call: CallName, what: string): void => void lines.push(`${what} ${call} ${name} ${approvedBy}`),
});

const actorWho = (...may: Actor['may']): Actor => ({ name: 'Ann', may });

/** The result of every call for this actor: a refusal, or the part of the program that its handler accessed. */
async function answersTo(actor: Actor, lines: string[] = []): Promise<Record<string, string>> {
  const handlers = createHandlers(
    parts,
    actors(() => actor, lines),
    { isLocked: () => false, authorize: createAuthorize(refuse), rightOf: (call) => rightFor[call] },
    async () => undefined,
  );
  const answers = names.map(async (name) => {
    const call = handlers[name] as (args: unknown) => Promise<{ ok: boolean; failure?: { code: string } }>;
    const answer = await call(untouchable('args')).then(
      (result) => result.failure?.code ?? 'answered',
      (error: Error) => error.message,
    );
    return [name, answer] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

test('an actor without rights is refused every call before its handler runs', async () => {
  expect(names.length).toBeGreaterThan(70);
  expect(await answersTo(actorWho())).toEqual(Object.fromEntries(names.map((name) => [name, 'not-allowed'])));
});

test('an actor with all rights reaches every handler, and only ping needs no right', async () => {
  const answers = await answersTo(actorWho(...rights));
  expect(Object.entries(answers).filter(([, answer]) => !answer.endsWith(' was used'))).toEqual([['ping', 'answered']]);
});

test('an actor with only the right to look is refused all other calls', async () => {
  const answers = await answersTo(actorWho('look'));
  expect(names.filter((name) => answers[name] !== 'not-allowed')).toEqual(names.filter((name) => rightFor[name] === 'look'));
});

test('reads the name and the rights of the actor again for each call', async () => {
  const next = [actorWho('sign-in'), actorWho()];
  const handlers = createHandlers(
    { ...parts, snapshot: () => ({}) as never },
    actors(() => next.shift() ?? actorWho()),
    { isLocked: () => false, authorize: createAuthorize(refuse), rightOf: (call) => rightFor[call] },
    async () => undefined,
  );
  expect([(await handlers.snapshot({})).ok, (await handlers.snapshot({})).ok]).toEqual([true, false]);
});

test.each(roles)('the role %s is refused exactly the calls that the table keeps from it, and each refusal is written', async (role) => {
  const lines: string[] = [];
  const answers = await answersTo(actorWho(...rightsOf[role]), lines);
  const kept = names.filter((name) => !(rightsOf[role] as readonly Right[]).includes(rightFor[name]));
  expect(names.filter((name) => answers[name] === 'not-allowed')).toEqual(kept);
  expect(lines).toEqual(kept.map((name) => `call-refused ${name} Ann `));
});

test('a locked bench takes only the calls that show it and that sign in', async () => {
  const answers = await answersTo(actorWho('sign-in'));
  expect(names.filter((name) => answers[name] !== 'not-allowed')).toEqual([
    'snapshot',
    'ping',
    'signIn',
    'stillHere',
    'removeEverybody',
    'resetLeadPin',
  ]);
});

test('every call that takes the PIN of the shift lead needs a role above the packer', () => {
  const withPin = names.filter(
    (name) => 'pin' in ((contract.calls[name].args as { shape?: object }).shape ?? {}) && name !== 'resetLeadPin',
  );
  expect(withPin.length).toBeGreaterThan(15);
  expect(withPin.filter((name) => (rightsOf.packer as readonly Right[]).includes(rightFor[name]))).toEqual([]);
});

test('a call that another person approved is written with both names', async () => {
  const lines: string[] = [];
  await answersTo({ name: 'Ann', may: rights, approvedBy: 'Bo' }, lines);
  expect(lines).toContain('call-approved shipAgain Ann Bo');
});

const copiesOf = (bookingId: string): number | undefined => ({ once: 2, often: 3 })[bookingId];

test('a scanned command requires the same right as its key, also as an answer to a question', () => {
  const rightOf = createRightOf({ nextReprint: copiesOf });
  const rightsFor = (code: string) => [
    rightOf('scan', { code }),
    rightOf('answerQuestion', { answer: ` ${code}` }),
    rightOf('answerQuestion', { answer: 'z', typedAs: { readings: [code] } }),
  ];
  for (const code of ['XPBXGON', 'xpbxgon', ']C0XPBXGON', '\u0002PB!RESUME'])
    expect(rightsFor(code)).toEqual(['decide', 'decide', 'decide']);
  expect(rightsFor('XPBXREP')).toEqual(['pack', 'pack', 'pack']);
  expect(rightsFor('XPBXBUX')).toEqual(['pack', 'pack', 'pack']);
  expect(rightsFor('ORD-1')).toEqual(['pack', 'pack', 'pack']);
});

test('a second driver and a third reprint of a label are for a shift lead', () => {
  const rightOf = createRightOf({ nextReprint: copiesOf });
  expect([rightOf('requestPickup', { again: ' ' }), rightOf('requestPickup', { again: 'too many parcels' })]).toEqual(['pack', 'decide']);
  expect(['once', 'often', 'unknown'].map((bookingId) => rightOf('reprint', { bookingId, because }))).toEqual(['pack', 'decide', 'pack']);
  // Without a reason it prints nothing if a label is out.
  expect(rightOf('reprint', { bookingId: 'often' })).toBe('pack');
  expect(rightOf('track', { number: 'often' })).toBe('look');
});

test('a refusal names the lowest role that may make the call', () => {
  const authorize = createAuthorize(refuse);
  const roleFor = (right: Right) => authorize(actorWho('sign-in'), right)?.failure.reasons;
  expect([roleFor('pack'), roleFor('decide'), roleFor('set-up')]).toEqual([
    [{ code: 'needs-role', role: 'packer' }],
    [{ code: 'needs-role', role: 'shift-lead' }],
    [{ code: 'needs-role', role: 'admin' }],
  ]);
});
