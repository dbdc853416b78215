import type { KnownAs } from '../../../shared/known-code.ts';
import type { OrderKey } from '../../../shared/order.ts';
import { readScan } from '../../../shared/scan.ts';
import { type Knows, knownCode } from '../known-code.ts';
import { lookUp } from './found.ts';

/** Returns the known code that this text is when typed, and the order that a scan of it opens. */
export function recognise(context: Knows, code: string): { readonly knownAs: KnownAs | null; readonly orderKey: OrderKey | null } {
  const scan = readScan(code);
  if (scan.kind !== 'number') return { knownAs: null, orderKey: null };
  const { order, known, elsewhere } = lookUp(context, scan.text);
  const orderKey = order?.key ?? known?.orderKey ?? (elsewhere?.orderKey as OrderKey | undefined) ?? null;
  return { knownAs: knownCode(context, scan.text) ?? null, orderKey };
}
