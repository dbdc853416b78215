import { type Intent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { Button } from './button.tsx';

/** For a parcel whose label came with copies or documents: prints them, as often as requested. */
export function PrintPapers({ bookingId, intent }: { bookingId: string; intent: Intent }) {
  const { station } = useWindowState();
  const pages = useQuery(null, () => station.labelPages({ bookingId }), [bookingId]);
  const count =
    pages.value?.filter(({ is, place }) => is === 'copy' || is === 'document' || (is === 'unclear' && place === 'kept')).length ?? 0;
  if (count === 0) return null;
  return (
    <Button isDisabled={intent.isBusy} onPress={() => void intent.send(station.printPapers({ bookingId }))}>
      {text.timeline.printPapers(count)}
    </Button>
  );
}
