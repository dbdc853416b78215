import type { Printers, PrintOutcome } from '../../electron/bench/ports/printers.ts';
import type { PrinterStatus } from '../../shared/printer.ts';
import { failed } from '../../shared/result.ts';
import type { TakeFault } from './model-faults.ts';
import type { Port } from './port.ts';

type PrinterKind = 'ready' | 'not-ready' | 'cannot-say';

export interface ModelPrinter {
  /** Number of times each sheet came out, by its mark. */
  readonly out: ReadonlyMap<string, number>;
  /** Sets the printer's state. The sheets that it holds come out as soon as it is ready. */
  readonly set: (kind: PrinterKind) => void;
  /** The printer as one life of the program reaches it. */
  readonly printers: (port: Port) => Printers;
}

const refuse = <C extends 'printer-offline' | 'print-failed'>(code: C) => failed({ code, ref: 'MODEL', detail: '' });

/** A printer in memory, which outlives the program. */
export function createModelPrinter(take: TakeFault): ModelPrinter {
  let printerKind: PrinterKind = 'ready';
  const out = new Map<string, number>();
  const held: string[] = [];
  const come = (mark: string): void => void out.set(mark, (out.get(mark) ?? 0) + 1);

  const status = (): PrinterStatus =>
    printerKind === 'not-ready' ? { kind: 'not-ready', reason: 'out-of-labels' } : { kind: printerKind };
  const counted = (): number | null => (printerKind === 'cannot-say' ? null : [...out.values()].reduce((sum, each) => sum + each, 0));
  return {
    out,
    set(kind) {
      printerKind = kind;
      if (kind !== 'not-ready') for (const mark of held.splice(0)) come(mark);
    },
    printers: (port): Printers => ({
      status: () => port(status),
      expectLabel: () => undefined,
      prepare: () => port(status),
      print: (printer, sheet, _title, aboutToSend) =>
        port((): PrintOutcome => {
          const mark = new TextDecoder().decode(sheet.bytes).split('|')[0] ?? '';
          const fault = take('print');
          if (printerKind === 'not-ready' || fault === 'not-sent') return { is: 'not-sent', failure: refuse('printer-offline').failure };
          if (fault === 'failed') return { is: 'not-sent', failure: refuse('print-failed').failure };
          aboutToSend({ address: printer.address, count: counted(), labels: 1 });
          if (fault === 'unknown-not') return { is: 'unknown', detail: '' };
          if (fault === 'held') {
            held.push(mark);
            printerKind = 'not-ready';
            return { is: 'held', status: status(), detail: '' };
          }
          come(mark);
          if (fault === 'unknown-out') return { is: 'unknown', detail: '' };
          return { is: fault === 'sent' ? 'sent' : 'printed', detail: '' };
        }),
      look: () =>
        port(() => ({ count: counted(), holds: printerKind === 'cannot-say' ? 'unknown' : held.length > 0 ? 'something' : 'nothing' })),
      find: () => port(() => []),
      warnings: () => port(() => []),
      about: async () => undefined,
      search: async () => [],
      takes: (_printer, role) => (role === 'label' ? 'ZPL' : 'PDF'),
    }),
  };
}
