import type { Frame, HotFolder } from '../../shared/bench.ts';
import type { ComputerWarning } from '../../shared/computer-warning.ts';
import type { LedgerState } from '../../shared/ledger-state.ts';
import { type Month, monthIn } from '../../shared/month.ts';
import { type PlanLevel, planAnnouncedFact, planLevel } from '../../shared/plan.ts';
import type { PrinterRole, PrinterStatus } from '../../shared/printer.ts';
import type { LostJournal } from '../../shared/restored.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Bench } from '../bench/bench.ts';
import type { BenchContext } from '../bench/context.ts';
import { cheapestTaken } from '../bench/ship/choices.ts';
import { isLiveProven } from '../bench/ship/live-proof.ts';
import type { OpenWorld } from './world-parts.ts';

interface FrameParts {
  readonly now: () => Date;
  readonly settings: () => Settings;
  readonly signIn: () => Frame['signIn'];
  readonly current: () => OpenWorld | undefined;
  readonly printers: Readonly<Record<PrinterRole, PrinterStatus>>;
  readonly warnings: () => Frame['printerWarnings'];
  readonly unreportedElsewhere: () => number | null;
  readonly hotFolder: () => HotFolder | null;
  /** True if the port that Setup opened for orders from other programs is blocked. */
  readonly isPortBlocked: () => boolean;
  readonly computerWarnings: () => readonly ComputerWarning[];
  readonly lostJournal: () => LostJournal | null;
  readonly lockedData: () => Frame['lockedData'];
}

/** The status shown around every screen, computed again for each request. */
export interface FrameDrawing {
  draw(): Omit<Frame, 'revisions'>;
  /** The packer has read the plan limit notice: it is not shown again at this level in this month. */
  planSeen(): void;
}

function standbyOf({ standby }: Pick<BenchContext, 'standby'>): Frame['standbyPrinter'] {
  if (!standby.printer()) return 'none';
  return standby.isInUse() ? 'in-use' : 'spare';
}

function hardToReadNow(bench: Bench | undefined): Frame['hardToRead'] {
  const printer = bench?.printerInUse('label');
  return bench && printer ? bench.context.legibility.of(printer.id) : null;
}

const standingOf = (state: LedgerState | null, unreportedElsewhere: number | null): Frame['ledger'] =>
  state && { ...state, unreportedElsewhere };

const planLevelKey = (month: string, level: PlanLevel): string => `${month} ${level}`;

export function createFrameDrawing({
  now,
  settings,
  signIn,
  current,
  printers,
  warnings,
  unreportedElsewhere,
  hotFolder,
  isPortBlocked,
  computerWarnings,
  lostJournal,
  lockedData,
}: FrameParts): FrameDrawing {
  /** Cached because the month rarely changes, and computing it takes longer than the rest of a push. */
  let lastMonth: { readonly timeZone: string; readonly month: Month } | undefined;
  const monthNow = (): Month => {
    const [time, { timeZone }] = [now(), settings()];
    const isSame = lastMonth?.timeZone === timeZone && lastMonth.month.from <= time && time < lastMonth.month.until;
    if (!lastMonth || !isSame) lastMonth = { timeZone, month: monthIn(time, timeZone) };
    return lastMonth.month;
  };

  const draw = (): Omit<Frame, 'revisions'> => {
    const { benchName, packer, scanner, sounds, opensByProduct, showsAllServices, monthLimit: limit } = settings();
    const whoIsHere = signIn() ?? null;
    const open = current();
    const context = open?.bench.context;
    const journal = context?.journal;
    const month = monthNow();
    const monthCount = journal?.bookedBetween(month.from, month.until) ?? 0;
    // Shipments of the other environments count towards no plan.
    const monthLimit = open?.world === 'live' ? limit : null;
    const level = planLevel(monthCount, monthLimit);
    const isAnnounced =
      level === 'within' || journal?.fact(planAnnouncedFact(context?.keyAccount.account ?? '')) === planLevelKey(month.name, level);
    return {
      world: open?.world ?? null,
      liveProven: context !== undefined && isLiveProven(context),
      benchName,
      packer: whoIsHere === null ? packer : (whoIsHere.person?.name ?? ''),
      signIn: whoIsHere,
      ...(open?.link() ?? { service: 'not-connected', overdueSince: null }),
      labelPrinter: printers.label,
      documentPrinter: printers.document,
      printerWarnings: warnings(),
      hardToRead: hardToReadNow(open?.bench),
      standbyPrinter: context ? standbyOf(context) : 'none',
      month: month.name,
      monthCount,
      monthLimit,
      planNotice: isAnnounced ? null : level,
      toResolve: open?.bench.resolve.count() ?? 0,
      leftInDoubt: open?.bench.leftInDoubt.open() ?? [],
      importing: open?.bench.import.now() ?? null,
      hotFolder: hotFolder(),
      paused: open?.bench.breaker.pause() ?? null,
      batchPause: open?.bench.batch.standsStill() ?? null,
      lostJournal: lostJournal(),
      lockedData: lockedData(),
      journalTrouble: context?.journalTrouble() ?? null,
      restored: open?.bench.restoredJournal.open() ?? null,
      backupFails: (open?.backups.problem() ?? null) !== null,
      witnessFails: open?.witness.isFailing() ?? false,
      // Many Linux computers have no key ring, so only Setup shows that.
      computer: computerWarnings().some(({ code }) => code !== 'no-key-ring'),
      shop: shopTrouble(open?.bench, isPortBlocked()),
      silentLookUp: open?.bench.silentLookUp() ?? open?.bench.shopSync.silent() ?? '',
      ledger: standingOf(context?.ledger.state() ?? null, unreportedElsewhere()),
      scanner,
      sounds,
      opensByProduct,
      showsAllServices,
      cheapestTaken: context ? cheapestTaken(context) : null,
    };
  };

  return {
    draw,
    planSeen() {
      const { month, planNotice } = draw();
      const context = current()?.bench.context;
      if (planNotice) context?.journal.setFact(planAnnouncedFact(context.keyAccount.account), planLevelKey(month, planNotice));
    },
  };
}

/** Ordered by the cost of overlooking it: first customers who are not notified, then outdated orders. */
function shopTrouble(bench: Bench | undefined, isPortBlocked: boolean): Frame['shop'] {
  if (bench?.outbox.isInTrouble()) return 'not-informed';
  if (bench?.silentLookUp() !== undefined || bench?.shopSync.silent() !== undefined) return 'not-answering';
  return isPortBlocked ? 'port-blocked' : null;
}
