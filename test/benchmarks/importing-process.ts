import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { orderFileBytes } from '../../electron/station/order-file-bytes.ts';
import { screenPictureMs } from '../../electron/station/platform.ts';
import { buildStation } from '../../electron/station/station.ts';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import { senderAt } from '../../shared/sender.ts';
import { startWorkers } from '../fakes/workers.ts';
import { plainPlatform } from '../path/plain-station.ts';
import { startDisplacement } from './displacement.ts';

/** What taking a file cost the station that this process is. */
export interface Imported {
  readonly taken: number;
  readonly ms: number;
  /** What the processor worked for it, on all threads. */
  readonly cpuMs: number;
  /** The same file once more. */
  readonly againMs: number;
  /** How long the main thread worked or waited for the disk at a stretch, without what others had its core for meanwhile. */
  readonly pauses: readonly number[];
  /** With that. */
  readonly longestWithOthersMs: number;
  readonly rssMbBefore: number;
  /** The most this process held until the file was taken, and until it was taken once more. */
  readonly rssMb: number;
  readonly againRssMb: number;
}

// This thread has its heap by now. Left as it is, the flag would give each worker as much, whatever the program gives it.
setFlagsFromString('--max-semi-space-size=0');
const [, , dataDir = '', file = '', worker = '', copyWorker = ''] = process.argv;
const station = await buildStation(
  plainPlatform(dataDir, {
    pictureMs: screenPictureMs,
    workers: startWorkers(() => worker),
    startCopyWorker: () => new Worker(copyWorker, { resourceLimits: { maxYoungGenerationSizeMb: 1 } }),
  }),
);
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

// A person brings a file to a station that has come to rest.
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
