import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { closeLater } from './plain-station.ts';

/** Starts a second label printer beside that of the station. */
export async function startAnotherZebra(msPerLabel = 20): Promise<VirtualZebra> {
  const zebra = await startVirtualZebra({ msPerLabel });
  closeLater(zebra.stop);
  return zebra;
}
