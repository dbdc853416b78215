import { type ChildProcess, fork } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { detailOf } from '../../renderer/text/reasons.ts';
import type { Snapshot, Workflow, WorkflowAt } from '../../shared/bench.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { CallArgs, CallName, CallReply, Handlers } from '../../shared/ipc.ts';
import type { QuestionKind } from '../../shared/question-kind.ts';
import type { Result } from '../../shared/result.ts';
import { closeStationLater } from '../later.ts';
import { until } from '../watchdog.ts';
import type { Asked, LifePlan } from './life.ts';

const program = new URL('./life.ts', import.meta.url);

/** A bench in a process of its own, with a folder for everything that it writes. */
export interface Bench {
  readonly root: string;
  readonly dir: string;
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallReply<N>>;
  readonly handlers: Handlers;
  snapshot(): Promise<Snapshot>;
  copied(): Promise<string>;
  dataKey(): Promise<Uint8Array>;
  fact(name: string): Promise<string | null>;
  goTo(days: number): Promise<void>;
  workflowNo(): Promise<number>;
  at<S extends Workflow['step']>(step: S): Promise<WorkflowAt<S>>;
  /** Answers questions and confirmations until the prices are there. */
  toTiles(code: string): Promise<WorkflowAt<'choosing'>>;
  /** Buys the selected service, and does not wait. */
  buyOnly(): Promise<void>;
  /** Answers what is open, buys the selected service, and resolves when the label is printed. */
  buy(): Promise<WorkflowAt<'done'>>;
  ship(code: string): Promise<WorkflowAt<'done'>>;
  /** Kills it as a power cut does. */
  kill(): Promise<void>;
  close(): Promise<void>;
  start(): Promise<void>;
}

const answers: Readonly<Partial<Record<QuestionKind, string>>> = {
  box: 'M',
  weight: '1.25',
  value: '10',
  contents: '1',
  'house-number': '7',
};

/** `printServer`: name of the CUPS that it prints with. */
export async function startBench(root: string, inAnswers: string, printServer: string): Promise<Bench> {
  const dir = join(root, 'data');
  const temporary = join(root, 'temporary');
  for (const each of [dir, temporary]) mkdirSync(each, { recursive: true });
  let daysAhead = 0;
  let dataKey: Uint8Array | null = null;
  let last = 0;
  let child: ChildProcess | undefined;
  const open = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (why: Error) => void }>();

  function start(): Promise<void> {
    const plan: LifePlan = { dir, exports: join(root, '../exports'), inAnswers, daysAhead };
    const now = fork(program, {
      env: { ...process.env, CANARY_LIFE: JSON.stringify(plan), TMPDIR: temporary, CUPS_SERVER: printServer },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    child = now;
    for (const stream of [now.stdout, now.stderr]) stream?.on('data', (chunk: Buffer) => appendFileSync(join(root, 'console'), chunk));
    const started = new Promise<unknown>((resolve, reject) => open.set(0, { resolve, reject }));
    now.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
      const waiting = open.get(id);
      open.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    now.once('exit', (code, signal) => {
      for (const [id, { reject }] of open) {
        open.delete(id);
        reject(new Error(`The bench ended with ${code ?? signal}.`));
      }
    });
    return started.then(() => undefined);
  }

  function ask(asked: Asked): Promise<any> {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      open.set(id, { resolve, reject });
      child?.send({ id, asked });
    });
  }
  const handlers = new Proxy({} as Handlers, { get: (_, name: string) => (args: unknown) => ask({ do: 'call', name, args }) });
  const call: Bench['call'] = async (name, args) => {
    const answer = (await handlers[name](args as never)) as Result<CallReply<typeof name>, FailureCode>;
    if (!answer.ok) throw new Error(`${name} answered ${answer.failure.code} ${detailOf(answer.failure)}`);
    return answer.value;
  };
  const snapshot = (): Promise<Snapshot> => ask({ do: 'snapshot' });
  const workflow = async (): Promise<Workflow> => (await snapshot()).bench.workflow;
  const workflowNo = async (): Promise<number> => (await snapshot()).bench.workflowNo;

  async function at<S extends Workflow['step']>(step: S): Promise<WorkflowAt<S>> {
    let now = await workflow();
    await until(
      `the parcel is at ${step}`,
      async () => {
        now = await workflow();
        return now.step === step;
      },
      () => JSON.stringify(now).slice(0, 600),
    );
    return now as WorkflowAt<S>;
  }

  async function answerAll(): Promise<WorkflowAt<'choosing'>> {
    for (let round = 0; round < 20; round += 1) {
      const now = await workflow();
      if (now.step !== 'asking') break;
      const [question] = now.questions;
      const given = question && answers[question.kind];
      if (!question || given === undefined) throw new Error(`Nothing answers ${JSON.stringify(question)}`);
      await call('answerQuestion', { workflowNo: await workflowNo(), question, answer: given });
    }
    return await at('choosing');
  }
  async function toTiles(code: string): Promise<WorkflowAt<'choosing'>> {
    await call('scan', { code });
    return await answerAll();
  }
  async function buyOnly(): Promise<void> {
    const { serviceId } = await at('choosing');
    await call('buy', { workflowNo: await workflowNo(), serviceId });
  }
  async function buy(): Promise<WorkflowAt<'done'>> {
    await answerAll();
    await buyOnly();
    return await at('done');
  }

  async function end(): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await gone;
  }
  closeStationLater(end);
  await start();

  return {
    root,
    dir,
    call,
    handlers,
    snapshot,
    workflowNo,
    at,
    toTiles,
    copied: () => ask({ do: 'copied' }),
    async dataKey() {
      dataKey ??= await ask({ do: 'data key' });
      if (!dataKey) throw new Error('The data key was never wrapped.');
      return dataKey;
    },
    fact: (name) => ask({ do: 'fact', name }),
    async goTo(days) {
      daysAhead = days;
      await ask({ do: 'days ahead', days });
    },
    buyOnly,
    buy,
    async ship(code) {
      await call('scan', { code });
      return await buy();
    },
    kill: end,
    async close() {
      await ask({ do: 'close' });
      await wait(0);
      await end();
    },
    start,
  };
}
