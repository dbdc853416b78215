import type { Address } from '../../../shared/address.ts';
import type { Failure } from '../../../shared/failure.ts';
import { labelPrinterOf } from '../../../shared/label-printer-of.ts';
import type { Order } from '../../../shared/order.ts';
import { failureOf, labelPrinterNamed, type Printer, type PrinterStatus } from '../../../shared/printer.ts';
import type { Service } from '../../../shared/quote.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { RuleReason } from '../../../shared/rule-reason.ts';
import type { PrintsAt, RulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { courierNames } from '../labels/label.ts';
import { factsNow } from './choice-in.ts';

type Parts = Pick<BenchContext, 'now' | 'settings' | 'allPrinters' | 'printers'>;
type NamedCode = 'rule-printer-gone' | 'rule-printer-format';

interface Sent {
  readonly order: Order;
  readonly from: { readonly address: Address };
}

/** Why the label of an order cannot be printed where a rule wants it. */
interface Refused<C> {
  readonly is: 'refused';
  readonly code: C;
  readonly reason: RuleReason;
}

/** The label printer that the rules name for an order; null where none does. */
export function ruledPrinter(
  parts: Parts,
  sent: Sent,
  rules: RulesInForce,
): ({ readonly is: 'named' } & PrintsAt) | Refused<NamedCode | 'rule-printer-in-doubt'> | null {
  if (rules.list.every(({ printer }) => printer === null)) return null;
  const chosen = labelPrinterOf(rules, factsNow(parts, sent, rules));
  switch (chosen.is) {
    case 'usual':
      return null;
    case 'doubt':
      return { is: 'refused', code: 'rule-printer-in-doubt', reason: { code: 'printer-hangs-on', by: chosen.by, fact: chosen.fact } };
    case 'named': {
      const usable = printerNamed(parts, chosen);
      return usable.is === 'refused' ? usable : chosen;
    }
  }
}

/** The printer of that name, where it takes labels. */
function printerNamed(
  { allPrinters, printers }: Parts,
  { name, by }: PrintsAt,
): { readonly is: 'printer'; readonly printer: Printer } | Refused<NamedCode> {
  const printer = labelPrinterNamed(allPrinters(), name);
  if (!printer) return { is: 'refused', code: 'rule-printer-gone', reason: { code: 'printer-not-named', name, by } };
  const { format } = printer.route;
  const takes = printers.takes(printer, 'label');
  if (format === null || format === takes) return { is: 'printer', printer };
  return { is: 'refused', code: 'rule-printer-format', reason: { code: 'printer-of-other-format', name, by, format, takes } };
}

/** `ruledPrinter` where its order stops if its label could not be printed there. */
export function printsAt(
  context: BenchContext,
  sent: Sent,
  rules: RulesInForce,
): Result<PrintsAt | null, NamedCode | 'rule-printer-in-doubt'> {
  const ruled = ruledPrinter(context, sent, rules);
  if (ruled?.is === 'refused') return context.fail(ruled.code, [ruled.reason]);
  return ok(ruled && { name: ruled.name, by: ruled.by });
}

interface ToBuy {
  readonly service: Service;
  readonly printsAt?: PrintsAt | undefined;
}

/** The printer that the label of what is to be bought goes to, as far as that is known before it came. */
export function printerToBe(context: BenchContext, { service, printsAt: named }: ToBuy): Result<Printer, NamedCode | 'no-label-printer'> {
  const usable = named && printerNamed(context, named);
  if (usable?.is === 'refused') return context.fail(usable.code, [usable.reason]);
  const printer = context.printer('label', { couriers: courierNames(service), named: named?.name });
  return printer ? ok(printer) : context.fail('no-label-printer');
}

/** Why that printer cannot print now; `moved` is told what it says of itself. */
export async function askPrinter(
  context: BenchContext,
  toBuy: ToBuy,
  moved: (status: PrinterStatus) => void,
): Promise<Failure | undefined> {
  const printer = printerToBe(context, toBuy);
  if (!printer.ok) return printer.failure;
  const status = await context.printers.prepare(printer.value);
  moved(status);
  const code = failureOf(status);
  if (code) return context.fail(code).failure;
  // What a queue takes is learned with its status.
  const now = printerToBe(context, toBuy);
  if (!now.ok) return now.failure;
  return now.value.address === printer.value.address ? undefined : askPrinter(context, toBuy, moved);
}
