import type { PrinterReason } from '../../shared/print-reason.ts';

// In the order in which a packer fixes them.
const keywords: readonly (readonly [keyword: RegExp, reason: PrinterReason])[] = [
  [/^(cover|door|interlock)-open$/, 'head-open'],
  [/^media-(empty|needed)$/, 'out-of-labels'],
  [/^(marker-supply|toner)-empty$/, 'out-of-ribbon'],
  [/^(paused|moving-to-paused)$/, 'paused'],
  [/^(offline|shutdown|timed-out|connecting-to-device)$/, 'offline'],
];

/**
 * The trouble in `printer-state-reasons` that keeps a printer from printing. The reasons may be days old: they explain a job that does not
 * move, but alone never prevent printing.
 */
export function reasonIn(said: readonly unknown[]): PrinterReason | undefined {
  const troubles = said
    .filter((each): each is string => typeof each === 'string' && !/^none$|-(report|warning)$|^cups-/.test(each))
    .map((each) => each.replace(/-error$/, ''));
  const known = keywords.find(([keyword]) => troubles.some((each) => keyword.test(each)))?.[1];
  return known ?? (troubles.length === 0 ? undefined : 'not-ready');
}
