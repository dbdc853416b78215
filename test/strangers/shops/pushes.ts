import { noPush } from '../../../shared/order-push.ts';
import { slotOf } from '../../../shared/scan.ts';
import { createDice } from '../../crash/dice.ts';
import { freePort } from '../../fakes/free-port.ts';
import { startPlainStation } from '../../path/plain-station.ts';
import { type Received, talk } from './raw-client.ts';
import { drawSending, type Sending } from './senders.ts';
import { type Body, drawBody, type MeantOrder } from './sent-orders.ts';
import type { ShopReport } from './shop-report.ts';

interface AnswerBody {
  readonly total?: number;
  readonly rows?: readonly { readonly row: number; readonly order: string; readonly became: string }[];
  readonly code?: string;
}

/** An order in a bench's list, as far as a label shows it. */
type Listed = Pick<MeantOrder, 'name' | 'postal_code' | 'city'>;
const listedOf = ({ name, postal_code, city }: MeantOrder): Listed => ({ name, postal_code, city });
const wordsOf = (listed: Listed | undefined): string => JSON.stringify(listed ?? null);

const known = new Set([200, 400, 401, 404, 405, 408, 413, 415, 417, 422, 431, 503]);

/** Runs senders that share no code with ours against a bench in the live environment. Compares each answer with the list. */
export async function livePushes(seed: string, pushes: number): Promise<ShopReport> {
  const bench = await startPlainStation({ world: 'live', orders: 'order,name,street,city,country\n' });
  const port = await freePort();
  const { token } = await bench.call('savePush', { ...noPush, isOn: true, port, newToken: false });
  if (token === null) throw new Error('no token was made');
  const findings: string[] = [];
  const met = new Map<string, number>();
  /** Possible entries of the list under each number; several if a push was never answered. */
  const mayBe = new Map<string, readonly (Listed | undefined)[]>();
  let taken = 0;

  async function list(): Promise<Map<string, Listed[]>> {
    const found = new Map<string, Listed[]>();
    for (let offset = 0, total = 1; offset < total; offset += 200) {
      const page = await bench.call('orders', { search: '', offset, limit: 200 });
      total = page.total;
      for (const { order } of page.rows) {
        const { name, postalCode, city } = order.recipient;
        found.set(slotOf(order.key), [...(found.get(slotOf(order.key)) ?? []), { name, postal_code: postalCode, city }]);
      }
    }
    return found;
  }

  for (let at = 0; at < pushes; at += 1) {
    const dice = createDice(`${seed} push ${at}`);
    let keyNo = 0;
    const key = (): string => (dice.chance(0.3) && at > 0 ? `S-${dice.whole(at)}-0` : `S-${at}-${keyNo++}`);
    const body = drawBody(dice, key);
    const sending = drawSending(dice, body, port, token);
    const story = `${seed} push ${at}: ${sending.kind} | ${body.kind}`;
    for (const kind of [...sending.kind.split(' ').slice(2, -1), ...body.kind.split(' in ')]) met.set(kind, (met.get(kind) ?? 0) + 1);
    const complain = (what: string): void => void findings.push(`${story}: ${what}`);
    const received = await talk(port, sending.acts, sending.readsLate, sending.isHead);
    const answerBody = judgeAnswer(received, sending, body, complain);
    for (const [slot, listed] of may(mayBe, answerBody, sending, body)) mayBe.set(slot, listed);
    taken += answerBody?.rows?.filter(({ became }) => became === 'taken').length ?? 0;
    // A push without an answer may still be on its way; the import of a file waits until everything before it is taken.
    if (!sending.stays) {
      await new Promise((resolve) => setTimeout(resolve, 15));
      await bench.station.handlers.importOrders({ name: 'nothing.json', bytes: new TextEncoder().encode('[]') });
    }
    const stands = await list();
    let wrongs = 0;
    for (const slot of new Set([...stands.keys(), ...mayBe.keys()])) {
      const [listed, ...others] = stands.get(slot) ?? [];
      if (others.length > 0) complain(`${slot} stands ${others.length + 1} times in the list`);
      const allowed = mayBe.get(slot) ?? [undefined];
      const isWrong = !allowed.some((each) => wordsOf(each) === wordsOf(listed));
      wrongs += Number(isWrong);
      if (isWrong && wrongs === 1) complain(`${slot} is ${wordsOf(listed)} in the list, and may be ${allowed.map(wordsOf).join(' or ')}`);
      // Each failure is reported once.
      mayBe.set(slot, sending.stays ? [listed] : allowed);
    }
  }
  return { findings, met, counted: taken };
}

/** Returns the sender's answer about its orders, if there is one; complains about unusable answers. */
function judgeAnswer(received: Received, sending: Sending, body: Body, complain: (what: string) => void): AnswerBody | undefined {
  const [answer] = received.answers;
  if (!answer) {
    if (sending.stays) complain(`it was not answered: ${received.error} ${received.rest.slice(0, 60)}`);
    return undefined;
  }
  if (!known.has(answer.status)) complain(`it was answered ${answer.status}`);
  if (answer.status === 200 && !(sending.mayTake && sending.isWhole)) complain('it was let in');
  if (sending.isPlain && body.isRight && answer.status !== 200)
    complain(`it is right and was answered ${answer.status} ${answer.body.slice(0, 200)}`);
  if (answer.status !== 200) return undefined;
  const answerBody = JSON.parse(answer.body) as AnswerBody;
  const { rows = [], total = 0 } = answerBody;
  if (body.orders.length > 0 && !body.kind.startsWith('strange') && total !== body.orders.length)
    complain(`it sent ${body.orders.length} orders and was informed of ${total}`);
  const answered = new Set(rows.map(({ row }) => row));
  for (let row = 1; row <= total; row += 1) if (!answered.has(row)) complain(`nothing was answered of its order at place ${row}`);
  for (const { row, order, became } of rows)
    if ((became === 'taken' || became === 'unchanged') && slotOf(body.orders[row - 1]?.order ?? '') !== slotOf(order))
      complain(`what was answered for ${order} stands at place ${row}, where ${body.orders[row - 1]?.order} was sent`);
  return answerBody;
}

/** Returns the possible entries of the list under each number that was sent. */
function may(
  before: ReadonlyMap<string, readonly (Listed | undefined)[]>,
  answerBody: AnswerBody | undefined,
  sending: Sending,
  body: Body,
): Map<string, readonly (Listed | undefined)[]> {
  const now = new Map<string, readonly (Listed | undefined)[]>();
  for (const order of body.orders) {
    const slot = slotOf(order.order);
    const was = before.get(slot) ?? [undefined];
    const at = body.orders.filter((each) => slotOf(each.order) === slot).map((each) => body.orders.indexOf(each) + 1);
    const rows = answerBody?.rows?.filter(({ row }) => at.includes(row)) ?? [];
    const isTaken = rows.some(({ became }) => became === 'taken' || became === 'unchanged');
    const sent = body.orders.filter((each) => slotOf(each.order) === slot).map(listedOf);
    if (isTaken) now.set(slot, sent);
    else if (!sending.stays && sending.mayTake && sending.isWhole) now.set(slot, [...was, ...sent]);
  }
  return now;
}
