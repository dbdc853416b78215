import type { Courier } from '../bench/ports/courier.ts';
import type { Printers } from '../bench/ports/printers.ts';

/** Counts running work that must not be cut off: requests that are sent only once, and printing. */
export interface AtWork {
  /** True while any such work runs. */
  isOn(): boolean;
  watchedCourier(courier: Courier): Courier;
  watchedPrinters(printers: Printers): Printers;
}

/** `changed` is called when the first work begins and when the last one ends. */
export function createAtWork(changed: () => void): AtWork {
  let underWay = 0;
  async function during<T>(work: Promise<T>): Promise<T> {
    underWay += 1;
    if (underWay === 1) changed();
    try {
      return await work;
    } finally {
      underWay -= 1;
      if (underWay === 0) changed();
    }
  }
  return {
    isOn: () => underWay > 0,
    watchedCourier: (courier) => ({ ...courier, sendOnce: (...sent) => during(courier.sendOnce(...sent)) }),
    watchedPrinters: (printers) => ({ ...printers, print: (...sheet) => during(printers.print(...sheet)) }),
  };
}
