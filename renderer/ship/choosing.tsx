import './choosing.css';
import './services-beside-items.css';
import { useCallback, useEffect, useRef } from 'react';
import type { WorkflowAt } from '../../shared/bench.ts';
import { leftOut } from '../../shared/booking.ts';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import { chosenByCustomer } from '../../shared/customer-choice.ts';
import { isSureToGo } from '../../shared/quote.ts';
import { wantsPoint } from '../../shared/shipping-rule.ts';
import { fewOf, usualService } from '../../shared/shown-services.ts';
import { useKey } from '../key-presses.ts';
import { type Intent, useIntent, useQuery } from '../query.ts';
import { recipientName } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { Reading } from '../ui/reading.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { ServicePoints } from '../ui/service-points.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { CustomerNotice, Declared, QuoteMessage, RemedyNotice, RuleNotice } from './choosing-notices.tsx';
import { ExtrasCard } from './extras-card.tsx';
import { hasLines, InTheBox } from './items.tsx';
import { LabelPrinterNotices, StandbyNotice } from './label-printer.tsx';
import { packerNote } from './packer-note.ts';
import { GoOn } from './paused.tsx';
import { PriceCard, pricesOf } from './price-card.tsx';
import { ServiceTiles, tilesInSight } from './service-tiles.tsx';
import { signalOfWorkflow } from './signal.ts';
import { EditOrder, PutAside, parcelWords, type StepProps } from './step.tsx';

type Choosing = WorkflowAt<'choosing'>;

/** Services with their prices. Digits and letters move the selection; only F12, its barcode or a touch buys. */
export function Choosing({ workflow, workflowNo }: StepProps<Choosing>) {
  const { station } = useWindowState();
  const { order, quote, notice, points } = workflow;
  const paused = useFrame((frame) => frame.paused);
  const intent = useIntent();
  const buying = useIntent();
  const selection = useSelection(workflow.serviceId);
  const chosen = quote.services.find((service) => service.serviceId === workflow.serviceId);
  const missed = leftOut(workflow.wish, workflow.extras);
  const lacksPoint = isPointMissing(workflow);
  const { shown, showsAll, toggle } = useShownServices(workflow);
  const buy = () => void buying.send(station.buy({ workflowNo, serviceId: selection.latest() }));
  // Sent anyway, so that the main process returns the reason for its refusal.
  useKey(commandKeys.BUY, chosen && lacksPoint && !paused && !points ? buy : undefined);
  const { rest, weight } = parcelWords(order);
  const showAll = toggle && (
    <Button kind="quiet" isSmall means="all" className="show-all" onPress={() => void intent.send(toggle())}>
      {showsAll ? text.ship.showFew : text.ship.showAll(quote.services.length)}
    </Button>
  );
  return (
    <>
      {paused ? (
        <Band state="stop" message={text.ship.pausedAtTiles[paused.why]} aside={order.key} />
      ) : (
        <Band
          state={signalOfWorkflow(workflow)}
          message={notice ? text.ship.notBought(text.failures[notice.code].what) : askOf(workflow, shown.length)}
          aside={order.key}
        />
      )}
      <div className={`body body-choose ${hasLines(order) ? 'body-goods' : ''}`}>
        <div className="row strip strip-order">
          <RecipientAddress address={order.recipient} returnOf={order.returnOf} shape="strip" />
          <div>
            <p className="parcel-line">
              {rest} {weight && <b>· {weight}</b>}
            </p>
            {!hasLines(order) && <InTheBox order={order} />}
          </div>
          <div className="strip-acts">
            <EditOrder order={order} />
            {/* All services need the whole height of their column. */}
            {showsAll && showAll}
          </div>
        </div>
        <Notices workflow={workflow} intent={intent} />
        {hasLines(order) && (
          <div className="col col-goods">
            <InTheBox order={order} />
          </div>
        )}
        <div className="col" inert={points !== null}>
          <FailureNote failure={buying.failure ?? intent.failure} />
          <Reading intent={intent} />
          <ServiceTiles
            workflow={workflow}
            shown={shown}
            isLow={hasLines(order)}
            onSelect={(serviceId) => {
              selection.select(serviceId);
              void intent.send(station.selectService({ workflowNo, serviceId }));
            }}
          />
          {!showsAll && showAll}
        </div>
        <div className="col" inert={points !== null}>
          {chosen && <ExtrasCard workflow={workflow} service={chosen} intent={intent} workflowNo={workflowNo} isWhole={showsAll} />}
          {chosen && <PriceCard service={chosen} extras={workflow.extras} isWhole={showsAll} />}
        </div>
        {points && (
          <ServicePoints
            words={text.ship}
            points={points}
            chosen={workflow.extras.servicePoint?.keycode ?? null}
            onChoose={(keycode) => void intent.send(station.chooseServicePoint({ workflowNo, keycode }))}
          />
        )}
      </div>
      <Foot>
        <PutAside workflowNo={workflowNo} intent={intent} />
        {chosen && (
          <>
            {paused ? (
              <p className="statement push">{text.ship.goOnHint}</p>
            ) : (
              <p className="statement push">
                {missed.length > 0 && (
                  <>
                    <b className="look-ink">{missed.map((extra) => text.ship.leftOut[extra]).join(' ')}</b>
                    <br />
                  </>
                )}
                <b>{text.ship.statement(pricesOf(chosen, workflow.extras), recipientName(order.recipient), order.recipient.city)}</b>
                <br />
                {lacksPoint ? <b className="look-ink">{text.rules.pointMissing}</b> : text.ship.cannotBeCancelled}
              </p>
            )}
            {paused ? (
              <GoOn intent={intent} />
            ) : (
              <Primary
                means={commandKeys.BUY}
                code={commandCode('BUY')}
                commits
                isDisabled={points !== null || lacksPoint || buying.isBusy}
                onPress={buy}
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

/** Notices of the service, the order, the rules and the printers, to read before buying. */
function Notices({ workflow, intent }: { workflow: Choosing; intent: Intent }) {
  const { order, quote, notice } = workflow;
  const note = hasLines(order) ? '' : packerNote(order);
  const paused = useFrame((frame) => frame.paused);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it can scroll, and the arrow keys have to reach it
    <section className="row strip notices scroll" tabIndex={0} aria-label={text.ship.notices}>
      {/* Controls come first: if there are many notices, the last of them scroll. */}
      {/* While booking is paused, the key is for going on. */}
      <StandbyNotice intent={intent} hasKey={!paused} />
      {quote.messages.length > 0 && <QuoteMessage words={quote.messages.join('\n')} />}
      {notice && <RemedyNotice notice={notice} />}
      <CustomerNotice {...workflow} />
      {note && (
        <p className="card notice">
          <Icon name="note" className="i-s" />
          {note}
        </p>
      )}
      {quote.services.some((service) => !isSureToGo(service, order)) && (
        <p className="card notice">
          <Icon name="look" className="i-s" />
          {text.ship.boxNotKnown}
        </p>
      )}
      {quote.unsold && (
        <p className="card notice">
          <Icon name="look" className="i-s" />
          {text.ship.unsold(quote.unsold)}
        </p>
      )}
      <RuleNotice {...workflow} />
      <LabelPrinterNotices />
      {workflow.declared && <Declared declared={workflow.declared} />}
    </section>
  );
}

const isPointMissing = ({ advised, extras }: Pick<Choosing, 'advised' | 'extras'>): boolean => wantsPoint(advised) && !extras.servicePoint;

/** The services on the screen, all or few of them, and the way to the others; the bench remembers the choice. */
function useShownServices({ quote: { services }, order, advised, serviceId, extras }: Choosing) {
  const { station } = useWindowState();
  const showsAll = useFrame((frame) => frame.showsAllServices ?? false);
  const last = useQuery(null, () => station.lastShipments({ limit: 50 }), []).value ?? [];
  const usual = usualService(last, order.recipient.country);
  const refused = advised.nevers.map((never) => never.serviceId);
  const few = fewOf({ services, refused, chosen: serviceId, extras, usual, wanted: chosenByCustomer(services, order) });
  const all = services.map((service) => ({ service, why: [] }));
  return {
    shown: (showsAll ? undefined : few) ?? all,
    showsAll: showsAll || few === undefined,
    toggle: few && (() => station.saveSettings({ settings: { showsAllServices: !showsAll } })),
  };
}

function askOf({ quote: { services }, points, serviceId, advised, extras }: Choosing, shown: number): string {
  if (points) return text.ship.choosePoint;
  if (serviceId === '') return advised.nevers.length === services.length ? text.rules.noneAllowed : text.rules.noneFits;
  if (isPointMissing({ advised, extras })) return text.rules.choosePoint;
  if (shown < services.length) return text.ship.chooseOfFew(shown);
  return services.length > tilesInSight ? text.ship.chooseOfMany(services.length) : text.ship.chooseThenBuy;
}

/** The packer's last selection, even before the main process has answered: a digit and F12 may follow each other immediately. */
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
