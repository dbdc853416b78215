import type { Snapshot } from '../../shared/bench.ts';
import { type Answer, type CallName, contract, type Pushes, type Station } from '../../shared/ipc.ts';

/** The answer to each call in one scene. A call that is not listed answers with the failure `not-now`, which shows on the picture. */
export type Answers = { readonly [N in CallName]?: Answer<N> };

export interface FakePlan {
  readonly snapshot: Snapshot;
  readonly answers: Answers;
}

/** Controls of the fake station for a test; in a page it is `window.fakeStation`. */
export interface FakeStation {
  readonly station: Station;
  /** Every call the window made, in order. */
  readonly asked: { readonly name: string; readonly args: unknown }[];
  readonly push: (snapshot: Snapshot) => void;
  readonly pushProgram: (program: Pushes['program']) => void;
  /** Sets the answer to a call from now on. */
  readonly answer: (name: CallName, answer: unknown) => void;
}

declare global {
  interface Window {
    fakeStation: FakeStation;
    /** Draws the whole window again with the answers of the current plan, which takes a tenth of the time of a page load. */
    renewStation: (seq: number) => void;
  }
}

/**
 * The answers of the fake station. The contract parses every answer first, so a scene can show nothing that the real station could not
 * send. Throws with the scene's mistake.
 */
export function plannedAnswers(plan: FakePlan): Record<string, unknown> {
  const given = Object.entries({ ...plan.answers, snapshot: { ok: true, value: plan.snapshot }, ping: { ok: true, value: {} } });
  return Object.fromEntries(given.map(([name, answer]) => [name, contract.calls[name as CallName].reply.parse(answer)]));
}

/** The plan as text for the page. */
export const planText = (plan: FakePlan): string =>
  JSON.stringify({ names: Object.keys(contract.calls), answers: plannedAnswers(plan) }, (_key, value: unknown) =>
    value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString('base64') } : value,
  );

/** A `Station` that answers from a list. It is passed to pages as text, so it may use nothing from outside its own braces. */
export function fakeStation(names: readonly string[], answers: Record<string, unknown>): FakeStation {
  const listeners: Record<string, Set<(value: never) => void>> = { snapshot: new Set(), program: new Set() };
  const asked: { name: string; args: unknown }[] = [];
  const call = (name: string) => (args: unknown) => {
    asked.push({ name, args });
    return Promise.resolve(answers[name] ?? { ok: false, failure: { code: 'not-now', ref: 'shots', detail: name } });
  };
  const calls = Object.fromEntries(names.map((name) => [name, call(name)]));
  const on = (name: string, listener: (value: never) => void) => {
    listeners[name]?.add(listener);
    return () => listeners[name]?.delete(listener);
  };
  const tell = (name: string, value: unknown): void => {
    for (const listener of listeners[name] ?? []) listener(value as never);
  };
  return {
    station: { ...calls, on } as unknown as Station,
    asked,
    answer(name, answer) {
      answers[name] = answer;
    },
    push(snapshot) {
      answers['snapshot'] = { ok: true, value: snapshot };
      tell('snapshot', snapshot);
    },
    pushProgram: (program) => tell('program', program),
  };
}

/** The script that a page runs before the app: it replaces the preload's station with the fake one, with the plan found at `planUrl`. */
export const fakeStationScript = (planUrl: string): string =>
  `(${install.toString()})(${fakeStation.toString()}, ${JSON.stringify(planUrl)})`;

function install(build: typeof fakeStation, planUrl: string): void {
  const readPlan = () => {
    const request = new XMLHttpRequest();
    request.open('GET', planUrl, false);
    request.send();
    return JSON.parse(request.responseText, (_key, value: unknown) => {
      const bytes = typeof value === 'object' && value !== null && '$bytes' in value ? value.$bytes : undefined;
      return typeof bytes === 'string' ? Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0)) : value;
    }) as { names: string[]; answers: Record<string, unknown> };
  };
  const plan = readPlan();
  window.fakeStation = build(plan.names, plan.answers);
  window.renewStation = (seq) => {
    const { names, answers } = readPlan();
    const { answer, push, pushProgram } = window.fakeStation;
    pushProgram({ is: 'waits-for-keychain' });
    for (const name of names) answer(name as CallName, answers[name]);
    const { value } = answers['snapshot'] as { value: Snapshot };
    const revisions = Object.fromEntries(Object.keys(value.frame.revisions).map((list) => [list, seq]));
    push({ ...value, seq, frame: { ...value.frame, revisions: revisions as Snapshot['frame']['revisions'] } });
    pushProgram({ is: 'starting' });
  };
  Object.defineProperty(window, 'station', { value: window.fakeStation.station });
}
