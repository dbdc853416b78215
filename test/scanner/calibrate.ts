import type { MeasuredScan } from '../../renderer/scanner/measure.ts';
import { profileOf, readSheetCode } from '../../renderer/scanner/measure.ts';
import type { ScannerProfile } from '../../shared/scanner-profile.ts';
import { sheetCodes } from '../../shared/scanner-sheet.ts';
import type { Dice } from '../crash/dice.ts';
import type { KeyEvent } from './key-events.ts';
import { replay } from './replay.ts';
import { type Pc, type Scanner, scanEvents } from './scanners.ts';

export const measuredAt = '2026-11-28T10:00:00.000Z';

/** Returns the reader's measurements of these keys. Throws if any key had an effect. */
export function measuredFrom(events: readonly KeyEvent[]): readonly MeasuredScan[] {
  const scans: MeasuredScan[] = [];
  const { effects } = replay(events, { onMeasured: (scan) => scans.push(scan) });
  const acted = effects.filter(({ is }) => is !== 'passed' && is !== 'typed');
  if (acted.length > 0) throw new Error(`Keys acted while the scanner was measured: ${JSON.stringify(acted)}`);
  return scans;
}

/** Returns the sheet as this scanner types it on this PC, with three seconds between codes. */
export const scanSheet = (scanner: Scanner, pc: Pc, dice: Dice): readonly MeasuredScan[] =>
  measuredFrom(sheetCodes.flatMap((code, at) => scanEvents(code, scanner, pc, 1000 + 5000 * at, dice)));

/** Returns the profile that Setup makes of the scanned sheet; undefined if a scan does not fit. */
export function calibrated(scans: readonly MeasuredScan[]): ScannerProfile | undefined {
  const hasMisfit = scans.some((scan) => readSheetCode(scan, []).is === 'misfit');
  return hasMisfit ? undefined : profileOf(scans, measuredAt)?.profile;
}
