import { runDay } from '../../test/day/day.ts';

/** A whole day of a bench and its shop, judged by what the service booked, the printer printed and the shop was told. */
export async function packADay(say: (line: string) => void): Promise<{ readonly line: string; readonly isGood: boolean }> {
  const { line, wrongs, isGood } = await runDay({ plan: { byBatch: 240, byScan: 40, withQuestion: 20 }, say });
  for (const wrong of wrongs) say(wrong);
  return { line, isGood };
}
