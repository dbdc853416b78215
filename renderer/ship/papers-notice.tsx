import type { Booking } from '../../shared/booking.ts';
import { isEnclosure } from '../../shared/enclosure.ts';
import { isSlip } from '../../shared/packing-slip.ts';
import type { PaperKind } from '../../shared/paper-due.ts';
import type { PrintJob } from '../../shared/printer.ts';
import type { Intent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PrintRemark } from '../ui/print-remark.tsx';
import { useWindowState } from '../window-state.ts';
import { isSavedAsFile } from './print-job.ts';

type Shipped = Pick<Booking, 'jobs' | 'papersDue'>;

/**
 * The documents that came with a booking with their state, its packing slip, the PDF of a rule, and the documents that a person still has to handle.
 */
export function PapersNotice({ booking }: { booking: Shipped }) {
  const papers = booking.jobs.filter((job) => job.role === 'document' && !isSlip(job) && !isEnclosure(job));
  const due = booking.papersDue.filter((paper) => paper !== 'slip' && paper !== 'enclosure');
  const [latest] = papers.toSorted((one, other) => other.copy - one.copy);
  return (
    <>
      {latest && (
        <div className="card failure-note">
          <Icon name="document" />
          <p>
            <b>{isSavedAsFile(latest) ? text.ship.printPapers : text.ship.papersCame}</b>{' '}
            <PrintRemark remark={latest.detail || latest.state} />
          </p>
        </div>
      )}
      <SlipNotice booking={booking} />
      <OwnPaper booking={booking} paper="enclosure" isOf={isEnclosure} title={text.ship.enclosureState} due={text.ship.enclosureDue} />
      {due.length > 0 && (
        <div className="card failure-note" data-state="look">
          <Icon name="look" />
          <div>
            {due.map((paper) => (
              <p key={paper}>{paper === 'invoice' ? text.ship.invoiceDue : text.ship.papersDue}</p>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** Prints the packing slip of a shipment on the document printer, as often as it is pressed. */
export function SlipButton({ bookingId, intent, hasKey = true }: { bookingId: string; intent: Intent; hasKey?: boolean }) {
  const { station } = useWindowState();
  return (
    <Button
      kind="quiet"
      {...(hasKey && { means: 'slip', className: 'slip' })}
      isDisabled={intent.isBusy}
      onPress={() => void intent.send(station.printSlip({ bookingId }))}
    >
      {text.ship.slip}
    </Button>
  );
}

/** The state of the packing slip that was printed last, or that it was not printed. */
export const SlipNotice = ({ booking }: { booking: Shipped }) => (
  <OwnPaper booking={booking} paper="slip" isOf={isSlip} title={text.ship.slipState} due={text.ship.slipDue} />
);

interface OwnPaperProps {
  readonly booking: Shipped;
  readonly paper: PaperKind;
  readonly isOf: (job: PrintJob) => boolean;
  readonly title: string;
  readonly due: string;
}

/** The latest print of a document that did not come with the label. */
function OwnPaper({ booking: { jobs, papersDue }, paper, isOf, title, due }: OwnPaperProps) {
  const isDue = papersDue.includes(paper);
  const [latest] = jobs.filter(isOf).toSorted((one, other) => other.copy - one.copy);
  if (!latest && !isDue) return null;
  return (
    <div className="card failure-note" {...(isDue && { 'data-state': 'look' })}>
      <Icon name={isDue ? 'look' : 'document'} />
      {isDue && <p>{due}</p>}
      {!isDue && latest && (
        <p>
          <b>{title}</b> <PrintRemark remark={latest.detail || latest.state} />
        </p>
      )}
    </div>
  );
}
