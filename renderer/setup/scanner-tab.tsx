import { useState } from 'react';
import { type PrinterRole, routedTo } from '../../shared/printer.ts';
import { sheetCodes } from '../../shared/scanner-sheet.ts';
import { useBursts, useScanTarget } from '../key-presses.ts';
import { useIntent } from '../query.ts';
import type { SeenBurst } from '../scanner/key-reader.ts';
import { type Measured, type MeasuredScan, type Misfit, profileOf, readSheetCode } from '../scanner/measure.ts';
import { stateWords } from '../ship/print-job.ts';
import { momentText } from '../text/format.ts';
import { sentenceOf } from '../text/sentences.ts';
import { text } from '../text/text.ts';
import { Barcode } from '../ui/barcode.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote, LookNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';
import { ArrivedKeys } from './arrived-keys.tsx';
import type { TabProps } from './tab-props.ts';

/** The scans of the sheet so far, their codes, and why the last one did not count. */
interface Measuring {
  readonly scans: readonly MeasuredScan[];
  readonly read: readonly number[];
  readonly misfit: Misfit | null;
  /** Set once every code was read. */
  readonly measured?: Measured | undefined;
}
const begun: Measuring = { scans: [], read: [], misfit: null };

function withScan(measuring: Measuring, scan: MeasuredScan): Measuring {
  const code = readSheetCode(scan, measuring.scans);
  if (code.is === 'misfit') return { ...measuring, misfit: code.misfit };
  const scans = [...measuring.scans, scan];
  return { scans, read: [...measuring.read, code.at], misfit: null, measured: profileOf(scans, new Date().toISOString()) };
}

const printKeys = [
  { role: 'label', digit: '1' },
  { role: 'document', digit: '2' },
] as const;

/** Measures the scanner of this bench and shows the last burst. Scans have no other effect here. */
export function ScannerTab({ setup, isBusy, onSave }: TabProps) {
  const [burst, setBurst] = useState<SeenBurst | null>(null);
  const [tried, setTried] = useState('');
  const [measuring, setMeasuring] = useState<Measuring | null>(null);
  const measured = measuring?.measured;
  useScanTarget(() => undefined);
  useBursts(
    (seen) => {
      setBurst(seen);
      if (seen.decision.is === 'measured' && measuring) setMeasuring(withScan(measuring, seen));
    },
    measuring !== null && !measured,
  );
  const start = () => setMeasuring(begun);
  const stop = () => setMeasuring(null);
  const keep = ({ profile }: Measured) => {
    onSave({ scanner: profile });
    stop();
  };
  if (measured) return <Found measured={measured} isBusy={isBusy} onKeep={keep} onOver={start} onStop={stop} />;
  if (measuring)
    return (
      <>
        <Sheet measuring={measuring} onOver={start} onStop={stop} />
        <ArrivedKeys burst={burst} />
      </>
    );
  return (
    <>
      <Profile setup={setup} isBusy={isBusy} onStart={start} onForget={() => onSave({ scanner: null })} />
      <ArrivedKeys burst={burst} />
      <Field label={text.setup.scanner.tryField} value={tried} onChange={setTried} />
    </>
  );
}

function Profile({ setup, isBusy, onStart, onForget }: Pick<TabProps, 'setup' | 'isBusy'> & { onStart: () => void; onForget: () => void }) {
  const words = text.setup.scanner;
  const { scanner, printers } = setup.settings;
  const { station } = useWindowState();
  const { send, failure, isBusy: isPrinting } = useIntent();
  const [printed, setPrinted] = useState('');
  const roles = printKeys.filter(({ role }) => routedTo(printers, { role }));
  const print = async (role: PrinterRole) => {
    setPrinted('');
    const job = await send(station.printScannerSheet({ role }));
    if (job) setPrinted(words.sent(stateWords(job)));
  };
  return (
    <Card
      className="col"
      title={words.title}
      aside={scanner && <span className="muted">{words.measuredAt(momentText(scanner.measuredAt))}</span>}
    >
      <p>{scanner ? words.profile(scanner) : words.none}</p>
      <p className="muted">{roles.length > 0 ? words.hint : words.hintNoPrinter}</p>
      <FailureNote failure={failure} />
      <div className="row">
        {roles.map(({ role, digit }) => (
          <Button key={role} isSmall means={digit} isDisabled={isPrinting} onPress={() => void print(role)}>
            {words.print[role]}
          </Button>
        ))}
        <Button kind={scanner ? 'plain' : 'primary'} isSmall means="check" isDisabled={isBusy} onPress={onStart}>
          {scanner ? words.measureAgain : words.measure}
        </Button>
        {scanner && (
          <Button kind="quiet" isSmall isDisabled={isBusy} onPress={onForget}>
            {words.forget}
          </Button>
        )}
        <output className="muted">{printed}</output>
      </div>
    </Card>
  );
}

function Sheet({ measuring: { read, misfit }, onOver, onStop }: { measuring: Measuring; onOver: () => void; onStop: () => void }) {
  const words = text.setup.scanner;
  const next = sheetCodes.findIndex((_code, at) => !read.includes(at));
  const code = sheetCodes[next];
  return (
    <Card className="col" title={words.scanCode(next + 1, sheetCodes.length)}>
      {misfit && <LookNote isAlert what={words.notUsed} next={sentenceOf(words.misfits, misfit)} />}
      {code !== undefined && (
        <div className="row">
          <span className="paper code sheet-code">
            <Barcode code={code} />
          </span>
          <p className="muted">{next === sheetCodes.length - 1 ? words.capsLock : words.nextHint}</p>
        </div>
      )}
      <ol className="row">
        {sheetCodes.map((each, at) => (
          <li key={each} className={read.includes(at) ? 'done-ink' : 'muted'}>
            {words.codeIs(at + 1, read.includes(at))}
          </li>
        ))}
      </ol>
      <div className="row">
        <OverOrStop onOver={onOver} onStop={onStop} />
      </div>
    </Card>
  );
}

function Found({
  measured,
  isBusy,
  onKeep,
  onOver,
  onStop,
}: {
  measured: Measured;
  isBusy: boolean;
  onKeep: (measured: Measured) => void;
  onOver: () => void;
  onStop: () => void;
}) {
  const words = text.setup.scanner;
  return (
    <Card className="col" title={words.found}>
      <output>{words.measured(measured)}</output>
      <p className="look-ink">{words.notKept}</p>
      <div className="row">
        <Button kind="primary" isSmall means="save" isDisabled={isBusy} onPress={() => onKeep(measured)}>
          {words.keep}
        </Button>
        <OverOrStop onOver={onOver} onStop={onStop} />
      </div>
    </Card>
  );
}

function OverOrStop({ onOver, onStop }: { onOver: () => void; onStop: () => void }) {
  const words = text.setup.scanner;
  return (
    <>
      <Button isSmall means="check" onPress={onOver}>
        {words.startOver}
      </Button>
      <Button kind="quiet" isSmall means="leave" onPress={onStop}>
        {words.stop}
      </Button>
    </>
  );
}
