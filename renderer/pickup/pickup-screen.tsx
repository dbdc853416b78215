import './pickup.css';
import { useState } from 'react';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import { isUnderWay, type ListedPickup, type PickupRequest } from '../../shared/pickup.ts';
import { pickupProblems, proposedTimes } from '../../shared/pickup-check.ts';
import { readScan } from '../../shared/scan.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import { useWarehouseClock } from '../clock.ts';
import { useScanTarget } from '../key-presses.ts';
import { useIntent, useQuery } from '../query.ts';
import { dateText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Empty, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { Seconds, useSeconds } from '../ui/seconds.tsx';
import { ServicePoints } from '../ui/service-points.tsx';
import { useWindowState } from '../window-state.ts';
import { Manifests } from './manifests.tsx';
import { Ordered } from './ordered.tsx';
import { bandOf, handOverText } from './pickup-band.ts';
import { collectsFor, type Form, PickupForm } from './pickup-form.tsx';
import { courierOf, openRequestOf, PickupRowView, rowsOf } from './pickup-rows.tsx';

const noTimes = { readyTime: '', closingTime: '', instructions: '' };

export function PickupScreen() {
  const { station, openScreen } = useWindowState();
  const words = text.pickup;
  const setup = useQuery('setup', () => station.setup({}), []);
  const now = useWarehouseClock(setup.value?.settings.timeZone);
  const list = useQuery('pickups', () => station.pickups({}), [now?.day ?? '']);
  const [pickedId, setPickedId] = useState<string | null>(null);
  /** Input for each row until it is requested. */
  const [typedOf, setTypedOf] = useState<Readonly<Record<string, Partial<Form>>>>({});
  const [requested, setRequested] = useState<ListedPickup | null>(null);
  /** The list of drop-off points while it is open. */
  const [points, setPoints] = useState<readonly ServicePoint[] | null>(null);
  /** The last request: the row it was made on, and its instructions. */
  const [asked, setAsked] = useState({ rowId: '', instructions: '' });
  const { send, failure: lastFailure, isBusy, busySince, free } = useIntent();

  const today = list.value?.today ?? '';
  const known = list.value?.requested ?? [];
  const ofOtherKeys = list.value?.ofOtherKeys ?? 0;
  // The answer arrives before the list is updated. Until then it is inserted here, so that no other row is picked instead.
  const isNew = requested !== null && !known.some(({ id, state }) => id === requested.id && state === requested.state);
  const rows = rowsOf(list.value?.groups ?? [], isNew ? [requested, ...known.filter(({ id }) => id !== requested.id)] : known, today);
  const row =
    rows.find(({ id }) => id === pickedId) ??
    openRequestOf(rows, pickedId) ??
    rows.find((each) => 'ordered' in each && isUnderWay(each.ordered)) ??
    rows.find((each) => 'group' in each) ??
    rows[0];
  const group = row && 'group' in row ? row.group : undefined;
  const typed = typedOf[row?.id ?? ''] ?? {};
  const setTyped = (form: Partial<Form>): void => setTypedOf({ ...typedOf, [row?.id ?? '']: form });
  const failure = asked.rowId === '' || asked.rowId === row?.id ? lastFailure : null;

  const usual = setup.value?.settings.pickup ?? noTimes;
  const proposed = group && now ? proposedTimes(usual, group, now) : { date: today, ...usual };
  const form: Form = { ...proposed, instructions: usual.instructions, withLeftOvers: true, point: null, again: '', ...typed };
  // Included parcels are not part of the form.
  const problems =
    group && now && setup.value
      ? pickupProblems({ ...form, orderNos: ['any'], notOut: group.notOut }, now, collectsFor(group, form.point))
      : [];
  const isTextRefused = failure?.code === 'text-not-sendable' && form.instructions === asked.instructions;
  if (isTextRefused) problems.push(...(failure.reasons ?? []).map((why) => ({ field: 'instructions', stops: true, why }) as const));
  const isStopped = problems.some(({ stops }) => stops);
  const isDoubtful = problems.length > 0 || failure?.code === 'pickup-doubtful';
  const mayBeRequested = failure?.code === 'pickup-may-be-requested';
  const isOrderedElsewhere = failure?.reasons?.some((why) => why.code === 'at-bench' && why.state === 'booked') === true;
  const isSecond = failure?.code === 'pickup-already-requested' || isOrderedElsewhere || mayBeRequested;
  const canRequest = group !== undefined && now !== undefined && setup.value !== undefined && !isStopped && points === null && !isBusy;

  const order = async (wanted: PickupRequest) => {
    setRequested(null);
    setPickedId(row?.id ?? null);
    setAsked({ rowId: row?.id ?? '', instructions: wanted.instructions });
    const answer = await send(station.requestPickup(wanted));
    if (!answer) return;
    setTyped({});
    setRequested({ ...answer, days: [], cutOff: '', from: group?.from ?? '' });
    setPickedId(answer.id);
  };
  const request = async (isSure: boolean) => {
    if (!group || !canRequest) return;
    const { point, ...typedForm } = form;
    await order({
      courierKey: group.courierKey,
      place: group.place,
      ...typedForm,
      ...(point && { dropOff: point.keycode }),
      ...(isSure && { isSure }),
    });
  };
  const togglePoints = async () => {
    if (points) setPoints(null);
    else if (group) setPoints((await send(station.dropOffPoints({ courierKey: group.courierKey, place: group.place }))) ?? null);
  };
  const choosePoint = (keycode: string | null) => {
    setTyped({ ...typed, point: points?.find((each) => each.keycode === keycode) ?? null });
    setPoints(null);
  };
  useScanTarget((code) => {
    const scan = readScan(code);
    if (scan.kind === 'command' && scan.command === 'PICKUP') void request(false);
    else void send(station.scan({ code }));
  });
  const pick = (id: string) => {
    setPickedId(id);
    setPoints(null);
    setRequested(null);
  };
  const takeProposed = () => {
    const { date: _date, readyTime: _ready, closingTime: _closing, ...rest } = typed;
    setTyped(rest);
  };
  const waitedSince = busySince ?? (row && 'ordered' in row && isUnderWay(row.ordered) ? row.ordered.changedAt : null);
  /** Gives up a requested list. A pickup request continues without the screen, and its row stays under way. */
  const stopWaiting = () => {
    void station.stopReading({});
    free();
    setPickedId(rows.find((each) => 'group' in each && each !== row)?.id ?? pickedId);
  };
  const isOtherDay = isDoubtful && typed.date !== undefined && typed.date !== proposed.date;

  // A message beside the field is not repeated.
  const noted = isTextRefused ? { ...failure, reasons: [] } : failure;
  const { state, message } = bandOf(row, requested, {
    isBusy,
    isSecond,
    mayBeRequested,
    isChoosing: points !== null,
    by: group ? [group.cutOff, proposed.date === today ? '' : dateText(proposed.date)].filter(Boolean).join(', ') : '',
    isDoubtful,
    failure: isDoubtful && failure?.code === 'pickup-doubtful' ? null : (failure ?? (list.value ? null : list.failure)),
    isRead: list.value !== undefined,
  });
  return (
    <>
      <Band size="compact" state={state} message={message} aside={waitedSince && <Seconds since={waitedSince} />} />
      <div className={`body pickup ${row ? '' : 'pickup-none'}`}>
        <div className="col" inert={points !== null}>
          <Card
            isFlush
            className="col pickup-list"
            title={words.waiting}
            aside={
              <>
                <Button kind="quiet" isSmall isDisabled={rows.length === 0} onPress={() => void send(station.exportPickups({}))}>
                  {text.orders.export}
                </Button>
                <span className="muted">{words.cutOffHead}</span>
              </>
            }
          >
            {rows.length > 0 ? (
              <PickList
                label={words.waiting}
                items={rows}
                keyOf={({ id }) => id}
                nameOf={courierOf}
                picked={row?.id ?? null}
                onPick={pick}
                isTall
              >
                {(each) => <PickupRowView row={each} now={now} usual={usual} />}
              </PickList>
            ) : (
              list.value && (
                <Empty icon="truck" title={words.emptyTitle}>
                  {words.empty}
                </Empty>
              )
            )}
          </Card>
          {ofOtherKeys > 0 && <Note icon="question">{words.ofOtherKeys(ofOtherKeys)}</Note>}
          <Manifests pickups={known.filter(({ state: at }) => at === 'booked')} isRead={list.value !== undefined} />
        </div>
        <div className="col pickup-side" inert={points !== null}>
          <FailureNote failure={isSecond ? list.failure : (noted ?? list.failure)} {...(!failure && { onRetry: list.reload })} />
          {group && (
            <PickupForm
              group={group}
              form={form}
              problems={problems}
              second={isSecond ? (mayBeRequested ? 'may-be' : 'ordered') : null}
              onChange={(change) => setTyped({ ...typed, ...change })}
              onTogglePoints={() => void togglePoints()}
            />
          )}
          {row && 'ordered' in row && now && (
            <Ordered key={row.id} pickup={row.ordered} now={now} isBusy={isBusy} onAgain={(wanted) => void order(wanted)} />
          )}
        </div>
        {points && <ServicePoints words={words} points={points} chosen={form.point?.keycode ?? null} onChoose={choosePoint} />}
      </div>
      {row && (
        <Foot>
          {busySince !== null && <StopWaiting since={busySince} onStop={stopWaiting} />}
          {'ordered' in row && row.ordered.state === 'unknown' && (
            <Primary keyName="F7" onPress={() => openScreen('resolve')}>
              {words.openResolve}
            </Primary>
          )}
          {'ordered' in row && row.ordered.state === 'booked' && (
            <p className="statement statement-large push">{handOverText(row.ordered)}</p>
          )}
          {group && (
            <>
              {isOtherDay && <Button onPress={takeProposed}>{words.takeProposed(dateText(proposed.date))}</Button>}
              {busySince === null && <p className="statement muted grow">{form.point ? words.footDropOff : words.foot}</p>}
              {isDoubtful && (
                <Button
                  kind="stop"
                  keyName="F10"
                  commits
                  isDisabled={!canRequest || (isSecond && form.again.trim() === '')}
                  onPress={() => void request(true)}
                >
                  {words.requestAllTheSame}
                </Button>
              )}
              {!isDoubtful && (
                <Primary
                  keyName={commandKeys.PICKUP}
                  code={commandCode('PICKUP')}
                  commits
                  isDisabled={!canRequest || (isSecond && form.again.trim() === '')}
                  onPress={() => void request(false)}
                >
                  {isSecond && !mayBeRequested ? words.requestAgain : words.request}
                </Primary>
              )}
            </>
          )}
        </Foot>
      )}
    </>
  );
}

/** Stops waiting; shown once a wait takes a while. */
function StopWaiting({ since, onStop }: { since: string; onStop: () => void }) {
  if (useSeconds(since) === null) return null;
  return (
    <>
      <p className="statement grow">{text.pickup.stopHint}</p>
      <Button keyName="Escape" onPress={onStop}>
        {text.frame.stopWaiting}
      </Button>
    </>
  );
}
