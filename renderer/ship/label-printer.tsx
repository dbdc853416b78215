import { useState } from 'react';
import type { Booking } from '../../shared/booking.ts';
import { commandKeys } from '../../shared/command-keys.ts';
import type { Failure } from '../../shared/failure.ts';
import { failureOf } from '../../shared/printer.ts';
import type { Intent } from '../query.ts';
import { sentenceOf } from '../text/sentences.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { LookNote } from '../ui/failure-note.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { waitsFor } from './print-job.ts';

/** Sends labels to the backup printer, or back, if there is one. Waiting labels move too. */
export function StandbyButton({ intent, isSmall = false }: { intent: Intent; isSmall?: boolean }) {
  const { station } = useWindowState();
  const standby = useFrame(({ standbyPrinter }) => standbyPrinter);
  if (standby === 'none') return null;
  const isOn = standby === 'spare';
  return (
    <Button
      isSmall={isSmall}
      keyName={commandKeys.STANDBY}
      isDisabled={intent.isBusy}
      onPress={() => void intent.send(station.standBy({ isOn }))}
    >
      {isOn ? text.ship.standby.use : text.ship.standby.back}
    </Button>
  );
}

interface UsualPrinterProps {
  readonly booking: Pick<Booking, 'id' | 'jobs'>;
  /** Failure that keeps the label back. */
  readonly failure: Failure | null;
  readonly intent: Intent;
  readonly keyName?: string;
  readonly isSmall?: boolean;
}

/** Prints a label at the usual printer if its own printer was removed from Setup. */
export function UsualPrinterButton({ booking: { id, jobs }, failure, intent, keyName = 'F9', isSmall = false }: UsualPrinterProps) {
  const { station } = useWindowState();
  const [sent, setSent] = useState<Booking['jobs']>();
  const isRefused = failure?.code === 'label-printer-gone';
  const waits = jobs !== sent && jobs.some((job) => waitsFor(job) === 'label-printer-gone');
  if (!isRefused && !waits) return null;
  const print = async () => {
    if (await intent.send(station.reprint({ bookingId: id, atUsual: isRefused ? 'copy' : 'waiting' }))) setSent(jobs);
  };
  return (
    <Button isSmall={isSmall} keyName={keyName} commits isDisabled={intent.isBusy} onPress={() => void print()}>
      {text.ship.printAtUsual}
    </Button>
  );
}

/** Shown while nothing waits yet: labels go to the backup printer, or should, because the other printer cannot print. */
export function StandbyNotice({ intent }: { intent: Intent }) {
  const standby = useFrame(({ standbyPrinter }) => standbyPrinter);
  const trouble = failureOf(useFrame(({ labelPrinter }) => labelPrinter));
  if (standby === 'none' || (standby === 'spare' && !trouble)) return null;
  const words = text.ship.standby;
  return (
    <LookNote
      icon="printer"
      what={standby === 'in-use' ? words.inUse : trouble && text.failures[trouble].what}
      next={standby === 'in-use' ? words.inUseNext : words.spareNext}
    >
      <span className="push">
        <StandbyButton intent={intent} isSmall />
      </span>
    </LookNote>
  );
}

/** Shown before the next parcel: conditions that would spoil labels, and labels that have become hard to read. */
export function LabelPrinterNotices() {
  const warnings = useFrame(({ printerWarnings }) => printerWarnings);
  const hard = useFrame(({ hardToRead }) => hardToRead);
  return (
    <>
      {warnings.map((warning) => (
        <LookNote key={warning.code} icon="printer" what={text.ship.wouldSpoil} next={sentenceOf(text.setup.printers.warnings, warning)} />
      ))}
      {hard && <LookNote icon="printer" what={text.ship.hardToRead(hard)} next={text.ship.hardToReadNext} />}
    </>
  );
}
