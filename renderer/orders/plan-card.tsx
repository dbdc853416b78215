import { useState } from 'react';
import type { OrderKey } from '../../shared/order.ts';
import type { Held } from '../../shared/order-plan.ts';
import { priorities } from '../../shared/order-plan.ts';
import { isDay } from '../../shared/shipment-check.ts';
import { type Intent, useIntent } from '../query.ts';
import { todayOrMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, Segment } from '../ui/field.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useOfferUndo } from '../ui/undo-bar.tsx';
import { useWindowState } from '../window-state.ts';
import type { OrderRow } from './listed-orders.ts';
import { OtherwiseNote, ShipAnyway, ShipOtherwise } from './shipped-otherwise.tsx';
import { SideCard } from './side-card.tsx';

interface PlanCardProps {
  readonly row: OrderRow;
  readonly onClose: () => void;
}

/** True if the order is not bought and may not have been. */
export const mayBePlanned = ({ booking }: OrderRow): boolean =>
  booking === null || ['draft', 'quoted', 'rejected', 'released'].includes(booking.state);

type Planned = Partial<Pick<OrderRow['plan'], 'priority' | 'shipBy'>>;

/** When and if the selected order is shipped. */
export function PlanCard({ row, onClose }: PlanCardProps) {
  const { order, plan } = row;
  const { station } = useWindowState();
  const words = text.orders.plan;
  const intent = useIntent();
  const offerUndo = useOfferUndo();
  const [open, setOpen] = useState<'removal' | 'otherwise' | null>(null);
  const { key } = order;
  const back = { orderKey: key, intent, onKeep: () => setOpen(null) };
  const set = async (change: Planned, before: Planned) => {
    const isSet = await intent.send(station.planOrder({ key, ...change }));
    if (isSet) offerUndo({ done: words.isPlanned(key), reverse: () => station.planOrder({ key, ...before, over: change }) });
  };
  if (plan.held?.otherwise && open === 'otherwise') return <ShipAnyway {...back} />;
  if (plan.held?.otherwise)
    return (
      <SideCard className="orders-plan" title={<span className="mono">{key}</span>} aside={<Close onPress={onClose} />}>
        <OtherwiseNote row={row} />
        <Button means="undo" onPress={() => setOpen('otherwise')}>
          {text.orders.otherwise.reopen}
        </Button>
      </SideCard>
    );
  if (open === 'removal') return <Removal {...back} onGone={onClose} />;
  if (open === 'otherwise') return <ShipOtherwise {...back} />;
  return (
    <SideCard className="orders-plan" title={<span className="mono">{key}</span>} aside={<Close onPress={onClose} />}>
      <FailureNote failure={intent.failure} />
      {plan.held ? <HeldNote held={plan.held} orderKey={key} intent={intent} /> : <Hold orderKey={key} intent={intent} />}
      <Segment
        label={words.priority}
        options={priorities.map((id) => ({ id, name: words.priorities[id] }))}
        value={plan.priority}
        onChange={(priority) => void set({ priority }, { priority: plan.priority })}
      />
      <ShipBy key={plan.shipBy} shipBy={plan.shipBy} onSet={(shipBy) => void set({ shipBy }, { shipBy: plan.shipBy })} />
      {!plan.held && !order.hold && (
        <Button kind="quiet" isSmall className="orders-otherwise" means="otherWay" onPress={() => setOpen('otherwise')}>
          {text.orders.otherwise.open}
        </Button>
      )}
      <Button kind="quiet" isSmall means="remove" onPress={() => setOpen('removal')}>
        {words.remove}
      </Button>
    </SideCard>
  );
}

function Close({ onPress }: { onPress: () => void }) {
  return (
    <Button kind="quiet" isSmall means="leave" onPress={onPress}>
      {text.orders.close}
    </Button>
  );
}

function heldText({ by, at, isBack, changedBy, isPast }: Held): string {
  const words = text.orders.plan;
  const when = todayOrMoment(at);
  if (changedBy !== undefined) return words[isPast ? 'wasUnread' : 'changedBy'](changedBy, when);
  return isBack ? words.isBack(by, when) : words.held(by, when);
}

function HeldNote({ held, orderKey: key, intent }: { held: Held; orderKey: OrderKey; intent: Intent }) {
  const { station } = useWindowState();
  return (
    <>
      <p className="orders-held">
        <Icon name="stop" />
        <span>
          {heldText(held)} {held.why}
        </span>
      </p>
      {(held.changedBy === undefined || held.isPast) && (
        <Button means="save" isDisabled={intent.isBusy} onPress={() => void intent.send(station.releaseOrder({ key }))}>
          {text.orders.plan.release}
        </Button>
      )}
    </>
  );
}

/** Requires a reason, which is shown at the scan. */
function Hold({ orderKey: key, intent }: { orderKey: OrderKey; intent: Intent }) {
  const { station } = useWindowState();
  const words = text.orders.plan;
  const offerUndo = useOfferUndo();
  const [why, setWhy] = useState<string | null>(null);
  const hold = async (reason: string) => {
    if (reason.trim() === '') return;
    const isHeld = await intent.send(station.holdOrder({ key, why: reason }));
    if (!isHeld) return;
    setWhy(null);
    offerUndo({ done: words.isHeldBack(key), reverse: () => station.releaseOrder({ key, why: reason }) });
  };
  return (
    <>
      {why !== null && <Field label={words.why} value={why} onChange={setWhy} onEnter={(reason) => void hold(reason)} hasFocus />}
      <Button
        means="aside"
        isDisabled={intent.isBusy || (why !== null && why.trim() === '')}
        onPress={() => (why === null ? setWhy('') : void hold(why))}
      >
        {words.hold}
      </Button>
    </>
  );
}

function ShipBy({ shipBy, onSet }: { shipBy: string; onSet: (shipBy: string) => void }) {
  const words = text.orders.plan;
  const [typed, setTyped] = useState(shipBy);
  const day = typed.trim();
  const isRight = day === '' || isDay(day);
  const set = (written: string) => {
    const day = written.trim();
    if (day !== shipBy && (day === '' || isDay(day))) onSet(day);
  };
  return (
    <>
      <Field
        label={words.shipBy}
        placeholder={words.shipByHint}
        value={typed}
        onChange={setTyped}
        onEnter={set}
        {...(!isRight && day.length >= shortestDay && { error: words.notADay })}
      />
      {day !== shipBy && isRight && (
        <Button isSmall onPress={() => set(day)}>
          {words.setDay}
        </Button>
      )}
    </>
  );
}

/** A shorter text is still being typed and is not an error yet. */
const shortestDay = '2026-11-24'.length;

/** Explains the deletion of an order before it is done. */
function Removal({
  orderKey: key,
  intent,
  onKeep,
  onGone,
}: {
  orderKey: OrderKey;
  intent: Intent;
  onKeep: () => void;
  onGone: () => void;
}) {
  const { station } = useWindowState();
  const words = text.orders.plan;
  const offerUndo = useOfferUndo();
  const remove = async () => {
    if (!(await intent.send(station.deleteOrder({ key })))) return;
    onGone();
    offerUndo({ done: words.isRemoved(key), reverse: () => station.restoreOrder({ key }) });
  };
  return (
    <SideCard
      title={words.removeTitle(key)}
      aside={
        <Button kind="quiet" isSmall means="leave" onPress={onKeep}>
          {words.keep}
        </Button>
      }
    >
      <FailureNote failure={intent.failure} />
      <p>{words.removeHint}</p>
      <HoldButton isDisabled={intent.isBusy} onHeld={() => void remove()}>
        {words.removeNow(key)}
      </HoldButton>
    </SideCard>
  );
}
