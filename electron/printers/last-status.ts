import type { PrinterSettings, PrinterStatus } from '../../shared/printer.ts';

/** The last reported status of each printer, by address. */
export interface LastStatus {
  /** Asks the printer, whatever it reported before. */
  ask(printer: PrinterSettings): Promise<PrinterStatus>;
  /** Returns the status reported within `goodForMs`, unless that was "not ready"; else asks the printer. */
  fresh(printer: PrinterSettings): Promise<PrinterStatus>;
  forget(printer: PrinterSettings): void;
}

/** The last request for a printer's status. */
interface StatusRequest {
  readonly answer: Promise<PrinterStatus>;
  answeredAt: number | undefined;
}

/** `statusNow` never rejects. */
export function createLastStatus(statusNow: (printer: PrinterSettings) => Promise<PrinterStatus>, goodForMs: number): LastStatus {
  const requests = new Map<string, StatusRequest>();

  function ask(printer: PrinterSettings): Promise<PrinterStatus> {
    const request: StatusRequest = { answer: statusNow(printer), answeredAt: undefined };
    void request.answer.then(() => {
      request.answeredAt = Date.now();
    });
    requests.set(printer.address, request);
    return request.answer;
  }

  return {
    ask,
    async fresh(printer) {
      const last = requests.get(printer.address);
      const status = await last?.answer;
      const ageMs = Date.now() - (last?.answeredAt ?? 0);
      return status && status.kind !== 'not-ready' && ageMs >= 0 && ageMs < goodForMs ? status : ask(printer);
    },
    forget: ({ address }) => void requests.delete(address),
  };
}
