import { type Intent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFrame, useShown, useWindowState } from '../window-state.ts';

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
  const { station, shown, openScreen } = useWindowState();
  const words = text.ship.liveProof;
  const putOff = useShown(({ proofPutOff }) => proofPutOff);
  const setup = useQuery('setup', () => station.setup({}), []).value;
  const newest = useQuery('shipments', () => station.lastShipments({ limit: 12 }), []).value?.find(
    ({ state, bench, otherAccount }) => state === 'booked' && bench === undefined && otherAccount === null,
  );
  if (!newest || newest.id === putOff) return null;
  const host = hostOf(setup?.settings.connections.live?.baseUrl ?? '');
  return (
    <div className="card failure-note" data-state="look">
      <Icon name="question" />
      <p className="failure-words">
        <b>{words.what}</b> <span>{words.next(newest.orderNo, host)}</span>
      </p>
      <Button kind="quiet" isSmall className="push" onPress={() => shown.setState({ proofPutOff: newest.id })}>
        {words.later}
      </Button>
      <Button kind="quiet" isSmall onPress={() => openScreen('setup', 'account')}>
        {words.no}
      </Button>
      <Button
        isSmall
        means={hasKey ? 'save' : undefined}
        commits
        isDisabled={intent.isBusy}
        onPress={() => void intent.send(station.proveLive({}))}
      >
        {words.yes}
      </Button>
    </div>
  );
}

/** The name of the server in an address; empty if it is none. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
