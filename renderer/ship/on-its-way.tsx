import { useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWindowState } from '../window-state.ts';

/** Shown on READY while a booking without a waiting packer has no answer yet. */
export function OnItsWay() {
  const { station, openScreen } = useWindowState();
  const { value = [] } = useQuery('toResolve', () => station.toResolve({}), []);
  const keys = value.flatMap((item) => (item.kind === 'booking-on-its-way' ? [item.booking.orderKey] : []));
  if (keys.length === 0) return null;
  const words = text.ship.onItsWay;
  return (
    <div className="card failure-note" data-state="working">
      <Icon name="working" />
      <p className="failure-words">
        <b>{words.what(keys)}</b> <span>{words.next}</span>
      </p>
      <Button isSmall className="push" onPress={() => openScreen('resolve')}>
        {text.ship.openResolve}
      </Button>
    </div>
  );
}
