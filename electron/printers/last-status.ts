import type { PrinterSettings, PrinterStatus } from '../../shared/printer.ts';

/** The last reported status of each printer, by address. */
export interface LastSaid {
  /** Asks the printer, whatever it reported before. */
  ask(printer: PrinterSettings): Promise<PrinterStatus>;
  /** Returns the status reported within `goodForMs`, unless that was "not ready"; else asks the printer. */
  fresh(printer: PrinterSettings): Promise<PrinterStatus>;
  forget(printer: PrinterSettings): void;
}

/** The last request for a printer's status. */
interface Asked {
  readonly answer: Promise<PrinterStatus>;
  answeredAt: number | undefined;
}

/** `statusNow` never rejects. */
export function createLastSaid(statusNow: (printer: PrinterSettings) => Promise<PrinterStatus>, goodForMs: number): LastSaid {
  const lastAsked = new Map<string, Asked>();

  function ask(printer: PrinterSettings): Promise<PrinterStatus> {
    const asked: Asked = { answer: statusNow(printer), answeredAt: undefined };
    void asked.answer.then(() => {
      asked.answeredAt = Date.now();
    });
    lastAsked.set(printer.address, asked);
    return asked.answer;
  }

  return {
    ask,
    async fresh(printer) {
      const last = lastAsked.get(printer.address);
      const said = await last?.answer;
      const ageMs = Date.now() - (last?.answeredAt ?? 0);
      return said && said.kind !== 'not-ready' && ageMs >= 0 && ageMs < goodForMs ? said : ask(printer);
    },
    forget: ({ address }) => void lastAsked.delete(address),
  };
}
