import { detailOf, say } from '../../../renderer/text/reasons.ts';
import { text } from '../../../renderer/text/text.ts';
import type { Booking } from '../../../shared/booking.ts';
import { noWriteBack } from '../../../shared/write-back.ts';
import { createDice, type Dice } from '../../crash/dice.ts';
import { drawBroken, drawPutOff, drawRefusing, drawTaking, type ShopAnswer } from './shop-answers.ts';
import type { ShopReport } from './shop-report.ts';
import { type Heard, startStrangeShop } from './strange-shop.ts';
import { startTellingBench } from './telling-bench.ts';

const hourMs = 3_600_000;
/** How long the clock is moved before whoever is not told is asked for. */
const longMs = 5 * 24 * hourMs;
/** What a shop is given of its own Retry-After. */
const longestWaitMs = hourMs;
/** Whom no shop refuses is told within, however another parcel of the same hour fares. */
const soonMs = 2 * hourMs;

/** What a shop says to one parcel, try by try; the last is said for ever. */
function drawScript(dice: Dice): readonly ShopAnswer[] {
  const before = Array.from({ length: dice.pick([0, 0, 0, 1, 1, 2, 4]) }, () => (dice.chance(0.7) ? drawPutOff(dice) : drawBroken(dice)));
  const last = dice.pick(['takes', 'takes', 'takes', 'refuses', 'never'] as const);
  return [...before, last === 'takes' ? drawTaking(dice) : last === 'refuses' ? drawRefusing(dice) : drawPutOff(dice)];
}

/** A live bench tells a shop that shares nothing with ours; what the shop heard is held against what the program says it told. */
export async function liveTellings(seed: string, parcels: number): Promise<ShopReport> {
  const findings = new Set<string>();
  const met = new Map<string, number>();
  const scripts = new Map<string, readonly ShopAnswer[]>();
  const dice = createDice(`${seed} tellings`);
  let clock = (): Date => new Date();
  const shop = await startStrangeShop(
    () => clock(),
    (key, nth, order) => {
      const script = scripts.get(key) ?? drawScript(createDice(`${seed} ${order}`));
      scripts.set(key, script);
      const answer = script[Math.min(nth, script.length - 1)] ?? drawTaking(dice);
      met.set(answer.kind, (met.get(answer.kind) ?? 0) + 1);
      return answer;
    },
  );
  const { bench, now, ship, later, quiet } = await startTellingBench(parcels, shop.isBusy);
  clock = now;
  await bench.call('saveWriteBack', { ...noWriteBack, url: shop.url, token: null });
  const state = async () => (await bench.call('setup', {})).writeBack;
  const untold = async () => (await bench.call('toResolve', {})).filter((item) => item.kind === 'shop-not-told').map((item) => item.told);

  const bookings: { readonly booking: Booking; readonly at: number }[] = [];
  const complain = (what: string): void => void findings.add(`${seed}: ${what}`);
  const readable = (words: string): void => {
    if (words === '' || words.length > 1200 || /undefined|\[object|NaN|null|\uFFFD|[\u0000-\u0008\u000E-\u001F]/.test(words))
      complain(`a sentence reads ${JSON.stringify(words.slice(0, 200))}`);
  };

  async function judge(): Promise<void> {
    const { waiting, http } = await state();
    const inResolve = await untold();
    let open = 0;
    for (const { booking, at } of bookings) {
      const heard = shop.book.filter(({ key }) => key === booking.id);
      const story = `${booking.orderKey} (${heard
        .map(({ answer }) => answer.kind)
        .slice(-6)
        .join(', ')})`;
      const failed = inResolve.find((item) => item.booking?.id === booking.id);
      const ends = heard.findIndex(({ answer }) => answer.is === 'takes' || answer.is === 'refuses');
      const end = heard[ends];
      if (ends >= 0 && heard.length > ends + 1) complain(`${story} was told again behind “${end?.answer.kind}”`);
      if (end?.answer.is === 'takes' && failed) complain(`${story} is in Resolve, and the shop took it`);
      if (end?.answer.is === 'refuses') {
        if (!failed) complain(`${story} was refused and is not in Resolve`);
        else if (failed.why && 'status' in failed.why && failed.why.status !== end.answer.status)
          complain(`${story} was refused with ${end.answer.status}, and Resolve says ${say(failed.why)}`);
      }
      if (failed) {
        readable(text.resolve.shop.what[failed.what]);
        if (failed.why) readable(say(failed.why));
        else complain(`${story} is in Resolve for no reason`);
        if (!end && now().getTime() - at < 3 * 24 * hourMs)
          complain(`${story} was given up after ${((now().getTime() - at) / hourMs).toFixed(1)} hours`);
      }
      if (!end && !failed) open += 1;
      const saysTold = (await bench.call('timeline', { bookingId: booking.id })).lines.some(({ what }) => what === 'shop-told-shipped');
      if (saysTold !== (end?.answer.is === 'takes')) complain(`${story}: its history says ${saysTold ? 'told' : 'not told'}`);
    }
    if (waiting !== open) complain(`${waiting} are said to wait, and ${open} do`);
    if (http) readable(say(http));
    if (open === 0 && inResolve.length === 0 && http) complain(`all is told, and the shop is said not to be: ${say(http)}`);
    const isOnTop = bench.station.snapshot().frame.shop === 'not-told';
    if (isOnTop !== (http !== null)) complain(`the top bar says ${isOnTop ? '' : 'no '}trouble`);
  }

  async function forward(ms: number): Promise<void> {
    later(ms);
    await quiet();
    await judge();
  }

  for (let at = 0; at < parcels; at += 1) {
    bookings.push({ booking: await ship(), at: now().getTime() });
    if (dice.chance(0.4)) await forward(dice.pick([0, 10_000, 60_000, 600_000, hourMs]));
    if (dice.chance(0.05)) await bench.reopen();
  }
  const began = now().getTime();
  while (now().getTime() - began < longMs) {
    const { waiting } = await state();
    if (waiting === 0) break;
    await forward(now().getTime() - began < soonMs ? 300_000 : 2 * hourMs);
  }
  await judge();
  judgeBook(shop.book, bookings, scripts, complain);
  for (const item of await untold()) readable(detailOf({ detail: '', ...(item.why && { reasons: [item.why] }) }));
  const told = shop.book.filter(({ answer }) => answer.is === 'takes').length;
  const { waiting } = await state();
  if (waiting > 0) complain(`${waiting} are neither told nor in Resolve after five days`);
  await shop.stop();
  return { findings: [...findings], met, counted: told };
}

function judgeBook(
  book: readonly Heard[],
  bookings: readonly { readonly booking: Booking; readonly at: number }[],
  scripts: ReadonlyMap<string, readonly ShopAnswer[]>,
  complain: (what: string) => void,
): void {
  for (const [at, heard] of book.entries()) {
    const next = book[at + 1];
    const until = Math.min(heard.quietUntil, heard.at + longestWaitMs);
    if (next && next.at < until)
      complain(
        `“${heard.answer.kind}” was followed after ${(next.at - heard.at) / 1000} s where ${(heard.quietUntil - heard.at) / 1000} were asked for`,
      );
    const { booking } = bookings.find((each) => each.booking.id === heard.key) ?? {};
    const said = JSON.parse(heard.body) as { readonly order?: string; readonly service_order_number?: string };
    if (!booking || said.order !== booking.orderKey || said.service_order_number !== booking.orderNo)
      complain(`the shop was told of ${said.order} with the key of ${booking?.orderKey}`);
  }
  for (const { booking, at } of bookings) {
    const heard = book.filter(({ key }) => key === booking.id);
    if (heard.length === 0) complain(`${booking.orderKey} was never told`);
    if (new Set(heard.map(({ body }) => body)).size > 1) complain(`${booking.orderKey} was told in different words with one key`);
    const script = scripts.get(booking.id) ?? [];
    const isEasy = script[0]?.is === 'takes' || script[0]?.is === 'refuses';
    const [first] = heard;
    // A shop that wants to be left alone is.
    const quiet = book.filter((each) => each.at >= at && each.at < (first?.at ?? 0) && each.quietUntil > each.at);
    const quietMs = quiet.reduce((sum, each) => sum + each.quietUntil - each.at, 0);
    if (isEasy && first && first.at - at > soonMs + quietMs)
      complain(
        `${booking.orderKey} was told after ${((first.at - at) / hourMs).toFixed(1)} hours, and the shop says “${first.answer.kind}” to it`,
      );
  }
}
