import { firstNamed } from './first-named.ts';
import type { OrderFacts } from './order-facts.ts';
import { labelPrinterNamed, type PaperFormat, type Printer } from './printer.ts';
import type { RuleReason } from './rule-reason.ts';
import type { PrintsAt, RuleFact, RuleMark, RulesInForce } from './shipping-rule.ts';

/** The label printer that rules name for an order: the first rule that holds and names one decides. */
export type LabelPrinterChoice =
  /** The usual printer, by the routes of the bench. */
  | { readonly is: 'usual' }
  | ({ readonly is: 'named' } & PrintsAt)
  /** A missing fact decides between several. */
  | { readonly is: 'doubt'; readonly by: RuleMark; readonly fact: RuleFact };

export function labelPrinterOf(rules: RulesInForce, facts: OrderFacts): LabelPrinterChoice {
  const chosen = firstNamed(rules, facts, ({ printer }) => printer, '');
  if (chosen.is === 'doubt') return chosen;
  const { name, by } = chosen.named;
  return by ? { is: 'named', name, by } : { is: 'usual' };
}

/** A label printer with the label format that it takes. */
export interface KnownPrinter {
  readonly printer: Printer;
  readonly takes: PaperFormat;
}

/** The printer that a rule names, if the bench has it and its route does not require another format. */
export function printerNamed(
  printers: readonly KnownPrinter[],
  { name, by }: PrintsAt,
):
  | { readonly is: 'printer'; readonly printer: Printer }
  | { readonly is: 'refused'; readonly code: 'rule-printer-gone' | 'rule-printer-format'; readonly reason: RuleReason } {
  const printer = labelPrinterNamed(
    printers.map((each) => each.printer),
    name,
  );
  const known = printers.find((each) => each.printer === printer);
  if (!known) return { is: 'refused', code: 'rule-printer-gone', reason: { code: 'printer-not-named', name, by } };
  const { takes } = known;
  const { format } = known.printer.route;
  if (format === null || format === takes) return { is: 'printer', printer: known.printer };
  return { is: 'refused', code: 'rule-printer-format', reason: { code: 'printer-of-other-format', name, by, format, takes } };
}
