import { detailOf, reasonText } from '../../../renderer/text/reasons.ts';
import { text } from '../../../renderer/text/text.ts';
import { noWriteBack } from '../../../shared/write-back.ts';
import { createDice, type Dice } from '../../crash/dice.ts';
import { judgeBook, type Parcel, storiesOf } from './report-stories.ts';
import { startReportingBench, type Unnumbered } from './reporting-bench.ts';
import {
  drawBroken,
  drawConflict,
  drawKnowing,
  drawPutOff,
  drawRefusing,
  drawTaking,
  leavesDoubt,
  type ShopAnswer,
} from './shop-answers.ts';
import type { ShopReport } from './shop-report.ts';
import { startStrangeShop } from './strange-shop.ts';

const hourMs = 3_600_000;
/** Time by which the clock is moved before missing reports count. */
const longMs = 5 * 24 * hourMs;
const stepMs = 10 * 60_000;

/** Draws a shop's answers to one report, try by try; the last one repeats for ever. */
function drawScript(dice: Dice): readonly ShopAnswer[] {
  const before = Array.from({ length: dice.pick([0, 0, 0, 1, 1, 2, 4]) }, () => (dice.chance(0.7) ? drawPutOff(dice) : drawBroken(dice)));
  const last = dice.pick(['takes', 'takes', 'takes', 'refuses', 'refuses', 'never'] as const);
  const mayBeTaken = before.some(leavesDoubt);
  if (last === 'takes' && mayBeTaken && dice.chance(0.3)) return [...before, ...drawKnowing(dice)];
  if (last === 'refuses' && before.length > 0 && !mayBeTaken && dice.chance(0.5)) return [...before, drawConflict(dice)];
  return [...before, last === 'takes' ? drawTaking(dice) : last === 'refuses' ? drawRefusing(dice, mayBeTaken) : drawPutOff(dice)];
}

/**
 * Runs a bench in the live environment that reports to a shop that shares no code with ours. Compares what the shop received with what the
 * program claims to have reported.
 */
export async function liveReports(seed: string, parcels: number): Promise<ShopReport> {
  const findings = new Set<string>();
  const met = new Map<string, number>();
  const scripts = new Map<string, readonly ShopAnswer[]>();
  const dice = createDice(`${seed} tellings`);
  let clock = (): Date => new Date();
  const shop = await startStrangeShop(
    () => clock(),
    (key, nth, about) => {
      const script = scripts.get(key) ?? drawScript(createDice(`${seed} ${about}`));
      scripts.set(key, script);
      const answer = script[Math.min(nth, script.length - 1)] ?? drawTaking(dice);
      met.set(answer.kind, (met.get(answer.kind) ?? 0) + 1);
      return answer;
    },
  );
  const unnumbered = (): Unnumbered => (dice.chance(0.5) ? dice.pick(['no number', 'a consignment'] as const) : undefined);
  const { bench, now, ship, later, numbersCome, quiet } = await startReportingBench(parcels, shop.isBusy, unnumbered);
  clock = now;
  await bench.call('saveWriteBack', { ...noWriteBack, url: shop.url, token: null });
  const state = async () => (await bench.call('setup', {})).writeBack;
  const failedReports = async () =>
    (await bench.call('toResolve', {})).filter((item) => item.kind === 'shop-not-informed').map((item) => item.report);

  const shipped: Parcel[] = [];
  const complain = (what: string): void => void findings.add(`${seed}: ${what}`);
  const readable = (words: string): void => {
    if (words === '' || words.length > 1200 || /undefined|\[object|NaN|null|\uFFFD|[\u0000-\u0008\u000E-\u001F]/.test(words))
      complain(`a sentence reads ${JSON.stringify(words.slice(0, 200))}`);
  };

  /**
   * Counts the reports that wait for a person because an earlier one was refused, and checks whether a report that is due was not tried.
   */
  async function judge(): Promise<{ readonly behind: number; readonly isAnyNew: boolean }> {
    const { waiting, http } = await state();
    const inResolve = await failedReports();
    let open = 0;
    let behind = 0;
    let isAnyNew = false;
    for (const parcel of shipped) {
      const lines = (await bench.call('timeline', { bookingId: parcel.booking.id })).lines.map(({ what }) => what);
      let isRefused = false;
      let isItsTurn = true;
      for (const { event, at, received } of storiesOf(shop.book, parcel)) {
        const story = `${event} of ${parcel.booking.orderKey} (${received
          .map(({ answer }) => answer.kind)
          .slice(-6)
          .join(', ')})`;
        const failed = inResolve.find((item) => item.booking?.id === parcel.booking.id && item.what === event);
        const ends = received.findIndex(({ answer }) => answer.is === 'takes' || answer.is === 'refuses');
        const end = received[ends];
        if (ends >= 0 && received.length > ends + 1) complain(`${story} was reported again behind “${end?.answer.kind}”`);
        if (end?.answer.is === 'takes' && failed) complain(`${story} is in Resolve, and the shop took it`);
        if (end?.answer.is === 'refuses') {
          if (!failed) complain(`${story} was refused and is not in Resolve`);
          else if (failed.why && 'status' in failed.why && failed.why.status !== end.answer.status)
            complain(`${story} was refused with ${end.answer.status}, and Resolve shows ${reasonText(failed.why)}`);
        }
        if (failed) {
          readable(text.resolve.shop.what[failed.what]);
          if (failed.why) readable(reasonText(failed.why));
          else complain(`${story} is in Resolve for no reason`);
          if (!end && now().getTime() - at < 3 * 24 * hourMs)
            complain(`${story} was given up after ${((now().getTime() - at) / hourMs).toFixed(1)} hours`);
        }
        if (isRefused && received.length > 0) complain(`${story} came behind what a person had not seen to`);
        if (!end && !failed) open += 1;
        if (!end && isRefused) behind += 1;
        isAnyNew ||= received.length === 0 && isItsTurn;
        isItsTurn = end?.answer.is === 'takes';
        isRefused ||= failed !== undefined;
        const saysInformed = lines.includes(`shop-informed-${event}`);
        if (saysInformed !== (end?.answer.is === 'takes'))
          complain(`${story}: its history shows ${saysInformed ? 'reported' : 'not reported'}`);
      }
    }
    if (waiting !== open) complain(`${waiting} are reported to wait, and ${open} do`);
    if (http) readable(reasonText(http));
    if (open === 0 && inResolve.length === 0 && http) complain(`all is reported, and the shop is reported not to be: ${reasonText(http)}`);
    const isOnTop = bench.station.snapshot().frame.shop === 'not-informed';
    if (isOnTop !== (http !== null)) complain(`the top bar shows ${isOnTop ? '' : 'no '}trouble`);
    return { behind, isAnyNew };
  }

  async function forward(ms: number): ReturnType<typeof judge> {
    later(ms);
    await quiet();
    return await judge();
  }

  async function numbersMayCome(chance: number): Promise<void> {
    for (const parcel of shipped) {
      if (parcel.numbersAt !== undefined || !dice.chance(chance)) continue;
      parcel.numbers = await numbersCome(parcel.booking);
      parcel.numbersAt = now().getTime();
      if (parcel.numbers.length === 0) complain(`${parcel.booking.orderKey} has no tracking number`);
    }
  }

  for (let at = 0; at < parcels; at += 1) {
    const booking = await ship();
    const moment = now().getTime();
    const { trackingNos } = booking;
    shipped.push({ booking, at: moment, numbers: trackingNos, ...(trackingNos.length > 0 && { numbersAt: moment }) });
    if (dice.chance(0.4)) await forward(dice.pick([0, 10_000, 60_000, 600_000, hourMs]));
    await numbersMayCome(0.2);
    if (dice.chance(0.05)) await bench.reopen();
  }
  await forward(stepMs);
  await numbersMayCome(0.5);
  const began = now().getTime();
  let left = await judge();
  while (now().getTime() - began < longMs) {
    const { waiting } = await state();
    if (waiting === left.behind) break;
    left = await forward(left.isAnyNew ? stepMs : 2 * hourMs);
    if (now().getTime() - began < 24 * hourMs) await numbersMayCome(0.2);
  }
  const { behind } = await judge();
  judgeBook(shop.book, shipped, scripts, complain);
  for (const item of await failedReports()) readable(detailOf({ detail: '', ...(item.why && { reasons: [item.why] }) }));
  const taken = shop.book.filter(({ answer }) => answer.is === 'takes').length;
  const { waiting } = await state();
  if (waiting > behind) complain(`${waiting} are neither reported nor in Resolve after five days`);
  await shop.stop();
  return { findings: [...findings], met, counted: taken };
}
