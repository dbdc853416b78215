import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createCourier } from '../../electron/courier/courier.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { screenPictureMs } from '../../electron/station/platform.ts';
import { buildStation, type Station } from '../../electron/station/station.ts';
import { workers } from '../fakes/workers.ts';

/** Factor by which a day passes faster than at a real bench: the program's pauses and timeouts are this much shorter. */
export const haste = 8;

/** Opens the real station in plain Node, with shorter timeouts and the clock of the day. */
export function openStation(dir: string, now: () => Date): Promise<Station> {
  const dataDir = join(dir, 'data');
  mkdirSync(dataDir, { recursive: true });
  return buildStation(
    {
      dataDir,
      witnessDir: join(dir, 'witness'),
      version: '0.0.0',
      disk: { reserveBytes: 64 * 1024, leastFreeBytes: 0 },
      os: process.platform,
      wrapKey: async (key) => key.map((byte) => byte ^ 0x5a),
      unwrapKey: async (bytes) => bytes.map((byte) => byte ^ 0x5a),
      resolveProxy: async () => 'DIRECT',
      trustedCertificates: () => [],
      computerWarnings: () => [],
      machineDir: undefined,
      user: 'packer',
      openExternal: async () => undefined,
      chooseOrderFile: async () => undefined,
      saveFile: async () => undefined,
      workers,
      startCopyWorker: () => new Worker(new URL('../../electron/journal/copy-worker.ts', import.meta.url)),
      sumatraPdfPath: '',
      keepAwake: () => undefined,
      now,
      elapsed: () => performance.now(),
      id: randomUUID,
      random: (bytes) => randomBytes(bytes),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / haste)),
      pictureMs: screenPictureMs,
    },
    {
      createCourier: (options) =>
        createCourier({
          ...options,
          timing: { connectMs: 1_000, onceHeadersMs: 900, onceTotalMs: 1_600, readHeadersMs: 600, readBudgetMs: 700 },
        }),
      createPrinters: (options) =>
        createPrinters({
          ...options,
          timing: {
            connectMs: 500,
            stallMs: 1_000,
            closeWaitMs: 150,
            goodForMs: 40,
            answerMs: 250,
            pollMs: 30,
            idleWaitMs: 1_000,
            confirmMs: 1_500,
            settleMs: 300,
            spoolerMs: 3_000,
            queueStepMs: 3_000,
            queueAnswerMs: 1_000,
          },
        }),
    },
  );
}
