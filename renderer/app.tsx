import { type ReactNode, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import { OrdersScreen } from './orders/orders-screen.tsx';
import { PickupScreen } from './pickup/pickup-screen.tsx';
import { ResolveScreen } from './resolve/resolve-screen.tsx';
import { listenToKeys } from './scanner/scanner.ts';
import { SetupScreen } from './setup/setup-screen.tsx';
import { ShipScreen } from './ship/ship-screen.tsx';
import { useSounds } from './sound/sound.ts';
import { type Screen, useScreen, useSnapshot } from './store.ts';
import { locale } from './text/format.ts';
import { text } from './text/text.ts';
import { TrackScreen } from './track/track-screen.tsx';
import { Rail } from './ui/rail.tsx';
import { TopBar } from './ui/top-bar.tsx';

const screenOf: Record<Screen, () => ReactNode> = {
  ship: ShipScreen,
  orders: OrdersScreen,
  pickup: PickupScreen,
  track: TrackScreen,
  resolve: ResolveScreen,
  setup: SetupScreen,
};

export function App() {
  const snapshot = useSnapshot();
  useEffect(() => listenToKeys(window), []);
  if (!snapshot) return <p className="loading">{text.frame.loading}</p>;
  return (
    <I18nProvider locale={locale}>
      <Window />
    </I18nProvider>
  );
}

/** Rail, top bar and the open screen; the world is a frame around all of it. */
function Window() {
  const screen = useScreen();
  const world = useSnapshot()?.frame.world ?? 'none';
  const Open = screenOf[screen];
  useSounds();
  return (
    <div className="window" data-world={world}>
      <Rail />
      <TopBar />
      <main className="stage" key={screen}>
        <Open />
      </main>
    </div>
  );
}
