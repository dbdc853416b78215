import type { PrinterReason } from '../../shared/print-reason.ts';

// What a person mends first stands first.
const keywords: readonly (readonly [keyword: RegExp, reason: PrinterReason])[] = [
  [/^(cover|door|interlock)-open$/, 'head-open'],
  [/^media-(empty|needed)$/, 'out-of-labels'],
  [/^(marker-supply|toner)-empty$/, 'out-of-ribbon'],
  [/^(paused|moving-to-paused)$/, 'paused'],
  [/^(offline|shutdown|timed-out|connecting-to-device)$/, 'offline'],
];

/**
 * What `printer-state-reasons` say keeps a printer from printing. They may be of the day before yesterday: they explain a job that does
 * not move, and alone keep nothing from being printed.
 */
export function reasonIn(said: readonly unknown[]): PrinterReason | undefined {
  const troubles = said
    .filter((each): each is string => typeof each === 'string' && !/^none$|-(report|warning)$|^cups-/.test(each))
    .map((each) => each.replace(/-error$/, ''));
  const known = keywords.find(([keyword]) => troubles.some((each) => keyword.test(each)))?.[1];
  return known ?? (troubles.length === 0 ? undefined : 'not-ready');
}
