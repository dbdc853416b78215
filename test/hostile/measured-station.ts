import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CallName } from '../../shared/ipc.ts';
import { startWorkers } from '../fakes/workers.ts';
import { openStation } from '../path/plain-platform.ts';
import { documentPrinterAt, labelPrinterAt, setUp } from '../path/plain-station.ts';
import { startHeldWatch } from './held.ts';

// A station in a process of its own, so that its main-thread time and its memory are measured alone.

export interface StationPlan {
  readonly dir: string;
  readonly service: { readonly url: string; readonly key: string; readonly secret: string };
  readonly printerUrl: string;
  readonly orders: string;
}
export type StationAsked =
  | { readonly id: number; readonly ask: 'call'; readonly name: CallName; readonly args: unknown }
  | { readonly id: number; readonly ask: 'spoil'; readonly holdMs: number; readonly fillMb: number }
  | { readonly id: number; readonly ask: 'workflow' | 'begin' | 'end' };

const plan = JSON.parse(process.env['HOSTILE_PLAN'] ?? '') as StationPlan;
/** The built processes, as shipped: from their sources they would use more memory to compile TypeScript. */
const built = (file: string): string => join(import.meta.dirname, '../../out/main', `${file}.js`);
const papers = join(plan.dir, 'papers');
mkdirSync(papers);
const station = await openStation(join(plan.dir, 'data'), { workers: startWorkers(built) });
const { handlers } = station;
await station.warm();
await setUp(station, {
  service: plan.service,
  settings: { printers: [labelPrinterAt(plan.printerUrl), documentPrinterAt(`folder:${papers}`)] },
  orders: plan.orders,
});

const watch = startHeldWatch();

/** Makes the two faults that the harness must detect: holds the main thread for this processor time, and fills memory as long. */
function spoil({ holdMs, fillMb }: { readonly holdMs: number; readonly fillMb: number }): number {
  const filled = Buffer.alloc(fillMb * 2 ** 20, 1);
  const until = process.threadCpuUsage().user + holdMs * 1000;
  while (process.threadCpuUsage().user < until) filled[0] = (filled[0] ?? 0) ^ 1;
  return filled.length;
}

async function answerTo(asked: StationAsked): Promise<unknown> {
  switch (asked.ask) {
    case 'call':
      return (handlers[asked.name] as (args: unknown) => Promise<unknown>)(asked.args);
    case 'workflow': {
      const { workflow, workflowNo } = station.snapshot().bench;
      return { workflow, workflowNo };
    }
    case 'spoil':
      return spoil(asked);
    case 'begin':
      return watch.begin();
    case 'end':
      return watch.end();
  }
}

process.on('message', (asked: StationAsked) => {
  void answerTo(asked).then((value) => process.send?.({ id: asked.id, value }));
});
process.on('disconnect', () => process.exit());
process.send?.({ id: 0, value: 'ready' });
