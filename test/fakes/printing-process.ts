import { createPrinters } from '../../electron/printers/printers.ts';

// A process that prints one label on a queue and may be killed while it does.
const [folder = '', label = ''] = process.argv.slice(2);
const printers = createPrinters({ platform: 'linux', folder, ref: () => 'P1', timing: { spoolerMs: 60_000 } });
const printer = { address: 'queue:Any', dpi: 203 as const, widthMm: 102, heightMm: 152 };
await printers.print(printer, { format: 'ZPL', bytes: Buffer.from(label) }, 'A label', () => undefined);
