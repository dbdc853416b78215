import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Station } from '../../electron/station/station.ts';
import { type Frame, orderBegun, type Snapshot, type Workflow, type WorkflowAt } from '../../shared/bench.ts';
import type { Answer, CallArgs, CallName } from '../../shared/ipc.ts';
import { type Question, toTheBox } from '../../shared/question.ts';
import { hang, startWatchdog } from '../watchdog.ts';
import type { Finding } from './finding.ts';
import type { TrueOrder } from './order-files.ts';
import { bareKey } from './truth.ts';

/** A person at the bench, who does only what the window allows. */
export interface Packer {
  /** Returns the frame of the window, as main has it now. */
  frame(): Frame;
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<Answer<N>>;
  workflow(): Workflow;
  workflowNo(): number;
  isPaused(): boolean;
  /** Waits for the condition, however slow the machine is; false only if it hangs, which is a finding. */
  until(what: string, isSo: () => boolean | Promise<boolean>): Promise<boolean>;
  /** Waits until nothing is looked up or priced any more for the order in hand. */
  untilLookedUp(): Promise<boolean>;
  /**
   * Clears the bench: whatever is in hand is put where it can be found again. Returns the orders that were only left and are in Orders as
   * before.
   */
  clearBench(): Promise<readonly string[]>;
  /** Answers the questions about an order truthfully, as far as possible. */
  answerAll(order: TrueOrder, change?: Readonly<Record<string, string>>): Promise<void>;
  /** Scans an order and answers the questions. Returns the tiles, or undefined if they are not reached. */
  toTiles(order: TrueOrder, change?: Readonly<Record<string, string>>): Promise<WorkflowAt<'choosing'> | undefined>;
  /** Waits until the purchase has its outcome, including the label. */
  outcome(): Promise<Workflow>;
}

const mostQuestions = 24;

/** Does what the packer wants of the program, and returns the result. */
export type Ask = <N extends CallName>(name: N, args: CallArgs<N>) => Promise<Answer<N>>;

export function createPacker(options: {
  readonly ask: Ask;
  /** Returns the last state that was pushed. Reading it costs nothing, as looking at a screen does. */
  readonly shown: () => Snapshot;
  /** Called for each answer that was accepted. */
  readonly answered: (order: TrueOrder, kind: string, answer: string) => void;
  /** Decides whether an order goes in one parcel with these others, which the window shows for the same address. */
  readonly joins: (order: TrueOrder, others: readonly string[]) => boolean;
  readonly found: (finding: Finding) => void;
}): Packer {
  const workflow = (): Workflow => options.shown().bench.workflow;
  const workflowNo = (): number => options.shown().bench.workflowNo;
  async function call<N extends CallName>(name: N, args: CallArgs<N>): Promise<Answer<N>> {
    const result = await options.ask(name, args);
    // The result of an answer is on the screen before it is acted upon: it is pushed at the end of this turn.
    await nextTurn();
    return result;
  }

  async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
    let hangs = false;
    const watchdog = startWatchdog(() => {
      hangs = true;
    });
    while (!hangs && !(await isSo())) await wait(15);
    watchdog.stop();
    if (!hangs) return true;
    const last = JSON.stringify({ printer: options.shown().frame.labelPrinter, ...workflow() }).slice(0, 600);
    options.found({ counter: 'dead_ends', what: `waited in vain until ${what}`, detail: hang(what, last).message, hangs: true });
    return false;
  }
  /** True if the parcel in hand has its outcome, or its label waits for a person to fix the printer. */
  const isBought = (): boolean => {
    const { step } = workflow();
    if (step === 'printing') return options.shown().frame.labelPrinter.kind === 'not-ready';
    return step !== 'booking';
  };
  const untilLookedUp = (): Promise<boolean> =>
    until('the order in hand is looked up and priced', () => !['looking-up', 'quoting'].includes(workflow().step));

  async function clearBench(): Promise<readonly string[]> {
    const left: string[] = [];
    if (options.shown().frame.paused) await call('resumeBooking', {});
    for (let round = 0; round < 6; round += 1) {
      await until('the parcel in hand is bought and printed', isBought);
      const { step } = workflow();
      if (step === 'ready') break;
      const isDone = step === 'done' || step === 'already-shipped' || step === 'stuck' || step === 'looking-up' || step === 'quoting';
      const aside = isDone ? undefined : await call('park', { workflowNo: workflowNo() });
      if (aside?.ok) continue;
      const now = workflow();
      const key = now.step === 'looking-up' ? now.code : orderBegun(now)?.key;
      if ((await call('next', { workflowNo: workflowNo() })).ok && key) left.push(key);
    }
    return left;
  }

  async function answerAll(order: TrueOrder, change: Readonly<Record<string, string>> = {}): Promise<void> {
    let isJoined = false;
    for (let round = 0; round < mostQuestions; round += 1) {
      const now = workflow();
      if (now.step === 'same-address') {
        const join = options.joins(
          order,
          now.others.map((other) => other.order.key),
        );
        if ((await call('answerSameAddress', { workflowNo: workflowNo(), join })).ok) isJoined ||= join;
        // One parcel cannot hold them, for a reason that the window shows.
        else if (!join || !(await call('answerSameAddress', { workflowNo: workflowNo(), join: false })).ok) return;
        await untilLookedUp();
        continue;
      }
      if (now.step !== 'asking') return;
      const [question] = now.questions;
      if (!question) return;
      const answer = change[question.kind] ?? answerTo(question, order);
      const asked = { workflowNo: workflowNo(), question: { kind: question.kind, parcel: question.parcel }, answer };
      const given = await call('answerQuestion', asked);
      if (!given.ok) return;
      const after = workflow();
      // The answer is a known code, too: the packer reads that and confirms.
      if (after.step === 'asking' && after.doubt && !(await call('answerQuestion', { ...asked, isSure: true })).ok) return;
      // Said of the shared parcel, not of this order.
      if (!isJoined) options.answered(order, question.kind, answer);
    }
  }

  return {
    frame: () => options.shown().frame,
    call,
    workflow,
    workflowNo,
    isPaused: () => options.shown().frame.paused !== null,
    until,
    untilLookedUp,
    clearBench,
    answerAll,
    async toTiles(order, change) {
      await clearBench();
      if (!(await call('scan', { code: order.key })).ok) return undefined;
      await untilLookedUp();
      await answerAll(order, change);
      await untilLookedUp();
      const now = workflow();
      return now.step === 'choosing' && bareKey(now.order.key) === bareKey(order.key) ? now : undefined;
    },
    async outcome() {
      await until('the parcel in hand is bought and printed', isBought);
      return workflow();
    },
  };
}

/** Calls the station as the window does: an exception within a call becomes a failure. */
export async function callAsWindow<N extends CallName>(station: Station, name: N, args: CallArgs<N>): Promise<Answer<N>> {
  try {
    return await (station.handlers[name] as unknown as (args: CallArgs<N>) => Promise<Answer<N>>)(args);
  } catch (error) {
    return station.fail('bug', error instanceof Error ? error.message : String(error));
  }
}

function answerTo({ kind, found }: Question, { recipient, lines }: TrueOrder): string {
  const answers: Readonly<Record<string, string>> = {
    country: recipient.country,
    name: recipient.name || 'Kim Example',
    street: recipient.line1 || 'High Street',
    'house-number': '7',
    'po-box': toTheBox,
    'parcel-machine': toTheBox,
    'post-number': '12345678',
    'postal-code': recipient.postalCode || '1012 AB',
    city: recipient.city || 'Town',
    province: recipient.province || 'NY',
    phone: recipient.phone || '+31 20 555 0101',
    box: 'M',
    weight: '1.2',
    contents: (lines[0]?.name ?? 'mugs').slice(0, 30),
    value: '12',
    'hs-code': '691200',
  };
  return answers[kind] ?? found ?? '1';
}
