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
export function StandbyButton({ intent, isSmall = false, hasKey = true }: { intent: Intent; isSmall?: boolean; hasKey?: boolean }) {
  const { station } = useWindowState();
  const standby = useFrame(({ standbyPrinter }) => standbyPrinter);
  if (standby === 'none') return null;
  const isOn = standby === 'spare';
  return (
    <Button
      isSmall={isSmall}
      means={hasKey ? commandKeys.STANDBY : undefined}
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
  readonly isSmall?: boolean;
}

/** Prints a label at the usual printer if its own printer was removed from Setup. */
export function UsualPrinterButton({ booking: { id, jobs }, failure, intent, isSmall = false }: UsualPrinterProps) {
  const { station } = useWindowState();
  const [sent, setSent] = useState<Booking['jobs']>();
  const isRefused = failure?.code === 'label-printer-gone';
  const waits = jobs !== sent && jobs.some((job) => waitsFor(job) === 'label-printer-gone');
  if (!isRefused && !waits) return null;
  const print = async () => {
    if (await intent.send(station.reprint({ bookingId: id, atUsual: isRefused ? 'copy' : 'waiting' }))) setSent(jobs);
  };
  return (
    <Button isSmall={isSmall} means="otherPrinter" isDisabled={intent.isBusy} onPress={() => void print()}>
      {text.ship.printAtUsual}
    </Button>
  );
}

/** True if the notice about the backup printer is on READY and at the services. */
export function useStandbyIsShown(): boolean {
  const standby = useFrame(({ standbyPrinter }) => standbyPrinter);
  const trouble = failureOf(useFrame(({ labelPrinter }) => labelPrinter));
  return standby === 'in-use' || (standby === 'spare' && trouble !== undefined);
}

/**
 * Shown while nothing waits yet: labels go to the backup printer, or should, because the other printer cannot print. `hasKey`: false if
 * another button on the screen has its key.
 */
export function StandbyNotice({ intent, hasKey = true }: { intent: Intent; hasKey?: boolean }) {
  const standby = useFrame(({ standbyPrinter }) => standbyPrinter);
  const trouble = failureOf(useFrame(({ labelPrinter }) => labelPrinter));
  if (!useStandbyIsShown()) return null;
  const words = text.ship.standby;
  return (
    <LookNote
      icon="printer"
      what={standby === 'in-use' ? words.inUse : trouble && text.failures[trouble].what}
      next={standby === 'in-use' ? words.inUseNext : words.spareNext}
    >
      <span className="push">
        <StandbyButton intent={intent} isSmall hasKey={hasKey} />
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
