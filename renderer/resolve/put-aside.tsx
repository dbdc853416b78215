import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Facts } from '../ui/card.tsx';
import { useWindowState } from '../window-state.ts';
import { About, Act } from './about.tsx';
import type { ItemOf } from './entry-words.ts';

export function PutAside({ booking }: ItemOf<'put-aside'>) {
  const { station } = useWindowState();
  const words = text.resolve.aside;
  const intent = useIntent();
  return (
    <>
      <About booking={booking} what={words.what} intent={intent}>
        <Facts facts={[[text.resolve.state, text.frame.bookingStates[booking.state]]]} />
      </About>
      <div className="row about-acts">
        <span className="push" />
        <Act intent={intent} means="save" onPress={() => void intent.send(station.takeUp({ bookingId: booking.id }))}>
          {words.takeUp}
        </Act>
      </div>
    </>
  );
}
