import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startTrainingService } from './service.ts';
import { startVirtualZebra } from './zebra.ts';

// The training service and printer by themselves, for trying a client by hand: one line of JSON, then until Ctrl-C. The address under
// `control` takes faults: see control.ts. `--webhook URL`
// names the receiver of tracking updates.
const { webhook } = parseArgs({ options: { webhook: { type: 'string' } } }).values;
const service = await startTrainingService({
  key: 'training',
  secret: randomBytes(12).toString('hex'),
  clock: () => new Date(),
  controlPort: 0,
  ...(webhook !== undefined && { webhookUrl: webhook }),
  log: (line) => process.stderr.write(`${line}\n`),
});
const printer = await startVirtualZebra({ onSheet: (sheet) => process.stderr.write(`printed sheet ${sheet.index}\n`) });
const { url, key, secret, controlUrl } = service;
process.stdout.write(`${JSON.stringify({ url, key, secret, control: controlUrl, printer: printer.url })}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.all([service.stop(), printer.stop()]);
  });
}
