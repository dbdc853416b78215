import type { PrinterSettings, PrinterStatus } from '../../shared/printer.ts';
import type { PrinterAbout } from '../../shared/printer-about.ts';
import type { Sheet } from '../bench/ports/paper.ts';
import type { PrinterLook } from '../bench/ports/printers.ts';
import { deviceWay } from './device-file.ts';
import { type PrinterWay, tcpWay } from './printer-line.ts';
import type { PrinterTiming } from './printer-timing.ts';
import type { PrinterAddress } from './printer-ways.ts';
import { createZebra, type MutePrinters, statusFrom, type Zebra, type ZebraLook } from './zebra.ts';
import { printOnZebra, type ZebraOutcome } from './zebra-print.ts';

/** An address at which a Zebra answers questions itself. */
export type ZebraAddress = Extract<PrinterAddress, { readonly kind: 'tcp' | 'device' }>;
export const isZebra = (address: PrinterAddress): address is ZebraAddress => address.kind === 'tcp' || address.kind === 'device';

/** Called before the first byte leaves; if it throws, nothing is sent. */
export type Mark = (count: number | null, labels: number, serial?: string) => void;

/** The Zebras of this run. Some accept one connection only, so each caller waits for the previous question. */
export interface Zebras {
  status(address: ZebraAddress): Promise<PrinterStatus>;
  /** Keeps the connection if the printer takes the label on the one it was asked on. */
  keep(address: ZebraAddress): void;
  /** Asks in advance the first question of the next print. */
  askAhead(address: ZebraAddress): void;
  print(
    printer: PrinterSettings,
    address: ZebraAddress,
    zpl: Sheet['bytes'],
    callbacks: { readonly mark: Mark; readonly taken: () => void },
  ): Promise<ZebraOutcome>;
  look(address: ZebraAddress): Promise<PrinterLook>;
  /** Also undefined if the printer never answered: it may print what it is asked. */
  about(address: ZebraAddress): Promise<PrinterAbout | undefined>;
  /** Identifies the device at an address that may have no Zebra. A printer in use is asked in its turn. */
  meet(address: ZebraAddress): Promise<{ readonly about: PrinterAbout | undefined; readonly status: PrinterStatus }>;
}

/** A Zebra and its state in this run. */
interface KnownZebra {
  readonly zebra: Zebra;
  readonly way: PrinterWay;
  /** Callers wait for this running question… */
  asking: Promise<unknown> | undefined;
  /** …and share the next one, which has not begun yet; … */
  next: Promise<PrinterStatus> | undefined;
  /** …while a label prints, they receive the status that the print last saw. */
  seen: PrinterStatus | undefined;
  /** The answer read in advance for the next label. */
  ahead: Promise<ZebraLook | undefined> | undefined;
}

/** Dots per inch, by the dots per millimetre that a printer reports. */
const dpiOfDots: Readonly<Record<number, number>> = { 6: 152, 8: 203, 12: 300, 24: 600 };

/** Sizes of label printers, from 1-inch models to A5 pallet labels. A value outside is a setting or a count, never a label. */
const widthsMm = { least: 15, most: 220 };
const heightsMm = { least: 15, most: 1000 };

/** Rounds to whole millimetres; null if not reported. */
const mmOf = (dots: number | undefined, dotsPerMm: number): number | null => (dots === undefined ? null : Math.round(dots / dotsPerMm));
const isWithin = (mm: number | null, { least, most }: typeof widthsMm): boolean => mm === null || (mm >= least && mm <= most);

async function aboutOf(zebra: Zebra): Promise<PrinterAbout | undefined> {
  const identity = await zebra.identity();
  if (!identity) return undefined;
  const { model, firmware, dotsPerMm } = identity;
  const { width, length } = await zebra.labelDots();
  const size = { widthMm: mmOf(width, dotsPerMm), heightMm: mmOf(length, dotsPerMm) };
  const isPossible = isWithin(size.widthMm, widthsMm) && isWithin(size.heightMm, heightsMm);
  return { model, firmware, dpi: dpiOfDots[dotsPerMm] ?? null, ...(isPossible ? size : { widthMm: null, heightMm: null }) };
}

/** Runs `ask` after every other question or print at this printer. */
function inTurn<T>(known: KnownZebra, ask: () => Promise<T>): Promise<T> {
  const asked = (known.asking ?? Promise.resolve()).then(ask);
  known.asking = asked.catch(() => undefined);
  return asked;
}

/** Asks one question at a time, each time a new one: an answer begun earlier may be older than the question. */
function askZebra(known: KnownZebra): Promise<PrinterStatus> {
  if (known.next) return known.next;
  const asked = inTurn(known, async () => {
    known.next = undefined;
    if (known.seen) return known.seen;
    const state = await known.zebra.state();
    void known.zebra.rest();
    return statusFrom(state, known.zebra.hasAnswered());
  });
  known.next = asked;
  return asked;
}

const askAbout = (known: KnownZebra): Promise<PrinterAbout | undefined> =>
  inTurn(known, async () => {
    const about = await aboutOf(known.zebra);
    void known.zebra.rest();
    return about;
  });

const lookAt = (known: KnownZebra): Promise<PrinterLook> =>
  inTurn(known, async (): Promise<PrinterLook> => {
    const { state, count = null } = await known.zebra.look();
    const serial = count === null ? undefined : await known.zebra.serial(true);
    void known.zebra.rest();
    if (state.is !== 'answered') return { count: null, holds: 'unknown' };
    const { faults, busy, partial } = state.value;
    if (busy === undefined || partial === undefined) return { count, serial, holds: 'unknown' };
    return { count, serial, holds: faults.length > 0 || busy || partial ? 'something' : 'nothing' };
  });

export function createZebras({
  timing,
  mutePrinters,
  elapsed,
  onStatus,
  logBug,
}: {
  readonly timing: PrinterTiming;
  readonly mutePrinters: MutePrinters;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  readonly onStatus: (address: string, status: PrinterStatus) => void;
  readonly logBug: (event: string, error: unknown) => void;
}): Zebras {
  const zebras = new Map<string, KnownZebra>();
  const wayTo = (address: ZebraAddress): PrinterWay => (address.kind === 'tcp' ? tcpWay(address, timing) : deviceWay(address.path, timing));

  const knownZebra = (way: PrinterWay): KnownZebra => ({
    zebra: createZebra(way, timing, mutePrinters, elapsed),
    way,
    asking: undefined,
    next: undefined,
    seen: undefined,
    ahead: undefined,
  });

  function zebraAt(address: ZebraAddress): KnownZebra {
    const way = wayTo(address);
    const known = zebras.get(way.at) ?? knownZebra(way);
    zebras.set(way.at, known);
    return known;
  }

  /** Returns the answer read in advance, for the next label only: with it the printer counts on. */
  async function answerAhead(known: KnownZebra): Promise<ZebraLook | undefined> {
    const { ahead } = known;
    known.ahead = undefined;
    const look = await ahead;
    return look && elapsed() - look.askedAt < timing.aheadForMs ? look : undefined;
  }

  return {
    async status(address) {
      const known = zebraAt(address);
      return known.seen ?? askZebra(known);
    },

    keep: (address) => zebraAt(address).zebra.keep(),

    askAhead(address) {
      const known = zebraAt(address);
      // A print asks its own printer, and a printer that never answered may print what it is asked.
      if (known.seen || !known.zebra.hasAnswered()) return;
      known.ahead = inTurn(known, () => known.zebra.look()).catch((error: unknown) => {
        logBug('printer-look-bug', error);
        return undefined;
      });
    },

    async print({ address: named, dpi, isShared = false }, address, zpl, { mark, taken }) {
      const known = zebraAt(address);
      const sees = (status: PrinterStatus): void => {
        known.seen = status;
        onStatus(named, status);
      };
      sees({ kind: 'printing' });
      const ahead = await answerAhead(known);
      await known.asking;
      try {
        const outcome = await printOnZebra({
          at: known.way.at,
          zebra: known.zebra,
          ahead,
          zpl,
          dpi,
          isShared,
          timing,
          // A printer reports ready until it has started on the label.
          onStatus: (status) => sees(status.kind === 'ready' ? { kind: 'printing' } : status),
          aboutToSend: (count, labels, serial) => mark(count ?? null, labels, serial),
          // The next label starts from the answer that proved that this one is out.
          counted(look) {
            known.ahead = Promise.resolve(look);
          },
          taken,
        });
        if (outcome.is === 'held') sees(outcome.status);
        else if (outcome.is === 'not-sent') sees({ kind: 'not-ready', reason: outcome.reason });
        else if (outcome.is === 'printed') sees({ kind: 'ready' });
        return outcome;
      } finally {
        known.seen = undefined;
        void known.zebra.rest();
      }
    },

    look: (address) => lookAt(zebraAt(address)),

    async about(address) {
      const known = zebraAt(address);
      return known.zebra.hasAnswered() ? askAbout(known) : undefined;
    },

    async meet(address) {
      const way = wayTo(address);
      const known = zebras.get(way.at) ?? knownZebra(way);
      const about = await askAbout(known);
      return { about, status: about ? await askZebra(known) : { kind: 'cannot-say' } };
    },
  };
}
