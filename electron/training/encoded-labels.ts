import type { LabelFacts } from './label-facts.ts';
import { labelFactsOf } from './label-facts.ts';
import { labelZpl } from './label-zpl.ts';
import type { LabelFormat, Order } from './shipment.ts';

/**
 * Labels as they travel: Base64. ZPL formats follow one another in one text, PDF labels are pages of one file. What draws PDF is loaded
 * for the first of them: a live bench draws none, and it is half of all the program would load.
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
