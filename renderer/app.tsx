import { Activity, type ReactNode, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { type Failure, failureRemedies } from '../shared/failure.ts';
import { Manual } from './manual/manual.tsx';
import { OrdersScreen } from './orders/orders-screen.tsx';
import { reportActivity } from './people/activity.ts';
import { Approval } from './people/approval.tsx';
import { OpenData } from './people/open-data.tsx';
import { SignInScreen } from './people/sign-in-screen.tsx';
import { PickupScreen } from './pickup/pickup-screen.tsx';
import { LostJournal } from './resolve/lost-journal.tsx';
import { ResolveScreen } from './resolve/resolve-screen.tsx';
import { ScanDoubt } from './scanner/scan-doubt.tsx';
import { listenToKeys } from './scanner/scanner.ts';
import { type Screen } from './screens.ts';
import { SetupScreen } from './setup/setup-screen.tsx';
import { ReprintWhy } from './ship/reprint-reason.tsx';
import { ShipScreen } from './ship/ship-screen.tsx';
import { signalOfFailure } from './ship/signal.ts';
import { useSoundOf, useSounds } from './sound/sound.ts';
import { locale } from './text/locale.ts';
import { meaningText } from './text/meanings.ts';
import { detailOf } from './text/reasons.ts';
import { text } from './text/text.ts';
import { TrackScreen } from './track/track-screen.tsx';
import { Band } from './ui/band.tsx';
import { Program } from './ui/program.tsx';
import { Rail } from './ui/rail.tsx';
import { Timeline } from './ui/timeline.tsx';
import { TopBar } from './ui/top-bar.tsx';
import { useFrame, useIsCheckingFirst, useShown, useWindowState } from './window-state.ts';

/** How long a refused scan is shown, in ms. */
const refusalMs = 6000;
/** Minimum time in ms, so that the next scan does not close a message before the packer has read it. */
const unreadMs = 2500;
/** More messages at once would cover the screen. */
const mostRefusals = 2;
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

/** Rail, top bar and the open screen. The environment is a frame around all of it. */
function Window() {
  const screen = useShown((shown) => shown.screen);
  const lost = useFrame(({ lostJournal }) => lostJournal);
  const locked = useFrame(({ lockedData }) => lockedData);
  const open = useFrame((frame) => frame.world ?? 'none');
  const world = useIsCheckingFirst() ? 'none' : open;
  const Open = screenOf[screen];
  const timelineOf = useShown((shown) => shown.timelineOf);
  const isManualOpen = useShown((shown) => shown.isManualOpen);
  const signIn = useFrame((frame) => frame.signIn ?? null);
  const isSignedOut = signIn?.person === null;
  const { station } = useWindowState();
  const isListed = signIn !== null;
  const isApproving = useShown(({ approval }) => approval !== null);
  const refusals = useScans();
  useSounds();
  useEffect(() => (isListed ? reportActivity(window, station) : undefined), [isListed, station]);
  return (
    <div className="window" data-world={world}>
      <Rail />
      <TopBar />
      <main className="stage" key={screen}>
        {/* The keys of what lies below an approval rest. */}
        <Activity mode={isApproving ? 'hidden' : 'visible'}>
          {isSignedOut ? (
            <SignInScreen signIn={signIn} />
          ) : isManualOpen ? (
            <Manual />
          ) : locked ? (
            <OpenData locked={locked} />
          ) : lost ? (
            <LostJournal lost={lost} />
          ) : timelineOf === null ? (
            <OpenScreen of={Open} />
          ) : (
            <Timeline bookingId={timelineOf} />
          )}
          {!isSignedOut && <ScanDoubt />}
        </Activity>
        <Approval />
        {refusals.length > 0 && (
          <div className="refusal" role="alert">
            {refusals.map(({ no, failure }) => (
              <Band key={no} state={signalOfFailure(failure)} size="compact" message={wordsOf(failure)} aside={refusedCode(failure)} />
            ))}
          </div>
        )}
      </main>
    </div>
  );
}

/** The open screen, whose keys rest while the reason of a reprint is asked. */
function OpenScreen({ of: Open }: { of: () => ReactNode }) {
  const asked = useShown(({ reprintAsked }) => reprintAsked);
  return (
    <>
      <Activity mode={asked ? 'hidden' : 'visible'}>
        <Open />
      </Activity>
      {asked && <ReprintWhy key={asked.no} asked={asked} />}
    </>
  );
}

function wordsOf(failure: Failure): string {
  const { what, next } = text.failures[failure.code];
  return `${what} ${(failure.reasons && detailOf(failure)) ?? meaningText(failure.means) ?? next}`;
}

/** The scanned code if the refusal is about the code itself, else the reference of the failure, if any. */
const refusedCode = ({ code, detail, ref }: Failure): string =>
  failureRemedies[code] === 'rescan' && detail ? detail.slice(0, longestCodeShown) : ref && text.frame.reference(ref);

interface Refusal {
  readonly no: number;
  readonly failure: Failure;
  readonly atMs: number;
}

/** Listens to the scanner. Returns the refusals of the last scans, each for a limited time. */
function useScans(): readonly Refusal[] {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const state = useWindowState();
  useEffect(() => {
    let no = 0;
    const youngerThan = (all: readonly Refusal[], ms: number) => all.filter(({ atMs }) => performance.now() - atMs < ms);
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = listenToKeys(window, state, (failure) => {
      if (!failure) return setRefusals((all) => youngerThan(all, unreadMs));
      no += 1;
      const refusal = { no, failure, atMs: performance.now() };
      setRefusals((all) => [...youngerThan(all, unreadMs), refusal].slice(-mostRefusals));
      timers.add(setTimeout(() => setRefusals((all) => all.filter((each) => each !== refusal)), refusalMs));
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [state]);
  const newest = refusals.at(-1);
  useSoundOf(newest ? signalOfFailure(newest.failure) : null, newest?.no);
  return refusals;
}
