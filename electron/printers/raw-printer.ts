import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer';

/**
 * Prints raw bytes through node-thermal-printer over our own transport, and returns the transport's result.
 * The library's own TCP interface reports success for labels that never arrived, and its file interface prints long after it has reported a
 * failure; neither is ever used.
 */
export async function printRaw<T>(bytes: Uint8Array, deliver: (bytes: Uint8Array) => Promise<T>): Promise<T> {
  let delivering: Promise<T> | undefined;
  const transport = {
    execute: async (buffer: Buffer): Promise<void> => {
      delivering = deliver(buffer);
      await delivering;
    },
  };
  // The library requires a type, which has no effect on raw bytes. It accepts an object as interface, but its types only allow a string.
  const printer = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: transport as unknown as string });
  await printer.raw(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (delivering === undefined) throw new Error('nothing was handed over');
  return delivering;
}
