import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import type { Delivery } from './tcp-transport.ts';

/**
 * Prints raw bytes through node-thermal-printer over our own transport.
 * The library's own TCP interface reports success for labels that never arrived, and its file interface prints long after
 * it has reported a failure; neither is ever used.
 */
export async function printRaw(bytes: Uint8Array, deliver: (bytes: Uint8Array) => Promise<Delivery>): Promise<Delivery> {
  let delivery: Delivery = { is: 'not-sent', why: 'nothing was handed over' };
  const transport = {
    execute: async (buffer: Buffer): Promise<void> => {
      delivery = await deliver(buffer);
    },
  };
  // The type is obligatory and means nothing to raw bytes. The library takes an object here; its types know only text.
  const printer = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: transport as unknown as string });
  await printer.raw(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return delivery;
}
