import { createContext, use } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { BenchState, Frame, Snapshot } from '../shared/bench.ts';
import type { Failure } from '../shared/failure.ts';
import type { Answer, CallArgs, Pushes, Station } from '../shared/ipc.ts';
import { keyOf } from '../shared/key-meanings.ts';
import type { Doubt } from '../shared/known-code.ts';
import type { OrderKey } from '../shared/order.ts';
import type { Role } from '../shared/person.ts';
import type { FoundPrinter } from '../shared/printer.ts';
import type { Question } from '../shared/question.ts';
import { withApproval } from './people/approved-calls.ts';
import type { Screen, SetupTab } from './screens.ts';
import { type LabelIsOut, withReprintReason } from './ship/reprint-calls.ts';

/** The first connection of a bench. `checked`: the sandbox answered the contract check, and the bench is in the environment that it uses. */
export type FirstConnection =
  /** `isAtStart`: begun on the page of a bench in which no environment is open, which stays until the end. */
  | { readonly is: 'connecting'; readonly isAtStart: boolean }
  | { readonly is: 'checking' | 'checked' }
  | { readonly is: 'unchecked' | 'sandbox-only'; readonly failure: Failure };

interface Shown {
  /** The last state that the main process pushed, or null before the first. */
  readonly snapshot: Snapshot | null;
  /** State of the program while no bench state can be shown. */
  readonly program: Pushes['program'];
  readonly screen: Screen;
  /** The order in hand whose form is requested; Orders opens it. */
  readonly orderToEdit: OrderKey | null;
  /** The question that the form of the order in hand answers; its field has the focus. */
  readonly questionToEdit: Pick<Question, 'kind' | 'parcel'> | null;
  /** True while the form of the first order is open; saving it scans the order. */
  readonly isFirstOrderAsked: boolean;
  /** The unreadable row whose form is requested in Resolve; Orders opens it. */
  readonly rowToCorrect: string | null;
  /** The shipment whose entry Resolve shows first. */
  readonly bookingToResolve: string | null;
  /** The open tab of Setup; null for its start page. The manual opens the page of the tab, and Setup returns to it. */
  readonly setupTab: SetupTab | null;
  /** True if another screen opened that tab: its first error gets the focus. */
  readonly isSetupTabAsked: boolean;
  /** The shipment whose history is open over the screen. */
  readonly timelineOf: string | null;
  /** True if the manual is open over the screen. */
  readonly isManualOpen: boolean;
  /** Unsaved input in Setup, by `tab.field`. */
  readonly drafts: Readonly<Record<string, unknown>>;
  /** The version of the shared settings that Setup shows; null if nothing is shared. */
  readonly siteVersion: string | null;
  /** That version when input in a tab began. */
  readonly draftsFrom: Readonly<Partial<Record<string, string | null>>>;
  /** A typed text that may have been a scan; the packer decides. */
  readonly scanDoubt: Doubt | null;
  /** Number of invalid fields per tab of Setup. */
  readonly errorCounts: Readonly<Partial<Record<SetupTab, number>>>;
  /** The account that the first run connects; null before and after a restart. */
  readonly firstConnection: FirstConnection | null;
  /** The booking at which a person put off the question about the first live label. */
  readonly proofPutOff: string | null;
  /** Printers that the last search of the network found; null if nothing was searched yet. */
  readonly inNetwork: readonly FoundPrinter[] | 'searching' | null;
  /** A call of the person at the bench that waits for somebody who may make it. */
  readonly approval: {
    readonly no: number;
    readonly call: string;
    /** The lowest role that may make it. */
    readonly role: Role;
    readonly end: (isApproved: boolean) => void;
  } | null;
  /** A label that is to be printed again, and waits for its reason. */
  readonly reprintAsked: ReprintAsked | null;
}

export interface ReprintAsked {
  readonly no: number;
  readonly label: LabelIsOut;
  readonly atUsual: CallArgs<'reprint'>['atUsual'];
  /** Without an answer, nothing was printed. */
  readonly end: (answer?: Answer<'reprint'>) => void;
}

const atFirst: Shown = {
  snapshot: null,
  program: { is: 'starting' },
  screen: 'ship',
  orderToEdit: null,
  questionToEdit: null,
  isFirstOrderAsked: false,
  rowToCorrect: null,
  bookingToResolve: null,
  setupTab: null,
  isSetupTabAsked: false,
  timelineOf: null,
  isManualOpen: false,
  drafts: {},
  siteVersion: null,
  draftsFrom: {},
  scanDoubt: null,
  errorCounts: {},
  firstConnection: null,
  inNetwork: null,
  proofPutOff: null,
  approval: null,
  reprintAsked: null,
};

/** Treats a text that was typed as a scan. */
export const scanDoubtMeans = 'check';

/**
 * State and actions of one window, used by every component: the main process behind it, the shown state, and navigation between the
 * screens.
 */
export interface WindowState {
  readonly station: Station;
  readonly shown: StoreApi<Shown>;
  /** Without an environment, a bench can only show Setup. */
  readonly canOpen: (screen: Screen) => boolean;
  /** From Ship, Resolve opens at the entry of the parcel in hand. */
  readonly openScreen: (screen: Screen, setupTab?: SetupTab) => void;
  readonly openTimeline: (bookingId: string) => void;
  readonly closeTimeline: () => void;
  readonly openManual: () => void;
  readonly closeManual: () => void;
  readonly askAboutScan: (doubt: Doubt) => void;
  /** Any key that does not answer the question keeps the text as typed. */
  readonly forgetScanDoubt: (key?: string) => void;
  /** Opens the form of the order in hand; saving it scans the order again. */
  readonly editOrder: (key: OrderKey, question?: Pick<Question, 'kind' | 'parcel'>) => void;
  /** Opens the form of a new order; saving it scans the order. */
  readonly askFirstOrder: () => void;
  /** Opens the form of an unreadable row; closing it returns to Resolve. */
  readonly correctRow: (id: string) => void;
  /** Takes a state that the main process pushed, unless a newer one is already here. */
  readonly receive: (pushed: Snapshot) => void;
  /** Listens to the main process and requests the state once. Call it exactly once, before the first render. */
  readonly follow: () => Promise<void>;
}

export function createWindowState(unguarded: Station): WindowState {
  const shown = createStore<Shown>(() => atFirst);
  const isLocked = (): boolean => shown.getState().snapshot?.frame.signIn?.person === null;
  let approvals = 0;
  const approved = withApproval(unguarded, (call, { reasons = [] }) => {
    const { snapshot, approval } = shown.getState();
    // A locked bench asks for a sign-in, and one approval at a time is enough for eyes.
    if (!snapshot?.frame.signIn?.person || approval) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    approvals += 1;
    const end = (isApproved: boolean): void => {
      shown.setState({ approval: null });
      resolve(isApproved);
    };
    const [needed] = reasons.flatMap((reason) => (reason.code === 'needs-role' ? [reason.role] : []));
    shown.setState({ approval: { no: approvals, call, role: needed ?? 'admin', end } });
    return promise;
  });
  let reprints = 0;
  const station = withReprintReason(approved, (label, atUsual) => {
    if (shown.getState().reprintAsked) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<Answer<'reprint'> | undefined>();
    reprints += 1;
    const end = (answer?: Answer<'reprint'>): void => {
      shown.setState({ reprintAsked: null });
      resolve(answer);
    };
    shown.setState({ reprintAsked: { no: reprints, label, atUsual, end } });
    return promise;
  });

  const askAgain = async (): Promise<void> => {
    const answer = await station.snapshot({});
    if (answer.ok) receive(answer.value);
  };

  function receive(pushed: Snapshot): void {
    const { snapshot: last, screen, firstConnection, approval } = shown.getState();
    if (last && pushed.seq <= last.seq) return;
    const snapshot = keepEqual(last, pushed);
    const isNewWorkflow = last !== null && snapshot.bench.workflowNo !== last.bench.workflowNo;
    shown.setState({
      snapshot,
      screen: screenAfter(screen, last, snapshot, firstConnection),
      ...(isNewWorkflow && { timelineOf: null, isManualOpen: false }),
    });
    // It was for a step of the person before.
    if (snapshot.frame.signIn?.person?.id !== last?.frame.signIn?.person?.id) approval?.end(false);
    // A push was missed. This one is complete, but a newer one may be pending too.
    if (last && snapshot.seq > last.seq + 1) void askAgain();
  }

  return {
    station,
    shown,
    canOpen: (screen) => !isLocked() && (screen === 'setup' || shown.getState().snapshot?.frame.world !== null),
    openScreen(screen, asked) {
      shown.getState().reprintAsked?.end();
      shown.getState().approval?.end(false);
      shown.setState(({ snapshot, screen: from, setupTab }) => {
        const workflow = from === 'ship' ? snapshot?.bench.workflow : undefined;
        const bookingToResolve = workflow && 'booking' in workflow ? workflow.booking.id : null;
        return {
          screen,
          orderToEdit: null,
          questionToEdit: null,
          isFirstOrderAsked: false,
          rowToCorrect: null,
          bookingToResolve,
          setupTab: asked ?? (screen === from ? setupTab : null),
          isSetupTabAsked: asked !== undefined,
          timelineOf: null,
          isManualOpen: false,
        };
      });
    },
    openTimeline: (timelineOf) => shown.setState({ timelineOf }),
    closeTimeline: () => shown.setState({ timelineOf: null }),
    openManual: () => shown.setState({ isManualOpen: true }),
    closeManual: () => shown.setState({ isManualOpen: false }),
    askAboutScan: (scanDoubt) => shown.setState({ scanDoubt }),
    forgetScanDoubt: (key = '') => {
      if (key !== keyOf(scanDoubtMeans) && shown.getState().scanDoubt) shown.setState({ scanDoubt: null });
    },
    askFirstOrder: () => shown.setState({ screen: 'orders', isFirstOrderAsked: true }),
    editOrder: (orderToEdit, questionToEdit) => shown.setState({ screen: 'orders', orderToEdit, questionToEdit: questionToEdit ?? null }),
    receive,
    correctRow: (rowToCorrect) => shown.setState({ screen: 'orders', rowToCorrect }),
    follow() {
      station.on('snapshot', receive);
      station.on('program', (program) => shown.setState({ program }));
      return askAgain();
    },
  };
}

/**
 * A new parcel in hand and the first environment bring the Ship screen to the front; a bench without an environment starts in Setup, and
 * stays there while the first run opens one environment after another.
 */
function screenAfter(screen: Screen, last: Snapshot | null, next: Snapshot, first: FirstConnection | null): Screen {
  if (!last) return next.frame.world === null ? 'setup' : screen;
  if (last.frame.world === null && next.frame.world !== null) return first === null ? 'ship' : screen;
  const isNewWorkflow = next.bench.workflowNo !== last.bench.workflowNo && next.bench.workflow.step !== 'ready';
  return isNewWorkflow ? 'ship' : screen;
}

/** Provides the window to the components below. */
export const WindowContext = createContext<WindowState | null>(null);

export function useWindowState(): WindowState {
  const state = use(WindowContext);
  if (!state) throw new Error('A component was drawn outside a window.');
  return state;
}

/** A part of the shown state; the component renders again only when this part changes. */
export const useShown = <T>(part: (shown: Shown) => T): T => useStore(useWindowState().shown, part);

/**
 * True while the first connection is checked and its page is open. The sandbox is asked meanwhile, but nothing can be shipped there: its frame
 * would only frighten.
 */
export const useIsCheckingFirst = (): boolean =>
  useShown(
    ({ firstConnection, screen }) => screen === 'setup' && (firstConnection?.is === 'connecting' || firstConnection?.is === 'checking'),
  );

/** A part of the frame. Only screens use it, and they render after the first snapshot. */
export const useFrame = <T>(part: (frame: Frame) => T): T => useShown((shown) => part(present(shown).frame));
export const useBench = <T>(part: (bench: BenchState) => T): T => useShown((shown) => part(present(shown).bench));

function present(shown: Shown): Snapshot {
  if (!shown.snapshot) throw new Error('A screen was drawn before the first snapshot came.');
  return shown.snapshot;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Returns `next`, but reuses every part of `last` that is deeply equal, so components that depend on that part only do not render again.
 */
function keepEqual<T>(last: unknown, next: T): T {
  if (Object.is(last, next)) return next;
  if (Array.isArray(last) && Array.isArray(next)) {
    const kept = next.map((each, index) => keepEqual(last[index], each));
    return (kept.length === last.length && kept.every((each, index) => each === last[index]) ? last : kept) as T;
  }
  if (!isPlain(last) || !isPlain(next)) return next;
  const names = Object.keys(next);
  const kept = Object.fromEntries(names.map((name) => [name, keepEqual(last[name], next[name])]));
  const isSame = names.length === Object.keys(last).length && names.every((name) => name in last && kept[name] === last[name]);
  return (isSame ? last : kept) as T;
}
