import type { ResolveItem } from '../../../shared/ipc.ts';
import type { BenchContext } from '../context.ts';
import { type ListFile, listFile } from '../list-file.ts';

const columns = 'kind order shipment courier consignment_number since file line reason row'.split(' ');

/** Returns everything that waits for a person as CSV with our own columns. */
export const resolveFile = ({ now }: Pick<BenchContext, 'now'>, items: readonly ResolveItem[]): ListFile =>
  listFile('resolve', now(), [columns, ...items.map((item) => [item.kind, ...cellsOf(item)])]);

type Shipment = Extract<ResolveItem, { kind: 'booking-unknown' }>['booking'];

const shipmentCells = (booking: Shipment | null, reason = ''): string[] => [
  booking?.orderKey ?? '',
  booking ? String(booking.shipmentNo) : '',
  booking?.service?.courierName ?? '',
  booking?.consignmentNo ?? '',
  booking?.changedAt ?? '',
  '',
  '',
  reason,
  '',
];
const otherCells = ({ order = '', courier = '', since = '', file = '', line = '', reason = '', row = '' }): string[] => [
  order,
  '',
  courier,
  '',
  since,
  file,
  line,
  reason,
  row,
];
/** Returns a code with its values, as stored. */
const inCodes = (message: unknown): string => (typeof message === 'string' ? message : message === null ? '' : JSON.stringify(message));

function cellsOf(item: ResolveItem): string[] {
  switch (item.kind) {
    case 'journal-restored':
      return otherCells({ since: item.restored.restoredAt });
    case 'booking-unknown':
    case 'booking-on-its-way':
    case 'put-aside':
      return shipmentCells(item.booking, item.booking.messages.map(inCodes).join(', '));
    case 'label-doubtful':
      return shipmentCells(item.booking, item.booking.verdict?.kind ?? '');
    case 'pickup-unknown':
      return otherCells({ courier: item.pickup.courierName, since: item.pickup.changedAt });
    case 'print-unconfirmed':
      return item.booking
        ? shipmentCells(item.booking, item.job.state)
        : otherCells({ since: item.job.changedAt, reason: item.job.state, row: item.job.title });
    case 'paper-due':
      return item.booking
        ? shipmentCells(item.booking, item.paper)
        : otherCells({ courier: item.pickup?.courierName ?? '', since: item.pickup?.changedAt ?? '', reason: item.paper });
    case 'upload-open':
      return item.booking
        ? shipmentCells(item.booking, item.upload.state)
        : otherCells({ order: item.upload.orderNo, since: item.upload.changedAt, reason: item.upload.state });
    case 'row-unreadable':
    case 'changed-too-late': {
      const { file, line, orderKey, reason, row } = item.problem;
      return otherCells({ order: orderKey, file, line: String(line), reason: inCodes(reason), row });
    }
    case 'webhook-not-understood':
      return otherCells({ since: item.delivery.receivedAt });
    case 'shop-not-informed':
      return item.report.otherwise
        ? otherCells({ order: item.report.otherwise.orderKey, since: item.report.at, reason: inCodes(item.report.why) })
        : shipmentCells(item.report.booking, inCodes(item.report.why));
    case 'item-unreadable':
      return otherCells({ reason: item.of, row: item.ref });
  }
}
