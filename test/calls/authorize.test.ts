import { expect, test } from 'vitest';
import { type Actor, createAuthorize, rightFor, rights } from '../../electron/calls/authorize.ts';
import type { CallParts } from '../../electron/calls/call-parts.ts';
import { createHandlers } from '../../electron/calls/handlers.ts';
import { type CallName, contract } from '../../shared/ipc.ts';
import { failed } from '../../shared/result.ts';

const names = Object.keys(contract.calls) as CallName[];
const refuse = (code: 'not-allowed') => failed({ code, ref: 'REF', detail: '' });

/** Parts that must not be used: each access throws, so a handler that runs is detected. */
const untouchable = (path = 'parts'): never =>
  new Proxy(() => undefined, {
    get: (_target, name) => untouchable(`${path}.${String(name)}`),
    apply: () => {
      throw new Error(`${path} was used`);
    },
  }) as never;
const parts: CallParts = untouchable();

const actorWho = (...may: Actor['may']): Actor => ({ name: 'Ann', may });

/** The result of every call for this actor: a refusal, or the part of the program that its handler accessed. */
async function answersTo(actor: Actor): Promise<Record<string, string>> {
  const handlers = createHandlers(
    parts,
    () => actor,
    createAuthorize(refuse),
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
  const actors = [actorWho('look'), actorWho()];
  const handlers = createHandlers(
    { ...parts, snapshot: () => ({}) as never },
    () => actors.shift() ?? actorWho(),
    createAuthorize(refuse),
    async () => undefined,
  );
  expect([(await handlers.snapshot({})).ok, (await handlers.snapshot({})).ok]).toEqual([true, false]);
});
