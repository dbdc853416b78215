import { HoldButton } from '../ui/hold-button.tsx';
import './pickup.css';
import { useState } from 'react';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import type { Failure } from '../../shared/failure.ts';
import { isUnderWay, type ListedPickup, type PickupGroup, type PickupRequest } from '../../shared/pickup.ts';
import { type PickupProblem, pickupProblems, proposedTimes } from '../../shared/pickup-check.ts';
import { readScan } from '../../shared/scan.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import { useWarehouseClock, type WarehouseClock } from '../clock.ts';
import { useScanTarget } from '../key-presses.ts';
import { type Intent, useIntent, useQuery } from '../query.ts';
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
import { courierOf, openRequestOf, type PickupRow, PickupRowView, rowsOf } from './pickup-rows.tsx';

const noTimes = { readyTime: '', closingTime: '', instructions: '' };

export function PickupScreen() {
  const { station } = useWindowState();
  const words = text.pickup;
  const { setup, now, list, today, known, rows, row, pickedId, setPickedId, requested, setRequested } = usePickupRows();
  const group = row && 'group' in row ? row.group : undefined;
  const usual = setup?.settings.pickup ?? noTimes;
  const proposed = group && now ? proposedTimes(usual, group, now) : { date: today, ...usual };
  const [typed, setTyped] = useTyped(row?.id ?? '');
  const form: Form = { ...proposed, instructions: usual.instructions, withLeftOvers: true, point: null, again: '', ...typed };
  const { send, failure, isBusy, busySince, free, asked, setAsked } = useRequest(row?.id);
  const { points, togglePoints, closePoints } = usePoints(group, send);
  const problems = group && now && setup ? problemsOf(form, group, now) : [];
  const isTextRefused = failure?.code === 'text-not-sendable' && form.instructions === asked.instructions;
  if (isTextRefused) problems.push(...(failure.reasons ?? []).map((why) => ({ field: 'instructions', stops: true, why }) as const));
  const { isStopped, isDoubtful, mayBeRequested, isSecond } = judge(problems, failure);
  const canRequest = group !== undefined && now !== undefined && setup !== undefined && !isStopped && points === null && !isBusy;

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
    if (group && canRequest) await order(requestOf(group, form, isSure));
  };
  const choosePoint = (keycode: string | null) => {
    setTyped({ ...typed, point: points?.find((each) => each.keycode === keycode) ?? null });
    closePoints();
  };
  useScanTarget((code) => {
    const scan = readScan(code);
    if (scan.kind === 'command' && scan.command === 'PICKUP') void request(false);
    else void send(station.scan({ code }));
  });
  const pick = (id: string) => {
    setPickedId(id);
    closePoints();
    setRequested(null);
  };
  const waitedSince = busySince ?? (row && 'ordered' in row && isUnderWay(row.ordered) ? row.ordered.changedAt : null);
  /** Gives up a requested list. A pickup request continues without the screen, and its row stays under way. */
  const stopWaiting = () => {
    void station.stopReading({});
    free();
    setPickedId(rows.find((each) => 'group' in each && each !== row)?.id ?? pickedId);
  };
  const isOtherDay = isDoubtful && typed.date !== undefined && typed.date !== proposed.date;

  const shown = isSecond ? null : withoutNoted(failure, isTextRefused);
  const { state, message } = bandOf(row, requested, {
    isBusy,
    isSecond,
    mayBeRequested,
    isChoosing: points !== null,
    isDropOff: form.point !== null,
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
          <PickupList
            rows={rows}
            row={row}
            now={now}
            usual={usual}
            isRead={list.value !== undefined}
            onPick={pick}
            onExport={() => void send(station.exportPickups({}))}
          />
          {list.value && list.value.ofOtherKeys > 0 && <Note icon="question">{words.ofOtherKeys(list.value.ofOtherKeys)}</Note>}
          <Manifests pickups={known.filter(({ state: at }) => at === 'booked')} isRead={list.value !== undefined} />
        </div>
        <div className="col pickup-side" inert={points !== null}>
          <FailureNote failure={shown ?? list.failure} {...(!failure && { onRetry: list.reload })} />
          {group && (
            <PickupForm
              key={row?.id}
              group={group}
              form={form}
              today={today}
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
        <PickupFoot
          row={row}
          form={form}
          isDoubtful={isDoubtful}
          isSecond={isSecond}
          mayBeRequested={mayBeRequested}
          canRequest={canRequest && !(isSecond && form.again.trim() === '')}
          busySince={busySince}
          proposedDate={isOtherDay ? proposed.date : null}
          onTakeProposed={() => setTyped(withoutTimes(typed))}
          onRequest={(isSure) => void request(isSure)}
          onStop={stopWaiting}
        />
      )}
    </>
  );
}

/** Waiting parcels and requested pickups as rows, and the picked row. */
function usePickupRows() {
  const { station } = useWindowState();
  const setupRead = useQuery('setup', () => station.setup({}), []);
  const setup = setupRead.value;
  const now = useWarehouseClock(setup?.settings.timeZone);
  const answered = useQuery('pickups', () => station.pickups({}), [now?.day ?? '']);
  // Without the clock and the usual times a row can be seen, but its key does nothing yet.
  const list = { ...answered, value: now && answered.value, failure: setupRead.failure ?? answered.failure };
  const [pickedId, setPickedId] = useState<string | null>(null);
  const [requested, setRequested] = useState<ListedPickup | null>(null);
  const today = list.value?.today ?? '';
  const known = list.value?.requested ?? [];
  // The answer arrives before the list is updated. Until then it is inserted here, so that no other row is picked instead.
  const isNew = requested !== null && !known.some(({ id, state }) => id === requested.id && state === requested.state);
  const rows = rowsOf(list.value?.groups ?? [], isNew ? [requested, ...known.filter(({ id }) => id !== requested.id)] : known, today);
  const row =
    rows.find(({ id }) => id === pickedId) ??
    openRequestOf(rows, pickedId) ??
    rows.find((each) => 'ordered' in each && isUnderWay(each.ordered)) ??
    rows.find((each) => 'group' in each) ??
    rows[0];
  return { setup, now, list, today, known, rows, row, pickedId, setPickedId, requested, setRequested };
}

/** Input for each row until it is requested. */
function useTyped(rowId: string): readonly [Partial<Form>, (form: Partial<Form>) => void] {
  const [typedOf, setTypedOf] = useState<Readonly<Record<string, Partial<Form>>>>({});
  return [typedOf[rowId] ?? {}, (form) => setTypedOf({ ...typedOf, [rowId]: form })];
}

function withoutTimes({ date: _date, readyTime: _ready, closingTime: _closing, ...rest }: Partial<Form>): Partial<Form> {
  return rest;
}

/** Sends requests, and keeps the last one: the row it was made on, and its instructions. Its failure belongs to that row alone. */
function useRequest(rowId: string | undefined) {
  const [asked, setAsked] = useState({ rowId: '', instructions: '' });
  const intent = useIntent();
  const failure = asked.rowId === '' || asked.rowId === rowId ? intent.failure : null;
  return { ...intent, failure, asked, setAsked };
}

/** The list of drop-off points while it is open. */
function usePoints(group: PickupGroup | undefined, send: Intent['send']) {
  const { station } = useWindowState();
  const [points, setPoints] = useState<readonly ServicePoint[] | null>(null);
  const togglePoints = async () => {
    if (points) setPoints(null);
    else if (group) setPoints((await send(station.dropOffPoints({ courierKey: group.courierKey, place: group.place }))) ?? null);
  };
  return { points, togglePoints, closePoints: () => setPoints(null) };
}

/** A message beside the field is not repeated. */
const withoutNoted = (failure: Failure | null, isNoted: boolean): Failure | null =>
  failure && isNoted ? { ...failure, reasons: [] } : failure;

/** The request that the form describes. */
function requestOf({ courierKey, place }: PickupGroup, { point, ...form }: Form, isSure: boolean): PickupRequest {
  return { courierKey, place, ...form, ...(point && { dropOff: point.keycode }), ...(isSure && { isSure }) };
}

/** Included parcels are not part of the form. */
const problemsOf = (form: Form, group: PickupGroup, now: WarehouseClock): PickupProblem[] =>
  pickupProblems({ ...form, orderNos: ['any'], notOut: group.notOut, notPlaced: group.notPlaced }, now, collectsFor(group, form.point));

/** Decides if a request is stopped or needs a confirmation, and if it can be the second one. */
function judge(problems: readonly PickupProblem[], failure: Failure | null) {
  const mayBeRequested = failure?.code === 'pickup-may-be-requested';
  const isOrderedElsewhere = failure?.reasons?.some((why) => why.code === 'at-bench' && why.state === 'booked') === true;
  return {
    isStopped: problems.some(({ stops }) => stops),
    isDoubtful: problems.length > 0 || failure?.code === 'pickup-doubtful',
    mayBeRequested,
    isSecond: failure?.code === 'pickup-already-requested' || isOrderedElsewhere || mayBeRequested,
  };
}

interface PickupListProps {
  readonly rows: readonly PickupRow[];
  /** The picked row. */
  readonly row: PickupRow | undefined;
  readonly now: WarehouseClock | undefined;
  readonly usual: typeof noTimes;
  /** True if the waiting parcels have been read, even if there are none. */
  readonly isRead: boolean;
  readonly onPick: (id: string) => void;
  readonly onExport: () => void;
}

function PickupList({ rows, row, now, usual, isRead, onPick, onExport }: PickupListProps) {
  const words = text.pickup;
  return (
    <Card
      isFlush
      className="col pickup-list"
      title={words.waiting}
      aside={
        <>
          <Button kind="quiet" isSmall isDisabled={rows.length === 0} onPress={onExport}>
            {text.orders.export}
          </Button>
          <span className="muted">{words.timesHead}</span>
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
          onPick={onPick}
          isTall
        >
          {(each) => <PickupRowView row={each} now={now} usual={usual} />}
        </PickList>
      ) : (
        isRead && (
          <Empty icon="truck" title={words.emptyTitle}>
            {words.empty}
          </Empty>
        )
      )}
    </Card>
  );
}

interface PickupFootProps extends Pick<ReturnType<typeof judge>, 'isDoubtful' | 'isSecond' | 'mayBeRequested'> {
  readonly row: PickupRow;
  readonly form: Form;
  readonly canRequest: boolean;
  readonly busySince: string | null;
  /** The proposed day, if another day was typed and is doubtful; else null. */
  readonly proposedDate: string | null;
  readonly onTakeProposed: () => void;
  readonly onRequest: (isSure: boolean) => void;
  readonly onStop: () => void;
}

/** The next step for the picked row. */
function PickupFoot(props: PickupFootProps) {
  const { row, form, isDoubtful, isSecond, mayBeRequested, canRequest, busySince, proposedDate } = props;
  const { onTakeProposed, onRequest, onStop } = props;
  const { openScreen } = useWindowState();
  const words = text.pickup;
  return (
    <Foot>
      {busySince !== null && <StopWaiting since={busySince} onStop={onStop} />}
      {'ordered' in row && row.ordered.state === 'unknown' && (
        <Primary means="resolve" onPress={() => openScreen('resolve')}>
          {words.openResolve}
        </Primary>
      )}
      {'ordered' in row && row.ordered.state === 'booked' && <p className="statement statement-large push">{handOverText(row.ordered)}</p>}
      {'group' in row && (
        <>
          {proposedDate !== null && <Button onPress={onTakeProposed}>{words.takeProposed(dateText(proposedDate))}</Button>}
          {busySince === null && <p className="statement muted grow">{form.point ? words.footDropOff : words.foot}</p>}
          {isDoubtful && (
            <HoldButton isDisabled={!canRequest} onHeld={() => onRequest(true)}>
              {words.requestAllTheSame}
            </HoldButton>
          )}
          {!isDoubtful && (
            <Primary
              means={commandKeys.PICKUP}
              code={commandCode('PICKUP')}
              commits
              isDisabled={!canRequest}
              onPress={() => onRequest(false)}
            >
              {form.point ? words.announce : isSecond && !mayBeRequested ? words.requestAgain : words.request}
            </Primary>
          )}
        </>
      )}
    </Foot>
  );
}

/** Stops waiting; shown once a wait takes a while. */
function StopWaiting({ since, onStop }: { since: string; onStop: () => void }) {
  if (useSeconds(since) === null) return null;
  return (
    <>
      <p className="statement grow">{text.pickup.stopHint}</p>
      <Button means="leave" onPress={onStop}>
        {text.frame.stopWaiting}
      </Button>
    </>
  );
}
