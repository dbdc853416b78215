import { type Intent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFrame, useWindowState } from '../window-state.ts';

export interface LiveProofProps {
  readonly intent: Intent;
  /** False if another button on the screen has its key. */
  readonly hasKey?: boolean;
}

/**
 * Asks whether the first live parcel is in the account of the service. Shown from its label on, between parcels, until a person confirms it.
 */
export function LiveProof({ intent, hasKey = true }: LiveProofProps) {
  const isUnproven = useFrame(({ world, liveProven }) => world === 'live' && !liveProven);
  return isUnproven ? <Asked intent={intent} hasKey={hasKey} /> : null;
}

function Asked({ intent, hasKey }: Required<LiveProofProps>) {
  const { station } = useWindowState();
  const words = text.ship.liveProof;
  const newest = useQuery('shipments', () => station.lastShipments({ limit: 12 }), []).value?.find(
    ({ state, bench, otherAccount }) => state === 'booked' && bench === undefined && otherAccount === null,
  );
  if (!newest) return null;
  return (
    <div className="card failure-note" data-state="look">
      <Icon name="question" />
      <p className="failure-words">
        <b>{words.what}</b> <span>{words.next(newest.orderNo)}</span>
      </p>
      <Button
        isSmall
        means={hasKey ? 'save' : undefined}
        commits
        className="push"
        isDisabled={intent.isBusy}
        onPress={() => void intent.send(station.proveLive({}))}
      >
        {words.yes}
      </Button>
    </div>
  );
}
