import type { Courier } from '../bench/ports/courier.ts';
import type { Printers } from '../bench/ports/printers.ts';

/** Work that must not be cut off: requests that are sent only once, printing, and batches. The computer stays awake for it. */
export interface AtWork {
  /** True while any such work runs. */
  isOn(): boolean;
  /** Keeps the computer awake, or lets it sleep. Called when a batch may have begun or ended. */
  look(): void;
  watchedCourier(courier: Courier): Courier;
  watchedPrinters(printers: Printers): Printers;
}

export function createAtWork(keepAwake: (isAwake: boolean) => void, isBatchRunning: () => boolean): AtWork {
  let underWay = 0;
  const isOn = (): boolean => underWay > 0 || isBatchRunning();
  const look = (): void => keepAwake(isOn());
  async function during<T>(work: Promise<T>): Promise<T> {
    underWay += 1;
    if (underWay === 1) look();
    try {
      return await work;
    } finally {
      underWay -= 1;
      if (underWay === 0) look();
    }
  }
  return {
    isOn,
    look,
    watchedCourier: (courier) => ({ ...courier, sendOnce: (...sent) => during(courier.sendOnce(...sent)) }),
    watchedPrinters: (printers) => ({ ...printers, print: (...sheet) => during(printers.print(...sheet)) }),
  };
}
