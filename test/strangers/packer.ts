import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Station } from '../../electron/station/station.ts';
import type { Frame, Snapshot, Workflow, WorkflowAt } from '../../shared/bench.ts';
import type { Answer, CallArgs, CallName } from '../../shared/ipc.ts';
import { type Question, toTheBox } from '../../shared/question.ts';
import type { TrueOrder } from './order-files.ts';
import { bareKey } from './truth.ts';

/** A person at the bench, who does only what the window lets a person do. */
export interface Packer {
  /** What the frame of the window counts and says, as main has it now. */
  frame(): Frame;
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<Answer<N>>;
  workflow(): Workflow;
  workflowNo(): number;
  isPaused(): boolean;
  /** Waits until it is so, as long as a person would; answers whether it came to be. */
  until(isSo: () => boolean | Promise<boolean>, patienceMs?: number): Promise<boolean>;
  /** Waits until the parcel in hand stands at one of these steps. */
  comesTo(...steps: readonly Workflow['step'][]): Promise<boolean>;
  /** Clears the bench: whatever is in hand is put where it can be found again. */
  clearBench(): Promise<void>;
  /** Answers what is asked of an order, truthfully, as far as it can be answered. */
  answerAll(order: TrueOrder, change?: Readonly<Record<string, string>>): Promise<void>;
  /** Scans an order and answers what is asked; the tiles, or undefined where it does not come to them. */
  toTiles(order: TrueOrder, change?: Readonly<Record<string, string>>): Promise<WorkflowAt<'choosing'> | undefined>;
  /** Waits until what was bought has its outcome, its label included. */
  outcome(): Promise<Workflow>;
}

const patience = 4_000;
const mostQuestions = 24;

/** Does what the packer wants of the program, and answers what came of it. */
export type Ask = <N extends CallName>(name: N, args: CallArgs<N>) => Promise<Answer<N>>;

export function createPacker(options: {
  readonly ask: Ask;
  /** The last state that was pushed. Asking for it costs nothing, as looking at a screen does. */
  readonly shown: () => Snapshot;
  /** Told of each answer that was taken. */
  readonly answered: (order: TrueOrder, kind: string, answer: string) => void;
}): Packer {
  const workflow = (): Workflow => options.shown().bench.workflow;
  const workflowNo = (): number => options.shown().bench.workflowNo;
  async function call<N extends CallName>(name: N, args: CallArgs<N>): Promise<Answer<N>> {
    const result = await options.ask(name, args);
    // What follows from an answer is on the screen when it is acted upon: it is pushed at the end of this turn.
    await nextTurn();
    return result;
  }

  async function until(isSo: () => boolean | Promise<boolean>, patienceMs = patience): Promise<boolean> {
    for (let waited = 0; waited < patienceMs; waited += 15) {
      if (await isSo()) return true;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    return isSo();
  }
  const comesTo = (...steps: readonly Workflow['step'][]): Promise<boolean> => until(() => steps.includes(workflow().step));

  async function clearBench(): Promise<void> {
    if (options.shown().frame.paused) await call('resumeBooking', {});
    for (let round = 0; round < 6; round += 1) {
      await until(() => workflow().step !== 'booking' && workflow().step !== 'printing');
      const { step } = workflow();
      if (step === 'ready') return;
      const isDone = step === 'done' || step === 'already-shipped' || step === 'stuck' || step === 'looking-up' || step === 'quoting';
      const aside = isDone ? undefined : await call('park', { workflowNo: workflowNo() });
      if (!aside?.ok) await call('next', { workflowNo: workflowNo() });
    }
  }

  async function answerAll(order: TrueOrder, change: Readonly<Record<string, string>> = {}): Promise<void> {
    for (let round = 0; round < mostQuestions; round += 1) {
      const now = workflow();
      if (now.step !== 'asking') return;
      const [question] = now.questions;
      if (!question) return;
      const answer = change[question.kind] ?? answerTo(question, order);
      const given = await call('answerQuestion', { workflowNo: workflowNo(), question, answer });
      if (!given.ok) return;
      options.answered(order, question.kind, answer);
    }
  }

  return {
    frame: () => options.shown().frame,
    call,
    workflow,
    workflowNo,
    isPaused: () => options.shown().frame.paused !== null,
    until,
    comesTo,
    clearBench,
    answerAll,
    async toTiles(order, change) {
      await clearBench();
      await call('scan', { code: order.key });
      await comesTo(
        'asking',
        'choosing',
        'stopped',
        'already-shipped',
        'may-be-shipped',
        'unknown',
        'done',
        'confirm-label',
        'wrong-label',
      );
      await answerAll(order, change);
      await until(() => workflow().step !== 'quoting' && workflow().step !== 'looking-up');
      const now = workflow();
      return now.step === 'choosing' && bareKey(now.order.key) === bareKey(order.key) ? now : undefined;
    },
    async outcome() {
      await until(() => workflow().step !== 'booking' && workflow().step !== 'printing');
      return workflow();
    },
  };
}

/** What breaks within a call is told to the window as a failure. */
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
