import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { About } from './about.tsx';
import { Act, Entry } from './entry.tsx';
import type { ItemOf } from './entry-key.ts';

export function PutAside({ booking }: ItemOf<'put-aside'>) {
  const { station } = useWindowState();
  const words = text.resolve.aside;
  const intent = useIntent();
  return (
    <Entry
      sentence={words.sentence(booking.orderKey)}
      then={words.what}
      intent={intent}
      act={
        <Act intent={intent} means="save" onPress={() => void intent.send(station.takeUp({ bookingId: booking.id }))}>
          {words.takeUp}
        </Act>
      }
      evidence={<About booking={booking} facts={[[text.resolve.state, text.frame.bookingStates[booking.state]]]} />}
    />
  );
}
