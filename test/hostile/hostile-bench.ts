import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { startTrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { detailOf, reasonText } from '../../renderer/text/reasons.ts';
import { text } from '../../renderer/text/text.ts';
import type { Workflow } from '../../shared/bench.ts';
import type { Failure } from '../../shared/failure.ts';
import type { CallArgs, CallName, CallReply } from '../../shared/ipc.ts';
import type { Message } from '../../shared/message.ts';
import type { Result } from '../../shared/result.ts';
import { type Fields, startMarkingService } from '../fakes/marking-service.ts';
import { watched } from '../watchdog.ts';
import type { StationAsked, StationPlan } from './measured-station.ts';

/** A station in a process of its own, between a printer and a service whose answers a test changes. */
export interface HostileBench {
  readonly dir: string;
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<Result<CallReply<N>, Failure['code']>>;
  workflow(): Promise<Workflow>;
  /** Resolves with the first step that is none of these. */
  after(...steps: readonly Workflow['step'][]): Promise<Workflow>;
  /** Buys this order with the first service that is offered. */
  buy(order: string): Promise<Workflow>;
  /** Changes the next answer of the service to this action. */
  next(action: string, change: (answer: Fields) => Fields): void;
  /** Sends this in place of the next answer to this action, byte for byte. */
  nextRaw(action: string, body: Uint8Array): void;
  sheets(): number;
  /** Does to the station what no input may do, to test the harness itself. */
  spoil(how: { readonly holdMs: number; readonly fillMb: number }): Promise<unknown>;
}

export interface Met {
  readonly bytes: number;
  /** The text that the user reads about it; empty if there was none. */
  readonly sees: string;
  /** The longest time that the main thread of the station was held, in milliseconds. */
  readonly heldMs: number;
  /** Peak memory of the station and all its processes together, in MB. */
  readonly peakMb: number;
  readonly seconds: number;
}

export interface HostileInput {
  readonly name: string;
  readonly kind: string;
  /** Builds the external input; at most one MB. */
  readonly make: () => Uint8Array;
  /** Gives it to the bench as an outside source would. Returns the text that the user reads. */
  readonly meet: (bench: HostileBench, bytes: Uint8Array) => Promise<string>;
}

export async function meet(input: HostileInput): Promise<Met> {
  const bytes = input.make();
  const dir = mkdtempSync(join(tmpdir(), 'packbench-hostile-'));
  const service = await startTrainingService({ key: 'hostile', secret: 'secret', clock: () => new Date() });
  const front = await startMarkingService(service.url, (_action, answer) => answer);
  const printer = await startVirtualZebra({ msPerLabel: 5 });
  const station = await startStation({
    dir,
    service: { url: front.url, key: service.key, secret: service.secret },
    printerUrl: printer.url,
    orders: sampleOrdersCsv,
  });
  try {
    const bench: HostileBench = { dir, ...station.asked, next: front.next, nextRaw: front.nextRaw, sheets: () => printer.sheets().length };
    // The first parcel of a run loads what later ones find loaded.
    const first = await bench.buy('ORD-1002');
    if (first.step !== 'done') throw new Error(`an ordinary parcel is at ${first.step}`);
    await station.ask({ ask: 'begin' });
    const memory = watchMemory(station.child.pid ?? 0);
    const started = performance.now();
    const sees = await watched(`the station answers ${input.name}`, input.meet(bench, bytes));
    const seconds = (performance.now() - started) / 1000;
    return { bytes: bytes.length, sees, heldMs: (await station.ask({ ask: 'end' })) as number, peakMb: memory.peak(), seconds };
  } finally {
    station.child.kill('SIGKILL');
    await front.stop();
    await service.stop();
    await printer.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const root = join(import.meta.dirname, '../..');

async function startStation(plan: StationPlan) {
  const child: ChildProcess = fork(new URL('measured-station.ts', import.meta.url), {
    // The compile cache is kept, so that the station need not compile TypeScript; the shipped program does not either.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env, HOSTILE_PLAN: JSON.stringify(plan) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const waiting = new Map<number, (value: unknown) => void>();
  child.on('message', ({ id, value }: { readonly id: number; readonly value: unknown }) => {
    waiting.get(id)?.(value);
    waiting.delete(id);
  });
  const ready = new Promise((resolve) => waiting.set(0, resolve));
  await Promise.race([ready, once(child, 'exit').then(([code]) => Promise.reject(new Error(`the station ended with ${code}`)))]);
  let lastId = 0;
  type Asked = StationAsked extends infer Each ? (Each extends StationAsked ? Omit<Each, 'id'> : never) : never;
  const ask = (asked: Asked): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    child.send({ ...asked, id });
    return answer;
  };
  const at = async (): Promise<{ readonly workflow: Workflow; readonly workflowNo: number }> =>
    (await ask({ ask: 'workflow' })) as Awaited<ReturnType<typeof at>>;
  const call = (async (name: CallName, args: unknown) => ask({ ask: 'call', name, args })) as HostileBench['call'];

  async function after(...steps: readonly Workflow['step'][]): Promise<Workflow> {
    for (;;) {
      const { workflow } = await at();
      if (!steps.includes(workflow.step)) return workflow;
      await wait(20);
    }
  }

  const answers: Readonly<Record<string, string>> = {
    box: 'M',
    weight: '1.25',
    'hs-code': '691200',
    'house-number': '7',
    value: '1',
    contents: '1',
  };

  async function buy(order: string): Promise<Workflow> {
    await call('scan', { code: order });
    for (let now = await at(); now.workflow.step === 'asking'; now = await at()) {
      const [question] = now.workflow.questions;
      if (!question) break;
      await call('answerQuestion', { workflowNo: now.workflowNo, question, answer: answers[question.kind] ?? '1' });
    }
    await after('asking', 'quoting');
    const { workflow, workflowNo } = await at();
    if (workflow.step !== 'choosing') return workflow;
    const serviceId = workflow.serviceId || (workflow.quote.services[0]?.serviceId ?? '');
    await call('buy', { workflowNo, serviceId });
    return after('choosing', 'booking', 'printing');
  }

  const spoil: HostileBench['spoil'] = (how) => ask({ ask: 'spoil', ...how });
  return { child, ask, asked: { call, workflow: async () => (await at()).workflow, after, buy, spoil } };
}

/** Memory of a process and all its children, in MB. Shared memory, such as the runtime itself, counts once. */
function treeMb(pid: number | string): number {
  const own = Number(/^Pss:\s+(\d+)/m.exec(ofProcess(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
  const started = ofProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean);
  return started.reduce((sum, each) => sum + treeMb(each), own);
}

/** Empty if the process has ended. */
function ofProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

const lookEveryMs = 25;

function watchMemory(root: number): { readonly peak: () => number } {
  let most = treeMb(root);
  const look = setInterval(() => {
    most = Math.max(most, treeMb(root));
  }, lookEveryMs);
  return {
    peak() {
      clearInterval(look);
      return Math.max(most, treeMb(root));
    },
  };
}

/** The text that the screen shows for a failure, or for a finding on a label. */
export const read = (failure: Failure): string => `${text.failures[failure.code].what} ${detailOf(failure)}`.trim();
export const messageText = (why: Message): string => (typeof why === 'string' ? why : reasonText(why));
