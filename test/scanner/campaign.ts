import { groupSeparator } from '../../renderer/scanner/reading.ts';
import { typedAsOf, typedCode, whichCode } from '../../renderer/scanner/which-code.ts';
import type { Workflow } from '../../shared/bench.ts';
import type { TypedAs } from '../../shared/known-code.ts';
import type { Order, OrderKey } from '../../shared/order.ts';
import type { Question } from '../../shared/question.ts';
import { bareCode } from '../../shared/scan.ts';
import { createDice } from '../crash/dice.ts';
import { plainOrder } from '../path/plain-order.ts';
import { counted, type PlainStation, startPlainStation } from '../path/plain-station.ts';
import { type Effect, type Place, replay } from './replay.ts';
import { drawStream, type Stream } from './streams.ts';

export interface Totals {
  readonly scans: number;
  /**
   * Scans that opened another order than the scanned one (many keys without one character are those of another order), pressed a key of the
   * screen, closed a message, or bought.
   */
  readonly wrong: number;
  /** Scans without any effect or message, or refused although the scanner was measured and the whole code arrived. */
  readonly lost: number;
  readonly doubled: number;
  readonly typed_as_scan: number;
  readonly answer_taken_from_scan: number;
  /** Typed texts that did not reach the question unchanged. */
  readonly typing_changed: number;
  readonly typed: number;
  /** Scans that were taken at once. */
  readonly taken: number;
  /** Scans that the packer was asked about. */
  readonly asked: number;
  /** Scans that were refused with a message and a sound. */
  readonly refused: number;
  /** Slow scans without an end that stay on the screen as typed text and wait for Enter. */
  readonly standing: number;
}

export interface Ran {
  readonly totals: Totals;
  /** Number of streams played at each step of Ship. */
  readonly steps: Readonly<Record<string, number>>;
  /** The first streams that broke a rule, with everything needed to replay them. */
  readonly broken: readonly string[];
}

/** Fields removed from an order, so that Ship asks for them. */
const missing: readonly (Partial<ReturnType<typeof plainOrder>> | null)[] = [
  { house_number: '' },
  { weight_kg: '' },
  { length_cm: '', width_cm: '', height_cm: '' },
  { contents: '' },
  { value: '' },
  { street: '' },
  null,
];
/** Shapes of order keys, short and long, with characters that are on other keys in other countries. */
const shapes: readonly ((n: number) => string)[] = [
  (n) => `ORD-${1000 + n}`,
  (n) => `${5200 + n}`,
  (n) => `#${7300 + n}`,
  (n) => `AZ-${100 + n}`,
  (n) => `WM/${n}-QY`,
  (n) => `2026-000${100 + n}`,
  // Without one of its characters each is the key of another order.
  (n) => '7'.repeat(3 + (n % 10)),
];

interface Asked {
  readonly effect: Effect;
  readonly value: string;
  readonly typedAs: TypedAs | undefined;
}

interface Outcome {
  /** Codes that the bench received, and whether it took them. */
  readonly handed: { readonly code: string; readonly isTaken: boolean }[];
  isAsked: boolean;
  isRefused: boolean;
  isStanding: boolean;
  /** An input method may have written keys that were passed to it: the field is not known to be empty. */
  isComposed: boolean;
  /** Keys of the screen, answers and Enters that only a person presses. */
  readonly pressed: string[];
  readonly answered: string[];
}

/** Plays random key streams against a station, at whatever step of Ship it has reached. */
export async function runScanner(streams: number, seed: number): Promise<Ran> {
  const dice = createDice(`scanner ${seed}`);
  const keys = shapes.flatMap((shape, at) => missing.map((_each, n) => shape(at * 10 + n)));
  // Each goes to another address: none is offered for the parcel of another one.
  const rows = keys.map((key, at) => ({ ...plainOrder(key), postal_code: String(10_115 + at), ...missing[at % missing.length] }));
  const neighbours = keys.filter((key) => key.startsWith('777')) as [string, ...string[]];
  const spare = Array.from({ length: 12 }, (_each, n) => `SPARE-${n}`);
  const bench = await startPlainStation({
    orders: JSON.stringify([...rows, ...spare.map((key, at) => ({ ...plainOrder(key), postal_code: String(20_095 + at) }))]),
    settings: { defaults: { boxId: '', weightGrams: null, contents: '', value: null } },
  });
  const originals = new Map<string, Order>();
  for (const key of keys) originals.set(key, await bench.call('order', { key: key as OrderKey }));
  const totals = emptyTotals();
  const steps: Record<string, number> = {};
  const broken: string[] = [];
  let bought = 0;
  for (let at = 0; at < streams; at += 1) {
    const dueBuys = Math.floor(((at + 1) * spare.length) / streams);
    if (bought < dueBuys) {
      const key = spare[bought] ?? '';
      const { serviceId } = await bench.scan(key, 'choosing');
      await bench.take(serviceId, 'done');
      bought += 1;
    }
    const one = dice.chance(0.4) ? dice.pick(neighbours) : dice.pick(keys as [string, ...string[]]);
    const shipped = bought > 0 && dice.chance(0.02) ? spare[dice.whole(bought)] : undefined;
    const stream = drawStream([shipped ?? one, dice.pick(keys as [string, ...string[]])], dice);
    const before = await settled(bench);
    const step = before.step === 'asking' ? `asking-${before.questions[0]?.kind}` : before.step;
    const isQuestion = before.step === 'asking' && before.questions[0]?.kind !== 'box';
    if (stream.truth.is === 'typed' && !isQuestion) continue;
    steps[step] = (steps[step] ?? 0) + 1;
    const outcome = await play(bench, before, stream);
    const wrongs = judge(totals, stream, outcome);
    const changed = await putBack(bench, before, originals);
    if (stream.truth.is === 'scanned' && changed) {
      totals.answer_taken_from_scan += 1;
      wrongs.push('an answer was taken from it');
    }
    if (counted(bench).booked !== bought) throw new Error(`A stream bought a parcel: ${stream.about}`);
    if (wrongs.length > 0 && broken.length < 20) broken.push(`${wrongs.join(', ')} at ${step}: ${stream.about} ${JSON.stringify(outcome)}`);
  }
  return { totals, steps, broken };
}

type Counting = { -readonly [Name in keyof Totals]: Totals[Name] };

const emptyTotals = (): Counting => ({
  scans: 0,
  wrong: 0,
  lost: 0,
  doubled: 0,
  typed_as_scan: 0,
  answer_taken_from_scan: 0,
  typing_changed: 0,
  typed: 0,
  taken: 0,
  asked: 0,
  refused: 0,
  standing: 0,
});

/** Returns the workflow once nothing is being fetched any more. */
async function settled(bench: PlainStation): Promise<Workflow> {
  const { step } = bench.workflow();
  if (step === 'looking-up' || step === 'quoting') {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = bench.station.onSnapshot(() => {
      if (bench.workflow().step !== 'looking-up' && bench.workflow().step !== 'quoting') resolve(undefined);
    });
    if (bench.workflow().step === 'looking-up' || bench.workflow().step === 'quoting') await promise;
    end();
  }
  return bench.workflow();
}

function placeAt(workflow: Workflow): Place {
  if (workflow.step === 'asking') return { is: workflow.questions[0]?.kind === 'box' ? 'none' : 'text' };
  return { is: ['ready', 'done', 'already-shipped'].includes(workflow.step) ? 'code' : 'none' };
}

/** Plays a stream and does at the station what the window would, in order. Text that an input method makes of passed keys is not played. */
async function play(bench: PlainStation, before: Workflow, { events, profile, busy }: Stream): Promise<Outcome> {
  const asked: Asked[] = [];
  const page = replay(events, {
    place: placeAt(before),
    profile,
    lateMs: (atMs) => (busy && atMs >= busy.fromMs && atMs <= busy.untilMs ? busy.untilMs - atMs : 0),
    onEffect(effect, page) {
      const { place, reader } = page;
      const value = place.value ?? '';
      const seen = reader.typedAs(value);
      asked.push({ effect, value, typedAs: seen && typedAsOf(seen) });
      // Sending its content closes the field.
      if (effect.is === 'passed' && effect.key === 'Enter' && place.is === 'code-field') page.place = { is: 'code' };
    },
  });
  const outcome: Outcome = {
    handed: [],
    isAsked: false,
    isRefused: false,
    isStanding: false,
    isComposed: false,
    pressed: [],
    answered: [],
  };
  for (const each of asked) await act(bench, before, each, outcome);
  outcome.isStanding ||= (page.place.value ?? '') !== '';
  return outcome;
}

async function act(bench: PlainStation, before: Workflow, { effect, value, typedAs }: Asked, outcome: Outcome): Promise<void> {
  const recognise = (codes: readonly string[]) => bench.call('recognise', { codes: [...codes] });
  switch (effect.is) {
    case 'scan':
    case 'scan-if-known': {
      const read = await whichCode(effect, effect.is === 'scan-if-known', recognise);
      if (read.is === 'refused') {
        outcome.isRefused = true;
        return;
      }
      const code = read.code.replaceAll(groupSeparator, '');
      const answer = await bench.station.handlers.scan({ code, ...(read.doubt && { doubt: read.doubt }) });
      took(bench, code, answer.ok, outcome);
      return;
    }
    case 'unreadable':
      outcome.isRefused = true;
      return;
    case 'ask': {
      const known = effect.by === 'silence' ? await recognise(effect.texts) : [];
      if (known.some(({ knownAs }) => knownAs?.is === 'order' || knownAs?.is === 'parcel')) outcome.isAsked = true;
      return;
    }
    case 'drop':
      await bench.call('dropScan', {});
      // Nothing is in hand, or the same order as before.
      if ([undefined, keyOf(before)].includes(keyOf(await settled(bench)))) outcome.handed.pop();
      return;
    case 'pressed':
      if (effect.key !== '') outcome.pressed.push(effect.key);
      return;
    case 'passed':
      if (effect.key === 'Process') outcome.isStanding = true;
      if (effect.key !== 'Enter') outcome.isComposed = true;
      if (effect.key === 'Enter') await pressEnter(bench, before, { value, typedAs }, outcome);
      return;
    case 'typed':
    case 'take-back':
      return;
  }
}

/** Enter in the field of a question answers it; elsewhere it presses the screen's main button. */
async function pressEnter(bench: PlainStation, before: Workflow, given: Omit<Asked, 'effect'>, outcome: Outcome): Promise<void> {
  const [question] = before.step === 'asking' ? before.questions : [];
  if (question?.kind === 'box' || !question) {
    if (given.value !== '') await handTyped(bench, given, outcome);
    else if (before.step !== 'ready') outcome.pressed.push('Enter');
    return;
  }
  const now = bench.workflow();
  // In an empty field it takes the weight of earlier parcels, if they have one.
  if (given.value.trim() === '' && question.kind === 'weight' && !outcome.isComposed) outcome.pressed.push('Enter');
  if (given.value.trim() === '' || now.step !== 'asking') return;
  const { value: answer, typedAs } = given;
  const asks = { workflowNo: bench.workflowNo(), question: { kind: question.kind, parcel: question.parcel }, answer };
  const reply = await bench.station.handlers.answerQuestion({ ...asks, ...(typedAs && { typedAs }) });
  const after = bench.workflow();
  if (!reply.ok) outcome.isRefused = true;
  else if (after.step === 'asking' && after.doubt?.answer === answer.trim()) outcome.isAsked = true;
  else if (now.order.key === keyOf(after) && !(asksStill(after, question) && bench.workflowNo() !== asks.workflowNo))
    outcome.answered.push(answer);
  // The text was a code in another layout, or with an AIM identifier.
  else outcome.handed.push({ code: keyOf(await settled(bench)) ?? answer, isTaken: true });
}

/** Another `workflowNo` means that the order in hand was scanned again. */
const asksStill = (workflow: Workflow, { kind, parcel }: Question): boolean =>
  workflow.step === 'asking' && workflow.questions[0]?.kind === kind && workflow.questions[0].parcel === parcel;

/** Handles Enter after a text on a screen that takes typed codes. */
async function handTyped(bench: PlainStation, { value, typedAs }: Omit<Asked, 'effect'>, outcome: Outcome): Promise<void> {
  const code = await typedCode(value, typedAs, (codes) => bench.call('recognise', { codes: [...codes] }));
  const answer = await bench.station.handlers.scan({ code });
  took(bench, code, answer.ok, outcome);
}

/** A code without an order stops the bench with a message. */
function took(bench: PlainStation, code: string, isOk: boolean, outcome: Outcome): void {
  const isTaken = isOk && bench.workflow().step !== 'stopped';
  if (!isTaken) outcome.isRefused = true;
  outcome.handed.push({ code, isTaken });
}

function judge(totals: Counting, stream: Stream, outcome: Outcome): string[] {
  const broken: string[] = [];
  const broke = (name: keyof Totals, what: string): void => {
    totals[name] += 1;
    broken.push(what);
  };
  const { handed, isAsked, isRefused, isStanding, pressed, answered } = outcome;
  if (stream.truth.is === 'typed') {
    totals.typed += 1;
    if (handed.length > 0) broke('typed_as_scan', 'typing became a scan');
    else if (answered.join('') !== stream.truth.text && !isAsked) broke('typing_changed', 'typing did not arrive');
    return broken;
  }
  const { codes, isWhole } = stream.truth;
  const meant = codes.map(bareCode);
  totals.scans += codes.length;
  const others = handed.filter(({ code, isTaken }) => isTaken && !meant.includes(bareCode(code)));
  if (others.length > 0 || pressed.length > 0) broke('wrong', 'it did something else');
  const right = handed.filter(({ code }) => meant.includes(bareCode(code)));
  if (right.length > new Set(codes).size && codes.length === 1) broke('doubled', 'it counted twice');
  const isSomething = handed.length > 0 || isAsked || isRefused || isStanding || answered.length > 0;
  const isRefusedInVain = isWhole && stream.profile !== null && right.length === 0 && isRefused && !isAsked;
  if (
    !isSomething ||
    isRefusedInVain ||
    (isWhole && codes.length > right.length && right.length > 0 && !isRefused && !isAsked && !isStanding)
  )
    broke('lost', 'it was lost');
  if (answered.length > 0) broke('answer_taken_from_scan', 'it answered');
  if (right.some(({ isTaken }) => isTaken)) totals.taken += 1;
  else if (isAsked) totals.asked += 1;
  else if (isRefused) totals.refused += 1;
  else if (isStanding) totals.standing += 1;
  return broken;
}

const keyOf = (workflow: Workflow): string | undefined => {
  if ('order' in workflow) return workflow.order?.key;
  return 'booking' in workflow && workflow.step === 'already-shipped' ? workflow.booking.orderKey : undefined;
};

/** Restores the order that was in hand. Returns true if it had changed. */
async function putBack(bench: PlainStation, before: Workflow, originals: ReadonlyMap<string, Order>): Promise<boolean> {
  const key = 'order' in before ? before.order?.key : undefined;
  const original = key === undefined ? undefined : originals.get(key);
  if (key === undefined || !original) return false;
  const now = await bench.call('order', { key });
  if (JSON.stringify(now) === JSON.stringify(original)) return false;
  await bench.call('saveOrder', { order: original });
  return true;
}
