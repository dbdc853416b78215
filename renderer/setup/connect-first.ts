import type { FailureCode } from '../../shared/failure.ts';
import type { CallArgs } from '../../shared/ipc.ts';
import type { FoundPrinter } from '../../shared/printer.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { FirstConnection, WindowState } from '../window-state.ts';

/** The service answered, and refused this environment. Without an answer the sandbox would give none either. */
const refusals: ReadonlySet<FailureCode> = new Set<FailureCode>(['credentials-rejected', 'account-refused', 'service-refused']);

type Window = Pick<WindowState, 'openScreen' | 'shown' | 'station'>;

/**
 * Connects a new bench: tests the key for live and for the sandbox, checks in the sandbox how the service behaves, and ends in live. Nothing is
 * booked. `shown.firstConnection` has the progress. Fails only if the key opens neither environment; nothing is saved then.
 */
export async function connectFirst(
  { station, shown, openScreen }: Window,
  given: Omit<CallArgs<'connect'>, 'world'>,
): Promise<Result<unknown, FailureCode>> {
  const show = (firstConnection: FirstConnection | null): void => shown.setState({ firstConnection });
  show({ is: 'connecting', isAtStart: shown.getState().snapshot?.frame.world === null });
  const live = await station.connect({ ...given, world: 'live' });
  const sandbox = live.ok || refusals.has(live.failure.code) ? await station.connect({ ...given, world: 'sandbox' }) : live;
  if (!live.ok && !sandbox.ok) {
    show(null);
    return failed(live.failure);
  }
  show({ is: 'checking' });
  openScreen('setup', 'steps');
  const checked = sandbox.ok ? await station.checkContract({ book: false }) : sandbox;
  const entered = live.ok && sandbox.ok ? await station.enterWorld({ world: 'live' }) : live;
  if (!entered.ok) show({ is: 'sandbox-only', failure: entered.failure });
  else show(checked.ok ? { is: 'checked' } : { is: 'unchecked', failure: checked.failure });
  return ok({});
}

/** Searches the network for printers. Ends at once if a search is under way. */
export async function searchNetwork({ station, shown }: Pick<Window, 'shown' | 'station'>): Promise<void> {
  if (shown.getState().inNetwork === 'searching') return;
  shown.setState({ inNetwork: 'searching' });
  const found = await station.searchPrinters({});
  shown.setState({ inNetwork: found.ok ? found.value : [] });
}

/** The printers of this computer and of its network, each once. Setup names a printer of the network by its address only. */
export function eachPrinter(
  found: readonly FoundPrinter[] | undefined,
  inNetwork: readonly FoundPrinter[] | 'searching' | null,
): readonly FoundPrinter[] {
  const others = inNetwork === null || inNetwork === 'searching' ? [] : inNetwork;
  const nameOf = ({ address, name, about }: FoundPrinter): string =>
    name === address ? (others.find((other) => other.address === address)?.name ?? about?.model ?? name) : name;
  const all = [...(found ?? []), ...others];
  return all
    .filter(({ address }, at) => all.findIndex((each) => each.address === address) === at)
    .map((printer) => ({ ...printer, name: nameOf(printer) }));
}
