import type { Failure } from '../../shared/failure.ts';
import type { Station } from '../../shared/ipc.ts';

type AnyCall = (args: unknown) => Promise<{ readonly ok: boolean; readonly failure?: Failure }>;

/**
 * The same calls; one that the person at the bench may not make waits for `ask`, and is made again if somebody approved it. A refusal that
 * nobody approved is returned.
 */
export function withApproval(station: Station, ask: (call: string) => Promise<boolean>): Station {
  const calls = Object.entries(station).map(([name, call]) => {
    if (name === 'on') return [name, call];
    const guarded: AnyCall = async (args) => {
      const answer = await (call as AnyCall)(args);
      return answer.failure?.code === 'not-allowed' && (await ask(name)) ? (call as AnyCall)(args) : answer;
    };
    return [name, guarded];
  });
  return Object.fromEntries(calls) as Station;
}
