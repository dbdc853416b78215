import type { Snapshot } from '../../shared/bench.ts';
import type { FairClock } from './clock.ts';
import type { Finding } from './finding.ts';
import type { StrangerPrinter } from './printers.ts';
import type { Drawing, StrangerWindow } from './screen.ts';
import { haste } from './station.ts';
import type { Truth } from './truth.ts';

/** Everything that a person in front of the window and the printer can compare at one moment. */
export interface Moment {
  readonly drawing: Drawing;
  readonly truth: Truth;
  /** The label printer of this bench. */
  readonly printer: StrangerPrinter;
  /** Time for which the service has owed an answer. */
  readonly owedMs: number;
}

/** A statement that the window may show only while it is true. */
interface Claim {
  readonly counter: Finding['counter'];
  readonly what: string;
  /** Time by which the window may be late: 2 s of the day plus the time of an answer, or 0. */
  readonly graceMs: number;
  readonly lie: (moment: Moment) => string | undefined;
}

const answerTakesMs = 500;
/** Time after which an owed answer counts as slow. */
const slowAnswerMs = 300;
const behind = 2_000 / haste + answerTakesMs;

const isReallyUnready = ({ nature, trouble }: StrangerPrinter): boolean =>
  trouble() === 'off' || (nature.reports === 'the truth' && ['out of labels', 'head open', 'paused'].includes(trouble()));

/** Returns the newest booking of the order in hand, by the service's books. */
const bookedInHand = ({ drawing, truth }: Moment) => {
  const { workflow } = drawing.of.bench;
  if (workflow.step !== 'done' && workflow.step !== 'printing') return undefined;
  return truth.bookingsOf(workflow.booking.orderKey).find(({ orderNo }) => orderNo === workflow.booking.orderNo);
};

export const claims: readonly Claim[] = [
  {
    counter: 'untrue_screens',
    what: 'the top bar shows the label printer is ready, and it is not',
    graceMs: behind,
    lie: ({ drawing, printer }) =>
      /Label printer Ready/.test(drawing.topBar) && isReallyUnready(printer) ? `the printer is ${printer.trouble()}` : undefined,
  },
  {
    counter: 'untrue_screens',
    what: 'the window shows the label was printed, and no paper came out',
    graceMs: 0,
    lie(moment) {
      const { drawing, truth, printer } = moment;
      const booking = bookedInHand(moment);
      if (!booking || !/reported by the printer/.test(drawing.words) || printer.nature.reports !== 'the truth' || !printer.nature.counts)
        return undefined;
      const missing = booking.trackingNos.filter((number) => truth.sheetsOf(number) === 0);
      return booking.label === 'right' && missing.length > truth.unread() ? `no sheet of ${missing.join(', ')}` : undefined;
    },
  },
  {
    counter: 'untrue_screens',
    what: 'the window shows the label is not out, and it lies on the table',
    graceMs: behind,
    lie(moment) {
      const booking = bookedInHand(moment);
      const says = /label is not out|Sent to printer\s+Not yet/.exec(moment.drawing.words)?.[0];
      return booking && says && booking.label === 'right' && moment.truth.isOut(booking)
        ? `“${says}” over ${booking.trackingNos.join(', ')}`
        : undefined;
    },
  },
  {
    counter: 'untrue_screens',
    what: 'the top bar shows the service is linked, and it has not answered for long',
    graceMs: behind - slowAnswerMs,
    lie: ({ drawing, owedMs }) =>
      /Service Connected/.test(drawing.topBar) && owedMs > slowAnswerMs ? `no answer for ${Math.round(owedMs)} ms` : undefined,
  },
  {
    counter: 'dead_ends',
    what: 'the program broke',
    graceMs: 0,
    lie: ({ drawing }) =>
      /Something went wrong inside|This screen stopped working/.test(drawing.words) ? drawing.words.slice(0, 400) : undefined,
  },
  {
    counter: 'dead_ends',
    what: 'a screen stops the packer and offers nothing to do',
    graceMs: behind,
    lie: ({ drawing }) =>
      ['look', 'stop'].includes(drawing.signal) && drawing.buttons.length === 0 && !drawing.hasField
        ? drawing.words.slice(-300)
        : undefined,
  },
];

export interface Watch {
  /** Compares the last pushed state once it is drawn; for moments that must not be missed. */
  look(): Promise<Drawing>;
  /** Does the same at once. */
  compare(): Drawing;
  stop(): void;
}

const lookEveryMs = 60;

/** Compares the window with the truth, at every push and between pushes, until it is stopped. */
export function watchHonesty(options: {
  readonly window: StrangerWindow;
  readonly clock: FairClock;
  readonly snapshot: () => Snapshot;
  readonly moment: (drawing: Drawing) => Moment;
  readonly found: (finding: Finding) => void;
}): Watch {
  const { window, clock, found } = options;
  const lyingSince = new Map<Claim, number>();
  const reported = new Set<Claim>();

  function compare(): Drawing {
    const snapshot = options.snapshot();
    const drawing = window.look(snapshot);
    // An older picture proves nothing about this moment.
    if (drawing.of !== snapshot) return drawing;
    const moment = options.moment(drawing);
    for (const claim of claims) {
      const lie = claim.lie(moment);
      if (lie === undefined) {
        lyingSince.delete(claim);
        continue;
      }
      const since = lyingSince.get(claim) ?? clock.now();
      lyingSince.set(claim, since);
      if (reported.has(claim) || clock.now() - since < claim.graceMs) continue;
      reported.add(claim);
      found({ counter: claim.counter, what: claim.what, detail: lie });
    }
    return drawing;
  }

  const timer = setInterval(compare, lookEveryMs);
  return {
    compare,
    async look() {
      compare();
      await window.isDrawn();
      return compare();
    },
    stop: () => clearInterval(timer),
  };
}
