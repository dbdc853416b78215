import type { PrinterStatus } from '../../shared/printer.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import type { Signal } from '../ui/band.tsx';

/** Status of a printer, in one word. */
export const PrinterBadge = ({ status }: { status: PrinterStatus }) => <Badge state={signalOf(status)}>{statusText(status)}</Badge>;

function signalOf(status: PrinterStatus): Signal {
  switch (status.kind) {
    case 'ready':
    case 'keeps-files':
      return 'done';
    case 'not-ready':
      return 'stop';
    case 'printing':
    case 'cannot-say':
    case 'none':
      return 'working';
  }
}

const statusText = (status: PrinterStatus): string =>
  status.kind === 'not-ready' ? text.frame.printerReasons[status.reason] : text.frame.printers[status.kind];
