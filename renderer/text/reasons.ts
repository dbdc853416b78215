import type { Failure } from '../../shared/failure.ts';
import type { RowProblem } from '../../shared/order.ts';
import type { Reason } from '../../shared/reason.ts';
import { exchangeReasons } from './exchange-reasons.ts';
import { fileReasons, rowReasons } from './order-file-reasons.ts';
import { paperReasons } from './paper-reasons.ts';
import { pickupReasons } from './pickup-reasons.ts';
import { printReasons } from './print-reasons.ts';
import { type Sentences, sayWith } from './sentences.ts';
import { shipmentReasons } from './shipment-reasons.ts';

const reasons: Sentences<Reason> = {
  ...shipmentReasons,
  ...pickupReasons,
  ...fileReasons,
  ...rowReasons,
  ...exchangeReasons,
  ...printReasons,
  ...paperReasons,
};

export const say = (reason: Reason): string => sayWith(reasons, reason);

/** What is said of a row of a file. */
export const sayOfRow = ({ reason }: RowProblem): string => (typeof reason === 'string' ? reason : say(reason));

/** What stands below a failure: what this program found out, a line each, or else what the other side said. */
export const detailOf = ({ reasons: found, detail }: Pick<Failure, 'reasons' | 'detail'>): string => found?.map(say).join('\n') ?? detail;
