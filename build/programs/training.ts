import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededDigits } from '../../electron/training/seeded.ts';
import { startTrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';

// Runs the training service and printer alone, for trying a client by hand: prints one line of JSON, then runs until Ctrl-C. The address
// under `control` takes faults and changes the mode: see control.ts. `--webhook URL` names the receiver of tracking updates; `--dir FOLDER`
// keeps bookings and prints. With `--seed TEXT` and `--clock 2026-11-20T10:00:00Z`, which stops the clock at that time, two runs give the
// same answers to the byte, and the same secret.
const { webhook, dir, seed, clock } = parseArgs({
  options: { webhook: { type: 'string' }, dir: { type: 'string' }, seed: { type: 'string' }, clock: { type: 'string' } },
}).values;
const standing = clock === undefined ? undefined : new Date(clock);
if (standing && Number.isNaN(standing.getTime())) throw new Error(`--clock ${clock} is no time, such as 2026-11-20T10:00:00Z`);
const now = (): Date => standing ?? new Date();
const service = await startTrainingService({
  key: 'training',
  secret: seed === undefined ? randomBytes(12).toString('hex') : seededDigits(seed, 'secret', 24),
  clock: now,
  controlPort: 0,
  ...(seed !== undefined && { seed }),
  ...(dir !== undefined && { dir: join(dir, 'service') }),
  ...(webhook !== undefined && { webhookUrl: webhook }),
  log: (line) => process.stderr.write(`${line}\n`),
});
const printer = await startVirtualZebra({
  clock: now,
  ...(dir !== undefined && { dir: join(dir, 'printer') }),
  onSheet: (sheet) => process.stderr.write(`printed sheet ${sheet.index}\n`),
});
const { url, key, secret, controlUrl } = service;
process.stdout.write(`${JSON.stringify({ url, key, secret, control: controlUrl, printer: printer.url })}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.all([service.stop(), printer.stop()]);
  });
}
