import { startTrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';

// Runs the service or the printer of a soak in a process of its own; sends its address.
const [, , kind = ''] = process.argv;
if (kind === 'service') {
  const { url } = await startTrainingService({ key: 'soak', secret: 'secret', clock: () => new Date() });
  process.send?.(url);
} else {
  const { url } = await startVirtualZebra({ msPerLabel: 1 });
  process.send?.(url);
}
