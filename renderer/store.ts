import { create } from 'zustand';
import type { BenchState, Frame, Snapshot } from '../shared/bench.ts';
import type { OrderKey } from '../shared/order.ts';
import { station } from './station.ts';

export const screens = ['ship', 'orders', 'pickup', 'track', 'resolve', 'setup'] as const;
export type Screen = (typeof screens)[number];

export const setupTabs = ['steps', 'account', 'sender', 'boxes', 'defaults', 'plan', 'webhooks', 'printers', 'bench', 'commands'] as const;
export type SetupTab = (typeof setupTabs)[number];

interface Shown {
  /** The last state main pushed, or null until the first came. */
  readonly snapshot: Snapshot | null;
  readonly screen: Screen;
  /** The order in hand whose form is asked for; Orders opens it. */
  readonly orderToEdit: OrderKey | null;
  /** The unreadable row whose form is asked for in Resolve; Orders opens it. */
  readonly rowToCorrect: string | null;
  /** The shipment whose entry Resolve begins with. */
  readonly bookingToResolve: string | null;
  /** The tab Setup begins with. */
  readonly setupTab: SetupTab;
  /** The shipment whose history lies over the screen. */
  readonly timelineOf: string | null;
}

const useShown = create<Shown>(() => ({
  snapshot: null,
  screen: 'ship',
  orderToEdit: null,
  rowToCorrect: null,
  bookingToResolve: null,
  setupTab: 'account',
  timelineOf: null,
}));

export const useSnapshot = (): Snapshot | null => useShown((shown) => shown.snapshot);
export const useScreen = (): Screen => useShown((shown) => shown.screen);

/** What the frame shows. Only screens use it, and they are drawn once the first snapshot is here. */
export const useFrame = (): Frame => useShown((shown) => present(shown).frame);
export const useBench = (): BenchState => useShown((shown) => present(shown).bench);

/** A bench without a world has nothing to show but Setup. */
export const canOpen = (screen: Screen): boolean => screen === 'setup' || useShown.getState().snapshot?.frame.world !== null;

/** From Ship, Resolve opens at the entry of the parcel in hand. */
export const openScreen = (screen: Screen, setupTab: SetupTab = 'account'): void =>
  useShown.setState(({ snapshot, screen: from }) => {
    const walk = from === 'ship' ? snapshot?.bench.walk : undefined;
    const bookingToResolve = walk && 'booking' in walk ? walk.booking.id : null;
    return { screen, orderToEdit: null, rowToCorrect: null, bookingToResolve, setupTab, timelineOf: null };
  });

export const useSetupTab = (): SetupTab => useShown((shown) => shown.setupTab);

export const useTimelineOf = (): string | null => useShown((shown) => shown.timelineOf);
export const openTimeline = (bookingId: string): void => useShown.setState({ timelineOf: bookingId });
export const closeTimeline = (): void => useShown.setState({ timelineOf: null });

export const useOrderToEdit = (): OrderKey | null => useShown((shown) => shown.orderToEdit);

/** Opens the form of the order in hand; saving it scans the order again. */
export const editOrder = (key: OrderKey): void => useShown.setState({ screen: 'orders', orderToEdit: key });

export const useRowToCorrect = (): string | null => useShown((shown) => shown.rowToCorrect);

export const useBookingToResolve = (): string | null => useShown((shown) => shown.bookingToResolve);

/** Opens the form of a row that could not be read; closing it leads back to Resolve. */
export const correctRow = (id: string): void => useShown.setState({ screen: 'orders', rowToCorrect: id });

/** Listens to main and asks for the state once; call it a single time, before the first drawing. */
export function followStation(): void {
  station.on('snapshot', receive);
  void askAgain();
}

async function askAgain(): Promise<void> {
  const answer = await station.snapshot({});
  if (answer.ok) receive(answer.value);
}

function receive(snapshot: Snapshot): void {
  const { snapshot: last, screen } = useShown.getState();
  if (last && snapshot.seq <= last.seq) return;
  const isNewWalk = last !== null && snapshot.bench.walkNo !== last.bench.walkNo;
  useShown.setState({ snapshot, screen: screenAfter(screen, last, snapshot), ...(isNewWalk && { timelineOf: null }) });
  // A push was missed. This one is whole, but something newer may be on its way too.
  if (last && snapshot.seq > last.seq + 1) void askAgain();
}

/** A new parcel in hand and the first world bring the Ship screen to the front; a bench without a world begins in Setup. */
function screenAfter(screen: Screen, last: Snapshot | null, next: Snapshot): Screen {
  if (!last) return next.frame.world === null ? 'setup' : screen;
  if (last.frame.world === null && next.frame.world !== null) return 'ship';
  const isNewWalk = next.bench.walkNo !== last.bench.walkNo && next.bench.walk.step !== 'ready';
  return isNewWalk ? 'ship' : screen;
}

function present(shown: Shown): Snapshot {
  if (!shown.snapshot) throw new Error('A screen was drawn before the first snapshot came.');
  return shown.snapshot;
}
