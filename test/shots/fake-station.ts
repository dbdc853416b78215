import type { Snapshot } from '../../shared/bench.ts';
import { type CallName, type CallReply, contract, type Station } from '../../shared/ipc.ts';
import type { Result } from '../../shared/result.ts';

/** What each call answers in one scene. A call that is not named answers the failure `not-now`, which shows on the picture. */
export type Answers = { readonly [N in CallName]?: Result<CallReply<N>> };

export interface FakePlan {
  readonly snapshot: Snapshot;
  readonly answers: Answers;
}

/** What a test may ask of the double in the page: `window.fakeStation`. */
export interface FakeStation {
  /** Every call the window made, in order. */
  readonly asked: { readonly name: string; readonly args: unknown }[];
  readonly push: (snapshot: Snapshot) => void;
  /** What a call answers from now on. */
  readonly answer: (name: CallName, answer: unknown) => void;
}

declare global {
  interface Window {
    fakeStation: FakeStation;
  }
}

/**
 * The plan as text for the page. Every answer is read by the contract first, so a scene can show nothing the real station
 * could not have said. Throws with the scene's mistake.
 */
export function planText(plan: FakePlan): string {
  const answers: Record<string, unknown> = {};
  for (const [name, answer] of Object.entries({ ...plan.answers, snapshot: { ok: true, value: plan.snapshot } })) {
    answers[name] = contract.calls[name as CallName].reply.parse(answer);
  }
  return JSON.stringify({ names: Object.keys(contract.calls), answers }, (_key, value: unknown) =>
    value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString('base64') } : value,
  );
}

/**
 * Runs in the page, before the app: puts a `Station` in place of the preload's that answers from the plan found at `planUrl`.
 * It is carried into the page as text, so it may use nothing from outside its own braces.
 */
export function installFakeStation(planUrl: string): void {
  const request = new XMLHttpRequest();
  request.open('GET', planUrl, false);
  request.send();
  const plan = JSON.parse(request.responseText, (_key, value: unknown) => {
    const bytes = typeof value === 'object' && value !== null && '$bytes' in value ? value.$bytes : undefined;
    return typeof bytes === 'string' ? Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0)) : value;
  }) as { names: string[]; answers: Record<string, unknown> };
  const listeners = new Set<(snapshot: Snapshot) => void>();
  const asked: { name: string; args: unknown }[] = [];
  const call = (name: string) => (args: unknown) => {
    asked.push({ name, args });
    return Promise.resolve(plan.answers[name] ?? { ok: false, failure: { code: 'not-now', ref: 'shots', detail: name } });
  };
  const calls = Object.fromEntries(plan.names.map((name) => [name, call(name)]));
  const on = (_name: string, listener: (snapshot: Snapshot) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  Object.defineProperty(window, 'station', { value: { ...calls, on } as unknown as Station });
  window.fakeStation = {
    asked,
    answer(name, answer) {
      plan.answers[name] = answer;
    },
    push(snapshot) {
      plan.answers['snapshot'] = { ok: true, value: snapshot };
      for (const listener of listeners) listener(snapshot);
    },
  };
}
