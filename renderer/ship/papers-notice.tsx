import type { Booking } from '../../shared/booking.ts';
import { isSlip } from '../../shared/packing-slip.ts';
import type { Intent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PrintRemark } from '../ui/print-remark.tsx';
import { useWindowState } from '../window-state.ts';

type Shipped = Pick<Booking, 'jobs' | 'papersDue'>;

/**
 * The documents that came with a booking with their state, its packing slip, and the documents that a person still has to handle.
 */
export function PapersNotice({ booking }: { booking: Shipped }) {
  const papers = booking.jobs.filter((job) => job.role === 'document' && !isSlip(job));
  const due = booking.papersDue.filter((paper) => paper !== 'slip');
  const [latest] = papers.toSorted((one, other) => other.copy - one.copy);
  return (
    <>
      {latest && (
        <div className="card failure-note">
          <Icon name="document" />
          <p>
            <b>{text.ship.papersCame}</b> <PrintRemark remark={latest.detail || latest.state} />
          </p>
        </div>
      )}
      <SlipNotice booking={booking} />
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
export function SlipNotice({ booking: { jobs, papersDue } }: { booking: Shipped }) {
  const isDue = papersDue.includes('slip');
  const [latest] = jobs.filter(isSlip).toSorted((one, other) => other.copy - one.copy);
  if (!latest && !isDue) return null;
  return (
    <div className="card failure-note" {...(isDue && { 'data-state': 'look' })}>
      <Icon name={isDue ? 'look' : 'document'} />
      {isDue && <p>{text.ship.slipDue}</p>}
      {!isDue && latest && (
        <p>
          <b>{text.ship.slipState}</b> <PrintRemark remark={latest.detail || latest.state} />
        </p>
      )}
    </div>
  );
}
