import type { Booking } from '../../shared/booking.ts';
import { text } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';
import { PrintRemark } from '../ui/print-remark.tsx';

/** The documents that came with a booking with their state, and those that a person still has to handle. */
export function PapersNotice({ booking: { jobs, papersDue } }: { booking: Booking }) {
  const papers = jobs.filter((job) => job.role === 'document');
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
      {papersDue.length > 0 && (
        <div className="card failure-note" data-state="look">
          <Icon name="look" />
          <div>
            {papersDue.map((paper) => (
              <p key={paper}>{paper === 'invoice' ? text.ship.invoiceDue : text.ship.papersDue}</p>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
