import { type Digit, digitOf } from '../../shared/key-meanings.ts';
import './asking.css';
import { Fragment, type ReactNode, useState } from 'react';
import { placeApart, type TextChange } from '../../shared/address.ts';
import type { WorkflowAt } from '../../shared/bench.ts';
import { commandCode, commandKeys } from '../../shared/command-keys.ts';
import type { Doubt } from '../../shared/known-code.ts';
import { type Box, currencyOf, isInBoxes, type Order, type Parcel } from '../../shared/order.ts';
import { noHouseNumber, type Question, toTheBox } from '../../shared/question.ts';
import type { QuestionKind } from '../../shared/question-kind.ts';
import { moneyText, readGrams, sizeText, weightText } from '../../shared/units.ts';
import { weightDoubt } from '../../shared/weight-doubt.ts';
import { typedAs, useLetterCode, useScanTarget } from '../key-presses.ts';
import { useIntent, useQuery } from '../query.ts';
import { countryCodeOf } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Band } from '../ui/band.tsx';
import { Button, Key } from '../ui/button.tsx';
import { Card, Facts, Note } from '../ui/card.tsx';
import { FailureNote, LookNote } from '../ui/failure-note.tsx';
import { Field, NumberPad } from '../ui/field.tsx';
import { Foot, Primary } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { RecipientAddress } from '../ui/recipient.tsx';
import { Sent, Written } from '../ui/respelt.tsx';
import { Tile } from '../ui/tile.tsx';
import { useWindowState } from '../window-state.ts';
import { hasLines, InTheBox, recipientShape } from './items.tsx';
import { ItemsWeightNote, type LearnedAnswer, LearnedNote, useLearned } from './learned.tsx';
import { packerNote } from './packer-note.ts';
import { useTypedAnswer } from './second-press.ts';
import { signalOfWorkflow } from './signal.ts';
import { EditOrder, PutAside, type StepProps } from './step.tsx';

type Asking = WorkflowAt<'asking'>;

/** Missing facts, one at a time: shows the first question of the list. */
export function Asking({ workflow, workflowNo }: StepProps<Asking>) {
  const [question] = workflow.questions;
  if (!question) return null;
  // A new question starts with an empty field.
  return <OneQuestion key={`${question.kind}:${question.parcel}`} workflow={workflow} workflowNo={workflowNo} question={question} />;
}

function OneQuestion({ workflow, workflowNo, question }: StepProps<Asking> & { question: Question }) {
  const { station } = useWindowState();
  const { order, questions } = workflow;
  const intent = useIntent();
  const { value: setup } = useQuery('setup', () => station.setup({}), []);
  const { typed, onChange: setTyped, onTouch, isDoubtful, takenOut } = useTypedAnswer();
  /** The weight that needs the packer's confirmation. */
  const [doubted, setDoubted] = useState('');
  const otherSize = useOtherSize(question, setTyped);
  /** The doubt that the packer has dismissed as a scan. */
  const [dismissed, setDismissed] = useState<Doubt>();
  const asked = { workflowNo, question: { kind: question.kind, parcel: question.parcel } };
  const send = (answer: string) => {
    if (!answer.trim()) return;
    setDismissed(undefined);
    const typing = typedAs(typed);
    void intent.send(station.answerQuestion({ ...asked, answer, ...(typing && { typedAs: typing }) }));
  };
  const fromBefore = useLearned(question, order.returnOf !== undefined, send);
  const learned = otherSize.isTyped ? undefined : fromBefore;
  const boxes = setup?.settings.boxes ?? [];
  const weighed = question.kind === 'weight' ? readGrams(typed) : undefined;
  const parcel = order.parcels[question.parcel ?? 0];
  const weightAsked = weighed !== undefined && parcel ? weightDoubt(weighed, parcel, boxes) : undefined;
  const isAsked = weightAsked !== undefined && doubted === typed;
  const weightMessage =
    isAsked && weighed !== undefined ? text.ship.weightDoubt[weightAsked](weightText(weighed), parcel?.boxName ?? '') : undefined;
  const answer = () => {
    if (isDoubtful) return;
    if (!typed.trim()) return learned?.take();
    if (weightAsked && !isAsked) setDoubted(typed);
    else if (!weightAsked) send(question.kind === 'country' ? countryCodeOf(typed) : typed);
  };
  const unit = unitOf(question, setup && currencyOf(order, setup.settings.currency));
  const isDigits = question.kind === 'hs-code' || question.kind === 'post-number';
  const words = text.ship.questions[question.kind];
  const sentence = sentenceOf(question, typed.trim() ? undefined : learned, order);
  const isAsDoubted = typed.trim() === '' || typed.trim() === workflow.doubt?.answer || question.kind === 'country';
  const doubt = isAsDoubted && workflow.doubt !== dismissed ? workflow.doubt : undefined;
  return (
    <>
      <Band
        state={doubt || weightMessage ? 'look' : signalOfWorkflow(workflow)}
        message={doubt ? text.scan.doubt(question.kind, doubt) : (weightMessage ?? sentence)}
        aside={order.key}
      />
      <div className="body body-ask">
        <OrderFacts order={order} question={question} workflow={workflow} />
        <Card className="col card-ask" title={titleOf(question, order)}>
          {question.learned && <LearnedNote learned={question.learned} isReturn={order.returnOf !== undefined} />}
          {question.fromItems && <ItemsWeightNote fromItems={question.fromItems} />}
          {otherSize.isChoosing ? (
            <Boxes
              boxes={boxes}
              isKnown={setup !== undefined}
              onChoose={(box) => send(box.id)}
              onOtherSize={otherSize.begin}
              onOther={(code) => void intent.send(station.scan({ code }))}
            />
          ) : (
            <>
              <Field
                label={words.title}
                hidesLabel
                hasFocus
                takes="answer"
                isXl
                value={typed}
                onChange={setTyped}
                onEnter={answer}
                placeholder={unit ? '' : words.hint}
                {...(unit && { unit })}
                {...(workflow.refused && { error: text.ship.refused[question.kind] })}
              />
              <Found question={question} order={order} />
              {question.kind === 'weight' && <BoxWeight order={order} question={question} boxes={boxes} />}
              {(unit || isDigits) && <NumberPad value={typed} onChange={onTouch} deleteLabel={text.frame.deleteDigit} />}
            </>
          )}
          {weightMessage && <LookNote isAlert what={weightMessage} next={text.ship.weightDoubtNext} />}
          {takenOut && <p className="muted">{text.ship.secondPress(takenOut)}</p>}
          {doubt && <LookNote isAlert what={text.scan.doubt(question.kind, doubt)} next={text.scan.doubtWhy} />}
          {questions.length > 1 && <p className="muted">{text.ship.questionsLeft(questions.length - 1)}</p>}
          <FailureNote failure={intent.failure} onRetry={answer} />
        </Card>
      </div>
      {doubt ? (
        <DoubtFoot
          kind={question.kind}
          doubt={doubt}
          isBusy={intent.isBusy}
          onFact={() => void intent.send(station.answerQuestion({ ...asked, answer: doubt.answer, isSure: true }))}
          onScan={() => void intent.send(station.scan({ code: doubt.code }))}
          onClear={() => {
            setTyped('');
            setDismissed(doubt);
          }}
        />
      ) : (
        <Foot>
          <PutAside workflowNo={workflowNo} intent={intent} />
          <EditOrder order={order} question={question} />
          <Offered question={question} isBusy={intent.isBusy} onAnswer={send} />
          {isAsked && (
            <Primary means="save" isDisabled={intent.isBusy} onPress={() => send(typed)}>
              {text.ship.take(`${typed.trim()} ${unit ?? ''}`)}
            </Primary>
          )}
          {otherSize.isTyped && <BackToBoxes onPress={otherSize.back} />}
          {!isAsked && (!otherSize.isChoosing || learned) && (
            <TakeAnswer typed={typed.trim()} unit={unit} learned={learned} isBusy={intent.isBusy} onPress={answer} />
          )}
        </Foot>
      )}
    </>
  );
}

/** The size of a box that Setup does not know is typed in place of choosing a box. */
function useOtherSize({ kind }: Question, setTyped: (typed: string) => void) {
  const [isTyped, setIsTyped] = useState(false);
  return {
    isTyped,
    isChoosing: kind === 'box' && !isTyped,
    begin: () => setIsTyped(true),
    back: () => {
      setTyped('');
      setIsTyped(false);
    },
  };
}

function sentenceOf({ kind, offer, parcel }: Question, learned: LearnedAnswer | undefined, order: Order): string {
  if (learned) return learned.question;
  if (parcel !== null && isInBoxes(order) && (kind === 'box' || kind === 'weight')) return text.ship.boxes.question[kind](parcel + 1);
  if (kind === 'phone' && order.recipient.name) return text.ship.phoneOf(order.recipient.name);
  return offer?.from === 'street' ? text.ship.isNumber(offer.number) : text.ship.questions[kind].question;
}

interface TakeAnswerProps {
  readonly typed: string;
  readonly unit: string | undefined;
  readonly learned: LearnedAnswer | undefined;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** Takes the typed answer, or that of earlier parcels while nothing is typed. */
function TakeAnswer({ typed, unit, learned, isBusy, onPress }: TakeAnswerProps) {
  const offer = typed ? undefined : learned;
  const typedLabel = unit && typed ? text.ship.take(`${typed} ${unit}`) : text.ship.takeAnswer;
  return (
    <Primary
      means={commandKeys.TAKE}
      {...(offer && { code: commandCode('TAKE') })}
      isDisabled={(!typed && !offer) || isBusy}
      onPress={onPress}
    >
      {offer ? text.ship.take(offer.label) : typedLabel}
    </Primary>
  );
}

/** The answers that need no typing. The key is for the proposed number, if there is one. */
function Offered({ question, isBusy, onAnswer }: { question: Question; isBusy: boolean; onAnswer: (answer: string) => void }) {
  const offer = offerOf(question);
  const proposed = question.offer;
  return (
    <>
      {offer && (
        <Button className="push" means={proposed ? undefined : 'save'} isDisabled={isBusy} onPress={() => onAnswer(offer.answer)}>
          {offer.label}
        </Button>
      )}
      {proposed && (
        <Button means="save" isDisabled={isBusy} onPress={() => onAnswer(proposed.number)}>
          {text.ship.takeNumber[proposed.from](proposed.number)}
        </Button>
      )}
    </>
  );
}

/** An answer that needs no typing, beside the field. It has a function key, because no bar code can press one. */
function offerOf({ kind, found }: Question): { readonly label: string; readonly answer: string } | undefined {
  if (kind === 'po-box') return { label: text.ship.goesToBox, answer: toTheBox };
  if (kind === 'parcel-machine') return { label: text.ship.goesToMachine, answer: toTheBox };
  if (kind === 'house-number') return { label: text.ship.noHouseNumber, answer: noHouseNumber };
  return kind === 'hs-code' && found ? { label: text.ship.takeAgain(found), answer: found } : undefined;
}

/** Known data about the requested fact. */
function Found({ question: { kind, found }, order }: { question: Question; order: Order }) {
  if (kind !== 'hs-code') return found ? <p className="muted">{text.ship.found(found)}</p> : null;
  const place = placeApart(order.recipient);
  return (
    <p className="muted">
      {[place && text.ship.placeApart(place), found ? text.ship.hsCodeAgain(found) : text.ship.hsCodeHelp].filter(Boolean).join(' ')}
    </p>
  );
}

function unitOf(question: Question, currency: string | undefined): string | undefined {
  if (question.kind === 'weight') return text.ship.kilograms;
  return question.kind === 'value' ? currency : undefined;
}

function titleOf({ kind, parcel }: Question, order: Order): string {
  const { title } = text.ship.questions[kind];
  if (parcel === null) return title;
  return isInBoxes(order)
    ? text.ship.boxes.factOf(kind === 'box' ? text.ship.boxes.size : title, parcel + 1, order.parcels.length)
    : text.ship.questionOfParcel(title, parcel + 1, order.parcels.length);
}

/** Known data of the order, with the requested fact marked as missing. */
function OrderFacts({ order, question, workflow }: { order: Order; question: Question; workflow: Asking }) {
  const parcel = order.parcels[question.parcel ?? 0];
  const note = packerNote(order);
  return (
    <div className="col">
      <RecipientAddress address={order.recipient} returnOf={order.returnOf} shape={recipientShape(order)} />
      <InTheBox order={order} parcel={question.parcel ?? undefined} />
      {note && !hasLines(order) && <Note icon="note">{note}</Note>}
      <AddressChanges changes={workflow.changes} />
      {parcel && (
        <Card className="card-facts">
          <ParcelFacts parcel={parcel} parcels={order.parcels.length} />
        </Card>
      )}
    </div>
  );
}

function ParcelFacts({ parcel, parcels }: { parcel: Parcel; parcels: number }) {
  const missing: ReactNode = <span className="look-ink">{text.ship.missing}</span>;
  const names = text.ship.facts;
  const size = sizeText(parcel);
  return (
    <Facts
      className="facts-two"
      facts={[
        [names.box, size ? [parcel.boxName, size].filter(Boolean).join(', ') : missing],
        [names.contents, parcel.contents || missing],
        [names.weight, parcel.weightGrams === null ? missing : weightText(parcel.weightGrams)],
        [names.value, parcel.value ? moneyText(parcel.value) : missing],
        parcel.hsCode ? [names.hsCode, parcel.hsCode] : undefined,
        parcels > 1 ? [names.parcels, String(parcels)] : undefined,
      ]}
    />
  );
}

function BoxWeight({ order, question, boxes }: { order: Order; question: Question; boxes: readonly Box[] }) {
  const boxName = order.parcels[question.parcel ?? 0]?.boxName;
  const box = boxes.find((candidate) => candidate.name === boxName);
  return (
    <p className="row muted">
      <Icon name="scale" />
      <span>{box ? `${text.ship.withBox}. ${text.ship.emptyBox(box.name, weightText(box.emptyWeightGrams))}` : text.ship.withBox}</span>
    </p>
  );
}

const BackToBoxes = ({ onPress }: { onPress: () => void }) => (
  <Button className="push" means="leave" onPress={onPress}>
    {text.ship.backToBoxes}
  </Button>
);

interface BoxesProps {
  readonly boxes: readonly Box[];
  /** False until the boxes of Setup are loaded. */
  readonly isKnown: boolean;
  readonly onChoose: (box: Box) => void;
  readonly onOtherSize: () => void;
  /** Called for a scan that is not a box. */
  readonly onOther: (code: string) => void;
}

/** Every box has a digit key, a touch target and a barcode of its short name. */
function Boxes({ boxes, isKnown, onChoose, onOtherSize, onOther }: BoxesProps) {
  useScanTarget((code) => {
    const box = boxes.find((candidate) => candidate.id === code.trim());
    if (box) onChoose(box);
    else onOther(code);
  });
  if (!isKnown) return null;
  return (
    <>
      <p className="muted">{text.ship.boxScanHint}</p>
      <div className="boxes grow">
        {boxes.map((box, index) => (
          <BoxTile key={box.id} box={box} digit={digitOf(index)} onChoose={() => onChoose(box)} />
        ))}
        <Tile digit={digitOf(boxes.length)} onPress={onOtherSize}>
          <span className="box-words">
            <Key of={digitOf(boxes.length)} />
            <b>{text.ship.otherSize}</b>
            <span className="push">{text.ship.otherSizeHint}</span>
          </span>
        </Tile>
      </div>
    </>
  );
}

function BoxTile({ box, digit, onChoose }: { box: Box; digit: Digit | undefined; onChoose: () => void }) {
  // A box called M has a one-letter barcode, which is too short for a scan and arrives as a key.
  useLetterCode(box.id, onChoose);
  return (
    <Tile digit={digit} onPress={onChoose}>
      <span className="box-words">
        <Key of={digit} />
        <b>{box.name}</b>
        <span className="push">{sizeText(box)}</span>
        <span className="muted">{weightText(box.emptyWeightGrams)}</span>
      </span>
    </Tile>
  );
}

interface DoubtFootProps {
  readonly kind: QuestionKind;
  readonly doubt: Doubt;
  readonly isBusy: boolean;
  readonly onFact: () => void;
  readonly onScan: () => void;
  readonly onClear: () => void;
}

/** Both ways out of an answer that is also a known code. No bar code can press either: they need a function key, a touch or the mouse. */
function DoubtFoot({ kind, doubt, isBusy, onFact, onScan, onClear }: DoubtFootProps) {
  const leadsSomewhere = doubt.knownAs.is === 'order' || doubt.knownAs.is === 'parcel';
  return (
    <Foot>
      {leadsSomewhere ? (
        <Button means="check" commits isDisabled={isBusy} onPress={onScan}>
          {text.scan.isOrder(doubt)}
        </Button>
      ) : (
        <Button means="leave" commits isDisabled={isBusy} onPress={onClear}>
          {text.scan.isNotFact}
        </Button>
      )}
      <Primary means="save" commits isDisabled={isBusy} onPress={onFact}>
        {text.scan.isFact(kind, doubt)}
      </Primary>
    </Foot>
  );
}

/**
 * Texts of an address that could only be guessed at in the characters the service accepts. None of them is sent: a person writes them
 * again.
 */
function AddressChanges({ changes }: { changes: readonly TextChange[] }) {
  const guessed = changes.filter((change) => change.mayChangeMeaning);
  const [first] = guessed;
  if (!first) return null;
  const nameOf = (change: TextChange) => text.ship.fieldName(change.field);
  return (
    <Card title={text.ship.guessed} aside={<Badge state="look">{text.ship.checkChange(nameOf(first))}</Badge>}>
      <dl className="diff">
        {guessed.map((change) => (
          <Fragment key={change.field}>
            <dt>{text.ship.written(nameOf(change))}</dt>
            <dd>
              <Written {...change} />
            </dd>
            {change.sent !== '' && (
              <>
                <dt>{text.frame.guessed}</dt>
                <dd>
                  <Sent {...change} />
                </dd>
              </>
            )}
          </Fragment>
        ))}
      </dl>
    </Card>
  );
}
