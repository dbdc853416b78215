import type { LabelFacts } from './label-facts.ts';
import { labelFactsOf } from './label-facts.ts';
import { labelZpl } from './label-zpl.ts';
import type { LabelFormat, Order } from './shipment.ts';

/**
 * Encodes labels in Base64. ZPL labels are concatenated; PDF labels are pages of one file. The PDF code is loaded for the first PDF label
 * only: a live bench draws none, and it is half of all the code that the program would load.
 */
export async function encodedLabels(
  orders: readonly Order[],
  format: LabelFormat,
  at: Date,
  change: (facts: LabelFacts) => LabelFacts = (facts) => facts,
): Promise<string> {
  if (format === 'PDF') {
    const { labelsPdf } = await import('./label-pdf.ts');
    const facts = orders.flatMap((order) => labelFactsOf(order).map(change));
    return (await labelsPdf(facts, at)).toString('base64');
  }
  const formats = orders.flatMap((order) => labelFactsOf(order).map((facts) => labelZpl(change(facts), order.labelDpi ?? 203)));
  return Buffer.from(formats.join(''), 'latin1').toString('base64');
}
