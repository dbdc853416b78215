import { runDay } from '../../test/day/day.ts';

/** Simulates a whole day of a bench and its shop, and checks the service's bookings, the printed sheets and the shop's notifications. */
export async function packADay(say: (line: string) => void): Promise<{ readonly line: string; readonly isGood: boolean }> {
  const plan = { byBatch: 220, byScan: 40, withQuestion: 20, pairs: 20, joined: 12, checked: 60, inParts: 10, inBoxes: 10 };
  const { line, wrongs, isGood } = await runDay({ plan, say });
  for (const wrong of wrongs) say(wrong);
  return { line, isGood };
}
