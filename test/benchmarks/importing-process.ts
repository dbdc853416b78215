import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { orderFileBytes } from '../../electron/station/order-file-bytes.ts';
import { screenPictureMs } from '../../electron/station/platform.ts';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import { senderAt } from '../../shared/sender.ts';
import { startWorkers } from '../fakes/workers.ts';
import { openStation } from '../path/plain-platform.ts';
import { startDisplacement } from './displacement.ts';

/** Cost of importing a file, in this process, which is the station. */
export interface Imported {
  readonly taken: number;
  readonly ms: number;
  /** Processor time, over all threads. */
  readonly cpuMs: number;
  /** Time to import the same file a second time. */
  readonly againMs: number;
  /** Uninterrupted stretches in which the main thread worked or waited for the disk, without the time that others had its core. */
  readonly pauses: readonly number[];
  /** The longest pause, including the time that others had the core. */
  readonly longestWithOthersMs: number;
  readonly rssMbBefore: number;
  /** Peak memory of this process after the first import, and after the second. */
  readonly rssMb: number;
  readonly againRssMb: number;
}

// This thread has its heap by now. If the flag stayed, each worker would get the same size, whatever the program gives it.
setFlagsFromString('--max-semi-space-size=0');
const [, , dataDir = '', file = '', worker = '', copyWorker = ''] = process.argv;
const station = await openStation(dataDir, {
  pictureMs: screenPictureMs,
  workers: startWorkers(() => worker),
  startCopyWorker: () => new Worker(copyWorker, { resourceLimits: { maxYoungGenerationSizeMb: 1 } }),
});
const { handlers } = station;
await handlers.saveSettings({ settings: { senders: [senderAt(trainingSender)] } });
await handlers.enterWorld({ world: 'training' });

async function take(): Promise<{ taken: number; ms: number; cpuMs: number }> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const report = await handlers.importOrders({ name: basename(file), bytes: await orderFileBytes(file) });
  if (!report.ok) throw new Error(`${report.failure.code} ${detailOf(report.failure)}`);
  const { user, system } = process.cpuUsage(before);
  return { taken: report.value.taken, ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}

// Lets the station become idle, as it is when a packer brings a file.
await wait(1000);
const rssMbBefore = process.memoryUsage().rss / 2 ** 20;
const pauses: number[] = [];
let longestWithOthersMs = 0;
let isWatching = true;
const watch = async (): Promise<void> => {
  const displaced = startDisplacement();
  let displacedMs = displaced.ms();
  for (let last = performance.now(); isWatching; ) {
    await wait(1);
    const [now, displacedNow] = [performance.now(), displaced.ms()];
    pauses.push(now - last - (displacedNow - displacedMs));
    longestWithOthersMs = Math.max(longestWithOthersMs, now - last);
    [last, displacedMs] = [now, displacedNow];
  }
  displaced.close();
};
const watched = watch();
const first = await take();
isWatching = false;
await watched;
const mostMb = (): number => process.resourceUsage().maxRSS / 1024;
const rssMb = mostMb();
const again = await take();
const imported: Imported = { ...first, againMs: again.ms, pauses, longestWithOthersMs, rssMbBefore, rssMb, againRssMb: mostMb() };
await station.close();
process.send?.(imported);
