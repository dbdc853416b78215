import { useBench } from '../store.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';

export function ShipScreen() {
  const { walk } = useBench();
  return <Band state="ready" size="tall" says={`${text.ship.title} ${walk.step}`} />;
}
