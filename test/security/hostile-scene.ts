import { type CallName, contract } from '../../shared/ipc.ts';
import type { Scene } from '../shots/scene.ts';
import { payloads } from './payloads.ts';

/**
 * Texts with a fixed form, which the page calculates with: names of states, times and time zones, codes of a country or a currency,
 * addresses of a printer.
 */
const fixedForm =
  /^(?:[a-z]+(?:-[a-z]+)*|\d{4}-\d{2}(?:-\d{2}.*)?|\d{1,2}:\d{2}(?::\d{2})?|[A-Z]{2,3}|[A-Z][a-z]+\/[A-Z][A-Za-z_]+|[\d.,]+|(?:tcp|queue|folder):.*|)$/s;
/** Names of texts by which one part of an answer refers to another. Equal ones must stay equal, or a screen shows less. */
const refers = /(?:^id|Id|No|^key|Key|^code|Code)$/;

interface Place {
  readonly of: Record<string, unknown>;
  readonly key: string;
  readonly text: string;
  /** Where the contract has this text: the call, and the names on the way to it. */
  readonly path: string;
}

function* placesIn(value: unknown, path: string): Generator<Place> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const to = Array.isArray(value) ? path : `${path}.${key}`;
    if (typeof part === 'string') yield { of: value as Record<string, unknown>, key, text: part, path: to };
    else yield* placesIn(part, to);
  }
}

/** Texts of the contract in which payloads were planted. */
export interface Planted {
  /** Number of different texts, each of which got every payload in one of the scenes. */
  readonly full: number;
  /** Texts by which parts refer to each other, and texts too short for all: each got some payloads. */
  readonly partly: number;
  readonly scenes: readonly Scene[];
}

/** Payloads in one text, so that no row becomes endless. */
const atOnce = 4;

/**
 * The scenes with payloads in each text that the contract lets be any text. The payloads of one text are spread over the scenes that show
 * it, so that no scene becomes too large to draw. What the contract refuses, such as the name of a state, stays.
 */
export function hostileScenes(all: readonly Scene[]): Planted {
  const copies = all.map((scene) => ({
    ...scene,
    ...structuredClone({ answers: scene.answers, snapshot: scene.snapshot }),
  }));
  const seen = new Map<string, number>();
  const given = new Map<string, Set<string>>();
  const equal = new Map<string, string>();
  const answersOf = ({ answers, snapshot }: Scene): [string, unknown][] => [
    ...Object.entries(answers),
    ['snapshot', { ok: true, value: snapshot }],
  ];
  for (const scene of copies)
    for (const [name, answer] of answersOf(scene))
      for (const { path, text } of placesIn(answer, name)) if (!fixedForm.test(text)) seen.set(path, (seen.get(path) ?? 0) + 1);
  /** The form that the contract took last at this place; a parse of a whole answer takes long. */
  const taken = new Map<string, number>();
  let turn = 0;
  const plant = ({ of, key, text, path }: Place, fits: () => boolean): void => {
    const got = given.get(path) ?? new Set<string>();
    const left = payloads.filter((payload) => !got.has(payload));
    const next = left.slice(0, Math.max(atOnce, Math.ceil(payloads.length / (seen.get(path) ?? 1))));
    const one = payloads[turn++ % payloads.length] ?? '';
    const known = refers.test(key) ? (equal.get(text) ?? `${text} ${one}`) : undefined;
    const tries = known === undefined ? [[text, one, ...next].join(' '), `${text} ${one}`, one, text] : [known, text];
    let at = taken.get(path);
    if (at === undefined) {
      at = tries.findIndex((each) => {
        of[key] = each;
        return fits();
      });
      taken.set(path, at);
    }
    const hostile = tries[at] ?? text;
    of[key] = hostile;
    if (hostile === text) return;
    if (known !== undefined) equal.set(text, known);
    given.set(path, new Set([...got, ...[one, ...next].filter((payload) => hostile.includes(payload))]));
  };
  for (const scene of copies)
    for (const [name, answer] of answersOf(scene)) {
      const fits = (): boolean => contract.calls[name as CallName].reply.safeParse(answer).success;
      const places = [...placesIn(answer, name)].filter(({ text }) => !fixedForm.test(text));
      for (const place of places) plant(place, fits);
      if (fits()) continue;
      // Another form of the same answer takes less: every place is tried by itself.
      for (const { of, key, text } of places) of[key] = text;
      for (const place of places) {
        taken.delete(place.path);
        plant(place, fits);
      }
    }
  const full = [...given.values()].filter(({ size }) => size === payloads.length).length;
  return { full, partly: given.size - full, scenes: copies };
}
