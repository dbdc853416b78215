import { join } from 'node:path';
import { senderAt } from '../../shared/sender.ts';
import type { Settings } from '../../shared/settings.ts';
import type { BenchContext } from '../bench/context.ts';
import { readOrderFile } from '../orders/open-order-file.ts';
import { sampleOrdersCsv, trainingSender } from '../training/sample-orders.ts';
import { startTrainingService } from '../training/service.ts';
import { startVirtualZebra } from '../training/zebra.ts';
import type { Box, WorldParts } from './world-parts.ts';

export async function startBox({ platform, encryption: { encrypt, decrypt } }: WorldParts): Promise<Box> {
  const dir = join(platform.dataDir, 'training');
  const place = 'training';
  const encryption = {
    encrypt: (bytes: Uint8Array) => encrypt(bytes, place),
    decrypt: (bytes: Uint8Array) => decrypt(bytes, place),
  };
  const secret = Buffer.from(platform.random(16)).toString('hex');
  const service = await startTrainingService({
    key: 'training',
    secret,
    clock: platform.now,
    dir: join(dir, 'service'),
    encryption,
    delayMs: 150,
  });
  const printer = await startVirtualZebra({ dir: join(dir, 'printer'), encryption, clock: platform.now });
  return {
    service,
    printer,
    async stop() {
      await service.stop();
      await printer.stop();
    },
  };
}

/** The training environment needs no setup: its parcels start at an invented warehouse. */
export const withTrainingSender = (settings: Settings): Settings =>
  settings.senders.length > 0 ? settings : { ...settings, senders: [senderAt(trainingSender)] };

export function loadSampleOrders({ journal }: Pick<BenchContext, 'journal'>): void {
  const read = readOrderFile({ name: 'sample orders', bytes: new TextEncoder().encode(sampleOrdersCsv) });
  if (read.ok) journal.takeOrders(read.value.orders, read.value.problems);
}
