import { type Pickup, parcelsOf } from '../../shared/pickup.ts';
import { useIntent } from '../query.ts';
import { dateText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';

export function Manifests({ pickups, isRead }: { pickups: readonly Pickup[]; isRead: boolean }) {
  const { station } = useWindowState();
  const words = text.pickup;
  const { send, failure, isBusy } = useIntent();
  return (
    <Card isFlush className="col grow pickup-manifests" title={words.manifests}>
      <FailureNote failure={failure} />
      {isRead && pickups.length === 0 && (
        <Empty icon="document" title={words.noManifestsTitle}>
          {words.noManifests}
        </Empty>
      )}
      <ul className="list list-tight">
        {pickups.map((pickup) => (
          <li key={pickup.id}>
            <span className="what grow">
              <b>{words.manifestOf(pickup.courierName, dateText(pickup.date))}</b> {pickup.collectionNo}, {words.parcels(parcelsOf(pickup))}
            </span>
            {pickup.bench !== undefined ? (
              <span className="muted">{words.atBench(pickup.bench)}</span>
            ) : pickup.manifestFormat ? (
              <Button
                kind="quiet"
                isSmall
                isDisabled={isBusy}
                label={words.reprintOf(pickup.courierName, pickup.collectionNo)}
                onPress={() => void send(station.reprintManifest({ pickupId: pickup.id }))}
              >
                {words.reprint}
              </Button>
            ) : (
              <span className="muted">{words.noManifest}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
