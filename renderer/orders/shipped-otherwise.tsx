import { useState } from 'react';
import type { OrderKey } from '../../shared/order.ts';
import { type OtherWay, otherWays } from '../../shared/order-plan.ts';
import type { Intent } from '../query.ts';
import { todayOrMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, RadioList } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { ReasonFields } from '../ui/reason-fields.tsx';
import { useWindowState } from '../window-state.ts';
import type { OrderRow } from './listed-orders.ts';
import { SideCard } from './side-card.tsx';

interface SubCardProps {
  readonly orderKey: OrderKey;
  readonly intent: Intent;
  readonly onKeep: () => void;
}

/** Asks how the order leaves without a label. Nothing is bought for it. */
export function ShipOtherwise({ orderKey: key, intent, onKeep }: SubCardProps) {
  const { station } = useWindowState();
  const words = text.orders.otherwise;
  const [way, setWay] = useState<OtherWay | null>(null);
  const [note, setNote] = useState('');
  const isWhole = way !== null && (way !== 'other' || note.trim() !== '');
  const close = async () => {
    if (way !== null && isWhole && (await intent.send(station.shipOtherwise({ key, way, note: way === 'other' ? note : '' })))) onKeep();
  };
  return (
    <SideCard title={words.title} aside={<Back onPress={onKeep} />}>
      <FailureNote failure={intent.failure} />
      <p className="muted">{words.hint}</p>
      <RadioList label={words.how} options={otherWays.map((id) => ({ id, name: words.ways[id] }))} value={way} onChange={setWay} />
      {way === 'other' && <Field label={words.whichWay} value={note} onChange={setNote} hasFocus />}
      <Button className="to-end" means="save" commits isDisabled={intent.isBusy || !isWhole} onPress={() => void close()}>
        {words.close(key)}
      </Button>
    </SideCard>
  );
}

/** Asks why an order that left without a label is shipped with one. */
export function ShipAnyway({ orderKey: key, intent, onKeep }: SubCardProps) {
  const { station } = useWindowState();
  const words = text.orders.otherwise;
  const reopen = async (reason: string, pin: string) => {
    if (await intent.send(station.reopenOrder({ key, reason, pin }))) onKeep();
  };
  return (
    <SideCard title={words.anywayTitle} aside={<Back onPress={onKeep} />}>
      <FailureNote failure={intent.failure} />
      <p className="muted">{words.anywayHint}</p>
      <ReasonFields
        reasons={words.reasons}
        otherReason={words.otherReason}
        act={words.reopen}
        isDisabled={intent.isBusy}
        mayAskSite
        onAct={(reason, pin) => void reopen(reason, pin)}
      />
    </SideCard>
  );
}

function Back({ onPress }: { onPress: () => void }) {
  return (
    <Button kind="quiet" isSmall means="leave" onPress={onPress}>
      {text.orders.otherwise.keep}
    </Button>
  );
}

/** How the order left, who recorded it, and if its shop knows. */
export function OtherwiseNote({ row: { plan, mayShopKnow } }: { row: OrderRow }) {
  const words = text.orders.otherwise;
  const { held } = plan;
  if (!held?.otherwise) return null;
  return (
    <>
      <p className="orders-left">
        <Icon name="done" />
        <span>
          {words.left(words.ways[held.otherwise], held.by, todayOrMoment(held.at))} {held.why}
        </span>
      </p>
      <p className="muted">{words.shop(mayShopKnow ?? null)}</p>
    </>
  );
}
