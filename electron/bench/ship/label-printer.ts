import type { Failure } from '../../../shared/failure.ts';
import { printerNamed } from '../../../shared/label-printer-of.ts';
import { failureOf, type Printer, type PrinterStatus } from '../../../shared/printer.ts';
import type { Service } from '../../../shared/quote.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { PrintsAt } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { courierNames } from '../labels/label.ts';
import { labelPrintersKnown } from '../readiness.ts';

type Parts = Pick<BenchContext, 'allPrinters' | 'fail' | 'printer' | 'printers'>;

interface ToBuy {
  readonly service: Service;
  readonly printsAt?: PrintsAt | undefined;
}

/** Returns the printer for the label to be bought, as far as it is known before the label exists. */
export function printerToBe(
  context: Parts,
  { service, printsAt: named }: ToBuy,
): Result<Printer, 'rule-printer-gone' | 'rule-printer-format' | 'no-label-printer'> {
  const usable = named && printerNamed(labelPrintersKnown(context), named);
  if (usable?.is === 'refused') return context.fail(usable.code, [usable.reason]);
  const printer = context.printer('label', { couriers: courierNames(service), named: named?.name });
  return printer ? ok(printer) : context.fail('no-label-printer');
}

/** Returns why that printer cannot print now. Passes its status to `moved`. */
export async function askPrinter(context: Parts, toBuy: ToBuy, moved: (status: PrinterStatus) => void): Promise<Failure | undefined> {
  const printer = printerToBe(context, toBuy);
  if (!printer.ok) return printer.failure;
  const status = await context.printers.prepare(printer.value);
  moved(status);
  const code = failureOf(status);
  if (code) return context.fail(code).failure;
  // The formats that a queue accepts become known with its status.
  const now = printerToBe(context, toBuy);
  if (!now.ok) return now.failure;
  return now.value.address === printer.value.address ? undefined : askPrinter(context, toBuy, moved);
}
