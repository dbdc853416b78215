import { type Digit, digitOf } from '../../shared/key-meanings.ts';
import './checking-off.css';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import type { WorkflowAt } from '../../shared/bench.ts';
import {
  type CheckedLine,
  type CheckOff,
  type CheckStep,
  isBoxJustClosed,
  isLineDone,
  piecesChecked,
  piecesToCheck,
  type WrongCheck,
  wrongCheckOf,
} from '../../shared/check-off.ts';
import { commandKeys } from '../../shared/command-keys.ts';
import type { Failure } from '../../shared/failure.ts';
import type { ProductDifference } from '../../shared/order-line.ts';
import { piecesOfOrder } from '../../shared/parts.ts';
import { useKey } from '../key-presses.ts';
import { type Intent, useIntent } from '../query.ts';
import { timeWithSeconds } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Band } from '../ui/band.tsx';
import { Button, Key } from '../ui/button.tsx';
import { Card, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { Foot } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { useWindowState } from '../window-state.ts';
import { CheckedBoxes } from './boxes.tsx';
import { cut } from './cut.ts';
import { Differences, KitParts } from './items.tsx';
import { packerNote } from './packer-note.ts';
import { pricesOf } from './price-card.tsx';
import { signalOfCheckOff } from './signal.ts';
import { EditOrder, PutAside } from './step.tsx';

/** More lines have lower rows. */
const mostTallRows = 6;
/** A line with more pieces shows numbers only. */
const mostPips = 12;
/** The digits 1 to 9. */
const mostKeys = 9;

interface CheckingOffProps {
  readonly workflow: WorkflowAt<'asking' | 'quoting' | 'choosing'>;
  readonly workflowNo: number;
  readonly checkOff: CheckOff;
}

const nameOf = ({ line }: CheckedLine): string => cut(line.name || line.sku);
const hasCode = ({ line }: CheckedLine): boolean => (line.barcodes?.length ?? 0) > 0 || line.sku !== '';

/** The items of the order while they are scanned off. Questions and prices wait behind it; nothing is bought here. */
export function CheckingOff({ workflow, workflowNo, checkOff }: CheckingOffProps) {
  const { station } = useWindowState();
  const intent = useIntent();
  const buying = useIntent();
  const { order } = workflow;
  const { asksSerial, boxes, last } = checkOff;
  const words = text.ship.checkOff;
  const wrong = wrongCheckOf(last);
  const next = boxes.length > 0 ? text.ship.boxes.scanInto(boxes.length + 1) : words.scanNext;
  // Refused in the main process, which gives the reason.
  const serviceId = workflow.step === 'choosing' ? workflow.serviceId : '';
  useKey(commandKeys.BUY, () => void buying.send(station.buy({ workflowNo, serviceId })));
  const notice = workflow.step === 'choosing' ? workflow.notice : null;
  const note = packerNote(order);
  return (
    <>
      <Band
        state={signalOfCheckOff(checkOff)}
        message={wrong ? words.wrong[wrong].now : asksSerial ? words.scanSerial : last ? next : words.scanItems}
        aside={order.key}
      />
      <Counting
        workflowNo={workflowNo}
        orderKey={order.key}
        checkOff={checkOff}
        intent={intent}
        failure={buying.failure ?? intent.failure ?? notice}
      >
        {boxes.length > 0 ? (
          <RecipientAddress address={order.recipient} shape="strip" />
        ) : (
          <div className="card card-check-to">
            <RecipientAddress address={order.recipient} shape="small" />
          </div>
        )}
        {order.part && order.part.before > 0 && <Note icon="note">{words.sentBefore(order.part.before, piecesOfOrder(order))}</Note>}
        {note && <Note icon="note">{note}</Note>}
        {boxes.length > 0 && <CheckedBoxes checkOff={checkOff} />}
      </Counting>
      <Foot>
        <PutAside workflowNo={workflowNo} intent={intent} />
        <EditOrder order={order} />
        {piecesChecked(checkOff) > 0 && !asksSerial && (
          <Button means={commandKeys.LATER} isDisabled={intent.isBusy} onPress={() => void intent.send(station.sendLater({ workflowNo }))}>
            {words.later}
          </Button>
        )}
        {piecesChecked(checkOff) > 0 && !asksSerial && (
          <Button means={commandKeys.BOX} isDisabled={intent.isBusy} onPress={() => void intent.send(station.nextBox({ workflowNo }))}>
            {words.nextBox}
          </Button>
        )}
        {piecesChecked(checkOff) === 0 && !(workflow.step === 'choosing' && workflow.buysAlone) && (
          <p className="statement muted spare">{words.byEyeHint}</p>
        )}
        <p className="next-scan">
          <Icon name="ready" />
          <span>
            {asksSerial ? words.scanSerial : next}
            <small>
              {words.left(piecesToCheck(checkOff) - piecesChecked(checkOff))} {thenOf(workflow)}
            </small>
          </span>
        </p>
      </Foot>
    </>
  );
}

interface CountingProps {
  readonly workflowNo: number;
  readonly orderKey: string;
  readonly checkOff: CheckOff;
  readonly intent: Intent;
  readonly failure: Failure | null;
  /** Beside the items, unless the last scan was wrong. */
  readonly children: ReactNode;
}

/** The items with what is checked of each, the serial number that is asked for, and the last scan. */
export function Counting({ workflowNo, orderKey, checkOff, intent, failure, children }: CountingProps) {
  const { station } = useWindowState();
  const { asksSerial, last, lines } = checkOff;
  const wrong = wrongCheckOf(last);
  const undo = () => void intent.send(station.undoCheck({ workflowNo }));
  const serialLine = asksSerial && lines[asksSerial.line];
  return (
    <div className="body body-check">
      <Lines
        checkOff={checkOff}
        onByEye={(line) => void intent.send(station.checkByEye({ workflowNo, line }))}
        isBusy={intent.isBusy || asksSerial !== null}
      />
      <div className="col">
        <FailureNote failure={failure} />
        {serialLine && (
          <Serial
            key={serialLine.pieces}
            item={nameOf(serialLine)}
            onUndo={undo}
            onTake={(serial) => void intent.send(station.giveSerial({ workflowNo, serial }))}
          />
        )}
        {wrong ? <LastScan wrong={wrong} checkOff={checkOff} orderKey={orderKey} /> : children}
        {!asksSerial && <LastRight checkOff={checkOff} onUndo={undo} />}
      </div>
    </div>
  );
}

/** The step that follows the last item. A purchase is named with its price. */
function thenOf(workflow: CheckingOffProps['workflow']): string {
  const words = text.ship.checkOff;
  if (workflow.step === 'asking') return words.thenQuestions;
  if (workflow.step === 'quoting' || !workflow.buysAlone) return words.thenServices;
  const service = workflow.quote.services.find((each) => each.serviceId === workflow.serviceId);
  return service ? words.thenBuys(`${service.courierName} ${service.serviceName}`, pricesOf(service, workflow.extras)) : words.thenServices;
}

interface LinesProps {
  readonly checkOff: CheckOff;
  readonly isBusy: boolean;
  readonly onByEye: (line: number) => void;
}

/** The open lines first, then those that are complete. Nine open lines have a digit; if there are more, those without a code come first. */
function Lines({ checkOff, isBusy, onByEye }: LinesProps) {
  const words = text.ship.checkOff;
  const numbered = checkOff.lines.map((line, no) => ({ line, no }));
  const open = numbered.filter(({ line }) => !isLineDone(line));
  const complete = numbered.filter(({ line }) => isLineDone(line));
  const codeless = open.length > mostKeys ? open.filter(({ line }) => !hasCode(line)) : [];
  const keyed = [...codeless, ...open.filter((each) => !codeless.includes(each))].slice(0, mostKeys).map(({ no }) => no);
  const digitAt = (no: number): Digit | undefined => digitOf(keyed.indexOf(no));
  const [checked, all] = [piecesChecked(checkOff), piecesToCheck(checkOff)];
  const now = checkOff.last?.line ?? checkOff.steps.at(-1)?.line;
  const style = { '--share': `${(checked / all) * 100}%` } as CSSProperties;
  return (
    <Card
      isFlush
      className="card-items card-checks"
      title={checkOff.boxes.length > 0 ? text.ship.items : text.ship.inTheBox}
      aside={
        <span className="of-all">
          <b>{checked}</b> {words.ofAll(all)}
        </span>
      }
    >
      <div className="check-share" aria-hidden="true" style={style} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it can scroll, and the arrow keys have to reach it */}
      <ul className={`items checks ${numbered.length > mostTallRows ? 'items-dense' : ''}`} aria-label={text.ship.items} tabIndex={0}>
        {open.map(({ line, no }) => (
          <Line key={no} checked={line} isNow={no === now} digit={digitAt(no)} isBusy={isBusy} onByEye={() => onByEye(no)} />
        ))}
        {complete.map(({ line, no }) => (
          <Line key={no} checked={line} isNow={false} digit={undefined} isBusy={false} onByEye={undefined} />
        ))}
      </ul>
    </Card>
  );
}

interface LineProps {
  readonly checked: CheckedLine;
  readonly isNow: boolean;
  readonly digit: Digit | undefined;
  readonly isBusy: boolean;
  /** Undefined if the line is complete. */
  readonly onByEye: (() => void) | undefined;
}

function Line({ checked, isNow, digit, isBusy, onByEye }: LineProps) {
  const words = text.ship.checkOff;
  const { line, pieces } = checked;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNow) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isNow]);
  const byKey = () => {
    // A key acts only on what the packer sees.
    if (isInView(row.current)) onByEye?.();
    else row.current?.scrollIntoView({ block: 'center' });
  };
  useKey(digit, isBusy ? undefined : byKey);
  const canBeScanned = hasCode(checked);
  return (
    <li ref={row} className={`${isNow ? 'is-on' : ''} ${onByEye ? '' : 'is-done'}`}>
      <span className="item">
        <b className="title">{nameOf(checked)}</b>
        <span className="sub-line">
          {line.name !== '' && line.sku !== '' && line.sku !== line.name && <span className="mono">{line.sku}</span>}
          {line.shelf && (
            <span>
              {text.ship.shelf} <b className="mono">{line.shelf}</b>
            </span>
          )}
          {!canBeScanned && <span>{words.noBarCode}</span>}
          {line.needsSerial && <b className="item-mark">{words.needsSerial}</b>}
          {line.isGift && <b className="item-mark">{text.ship.gift}</b>}
        </span>
        <KitParts line={line} counts={checked.parts} />
        <Differences line={line} differs={(line.differs ?? []).filter(isOfKit)} />
      </span>
      <span className="count-of">
        <span>
          <b>{pieces}</b> {words.ofLine(line.quantity)}
        </span>
        {line.quantity <= mostPips && (
          <span className="pips" aria-hidden="true">
            {Array.from({ length: line.quantity }, (_each, piece) => (
              <i key={piece} className={piece < pieces ? 'on' : ''} />
            ))}
          </span>
        )}
      </span>
      {onByEye ? (
        <Button isSmall kind={canBeScanned ? 'quiet' : 'plain'} isDisabled={isBusy} onPress={onByEye}>
          <Icon name="eye" />
          <span>
            {words.byEye}
            <span className="unseen">{words.byEyeOf(nameOf(checked))}</span>
          </span>
          <Key of={digit} />
        </Button>
      ) : (
        <span className="state-word">
          <Badge state="done">{words.complete}</Badge>
        </span>
      )}
    </li>
  );
}

/** A scan that counted nothing. The list beside it stays readable; the next right scan ends it. */
function LastScan({ wrong, checkOff, orderKey }: { wrong: WrongCheck; checkOff: CheckOff; orderKey: string }) {
  const words = text.ship.checkOff;
  const { last, lines } = checkOff;
  if (!last) return null;
  const line = last.line === null ? undefined : lines[last.line];
  return (
    <section className="scan-now" data-state="stop" role="alert" key={last.no}>
      <p className="label">{words.lastScan(timeWithSeconds(last.at))}</p>
      <p className="says">
        <Icon name="stop" />
        <span>{words.wrong[wrong].title}</span>
      </p>
      <p className="what">{wrong === 'too-many' && line ? nameOf(line) : <span className="mono">{last.code}</span>}</p>
      <p className="do">{words.wrong[wrong].next(orderKey)}</p>
    </section>
  );
}

function Serial({ item, onTake, onUndo }: { item: string; onTake: (serial: string) => void; onUndo: () => void }) {
  const words = text.ship.checkOff;
  const [typed, setTyped] = useState('');
  return (
    <Card
      className="card-serial asks"
      title={words.serialOf(item)}
      aside={
        <Button isSmall kind="quiet" means="leave" onPress={onUndo}>
          {words.undo}
        </Button>
      }
    >
      <Field
        label={words.scanSerial}
        hidesLabel
        hasFocus
        takes="answer"
        placeholder={words.serialHint}
        value={typed}
        onChange={setTyped}
        onEnter={() => {
          if (typed.trim()) onTake(typed);
        }}
      />
    </Card>
  );
}

function LastRight({ checkOff, onUndo }: { checkOff: CheckOff; onUndo: () => void }) {
  const words = text.ship.checkOff;
  const step = checkOff.steps.at(-1);
  const line = step && checkOff.lines[step.line];
  const closed = checkOff.boxes.length;
  const isBoxClosed = isBoxJustClosed(checkOff);
  if (!isBoxClosed && (!step || !line)) return null;
  return (
    <section className="card scan-was">
      <Icon name="done" className="done-ink" />
      <p>
        <b>{isBoxClosed ? text.ship.boxes.justClosed(closed) : step && line && stepName(step, line)}</b>
        <span>
          {isBoxClosed
            ? text.ship.boxes.goesOn(closed + 1)
            : step && line && words.lastRight(timeWithSeconds(step.at), line.pieces, line.line.quantity)}
        </span>
      </p>
      <Button isSmall kind="quiet" means="undo" onPress={onUndo}>
        {words.undo}
      </Button>
    </section>
  );
}

/** Why the parts of a kit cannot be scanned. */
const isOfKit = ({ fact }: ProductDifference): boolean => fact === 'part-unknown' || fact === 'kit-in-kit';

/** The part that a step checked, or the item. */
const stepName = ({ pieces, parts = [], way }: CheckStep, checked: CheckedLine): string => {
  const [at, another] = parts.flatMap((count, index) => (count > 0 ? [index] : []));
  const part = at === undefined || another !== undefined || pieces > 1 || way.by === 'eye' ? undefined : checked.line.parts?.[at];
  return part ? cut(part.name) : nameOf(checked);
};

/** True if the whole row is in its list and in the window. */
function isInView(row: HTMLElement | null): boolean {
  const box = row?.getBoundingClientRect();
  const list = row?.parentElement?.getBoundingClientRect();
  if (!box || !list) return false;
  return box.top >= Math.max(list.top, 0) - 1 && box.bottom <= Math.min(list.bottom, window.innerHeight) + 1;
}
