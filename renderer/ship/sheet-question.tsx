import { useState } from 'react';
import type { Booking } from '../../shared/booking.ts';
import { questionedIn } from '../../shared/label.ts';
import type { LabelPage, SheetClass, SheetForm } from '../../shared/sheet-class.ts';
import { type Intent, useQuery } from '../query.ts';
import { messageText } from '../text/messages.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';
import { serviceName } from './step.tsx';

/** Number of words that identify the sheet to a person. */
const wordsShown = 14;

interface AskedSheet {
  readonly page: number;
  readonly pages: number;
  readonly form: SheetForm;
}

/**
 * The sheets of a label in question: the first unclear one whose form can be identified again, and the unclear ones that would be kept
 * instead of printed.
 */
export function useSheetsOf(booking: Booking): { readonly asked: AskedSheet | undefined; readonly kept: readonly number[] } {
  const { station } = useWindowState();
  const { id, verdict } = booking;
  const { value = [] } = useQuery('setup', () => station.labelPages({ bookingId: id }), [id, JSON.stringify(verdict)]);
  const asked = value.find((page) => isAskedAbout(page, booking));
  return {
    asked: asked?.form ? { page: asked.page, pages: value.length, form: asked.form } : undefined,
    kept: value.filter(({ is, place }) => is === 'unclear' && place === 'kept').map(({ page }) => page),
  };
}

/** A shift lead's decision about a sheet applies to every other sheet of its form. Each sheet is compared anyway. */
export function SheetQuestion({
  booking,
  sheet,
  kept,
  intent,
}: {
  booking: Booking;
  sheet: AskedSheet;
  kept: readonly number[];
  intent: Intent;
}) {
  const { station } = useWindowState();
  const { id } = booking;
  const { page, pages, form } = sheet;
  const [pin, setPin] = useState('');
  const { value: setup } = useQuery('setup', () => station.setup({}), []);
  const needsPin = setup?.hasLeadPin ?? false;
  const words = text.ship.sheet;
  const asked = questionedIn(booking.verdict);
  const decide = (is: SheetClass) => () => void intent.send(station.decideForm({ bookingId: id, page, is, pin }));
  const isDisabled = intent.isBusy || (needsPin && pin === '');
  return (
    <Card className="col sheet-question" title={words.title(page, pages)}>
      <p>{[asked?.kind === 'cannot-compare' && messageText(asked.why), kept.length > 0 && words.kept(kept)].filter(Boolean).join(' ')}</p>
      <p>
        {words.knownBy} <q className="muted">{form.words.slice(0, wordsShown).join(' ')}</q>
      </p>
      <p className="muted">{words.hint(serviceName(booking))}</p>
      <div className="row">
        {needsPin && <Field label={text.ship.pin} takes="secret" value={pin} onChange={setPin} />}
        <Button isSmall means="copy" commits isDisabled={isDisabled} onPress={decide('copy')}>
          {words.copy}
        </Button>
        <Button isSmall means="document" commits isDisabled={isDisabled} onPress={decide('document')}>
          {words.document}
        </Button>
      </div>
    </Card>
  );
}

/** If too many labels came, each one after the first may be a copy of it. */
function isAskedAbout({ page, is, form }: LabelPage, { verdict }: Booking): boolean {
  const asked = questionedIn(verdict);
  const isLeftOver = asked?.kind === 'wrong-number' && asked.labels > asked.parcels && is === 'label' && page > 1;
  return form !== null && asked !== null && (is === 'unclear' || isLeftOver);
}
