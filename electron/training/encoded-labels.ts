import type { LabelFacts } from './label-facts.ts';
import { labelFactsOf } from './label-facts.ts';
import { labelsPdf } from './label-pdf.ts';
import { labelZpl } from './label-zpl.ts';
import type { LabelFormat, Order } from './shipment.ts';

/** Labels as they travel: Base64. ZPL formats follow one another in one text, PDF labels are pages of one file. */
export async function encodedLabels(
  orders: readonly Order[],
  format: LabelFormat,
  at: Date,
  change: (facts: LabelFacts) => LabelFacts = (facts) => facts,
): Promise<string> {
  if (format === 'PDF') {
    return (
      await labelsPdf(
        orders.flatMap((order) => labelFactsOf(order).map(change)),
        at,
      )
    ).toString('base64');
  }
  const formats = orders.flatMap((order) => labelFactsOf(order).map((facts) => labelZpl(change(facts), order.labelDpi ?? 203)));
  return Buffer.from(formats.join(''), 'latin1').toString('base64');
}
