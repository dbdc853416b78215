import type { Failure } from '../../shared/failure.ts';
import type { Station } from '../../shared/ipc.ts';

type AnyCall = (args: unknown) => Promise<{ readonly ok: boolean; readonly failure?: Failure } | undefined>;

/**
 * The same calls; one that the person at the bench may not make waits for `ask`, and is made again if somebody approved it. A refusal that
 * nobody approved is returned.
 */
export function withApproval(station: Station, ask: (call: string, refused: Failure) => Promise<boolean>): Station {
  const calls = station as unknown as Readonly<Record<string, AnyCall>>;
  const guardedCall =
    (name: string): AnyCall =>
    async (args) => {
      const answer = await calls[name]?.(args);
      return answer?.failure?.code === 'not-allowed' && (await ask(name, answer.failure)) ? calls[name]?.(args) : answer;
    };
  // An object of its own: the preload's is frozen, and a proxy of it could not return other functions.
  return new Proxy({} as Record<string, unknown>, {
    get: (own, name) => own[String(name)] ?? (name === 'on' ? station.on : guardedCall(String(name))),
  }) as unknown as Station;
}
