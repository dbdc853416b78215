import './same-address.css';
import { Fragment, type ReactNode } from 'react';
import type { Address } from '../../shared/address.ts';
import type { WorkflowAt } from '../../shared/bench.ts';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import type { Order } from '../../shared/order.ts';
import { type OrderLine, piecesOf } from '../../shared/order-line.ts';
import type { SameAddress } from '../../shared/same-address.ts';
import { useIntent } from '../query.ts';
import { countryName, recipientName, todayOrMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWindowState } from '../window-state.ts';
import { packerNote } from './packer-note.ts';
import { PutAside, type StepProps } from './step.tsx';

/** Other open orders go to the address of the order in hand: one parcel for all of them, or parcels of their own. */
export function SameAddressStep({ workflow: { order, others }, workflowNo }: StepProps<WorkflowAt<'same-address'>>) {
  const { station } = useWindowState();
  const words = text.ship.sameAddress;
  const intent = useIntent();
  const keys = others.map((other) => other.order.key);
  const answer = (join: boolean) => void intent.send(station.answerSameAddress({ workflowNo, join }));
  return (
    <>
      <Band state="look" message={words.status(keys)} aside={order.key} />
      <div className="body body-same">
        <OrderCard order={order} aside={words.inHand} />
        <div className="col order-cards">
          {others.map((other) => (
            <OrderCard key={other.order.key} order={other.order} aside={words.openSince(todayOrMoment(other.since))} match={other.match} />
          ))}
        </div>
        <div className="col">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it can scroll, and the arrow keys have to reach it */}
          <section className="way is-on" aria-label={words.together(others.length)} tabIndex={0}>
            <h2>{words.together(others.length)}</h2>
            <p className={keys.length > 1 ? 'both both-many' : 'both'}>
              {[order.key, ...keys].map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && ' + '}
                  <span className="whole">{key}</span>
                </Fragment>
              ))}
            </p>
            <SmallItems label={words.together(others.length)}>
              {[order, ...others.map((other) => other.order)].flatMap(({ key, lines }) =>
                lines.map((line, no) => <SmallItem key={`${key} ${no}`} line={line} beside={key} />),
              )}
            </SmallItems>
            <ul className="what-then">
              {words.togetherThen(others.length).map((line) => (
                <li key={line}>
                  <Icon name="tick" />
                  {line}
                </li>
              ))}
            </ul>
          </section>
          <section className="way" aria-label={words.apart(others.length)}>
            <Button kind="quiet" means={commandKeys.APART} commits isDisabled={intent.isBusy} onPress={() => answer(false)}>
              {words.apart(others.length)}
            </Button>
            <p className="muted">{words.apartThen(keys)}</p>
          </section>
          <FailureNote failure={intent.failure} />
        </div>
      </div>
      <Foot>
        <PutAside workflowNo={workflowNo} intent={intent} />
        <p className="statement push">
          <b>{words.fetch(piecesOf(others.flatMap((other) => other.order.lines)), keys)}</b>{' '}
          <span className="spare">{words.fetchNext}</span>
        </p>
        <Primary means={commandKeys.JOIN} code={commandCode('JOIN')} commits isDisabled={intent.isBusy} onPress={() => answer(true)}>
          {words.together(others.length)}
        </Primary>
      </Foot>
    </>
  );
}

function OrderCard({ order, aside, match }: { order: Order; aside: string; match?: SameAddress }) {
  const words = text.ship.sameAddress;
  const note = packerNote(order);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it can scroll, and the arrow keys have to reach it
    <section className="card order-card" aria-label={order.key} tabIndex={0}>
      <p className="no">
        <b>{order.key}</b>
        <span className="muted">{aside}</span>
      </p>
      <AddressLines address={order.recipient} differs={match?.differs ?? []} />
      {match && (
        <p className="why-line why-near">
          <Icon name="place" />
          <span>{words.match(match)}</span>
        </p>
      )}
      {order.lines.length === 0 ? (
        <p className="muted">{order.parcels.map(({ contents }) => contents).join(', ') || words.noLines}</p>
      ) : (
        <SmallItems label={order.key}>
          {order.lines.map((line, no) => (
            <SmallItem key={no} line={line} beside={line.shelf ?? ''} isPlace />
          ))}
        </SmallItems>
      )}
      {note && (
        <p className="why-line">
          <Icon name="note" />
          <span>{words.notes(note)}</span>
        </p>
      )}
    </section>
  );
}

/** The address as it was written, with a mark on what the other order writes differently. */
function AddressLines({ address, differs }: { address: Address; differs: SameAddress['differs'] }) {
  const { company, street, houseNumber, street2, street3, postalCode, city, country } = address;
  const name = recipientName(address);
  const lines: readonly (readonly [SameAddress['differs'][number], string])[] = [
    ['name', name],
    ['company', company === name ? '' : company],
    ['street', `${street} ${houseNumber}`.trim()],
    ['lines', [street2, street3].filter(Boolean).join(', ')],
  ];
  const mark = (isMarked: boolean, words: string): ReactNode => (isMarked ? <ins>{words}</ins> : words);
  return (
    <p className="address" translate="no">
      {lines.map(([part, words]) => words && <span key={part}>{mark(differs.includes(part), words)}</span>)}
      <span>
        {mark(differs.includes('postal-code') || differs.includes('city'), [postalCode, city].filter(Boolean).join(' '))},{' '}
        {countryName(country)}
      </span>
    </p>
  );
}

function SmallItems({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="small-items" aria-label={`${text.ship.items}, ${label}`}>
      {children}
    </ul>
  );
}

/** A longer shelf place is below the name. */
const longestBeside = 10;

function SmallItem({ line: { quantity, name, sku }, beside, isPlace }: { line: OrderLine; beside: string; isPlace?: boolean }) {
  const isBelow = isPlace && beside.length > longestBeside;
  return (
    <li>
      <b className={`qty ${quantity === 1 ? 'qty-one' : ''}`}>
        {quantity}
        <small>×</small>
      </b>
      <span translate="no">
        {name || sku}
        {isBelow && <span className="below mono">{beside}</span>}
      </span>
      {!isBelow && <span className={isPlace ? 'of mono' : 'of'}>{beside}</span>}
    </li>
  );
}
