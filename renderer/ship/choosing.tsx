import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { RadioGroup } from 'react-aria-components';
import type { WalkAt } from '../../shared/bench.ts';
import { type Extras, leftOut } from '../../shared/booking.ts';
import type { Declaration } from '../../shared/declaration.ts';
import type { Failure } from '../../shared/failure.ts';
import { type ExtraOffer, isSureToGo, type Service } from '../../shared/quote.ts';
import { commandPrefix } from '../../shared/scan.ts';
import { extrasProblems } from '../../shared/shipment-check.ts';
import { moneyDigits, moneyText } from '../../shared/units.ts';
import { useKey } from '../keys.ts';
import { type Intent, useIntent, useQuery } from '../query.ts';
import { offerText, whenText } from '../text/format.ts';
import { inWords } from '../text/meanings.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Key } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { SwitchRow } from '../ui/field.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { Reading } from '../ui/reading.tsx';
import { To } from '../ui/recipient.tsx';
import { ServicePoints } from '../ui/service-points.tsx';
import { RadioTile } from '../ui/tile.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { GoOn } from './paused.tsx';
import { signalOfWalk } from './signal.ts';
import { EditOrder, PutAside, parcelWords, type StepProps } from './step.tsx';

type Choosing = WalkAt<'choosing'>;

/** Services with their prices. Digits and letters move the selection; only F12, its barcode or a touch buys. */
export function Choosing({ walk, walkNo }: StepProps<Choosing>) {
  const { station } = useWindowState();
  const { order, quote, notice, points } = walk;
  const paused = useFrame((frame) => frame.paused);
  const intent = useIntent();
  const buying = useIntent();
  const selection = useSelection(walk.serviceId);
  const chosen = quote.services.find((service) => service.serviceId === walk.serviceId);
  const missed = leftOut(walk.wish, walk.extras);
  const { rest, weight } = parcelWords(order);
  return (
    <>
      {paused ? (
        <Band state="stop" says={text.ship.pausedAtTiles[paused.why]} aside={order.key} />
      ) : (
        <Band
          state={signalOfWalk(walk)}
          says={notice ? text.ship.notBought(text.failures[notice.code].what) : askOf(walk)}
          aside={order.key}
        />
      )}
      <div className="body body-choose">
        <div className="row strip">
          <To address={order.recipient} shape="strip" />
          <p className="push parcel-line">
            {rest} {weight && <b>· {weight}</b>}
          </p>
          <EditOrder order={order} />
        </div>
        <div className="row strip notices">
          {order.noteForPacker && (
            <p className="card notice">
              <Icon name="note" className="i-s" />
              {order.noteForPacker}
            </p>
          )}
          {quote.services.some((service) => !isSureToGo(service, order)) && (
            <p className="card notice">
              <Icon name="look" className="i-s" />
              {text.ship.boxNotKnown}
            </p>
          )}
          {quote.said.length > 0 && <Said words={quote.said.join('\n')} />}
          {notice && <WhatNext notice={notice} />}
          {walk.declared && <Declared declared={walk.declared} />}
        </div>
        <div className="col" inert={points !== null}>
          <FailureNote failure={buying.failure ?? intent.failure} />
          <Reading intent={intent} />
          <Services
            walk={walk}
            onSelect={(serviceId) => {
              selection.select(serviceId);
              void intent.send(station.selectService({ walkNo, serviceId }));
            }}
          />
        </div>
        <div className="col" inert={points !== null}>
          {chosen && <ExtrasCard walk={walk} service={chosen} intent={intent} walkNo={walkNo} />}
          {chosen && <PriceCard service={chosen} extras={walk.extras} />}
        </div>
        {points && (
          <ServicePoints
            words={text.ship}
            points={points}
            chosen={walk.extras.servicePoint?.keycode ?? null}
            onChoose={(keycode) => void intent.send(station.chooseServicePoint({ walkNo, keycode }))}
          />
        )}
      </div>
      <Foot>
        <PutAside walkNo={walkNo} intent={intent} />
        {chosen && (
          <>
            <p className="statement push">
              {missed.length > 0 && (
                <>
                  <b className="look-ink">{missed.map((extra) => text.ship.leftOut[extra]).join(' ')}</b>
                  <br />
                </>
              )}
              <b>{text.ship.statement(pricesOf(chosen, walk.extras), order.recipient.name, order.recipient.city)}</b>
              <br />
              {text.ship.cannotBeCancelled}
            </p>
            {paused ? (
              <GoOn intent={intent} />
            ) : (
              <Primary
                keyName="F12"
                code={`${commandPrefix}BUY`}
                commits
                isDisabled={points !== null || buying.isBusy}
                onPress={() => void buying.send(station.buy({ walkNo, serviceId: selection.latest() }))}
              >
                {text.ship.buy(chosen.courierName, chosen.serviceName)}
              </Primary>
            )}
          </>
        )}
      </Foot>
    </>
  );
}

/** What to do about the reason the tiles are shown again. Nothing was bought: the band says so. */
function WhatNext({ notice }: { notice: Failure }) {
  const { means, detail, code } = notice;
  return (
    <div className="card notice" data-state="look">
      <Icon name="look" className="i-s" />
      <p className="grow">
        {inWords(means) ?? text.failures[code].next} {detail && <q className="muted">{detail}</q>}
      </p>
    </div>
  );
}

/** More kinds of goods are counted: all of them stand in the order. */
const goodsInSight = 3;

/** What leaves its customs territory is read before it is bought: who pays duties, and what is said of it. */
function Declared({ declared: { incoterms, goods, senderEori, recipientEori, isToCompany } }: { declared: Declaration }) {
  const words = text.ship.declared;
  const more = goods.length - goodsInSight;
  return (
    <div className="card notice declared">
      <p>
        <b>{words.duties[incoterms]}</b>
      </p>
      <p className="grow">
        <span className="muted">{words.title}</span>{' '}
        {goods
          .slice(0, goodsInSight)
          .map(({ quantity, contents, value, hsCode }) => words.goods(quantity, contents, value ? moneyText(value) : '', hsCode))
          .join(' · ')}
        {more > 0 && ` · ${words.more(more)}`}
      </p>
      {senderEori === '' && <p className="look-ink">{words.noSenderEori}</p>}
      {recipientEori === '' && isToCompany && <p className="look-ink">{words.noRecipientEori}</p>}
    </div>
  );
}

/** As much as one line holds; all of it can be copied. */
const saidLength = 160;

/** What the service complained about beside the services it offers: what that means where it is known, else its own words. */
function Said({ words }: { words: string }) {
  const { station } = useWindowState();
  const { value } = useQuery(() => station.explain({ said: words }), [words]);
  const shown = inWords(value) ?? words;
  return (
    <div className="card notice">
      <p className="grow">
        <span className="muted">{text.ship.serviceSays}</span> {shown.length > saidLength ? `${shown.slice(0, saidLength)}…` : shown}
      </p>
      <CopyButton copies={words} label={text.frame.copySaid} isAtEnd />
    </div>
  );
}

/** What the packer selected last, also while main has not answered yet: a digit and F12 may follow each other at once. */
function useSelection(serviceId: string) {
  const selected = useRef(serviceId);
  useEffect(() => {
    selected.current = serviceId;
  }, [serviceId]);
  const select = useCallback((chosen: string) => {
    selected.current = chosen;
  }, []);
  const latest = useCallback(() => selected.current, []);
  return { select, latest };
}

/** Two rows of tiles are seen at once. Where there are more, the band says how many. */
const tilesInSight = 6;

function askOf({ quote: { services }, points }: Choosing): string {
  if (points) return text.ship.choosePoint;
  return services.length > tilesInSight ? text.ship.chooseOfMany(services.length) : text.ship.chooseThenBuy;
}

function Services({ walk, onSelect }: { walk: Choosing; onSelect: (serviceId: string) => void }) {
  const { services } = walk.quote;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolling answers a promise in newer Chromium, which React would take for a clean-up.
    list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' });
  }, [walk.serviceId]);
  return (
    <RadioGroup
      ref={list}
      className={`tiles grow ${services.length > tilesInSight ? 'tiles-many' : ''}`}
      aria-label={text.ship.services}
      value={walk.serviceId}
      onChange={onSelect}
    >
      {services.map((service, index) => {
        const digit = index < 9 ? String(index + 1) : '';
        return (
          <RadioTile
            key={service.serviceId}
            value={service.serviceId}
            keyName={digit}
            onChoose={digit && walk.points === null ? () => onSelect(service.serviceId) : undefined}
          >
            <ServiceWords
              service={service}
              digit={digit}
              why={service.serviceId === walk.advised.serviceId ? text.ship.because[walk.advised.why] : ''}
            />
          </RadioTile>
        );
      })}
    </RadioGroup>
  );
}

function ServiceWords({ service, digit, why }: { service: Service; digit: string; why: string }) {
  return (
    <>
      <span className="courier">
        {digit && <Key name={digit} />}
        {service.courierName}
      </span>
      <span className="service">{service.serviceName}</span>
      {why && <span className="why">{why}</span>}
      <span className="when">
        <When name={text.ship.collection} when={service.collection} />
        <When name={text.ship.arrival} when={service.arrival} className="arrives" />
      </span>
      <span className="price">
        {moneyDigits(service.total)} <small>{service.total.currency}</small>
      </span>
    </>
  );
}

function When({ name, when, className = '' }: { name: string; when: string; className?: string }) {
  const { day, time } = whenText(when);
  return (
    <span>
      <span className="name">{name}</span>
      <span className={className}>{day || text.ship.notSaid}</span>
      <span className={className}>{time}</span>
    </span>
  );
}

interface ExtrasCardProps {
  readonly walk: Choosing;
  readonly service: Service;
  readonly intent: Intent;
  readonly walkNo: number;
}

/** Each extra on its own letter, with its own price. */
function ExtrasCard({ walk: { order, extras, wish, points }, service, intent, walkNo }: ExtrasCardProps) {
  const { station } = useWindowState();
  const toggle = (extra: 'co2' | 'insurance') => () => void intent.send(station.toggleExtra({ walkNo, extra }));
  const point = extras.servicePoint;
  // A point is dropped in the list, by asking for the door. The switch and its letter only open and close the list.
  const togglePoint = () =>
    void (points
      ? intent.send(station.chooseServicePoint({ walkNo, keycode: point?.keycode ?? null }))
      : intent.send(station.listServicePoints({ walkNo })));
  return (
    <Card title={text.ship.extras} isFlush className="card-extras">
      <ExtraRow
        letter="C"
        name={text.ship.co2}
        price={service.co2}
        isOn={extras.co2}
        isOffered={service.co2 !== null}
        isWished={wish.co2}
        onToggle={toggle('co2')}
      />
      <ExtraRow
        letter="I"
        name={text.ship.insurance}
        price={service.insurance}
        isOn={extras.insurance}
        isOffered={service.insurance !== null}
        isWished={wish.insurance}
        onToggle={toggle('insurance')}
      >
        {extrasProblems(order, { ...extras, insurance: true })[0]?.sentence}
      </ExtraRow>
      <ExtraRow
        letter="P"
        name={text.ship.servicePoint}
        isOn={point !== null}
        isOffered={service.destinationServicePoints}
        isWished={wish.servicePoint !== null && !service.destinationServicePoints}
        onToggle={togglePoint}
      >
        {point ? `${point.name}, ${point.street}` : text.ship.servicePointHint}
      </ExtraRow>
    </Card>
  );
}

interface ExtraRowProps {
  readonly letter: string;
  readonly name: string;
  readonly price?: ExtraOffer;
  readonly isOn: boolean;
  readonly isOffered: boolean;
  /** It was asked for, at this service or at another. */
  readonly isWished: boolean;
  readonly onToggle: () => void;
  readonly children?: ReactNode;
}

function ExtraRow({ letter, name, price, isOn, isOffered, isWished, onToggle, children }: ExtraRowProps) {
  useKey(letter, isOffered ? onToggle : undefined);
  return (
    <SwitchRow isOn={isOn} isDisabled={!isOffered} onChange={onToggle}>
      <Key name={letter} />
      <span className="what">
        <b>{name}</b>
        {children && isOffered && <span>{children}</span>}
        {isWished && !isOffered && <span className="look-ink">{text.ship.wished}</span>}
      </span>
      <span className="push num">{isOffered ? price && offerText(price) : text.ship.notOffered}</span>
    </SwitchRow>
  );
}

/** Price, CO₂ and insurance are separate lines; a sum of them is never shown. */
function PriceCard({ service, extras }: { service: Service; extras: Extras }) {
  const extra = (isTaken: boolean, price: ExtraOffer): ReactNode =>
    isTaken && price ? <span className="sum">{offerText(price)}</span> : <span className="muted">{text.ship.notTaken}</span>;
  return (
    <Card className="grow card-price">
      <Facts
        className="facts-money"
        facts={[
          service.subTotal ? [text.ship.withoutVat, moneyText(service.subTotal)] : undefined,
          service.vat ? [text.ship.vat, moneyText(service.vat)] : undefined,
          [text.ship.shipping, extra(true, service.total)],
          service.co2 ? [text.ship.co2, extra(extras.co2, service.co2)] : undefined,
          service.insurance ? [text.ship.insurance, extra(extras.insurance, service.insurance)] : undefined,
        ]}
      />
    </Card>
  );
}

/** `8.45 EUR and CO₂ 0.28 EUR` */
function pricesOf(service: Service, extras: Extras): string {
  return [
    moneyText(service.total),
    extras.co2 && service.co2 ? text.ship.andCo2(offerText(service.co2)) : '',
    extras.insurance && service.insurance ? text.ship.andInsurance(offerText(service.insurance)) : '',
  ]
    .filter(Boolean)
    .join(text.ship.and);
}
