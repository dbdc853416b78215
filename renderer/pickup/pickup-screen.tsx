import './pickup.css';
import { useState } from 'react';
import type { FailureCode } from '../../shared/failure.ts';
import type { Pickup, PickupGroup } from '../../shared/pickup.ts';
import type { PrintJobState } from '../../shared/printer.ts';
import { commandPrefix, readScan } from '../../shared/scan.ts';
import type { ServicePoint } from '../../shared/service-point.ts';
import type { Setup } from '../../shared/settings.ts';
import { isDay, isTime, pickupProblems } from '../../shared/shipment-check.ts';
import { useKey, useScanTarget } from '../keys.ts';
import { useIntent, useQuery } from '../query.ts';
import { station } from '../station.ts';
import { openScreen } from '../store.ts';
import { dayText, timeText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Band, type Signal } from '../ui/band.tsx';
import { Button, Key } from '../ui/button.tsx';
import { Card, Empty, Facts } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, SwitchRow } from '../ui/field.tsx';
import { wrongAt } from '../ui/field-problems.ts';
import { Foot, Primary } from '../ui/foot.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { ServicePoints } from '../ui/service-points.tsx';
import { KeptServiceWords } from '../ui/service-words.tsx';

/** One row of the list: parcels that wait, or a driver that is ordered for today. */
type PickupRow = { readonly id: string; readonly group: PickupGroup } | { readonly id: string; readonly ordered: Pickup };

interface Form {
  readonly date: string;
  readonly readyTime: string;
  readonly closingTime: string;
  readonly instructions: string;
  readonly withLeftOvers: boolean;
  /** Null where a driver comes to the door. */
  readonly point: ServicePoint | null;
  readonly again: string;
}

const pickupPlace = { part: 'pickup' } as const;

export function PickupScreen() {
  const words = text.pickup;
  const list = useQuery(() => station.pickups({}), []);
  const setup = useQuery(() => station.setup({}), []);
  const [pickedId, setPickedId] = useState<string | null>(null);
  const [typed, setTyped] = useState<Partial<Form>>({});
  const [requested, setRequested] = useState<Pickup | null>(null);
  /** The list of drop-off points, while it is open. */
  const [points, setPoints] = useState<readonly ServicePoint[] | null>(null);
  /** The instructions of the last request. */
  const [askedText, setAskedText] = useState('');
  const { send, failure, isBusy } = useIntent();

  const today = list.value?.today ?? '';
  const known = list.value?.requested ?? [];
  // The answer is here before the list is: until then it stands in the list itself, so that nothing else is picked in its place.
  const isNew = requested !== null && !known.some(({ id }) => id === requested.id);
  const rows = rowsOf(list.value?.groups ?? [], isNew ? [requested, ...known] : known, today);
  const row = rows.find(({ id }) => id === pickedId) ?? rows.find((each) => 'group' in each) ?? rows[0];
  const group = row && 'group' in row ? row.group : undefined;
  const form: Form = { ...firstForm(today, setup.value), ...typed };
  // Which parcels go along is not typed here.
  const problems = today && setup.value ? pickupProblems({ ...form, orderNos: ['any'] }, today) : [];
  const isTextRefused = failure?.code === 'text-not-sendable' && form.instructions === askedText;
  if (isTextRefused) problems.push({ ...pickupPlace, field: 'instructions', stops: true, sentence: failure.detail });
  const wrong = wrongAt(problems);
  const mayBeRequested = failure?.code === 'pickup-may-be-requested';
  const isSecond = failure?.code === 'pickup-already-requested' || mayBeRequested;
  const canRequest = group !== undefined && today !== '' && problems.length === 0 && points === null && !isBusy;

  const order = async (wanted: Parameters<typeof station.requestPickup>[0]) => {
    setRequested(null);
    setAskedText(wanted.instructions);
    const answer = await send(station.requestPickup(wanted));
    if (!answer) return;
    setTyped({});
    setRequested(answer);
    setPickedId(answer.id);
  };
  const request = async () => {
    if (!group || !canRequest) return;
    const { point, ...typedForm } = form;
    await order({ courierKey: group.courierKey, ...typedForm, ...(point && { dropOff: point.keycode }) });
  };
  const togglePoints = async () => {
    if (points) setPoints(null);
    else if (group) setPoints((await send(station.dropOffPoints({ courierKey: group.courierKey }))) ?? null);
  };
  const choosePoint = (keycode: string | null) => {
    setTyped({ ...typed, point: points?.find((each) => each.keycode === keycode) ?? null });
    setPoints(null);
  };
  useScanTarget((code) => {
    const scan = readScan(code);
    if (scan.kind === 'command' && scan.command === 'PICKUP') void request();
    else void send(station.scan({ code }));
  });
  const pick = (id: string) => {
    setPickedId(id);
    setTyped({});
    setPoints(null);
    setRequested(null);
  };

  // What is said beside the field is not said twice.
  const noted = isTextRefused ? { ...failure, detail: '' } : failure;
  const { state, says } = bandOf(row, requested, {
    isBusy,
    isSecond,
    mayBeRequested,
    isChoosing: points !== null,
    hasFailed: failure !== null,
  });
  return (
    <>
      <Band size="compact" state={state} says={says} />
      <div className={`body pickup ${row ? '' : 'pickup-none'}`}>
        <div className="col" inert={points !== null}>
          <Card isFlush title={words.waiting} aside={<span className="muted">{words.cutOffHead}</span>}>
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
                {(each) => <PickupRowView row={each} timeZone={setup.value?.settings.timeZone} />}
              </PickList>
            ) : (
              list.value && (
                <Empty icon="truck" title={words.emptyTitle}>
                  {words.empty}
                </Empty>
              )
            )}
          </Card>
          <Manifests pickups={(list.value?.requested ?? []).filter(({ state: at }) => at === 'booked')} today={today} />
        </div>
        <div className="col pickup-side" inert={points !== null}>
          <FailureNote failure={isSecond ? list.failure : (noted ?? list.failure)} {...(!failure && { onRetry: list.reload })} />
          {group && (
            <Card
              className="col grow pickup-form"
              title={words.formTitle(group.courierName)}
              aside={<span className="muted">{words.parcels(countOf(group, form))}</span>}
            >
              {isSecond && (
                <Field
                  label={mayBeRequested ? words.whyNone : words.why}
                  placeholder={mayBeRequested ? words.whyNoneHint : words.whyHint}
                  value={form.again}
                  hasFocus
                  onChange={(again) => setTyped({ ...typed, again })}
                />
              )}
              <Field
                label={words.date}
                value={form.date}
                unit={isDay(form.date) ? dayText(form.date) : ''}
                onChange={(date) => setTyped({ ...typed, date })}
                {...wrong(pickupPlace, 'date')}
              />
              <div className="pickup-times">
                <Field
                  label={words.ready}
                  value={form.readyTime}
                  onChange={(readyTime) => setTyped({ ...typed, readyTime })}
                  {...wrong(pickupPlace, 'readyTime')}
                />
                <Field
                  label={words.closing}
                  value={form.closingTime}
                  onChange={(closingTime) => setTyped({ ...typed, closingTime })}
                  {...wrong(pickupPlace, 'closingTime')}
                />
              </div>
              <Field
                label={words.instructions}
                value={form.instructions}
                onChange={(instructions) => setTyped({ ...typed, instructions })}
                {...wrong(pickupPlace, 'instructions')}
              />
              <div>
                {group.leftOver > 0 && (
                  <SwitchRow isOn={form.withLeftOvers} onChange={(withLeftOvers) => setTyped({ ...typed, withLeftOvers })}>
                    {words.withLeftOvers(group.leftOver)}
                  </SwitchRow>
                )}
                <DropOffRow group={group} form={form} onToggle={() => void togglePoints()} />
              </div>
              {!isSecond && <p className="muted small pickup-told">{words.againTold}</p>}
            </Card>
          )}
          {row && 'ordered' in row && (
            <Ordered
              key={row.id}
              pickup={row.ordered}
              isBusy={isBusy}
              onAgain={({ courierKey, date, readyTime, closingTime, instructions, dropOffPoint }, again) => {
                const dropOff = dropOffPoint && { dropOff: dropOffPoint.keycode };
                void order({ courierKey, date, readyTime, closingTime, instructions, withLeftOvers: true, again, ...dropOff });
              }}
            />
          )}
        </div>
        {points && <ServicePoints words={words} points={points} chosen={form.point?.keycode ?? null} onChoose={choosePoint} />}
      </div>
      {row && (
        <Foot>
          {'ordered' in row && row.ordered.state === 'unknown' && (
            <Primary keyName="F7" onPress={() => openScreen('resolve')}>
              {words.openResolve}
            </Primary>
          )}
          {'ordered' in row && row.ordered.state === 'booked' && <p className="statement statement-large push">{whereTo(row.ordered)}</p>}
          {group && (
            <>
              <p className="statement muted grow">{form.point ? words.footDropOff : words.foot}</p>
              <Primary
                keyName="F12"
                code={`${commandPrefix}PICKUP`}
                commits
                isDisabled={!canRequest || (isSecond && form.again.trim() === '')}
                onPress={() => void request()}
              >
                {isSecond && !mayBeRequested ? words.requestAgain : words.request}
              </Primary>
            </>
          )}
        </Foot>
      )}
    </>
  );
}

/** On its letter, as on Ship: the switch opens and closes the list, and a point is dropped in the list by asking for a driver. */
function DropOffRow({ group, form, onToggle }: { group: PickupGroup; form: Form; onToggle: () => void }) {
  const words = text.pickup;
  const { point } = form;
  const droppable = droppableOf(group, form);
  const isOffered = droppable > 0;
  const stays = countOf(group, { ...form, point: null }) - droppable;
  useKey('P', isOffered ? onToggle : undefined);
  return (
    <>
      <SwitchRow isOn={point !== null} isDisabled={!isOffered} onChange={onToggle}>
        <Key name="P" />
        <span className="what">
          <b>{words.dropOff}</b>
          {isOffered && <span>{point ? `${point.name}, ${point.street}` : words.dropOffHint}</span>}
        </span>
        {!isOffered && <span className="push">{words.dropOffNotOffered}</span>}
      </SwitchRow>
      {point && stays > 0 && <p className="muted small">{words.staysForDriver(stays)}</p>}
    </>
  );
}

function PickupRowView({ row, timeZone }: { row: PickupRow; timeZone: string | undefined }) {
  const words = text.pickup;
  if ('ordered' in row) {
    const { ordered } = row;
    return (
      <>
        <span className="what pickup-courier">
          <b>{ordered.courierName}</b>
        </span>
        <span className="what pickup-time">
          <b>{ordered.closingTime}</b>
        </span>
        <span className="what grow">
          <b>{words.parcels(ordered.bookingIds.length)}</b>
        </span>
        {ordered.state === 'unknown' ? (
          <Badge state="look">{words.unknown}</Badge>
        ) : (
          <Badge state="done">{words.collection(ordered.collectionNo)}</Badge>
        )}
      </>
    );
  }
  const { group } = row;
  const left = minutesUntil(group.cutOff, timeZone);
  return (
    <>
      <span className="what pickup-courier">
        <b>{group.courierName}</b>
      </span>
      <span className="what pickup-time">
        <b>{group.cutOff}</b>
        <span>{left === undefined ? '' : left < 0 ? words.isPast : words.inMinutes(left)}</span>
      </span>
      <span className="what grow">
        <b>{words.parcels(group.today + group.leftOver)}</b>
        <span>{group.leftOver > 0 ? words.leftOver(group.leftOver) : words.bookedToday}</span>
      </span>
      <span className="muted">{words.notRequested}</span>
    </>
  );
}

interface OrderedProps {
  readonly pickup: Pickup;
  readonly isBusy: boolean;
  readonly onAgain: (pickup: Pickup, why: string) => void;
}

/** A driver that was asked for. A second one for the same parcels needs a reason and a key of its own. */
function Ordered({ pickup, isBusy, onAgain }: OrderedProps) {
  const words = text.pickup;
  const [why, setWhy] = useState('');
  return (
    <Card className="col grow" title={words.formTitle(pickup.courierName)}>
      <Facts
        facts={[
          pickup.collectionNo
            ? [
                words.resultCollection,
                <span key="no" className="mono">
                  {pickup.collectionNo}
                </span>,
              ]
            : undefined,
          [words.resultDate, dayText(pickup.date)],
          [words.resultTimes, words.times(pickup.readyTime, pickup.closingTime)],
          [words.resultParcels, pickup.bookingIds.length],
          pickup.dropOffPoint ? [words.dropOff, placeOf(pickup.dropOffPoint)] : undefined,
          pickup.instructions ? [words.instructions, pickup.instructions] : undefined,
          pickup.state === 'booked' ? [words.resultManifest, <ManifestTold key="told" pickup={pickup} />] : undefined,
        ]}
      />
      {pickup.state === 'booked' ? <KeptServiceWords said={pickup.said.join('\n')} /> : <p className="muted">{pickup.said.join(' ')}</p>}
      {pickup.state === 'booked' && (
        <div className="pickup-again">
          <Field label={words.why} placeholder={words.whyHint} value={why} onChange={setWhy} />
          <Button kind="stop" keyName="F10" commits isDisabled={isBusy || why.trim() === ''} onPress={() => onAgain(pickup, why.trim())}>
            {words.requestAgain}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Where the manifest is: a state of its print, the file it was saved as, or a sentence of its printer. */
function ManifestTold({ pickup: { hasManifest, manifestTold } }: { pickup: Pickup }) {
  const words = text.pickup;
  if (!hasManifest) return words.noManifest;
  if (manifestTold in text.frame.jobStates) return text.frame.jobStates[manifestTold as PrintJobState];
  if (manifestTold in text.failures) return text.failures[manifestTold as FailureCode].what;
  const [, folder = '', file] = /^(.*[\\/])([^\\/]+)$/.exec(manifestTold) ?? [];
  if (!file) return manifestTold || words.manifestKept;
  return (
    <>
      {words.savedAs(file)}
      <small className="pickup-folder">{folder}</small>
    </>
  );
}

function Manifests({ pickups, today }: { pickups: readonly Pickup[]; today: string }) {
  const words = text.pickup;
  const { send, failure, isBusy } = useIntent();
  return (
    <Card isFlush className="col grow pickup-manifests" title={words.manifests}>
      <FailureNote failure={failure} />
      {pickups.length === 0 && (
        <Empty icon="document" title={words.noManifestsTitle}>
          {words.noManifests}
        </Empty>
      )}
      <ul className="list list-tight">
        {pickups.map((pickup) => (
          <li key={pickup.id}>
            <span className="what grow">
              <b>{words.manifestOf(pickup.courierName, whenOf(pickup, today))}</b> {pickup.collectionNo},{' '}
              {words.parcels(pickup.bookingIds.length)}
            </span>
            {pickup.hasManifest ? (
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

function bandOf(
  row: PickupRow | undefined,
  requested: Pickup | null,
  now: { isBusy: boolean; isSecond: boolean; mayBeRequested: boolean; isChoosing: boolean; hasFailed: boolean },
): { state: Signal; says: string } {
  const words = text.pickup;
  if (!row) return { state: 'ready', says: words.saysNothing };
  const courier = courierOf(row);
  if (now.isChoosing) return { state: 'ready', says: words.saysChoosePoint };
  if (now.isBusy) return { state: 'working', says: words.saysRequesting(courier) };
  if (now.isSecond) return { state: 'look', says: now.mayBeRequested ? words.saysMayBe : words.saysAgain };
  if (requested?.state === 'booked') return { state: 'done', says: saysOrdered(requested) };
  const shown = requested ?? ('ordered' in row ? row.ordered : undefined);
  if (shown?.state === 'unknown')
    return { state: 'look', says: (shown.dropOffPoint ? words.saysDropOffUnknown : words.saysUnknown)(shown.courierName) };
  if (shown) return { state: 'done', says: saysOrdered(shown) };
  return { state: now.hasFailed ? 'look' : 'ready', says: words.says(courier, 'group' in row ? row.group.cutOff : '') };
}

const courierOf = (row: PickupRow): string => ('group' in row ? row.group.courierName : row.ordered.courierName);

const saysOrdered = ({ dropOffPoint, courierName, collectionNo }: Pickup): string =>
  dropOffPoint ? text.pickup.saysDropOff(dropOffPoint.name, collectionNo) : text.pickup.saysDone(courierName, collectionNo);

const placeOf = ({ name, street, postalCode, city }: ServicePoint): string =>
  text.pickup.dropOffAt(name, street, `${postalCode} ${city}`.trim());

const whereTo = ({ dropOffPoint, courierName }: Pickup): string =>
  dropOffPoint ? text.pickup.bringTo(placeOf(dropOffPoint)) : text.pickup.handOver(courierName);

const droppableOf = ({ droppable }: PickupGroup, form: Form): number => droppable.today + (form.withLeftOvers ? droppable.leftOver : 0);

/** How many parcels go along. */
const countOf = (group: PickupGroup, form: Form): number =>
  form.point ? droppableOf(group, form) : group.today + (form.withLeftOvers ? group.leftOver : 0);

/** Drivers of today first, then what still waits, in the order it came. Unknown ones stay until they are settled. */
function rowsOf(groups: readonly PickupGroup[], requested: readonly Pickup[], today: string): PickupRow[] {
  const ordered = requested.filter(({ state, date }) => state === 'unknown' || (state === 'booked' && date >= today));
  const waiting = groups.filter((group) => group.today + group.leftOver > 0);
  return [
    ...ordered.map((pickup) => ({ id: pickup.id, ordered: pickup })),
    ...waiting.map((group) => ({ id: `waits-${group.courierKey}`, group })),
  ];
}

const firstForm = (today: string, setup: Setup | undefined): Form => ({
  date: today,
  readyTime: setup?.settings.pickup.readyTime ?? '',
  closingTime: setup?.settings.pickup.closingTime ?? '',
  instructions: setup?.settings.pickup.instructions ?? '',
  withLeftOvers: true,
  point: null,
  again: '',
});

/** Minutes from now to a time of today in the warehouse's zone; negative once it has passed. */
function minutesUntil(time: string, timeZone: string | undefined): number | undefined {
  if (!isTime(time) || !timeZone) return undefined;
  const now = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date());
  return minutesOf(time) - minutesOf(now);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const whenOf = (pickup: Pickup, today: string): string =>
  pickup.date === today ? text.pickup.today(timeText(pickup.changedAt)) : `${dayText(pickup.date)} ${timeText(pickup.changedAt)}`;
