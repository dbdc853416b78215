import type { BatchView, SharedAddress } from '../../shared/batch.ts';
import { commandKeys } from '../../shared/command-keys.ts';
import type { Intent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { useOfferUndo } from '../ui/undo-bar.tsx';
import { useWindowState } from '../window-state.ts';

interface BatchAddressesProps {
  readonly batch: BatchView;
  readonly intent: Intent;
}

/** Orders that go to one address. A person puts them in one parcel, or keeps them apart; nothing is joined by itself. */
export function BatchAddresses({ batch: { sharedAddresses, addressShared, state }, intent }: BatchAddressesProps) {
  const { station } = useWindowState();
  const words = text.batch;
  const undecided = sharedAddresses.filter(({ joined }) => joined === null);
  const decided = sharedAddresses.filter(({ joined }) => joined !== null);
  return (
    <Card
      isFlush
      className="batch-addresses"
      title={words.addressesTitle}
      aside={
        undecided.length > 1 && (
          <Button isSmall kind="quiet" isDisabled={intent.isBusy} onPress={() => void intent.send(station.shipBatchApart({}))}>
            {words.shipApart(addressShared)}
          </Button>
        )
      }
    >
      <ul className="list">
        {[...undecided, ...decided].map((group) => (
          // The key that pauses a running batch joins nothing.
          <Group key={keysIn(group)} group={group} intent={intent} isNext={group === undecided[0] && state !== 'running'} />
        ))}
      </ul>
    </Card>
  );
}

const keysIn = ({ orders }: SharedAddress): string => orders.map(({ orderKey }) => orderKey).join(' + ');

/** `isNext`: the key of the decision acts on this group. */
function Group({ group, intent, isNext }: { group: SharedAddress; intent: Intent; isNext: boolean }) {
  const { station } = useWindowState();
  const offerUndo = useOfferUndo();
  const words = text.batch;
  const { orders, joined } = group;
  const [lead, ...others] = orders;
  if (!lead) return null;
  const key = lead.orderKey;
  const differing = others.filter(({ match }) => match && (match.by === 'mail' || match.differs.length > 0));
  const elsewhere = others.filter(({ isInBatch }) => !isInBatch).map(({ orderKey }) => orderKey);
  const join = async () => {
    const isJoined = await intent.send(station.joinBatchLines({ key, others: others.map(({ orderKey }) => orderKey) }));
    if (isJoined) offerUndo({ done: text.ship.sameAddress.joined(keysIn(group)), reverse: () => station.undoBatchJoin({ key }) });
  };
  return (
    <li>
      <Icon name={joined === null ? 'place' : 'tick'} className={joined === null ? 'look-ink' : 'done-ink'} />
      <span className="what grow">
        <b translate="no">{keysIn(group)}</b>
        <span translate="no">{[lead.name, lead.address].filter(Boolean).join(', ')}</span>
        {joined === null &&
          differing.map(({ orderKey, name, address, match }) => (
            <span key={orderKey} className="look-ink">
              {`${orderKey}: ${[name, address].filter(Boolean).join(', ')}. ${match ? text.ship.sameAddress.match(match) : ''}`}
            </span>
          ))}
        {elsewhere.length > 0 && <span>{words.notInBatch(elsewhere)}</span>}
        {joined !== null && <span>{words.joined[joined]}</span>}
      </span>
      {joined === null && (
        <Button
          isSmall
          commits
          isDisabled={intent.isBusy}
          means={isNext ? commandKeys.JOIN : undefined}
          {...(!isNext && { label: `${words.oneParcel}: ${keysIn(group)}` })}
          onPress={() => void join()}
        >
          {words.oneParcel}
        </Button>
      )}
      <Button
        isSmall
        kind="quiet"
        label={`${words.keepApart}: ${keysIn(group)}`}
        isDisabled={intent.isBusy}
        onPress={() => void intent.send(station.keepBatchLinesApart({ key }))}
      >
        {words.keepApart}
      </Button>
    </li>
  );
}
