import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { closeLater } from './plain-station.ts';

/** A label printer beside the one that each station has. */
export async function startAnotherZebra(msPerLabel = 20): Promise<VirtualZebra> {
  const zebra = await startVirtualZebra({ msPerLabel });
  closeLater(zebra.stop);
  return zebra;
}
