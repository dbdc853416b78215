import { type ReactNode, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { type Failure, failureRemedies } from '../shared/failure.ts';
import { Manual } from './manual/manual.tsx';
import { OrdersScreen } from './orders/orders-screen.tsx';
import { PickupScreen } from './pickup/pickup-screen.tsx';
import { LostJournal } from './resolve/lost-journal.tsx';
import { ResolveScreen } from './resolve/resolve-screen.tsx';
import { listenToKeys } from './scanner/scanner.ts';
import { type Screen } from './screens.ts';
import { Recover } from './setup/recover.tsx';
import { SetupScreen } from './setup/setup-screen.tsx';
import { ShipScreen } from './ship/ship-screen.tsx';
import { signalOfFailure } from './ship/signal.ts';
import { useSounds } from './sound/sound.ts';
import { locale } from './text/locale.ts';
import { inWords } from './text/meanings.ts';
import { text } from './text/text.ts';
import { TrackScreen } from './track/track-screen.tsx';
import { Band } from './ui/band.tsx';
import { Program } from './ui/program.tsx';
import { Rail } from './ui/rail.tsx';
import { Timeline } from './ui/timeline.tsx';
import { TopBar } from './ui/top-bar.tsx';
import { useFrame, useShown, useWindowState } from './window-state.ts';

/** How long a refused scan is shown, if no other scan comes. */
const refusalMs = 6000;
const longestCodeShown = 40;

const screenOf: Record<Screen, () => ReactNode> = {
  ship: ShipScreen,
  orders: OrdersScreen,
  pickup: PickupScreen,
  track: TrackScreen,
  resolve: ResolveScreen,
  setup: SetupScreen,
};

export function App() {
  const isKnown = useShown(({ snapshot }) => snapshot !== null);
  const program = useShown((shown) => shown.program);
  if (!isKnown || program.is !== 'starting') return <Program state={program} />;
  return (
    <I18nProvider locale={locale}>
      <Window />
    </I18nProvider>
  );
}

/** Rail, top bar and the open screen; the world is a frame around all of it. */
function Window() {
  const screen = useShown((shown) => shown.screen);
  const lost = useFrame(({ lostJournal }) => lostJournal);
  const locked = useFrame(({ lockedData }) => lockedData);
  const world = useFrame((frame) => frame.world ?? 'none');
  const Open = screenOf[screen];
  const timelineOf = useShown((shown) => shown.timelineOf);
  const isManualOpen = useShown((shown) => shown.isManualOpen);
  const refusal = useScans();
  useSounds();
  return (
    <div className="window" data-world={world}>
      <Rail />
      <TopBar />
      <main className="stage" key={screen}>
        {isManualOpen ? (
          <Manual />
        ) : locked ? (
          <Recover folder={locked.backupFolder} />
        ) : lost ? (
          <LostJournal lost={lost} />
        ) : timelineOf === null ? (
          <Open />
        ) : (
          <Timeline bookingId={timelineOf} />
        )}
        {refusal && (
          <div className="refusal" role="alert">
            <Band
              state={signalOfFailure(refusal)}
              size="compact"
              says={`${text.failures[refusal.code].what} ${inWords(refusal.means) ?? text.failures[refusal.code].next}`}
              aside={refusedCode(refusal)}
            />
          </div>
        )}
      </main>
    </div>
  );
}

/** The code that was scanned, where the refusal is about the code itself. */
const refusedCode = ({ code, detail, ref }: Failure): string =>
  failureRemedies[code] === 'rescan' && detail ? detail.slice(0, longestCodeShown) : ref && text.frame.reference(ref);

/** Listens to the scanner and answers why the last scan was refused, for a while. */
function useScans(): Failure | null {
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const state = useWindowState();
  useEffect(() => listenToKeys(window, state, setRefusal), [state]);
  useEffect(() => {
    const timer = setTimeout(() => setRefusal(null), refusalMs);
    return () => clearTimeout(timer);
  }, [refusal]);
  return refusal;
}
