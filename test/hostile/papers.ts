import type { Booking } from '../../shared/booking.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Drawable } from '../../shared/printer.ts';
import type { Result } from '../../shared/result.ts';
import type { Fields } from '../fakes/marking-service.ts';
import { type HostileBench, type HostileInput, messageText, read } from './hostile-bench.ts';

const order = 'ORD-1001';
type Encode = (bytes: Uint8Array) => unknown;
const base64: Encode = (bytes) => Buffer.from(bytes).toString('base64');

const withField =
  (name: string, value: unknown) =>
  (answer: Fields): Fields => ({ ...answer, result: { ...(answer['result'] as Fields), [name]: value } });

const drawn = (sheets: Result<readonly Drawable[], Failure['code']>): string =>
  sheets.ok ? `${sheets.value.length} drawn` : `not drawn: ${read(sheets.failure)}`;

function verdictOf({ verdict }: Booking): string {
  if (verdict?.kind === 'cannot-compare') return messageText(verdict.why);
  return verdict ? verdict.kind : '';
}

/** A label of the service: compared after the purchase, shown to the packer, and released to print. */
export const label = (name: string, make: () => Uint8Array, encode = base64): HostileInput => ({
  name,
  kind: 'label',
  make,
  async meet(bench, bytes) {
    bench.next('ship', withField('label', encode(bytes)));
    const workflow = await bench.buy(order);
    if (!('booking' in workflow)) return '';
    const { booking } = workflow;
    const seen = [`${workflow.step}: ${verdictOf(booking)}`, drawn(await bench.call('drawLabel', { bookingId: booking.id }))];
    if (workflow.step === 'confirm-label') seen.push(await printed(bench, booking.id));
    return seen.join(' · ');
  },
});

async function printed(bench: HostileBench, bookingId: string): Promise<string> {
  const confirmed = await bench.call('confirmLabel', { bookingId, isRight: true });
  if (!confirmed.ok) return `not printed: ${read(confirmed.failure)}`;
  const workflow = await bench.after('printing', 'confirm-label');
  if ('failure' in workflow && workflow.failure) return `not printed: ${read(workflow.failure)}`;
  return `printed: ${workflow.step}`;
}

/** Documents that come with a booking: kept, shown in Resolve, drawn and printed there. */
export const papers = (name: string, make: () => Uint8Array, encode = base64): HostileInput => ({
  name,
  kind: 'document',
  make,
  async meet(bench, bytes) {
    bench.next('ship', withField('remarks', encode(bytes)));
    const workflow = await bench.buy(order);
    if (workflow.step !== 'done') return '';
    const open = await bench.call('toResolve', {});
    const due = open.ok ? open.value.find((each) => each.kind === 'paper-due') : undefined;
    if (due?.kind !== 'paper-due') return `done, nothing to see to, ${bench.sheets()} sheets`;
    const which = { ownerId: due.ownerId, paper: due.paper };
    const why = due.why === null ? '' : messageText(due.why);
    const onPaper = await bench.call('printPaper', which);
    return [why, drawn(await bench.call('drawPaper', which)), onPaper.ok ? 'printed' : `not printed: ${read(onPaper.failure)}`].join(' · ');
  },
});
