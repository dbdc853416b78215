import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCourier } from '../../electron/courier/courier.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { screenPictureMs } from '../../electron/station/platform.ts';
import type { Station } from '../../electron/station/station.ts';
import { openStation as openPlainStation } from '../path/plain-platform.ts';

/** Factor by which a day passes faster than at a real bench: the program's pauses and timeouts are this much shorter. */
export const haste = 8;

const courierTiming = { connectMs: 1_000, onceHeadersMs: 900, onceTotalMs: 1_600, readHeadersMs: 600, readBudgetMs: 700 };
const printerTiming = {
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
};

/** Opens the real station in plain Node, with shorter timeouts and the clock of the day. */
export function openStation(dir: string, now: () => Date): Promise<Station> {
  const dataDir = join(dir, 'data');
  mkdirSync(dataDir, { recursive: true });
  return openPlainStation(
    dataDir,
    {
      disk: { reserveBytes: 64 * 1024, leastFreeBytes: 0 },
      now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / haste)),
      pictureMs: screenPictureMs,
    },
    {
      createCourier: (options) => createCourier({ ...options, timing: courierTiming }),
      createPrinters: (options) => createPrinters({ ...options, timing: printerTiming }),
    },
  );
}
