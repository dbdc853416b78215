import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from '../bundled.ts';
import { numberGiven } from '../number-given.ts';
import type { Memory } from './soaking-process.ts';

/**
 * Freed bytes that glibc keeps per thread. Without this setting glibc raises its own threshold as it runs: a compiler thread of V8 that
 * needed 8 MB once, for whichever function it compiled then, would look like a program that grows.
 */
const freedBytesKept = '131072';

/**
 * Runs a station that ships 5,000 parcels (or `--parcels N`), with service and printer in processes of their own. Reads its memory after a
 * requested garbage collection: RSS as the system counts it, and the live heap.
 */
export async function run(): Promise<void> {
  const parcels = numberGiven('--parcels', 5000, 2);
  const early = Math.min(500, Math.floor(parcels / 2));
  const dir = mkdtempSync(join(tmpdir(), 'packbench-bench-'));
  const children: ChildProcess[] = [];
  const start = (file: string, args: readonly string[], execArgv: readonly string[] = []): ChildProcess => {
    const child = fork(file, args, { execArgv: [...execArgv], env: { ...process.env, MALLOC_TRIM_THRESHOLD_: freedBytesKept } });
    children.push(child);
    return child;
  };
  try {
    const neighbour = new URL('soak-neighbour-process.ts', import.meta.url).pathname;
    const [service, printer] = await Promise.all(
      ['service', 'printer'].map(async (kind) => String((await once(start(neighbour, [kind]), 'message'))[0])),
    );
    const program = await bundled('soak', {
      station: 'test/benchmarks/soaking-process.ts',
      'paper-process': 'electron/paper/paper-process.ts',
      'order-file-process': 'electron/station/order-file-process.ts',
    });
    const started = performance.now();
    const station = start(
      program('station'),
      [join(dir, 'station'), service ?? '', printer ?? '', String(parcels), String(early)],
      ['--expose-gc', '--max-semi-space-size=16'],
    );
    const memories = await memoriesOf(station);
    const [first, last] = [memories.find((each) => each.parcels === early), memories.at(-1)];
    if (!first || last?.parcels !== parcels) throw new Error('The station ended before its last parcel.');
    const minutes = (performance.now() - started) / 60_000;
    process.stdout.write(
      `soak minutes=${minutes.toFixed(1)} ms_per_parcel=${((minutes * 60_000) / parcels).toFixed(0)} heap_used_mb_at_${early}=${first.heapMb.toFixed(1)} heap_used_mb_at_${parcels}=${last.heapMb.toFixed(1)}\n`,
    );
    process.stdout.write(
      `soak parcels=${parcels} rss_mb_at_${early}=${first.rssMb.toFixed(1)} rss_mb_at_${parcels}=${last.rssMb.toFixed(1)} ratio=${(last.rssMb / first.rssMb).toFixed(3)}\n`,
    );
  } finally {
    for (const child of children) child.kill();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Prints the memory reports of the station as they arrive, until it has shipped everything. Returns them all. */
function memoriesOf(station: ChildProcess): Promise<readonly Memory[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Memory[]>();
  const memories: Memory[] = [];
  station.on('message', (memory: Memory | 'done') => {
    if (memory === 'done') resolve(memories);
    else {
      memories.push(memory);
      process.stdout.write(`soak after ${memory.parcels}: rss_mb=${memory.rssMb.toFixed(1)} heap_used_mb=${memory.heapMb.toFixed(1)}\n`);
    }
  });
  station.on('exit', (code) => reject(new Error(`The station ended with ${code} after ${memories.at(-1)?.parcels ?? 0} parcels.`)));
  return promise;
}
