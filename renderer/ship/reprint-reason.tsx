import './reprint-reason.css';
import { type ReactNode, useState } from 'react';
import { type Command, commandCode, commandKeys } from '../../shared/command-keys.ts';
import type { Failure } from '../../shared/failure.ts';
import { type Digit, digitOf } from '../../shared/key-meanings.ts';
import { type GivenReason, leavesOldLabel, type ReprintReason, reprintReasons } from '../../shared/reprint.ts';
import { readScan } from '../../shared/scan.ts';
import { useScanTarget } from '../key-presses.ts';
import { useSoundOf } from '../sound/sound.ts';
import { timeText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Barcode } from '../ui/barcode.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Foot } from '../ui/foot.tsx';
import { Icon } from '../ui/icon.tsx';
import { type ReprintAsked, useWindowState } from '../window-state.ts';

const commandOfReason = {
  'nothing-came': 'NOTHING',
  damaged: 'DAMAGED',
  'badly-printed': 'FAINT',
  lost: 'LOST',
  other: 'OTHER',
} as const satisfies Record<ReprintReason, Command>;

/** Asks why a label is printed again, then for the label that it replaces. In place of the screen, which goes on afterwards. */
export function ReprintWhy({ asked: { label, atUsual, end } }: { asked: ReprintAsked }) {
  const { station } = useWindowState();
  const [why, setWhy] = useState<ReprintReason | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isEarly, setEarly] = useState(false);
  const words = text.reprint;
  const print = async (because: GivenReason) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const answer = await station.reprint({ bookingId: label.bookingId, ...(atUsual && { atUsual }), because });
    setBusy(false);
    if (answer.ok) end(answer);
    else setFailure(answer.failure);
  };
  const choose = (reason: ReprintReason) => (leavesOldLabel(reason) ? setWhy(reason) : void print({ why: reason }));
  useScanTarget((code) => {
    const scan = readScan(code);
    const command = scan.kind === 'command' ? scan.command : undefined;
    if (command && commandKeys[command] === 'leave') return end();
    if (why === null) {
      const reason = reprintReasons.find((each) => commandOfReason[each] === command);
      setEarly(reason === undefined);
      return reason && choose(reason);
    }
    if (command === 'UNREADABLE') return void print({ why, oldLabel: { is: 'unreadable' } });
    if (command === 'NOTHERE') return void print({ why, oldLabel: { is: 'not-here' } });
    return void print({ why, oldLabel: { is: 'scanned', code } });
  });
  const isWrong = failure?.code === 'not-its-label';
  useSoundOf(isBusy ? null : failure ? (isWrong ? 'stop' : 'look') : isEarly ? 'look' : null, failure ?? isEarly);
  return (
    <>
      <Band
        state={isBusy ? 'working' : isWrong ? 'stop' : 'ready'}
        message={isBusy ? words.printing : isWrong ? words.wrong : why === null ? words.ask(label.labels) : words.scanOld(label.labels)}
        aside={text.ship.shipment(label.orderKey, label.shipmentNo)}
      />
      <div className="body body-col">
        <FailureNote failure={failure} hasButton={false} />
        {why === null ? (
          <>
            <p className="statement">{isEarly ? <b className="look-ink">{words.chooseFirst}</b> : words.choose}</p>
            <Choices>
              {reprintReasons.map((reason, index) => (
                <Choice
                  key={reason}
                  means={digitOf(index)}
                  command={commandOfReason[reason]}
                  isDisabled={isBusy}
                  onPress={() => choose(reason)}
                >
                  {words.reasons[reason]}
                </Choice>
              ))}
            </Choices>
            <Note icon="printer">{(label.isPrinted ? words.wasPrinted : words.wasSent)(timeText(label.at))}</Note>
          </>
        ) : (
          <>
            <section className="drop scan-spot">
              <Icon name="again" />
              <span>
                <b>{words.scanOld(label.labels)}</b>
                <span>{words.scanOldNext(label.labels)}</span>
              </span>
            </section>
            <Choices>
              <Choice
                means="1"
                command="UNREADABLE"
                isDisabled={isBusy}
                onPress={() => void print({ why, oldLabel: { is: 'unreadable' } })}
              >
                {words.unreadable}
              </Choice>
              <Choice means="2" command="NOTHERE" isDisabled={isBusy} onPress={() => void print({ why, oldLabel: { is: 'not-here' } })}>
                {words.notHere}
              </Choice>
            </Choices>
            <Note icon="look">{words.sameCode}</Note>
          </>
        )}
      </div>
      <Foot>
        <Button means="leave" isDisabled={isBusy} onPress={() => end()}>
          {words.cancel}
        </Button>
        <p className="statement muted">{words.cancelHint}</p>
      </Foot>
    </>
  );
}

const Choices = ({ children }: { children: ReactNode }) => <div className="reprint-choices">{children}</div>;

interface ChoiceProps {
  readonly means: Digit | undefined;
  readonly command: Command;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

/** One answer, with its key and its bar code. */
function Choice({ means, command, isDisabled, onPress, children }: ChoiceProps) {
  return (
    <div className="reprint-choice">
      <Button means={means} isDisabled={isDisabled} onPress={onPress}>
        {children}
      </Button>
      <span className="code">
        <Barcode code={commandCode(command)} />
      </span>
    </div>
  );
}
