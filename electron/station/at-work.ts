import type { Courier } from '../bench/ports/courier.ts';
import type { Printers } from '../bench/ports/printers.ts';

/** Counts what is on its way out of this bench and must not be cut off: what is sent once, and sheets. */
export interface AtWork {
  /** Whether anything is on its way. */
  isOn(): boolean;
  watchedCourier(courier: Courier): Courier;
  watchedPrinters(printers: Printers): Printers;
}

/** `changed`: told when the first begins, and when the last ends. */
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
