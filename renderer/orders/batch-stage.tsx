import './batch.css';
import { useState } from 'react';
import type { BatchQuestion, BatchView, StoppedLine } from '../../shared/batch.ts';
import type { OrderKey } from '../../shared/order.ts';
import { type Money, moneyText } from '../../shared/units.ts';
import { type Intent, useIntent, useQuery } from '../query.ts';
import { countryCodeOf } from '../text/format.ts';
import { detailOf } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Band, type Signal } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { Table } from '../ui/table.tsx';
import { useWindowState } from '../window-state.ts';

interface BatchStageProps {
  readonly batch: BatchView;
  readonly onCorrect: (key: OrderKey) => void;
  readonly onShowOrders: () => void;
}

/** Many orders on their way together: how far they are, what they cost, what stopped, and the one next act. */
export function BatchStage({ batch, onCorrect, onShowOrders }: BatchStageProps) {
  const intent = useIntent();
  return (
    <>
      <BatchBand batch={batch} />
      <div className="body batch">
        <Progress batch={batch} />
        <div className="col batch-left">
          <FailureNote failure={intent.failure} />
          <PausedBy batch={batch} />
          {batch.questions.length > 0 && <Questions questions={batch.questions} />}
          <Stopped batch={batch} intent={intent} onCorrect={onCorrect} />
        </div>
        <Cost batch={batch} />
      </div>
      <BatchFoot batch={batch} intent={intent} onShowOrders={onShowOrders} />
    </>
  );
}

const sum = (money: readonly Money[]): string => money.map(moneyText).join(' + ') || '–';
const isOut = ({ counts }: BatchView): number => counts.printed + counts.sent;
const shipped = (batch: BatchView): number => isOut(batch) + batch.counts.queued;
const inBatch = ({ total, counts }: BatchView): number => total - counts.left;

function signalOf({ state, counts }: BatchView): Signal {
  if (state === 'ready') return 'ready';
  if (state === 'paused') return 'look';
  if (state === 'ended') return counts.stopped > 0 ? 'look' : 'done';
  return 'working';
}

function saysOf(batch: BatchView): string {
  const words = text.batch;
  const { state, counts, total, paused, pausedAt } = batch;
  switch (state) {
    case 'quoting':
      return words.quoting(total - counts['to-quote'], total);
    case 'ready':
      return counts.quoted > 0 ? words.ready(counts.quoted) : words.readyNone;
    case 'paused':
      return typeof paused === 'string' ? words.pausedBy[paused] : words.pausedAt(pausedAt, text.failures[paused?.code ?? 'not-now'].what);
    case 'stopping':
      return words.stopping;
    case 'ended':
    case 'closed':
      return words.ended(isOut(batch), counts.stopped);
    case 'running':
      return words.shipping(shipped(batch), inBatch(batch));
  }
}

function BatchBand({ batch }: { batch: BatchView }) {
  const aside = batch.msLeft !== null && text.batch.timeLeft(batch.msLeft);
  return (
    <Band
      size="compact"
      state={signalOf(batch)}
      says={saysOf(batch)}
      aside={aside}
      share={batch.state === 'quoting' ? 0 : shipped(batch) / Math.max(1, inBatch(batch))}
    />
  );
}

/** What to do about that which paused it; an order that stopped has its way on in the list below. */
function PausedBy({ batch: { paused, pausedAt, stopped } }: { batch: BatchView }) {
  if (paused === null || typeof paused === 'string') return null;
  return <FailureNote failure={paused} hasButton={!stopped.some(({ orderKey }) => orderKey === pausedAt)} />;
}

function Progress({ batch }: { batch: BatchView }) {
  const words = text.batch;
  const { counts, printing, waitsFor } = batch;
  const whole = Math.max(1, inBatch(batch));
  const width = (count: number) => ({ width: `${(100 * count) / whole}%` });
  const sent = counts.sent + counts.queued;
  const toGo = inBatch(batch) - counts.printed - sent - counts.bought - counts.stopped;
  const numbers = [
    [words.printed, counts.printed, 'done-ink'],
    [words.sent, sent, 'working-ink'],
    [words.bought, counts.bought, 'working-ink'],
    [words.stopped, counts.stopped, 'look-ink'],
    [words.toGo, toGo, 'muted'],
  ] as const;
  return (
    <section className="card batch-progress">
      <p className="unseen">{words.progress(batch)}</p>
      <div className="batch-bar" aria-hidden="true">
        <i className="batch-done" style={width(counts.printed)} />
        <i className="batch-working" style={width(sent + counts.bought)} />
        <i className="batch-look" style={width(counts.stopped)} />
      </div>
      <div className="batch-numbers">
        {numbers.map(([name, count, ink]) => (
          <p key={name}>
            <b>{count}</b>
            <span className={ink}>{name}</span>
          </p>
        ))}
        {counts.left > 0 && (
          <p>
            <b>{counts.left}</b>
            <span className="muted">{words.left}</span>
          </p>
        )}
        <p className="batch-now">
          {printing && <b>{[printing.orderKey, printing.name, printing.city].filter(Boolean).join(', ')}</b>}
          {waitsFor !== null ? (
            <span className="look-ink">{words.waitsFor(waitsFor)}</span>
          ) : (
            printing && <span className="muted">{printing.service}</span>
          )}
        </p>
      </div>
    </section>
  );
}

function Questions({ questions }: { questions: readonly BatchQuestion[] }) {
  return (
    <Card isFlush title={text.batch.questionsTitle}>
      <ul className="list batch-questions">
        {questions.map((question) => (
          <Asked key={`${question.kind} ${question.fits}`} question={question} />
        ))}
      </ul>
    </Card>
  );
}

/** One question with its field; what it is answered with goes to all it fits. */
function Asked({ question: { kind, fits, orders, first } }: { question: BatchQuestion }) {
  const { station } = useWindowState();
  const words = text.batch;
  const { send, failure, isBusy } = useIntent();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const { value: setup } = useQuery('setup', () => station.setup({}), []);
  const answer = async (given: string) => {
    if (!given.trim()) return;
    const answered = await send(station.answerBatch({ kind, fits, answer: kind === 'country' ? countryCodeOf(given) : given }));
    setWrong(answered?.answered === 0);
  };
  const { title } = text.ship.questions[kind];
  return (
    <li>
      <span className="what grow">
        <b>{title}</b>
        <span>{kind === 'country' ? words.fitsCountry(fits, orders, first) : words.fits(fits, orders, first)}</span>
        <FailureNote failure={failure} />
      </span>
      {kind === 'box' ? (
        setup?.settings.boxes.map((box) => (
          <Button
            key={box.id}
            isSmall
            label={`${box.name}: ${words.answer(orders)}`}
            isDisabled={isBusy}
            onPress={() => void answer(box.id)}
          >
            {box.name}
          </Button>
        ))
      ) : (
        <>
          <Field
            label={title}
            hidesLabel
            value={typed}
            onChange={setTyped}
            onEnter={(given) => void answer(given)}
            placeholder={text.ship.questions[kind].hint}
            {...(kind === 'weight' && { unit: 'kg', takes: 'number' as const })}
            {...(kind === 'value' && { unit: setup?.settings.currency ?? '', takes: 'number' as const })}
            {...(wrong && { wrong: words.refused })}
          />
          <Button
            isSmall
            label={`${title}, ${words.answer(orders)}`}
            isDisabled={isBusy || !typed.trim()}
            onPress={() => void answer(typed)}
          >
            {words.answer(orders)}
          </Button>
        </>
      )}
    </li>
  );
}

interface StoppedProps {
  readonly batch: BatchView;
  readonly intent: Intent;
  readonly onCorrect: (key: OrderKey) => void;
}

function Stopped({ batch: { stopped, moreStopped, state }, intent, onCorrect }: StoppedProps) {
  const { station, openScreen } = useWindowState();
  const words = text.batch;
  const goOn = ({ orderKey, wayOn }: StoppedLine): void => {
    if (wayOn === 'correct') onCorrect(orderKey);
    else if (wayOn === 'resolve') openScreen('resolve');
    else if (wayOn === 'scan') void intent.send(station.scan({ code: orderKey }));
    else void intent.send(station.askBatchLine({ key: orderKey }));
  };
  return (
    <Card
      isFlush
      className="batch-stopped"
      title={words.stoppedTitle}
      aside={state === 'running' && <span className="muted">{words.othersGoOn}</span>}
    >
      {stopped.length === 0 && <p className="muted batch-none">{words.noneStopped}</p>}
      <ul className="list">
        {stopped.map((line) => (
          <li key={line.orderKey}>
            <Icon name="look" className="look-ink" />
            <span className="what grow">
              <b>{[line.orderKey, line.name, line.city].filter(Boolean).join(', ')}</b>
              <span>{[text.failures[line.failure.code].what, detailOf(line.failure)].filter(Boolean).join(' ')}</span>
            </span>
            <Button isSmall label={words.wayOnOf(line.wayOn, line.orderKey)} isDisabled={intent.isBusy} onPress={() => goOn(line)}>
              {words.wayOn[line.wayOn]}
            </Button>
          </li>
        ))}
        {moreStopped > 0 && <li className="muted">{words.moreStopped(moreStopped)}</li>}
      </ul>
    </Card>
  );
}

function Cost({ batch: { services, quoted, bought, overPlan } }: { batch: BatchView }) {
  const words = text.batch;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it
    <section className="card card-flush batch-cost" tabIndex={0} aria-label={words.costTitle}>
      <div className="head">
        <h2>{words.costTitle}</h2>
      </div>
      <Table
        label={words.costTitle}
        rows={services}
        keyOf={({ courier, service }) => `${courier} ${service}`}
        columns={[
          { name: words.shippingCost, cell: ({ courier, service }) => `${courier} ${service}` },
          { name: words.orders, isNumber: true, cell: ({ orders }) => orders },
          { name: words.quoted, isNumber: true, cell: ({ cost }) => sum(cost) },
        ]}
      />
      <dl className="batch-sums">
        <dt>{words.quoted}</dt>
        <dd>{sum(quoted)}</dd>
        <dt>{words.boughtSum}</dt>
        <dd className="strong">{sum(bought)}</dd>
      </dl>
      {overPlan > 0 && <p className="look-ink batch-none">{words.overPlan(overPlan)}</p>}
      <p className="muted small batch-none">{words.costTold(services.reduce((sum, { orders }) => sum + orders, 0))}</p>
    </section>
  );
}

function BatchFoot({ batch, intent, onShowOrders }: { batch: BatchView; intent: Intent; onShowOrders: () => void }) {
  const { station } = useWindowState();
  const words = text.batch;
  const { state, counts, toBuy } = batch;
  const stop = () => void intent.send(station.stopBatch({}));
  const isBegun = batch.bought.length > 0 || counts.agreed > 0 || counts.buying > 0;
  const orders = (
    <Button kind="quiet" onPress={onShowOrders}>
      {words.showOrders}
    </Button>
  );
  switch (state) {
    case 'quoting':
      return (
        <Foot>
          {orders}
          <Button kind="quiet" className="push" onPress={stop}>
            {words.drop}
          </Button>
        </Foot>
      );
    case 'ready':
      return (
        <Foot>
          <p className="statement">{words.shipTold}</p>
          {orders}
          <Button kind="quiet" onPress={stop}>
            {batch.bought.length > 0 ? words.close : words.drop}
          </Button>
          <Primary
            keyName="F12"
            commits
            isDisabled={intent.isBusy || counts.quoted === 0}
            onPress={() => void intent.send(station.runBatch({ orders: counts.quoted }))}
          >
            {words.ship(counts.quoted, sum(toBuy))}
          </Primary>
        </Foot>
      );
    case 'running':
      return (
        <Foot>
          <p className="statement">{words.pauseTold}</p>
          {orders}
          <Primary keyName="F10" onPress={() => void intent.send(station.pauseBatch({}))}>
            {words.pause}
          </Primary>
        </Foot>
      );
    case 'paused':
      return (
        <Foot>
          <p className="statement">{typeof batch.paused === 'object' && words.pausedTold}</p>
          {orders}
          <Button kind="quiet" onPress={stop}>
            {isBegun ? words.stop : words.drop}
          </Button>
          <Primary
            keyName="F12"
            commits
            isDisabled={intent.isBusy}
            onPress={() => void intent.send(station.runBatch({ orders: counts.agreed }))}
          >
            {isBegun ? words.goOn(counts.agreed) : words.goOnAsking}
          </Primary>
        </Foot>
      );
    case 'stopping':
      return (
        <Foot>
          <p className="statement muted">{words.stopping}</p>
          {orders}
        </Foot>
      );
    case 'ended':
    case 'closed':
      return (
        <Foot>
          <p className="statement">{counts.stopped > 0 && words.closeTold}</p>
          {orders}
          <Primary keyName="F7" onPress={stop}>
            {words.close}
          </Primary>
        </Foot>
      );
  }
}
