import { deflateRawSync } from 'node:zlib';
import { createEncryption } from '../../../electron/ledger/encryption.ts';
import type { Dice } from '../../crash/dice.ts';
import { anOrder } from '../../journal/samples.ts';

/** A fact as the ledger passes it on, from any bench and any program. */
export interface StrangeFact {
  readonly feed: string;
  readonly bench: number;
  readonly seq: number;
  readonly link: string;
  readonly at: string;
  readonly what: string | null;
  readonly attempt: string | null;
  readonly kind: string | null;
  readonly orderKey: string | null;
  readonly shipmentNo: number | null;
  readonly account: string | null;
  readonly state: string | null;
  readonly orderNo: string;
  readonly parcels: readonly string[] | null;
  readonly joined: readonly { readonly orderKey: string | null; readonly shipmentNo: number }[] | null;
  readonly encrypted: string | null;
}

/** A sender's meaning, as far as a person at another bench has to know it. */
export interface MeantParcel {
  readonly orderKey: string;
  /** Further orders in the same shipment. */
  readonly joined: readonly string[];
  readonly bench: number;
  /** Numbers under which the parcel must be found, if its bench's data is readable. */
  readonly numbers: readonly string[];
  readonly isReadable: boolean;
}

/** The key of the site. Some senders use another one, which is not here. */
export const siteKeys = [{ number: 1, key: new Uint8Array(32).fill(5) }];
export const otherKeys = [{ number: 9, key: new Uint8Array(32).fill(6) }];

export const words = [
  'Łucja Żółć',
  '北川 優',
  'Ωμέγα Παπά',
  'محمد علي',
  'Zoë\u0000Nul',
  '\u202Eevil\u202C',
  'a\uD83D half',
  '👩‍👩‍👧‍👦'.repeat(40),
  '',
  ' ',
  'x'.repeat(4000),
  '{{constructor}}',
  "'; DROP TABLE bookings; --",
  '__proto__',
] as const;
const moments = [
  '2026-11-24T10:00:00.000Z',
  '2026-11-24T10:00:00Z',
  '1970-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00Z',
  '2099-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59Z',
] as const;
const keys = [
  'ORD-1',
  'ord-1',
  '#ORD-1',
  'ORD-2',
  'ORD-3',
  'ÄÖ-7',
  '北-1',
  '10️⃣',
  'A'.repeat(80),
  "O'R-1",
  '%',
  '_',
  '*',
  '-',
  '0',
] as const;
const states = [
  'booked',
  'booked',
  'booked',
  'booked',
  'sending',
  'unknown',
  'rejected',
  'released',
  'stray',
  'held',
  'handed-over',
] as const;

/** Returns a shipment as our own program packs it. */
function booking(dice: Dice, orderKey: string, id: string, numbers: readonly string[]) {
  const [orderNo = '', consignmentNo = '', ...trackingNos] = numbers;
  const name = dice.pick(words);
  return {
    id,
    orderKey,
    shipmentNo: 1,
    state: 'booked',
    packer: dice.pick(words),
    openedAt: dice.pick(moments),
    changedAt: dice.pick(moments),
    order: anOrder(orderKey, { name, city: dice.pick(words) }),
    sender: null,
    service: null,
    extras: { co2: false, insurance: false, servicePoint: null },
    price: null,
    orderNo,
    consignmentNo,
    trackingNos,
    verdict: null,
    messages: [],
    onParcelAt: null,
    pickupId: null,
    otherAccount: null,
    jobs: [],
    papersDue: [],
  };
}

type Packed = { readonly bytes: Uint8Array; readonly isReadable: boolean };
/** Expands from few bytes to more than a bench has memory for. */
export const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
const packed = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value));

/** Draws a shipment as a bench packs it, or data that is none. */
function drawPacked(dice: Dice, whole: ReturnType<typeof booking>): Packed {
  const odd = (bytes: Uint8Array): Packed => ({ bytes, isReadable: false });
  const { sender: _sender, verdict: _verdict, ...part } = whole;
  switch (dice.whole(13)) {
    case 0:
      return odd(packed(part));
    case 1:
      return odd(packed({ ...whole, state: 'handed-over' }));
    case 2:
      return odd(packed({ ...whole, jobs: [{ state: 'on-the-belt' }] }));
    case 3:
      return odd(packed([whole]));
    case 4:
      return odd(packed(null));
    case 5:
      return odd(bomb);
    case 6:
      return odd(Buffer.from('no deflate'));
    case 7:
      return odd(packed(whole).subarray(0, 40));
    case 8:
      return odd(deflateRawSync('{"id":'));
    case 9:
      return { bytes: packed({ ...whole, order: { ...whole.order, noteForPacker: 'n'.repeat(3_000_000) } }), isReadable: true };
    default:
      return { bytes: packed(whole), isReadable: true };
  }
}

/** Draws the benches of a site and the facts they send, round by round. They run no real program. */
export function drawSite(dice: Dice) {
  const feeds = Array.from({ length: 1 + dice.whole(4) }, (_, at) => ({
    feed: `feed-${at}`,
    bench: at + 2,
    sentFacts: [] as StrangeFact[],
    era: 0,
  }));
  const parcels = new Map<string, MeantParcel & { readonly state: string }>();
  let drawn = 0;

  function draw({ feed, bench, sentFacts, era }: (typeof feeds)[number]): StrangeFact {
    drawn += 1;
    const isRepeat = sentFacts.length > 0 && dice.chance(0.3);
    const before = isRepeat ? dice.pick(sentFacts as [StrangeFact, ...StrangeFact[]]) : undefined;
    const attempt = before?.attempt ?? `${feed}-${era}-${drawn}`;
    const kind = before?.kind ?? dice.pick(['ship', 'ship', 'ship', 'ship', 'pickup', 'return', '']);
    const orderKey = before?.orderKey ?? (kind === 'ship' ? dice.pick(keys) : null);
    const joined = before
      ? before.joined
      : dice.pick([null, null, [], [{ orderKey: dice.pick([...keys, null]), shipmentNo: dice.pick([1, 2]) }]] as const);
    const state = dice.pick(states);
    const numbers = [`N${drawn}O`, `N${drawn}C`, `N${drawn}T`];
    const encryption = createEncryption({ keys: () => (dice.chance(0.9) ? siteKeys : otherKeys), bench: () => bench });
    const body = drawPacked(dice, booking(dice, orderKey ?? 'ORD-1', `b-${attempt}`, numbers));
    const isEncrypted = kind === 'ship' ? dice.chance(0.7) : dice.chance(0.3);
    const at = {
      world: 'sandbox',
      attempt: dice.chance(0.95) ? attempt : 'another',
      kind: kind === 'ship' ? 'shipment' : 'pickup',
    } as const;
    const encrypted = isEncrypted ? encryption.encrypt(body.bytes, at) : undefined;
    const opens =
      encrypted && createEncryption({ keys: () => siteKeys, bench: () => 1 }).decrypt(encrypted, { ...at, attempt }) !== undefined;
    const isUnread = dice.chance(0.05);
    if (kind === 'ship' && orderKey !== null && !isUnread) {
      const was = parcels.get(attempt);
      const isReadable = opens === true && body.isReadable;
      parcels.set(attempt, {
        orderKey,
        joined: (joined ?? []).map((each) => each.orderKey ?? ''),
        bench,
        state,
        numbers: [...(was?.numbers ?? []), ...(isReadable ? numbers : [])],
        isReadable: isReadable || was?.isReadable === true,
      });
    }
    const fact: StrangeFact = {
      feed,
      bench,
      seq: sentFacts.length + 1,
      link: `${era}${String(drawn).padStart(8, '0')}`,
      at: dice.pick([
        '2026-11-24 10:00:05.123456+00',
        '2026-11-24T10:00:05+00:00',
        '0001-01-01T00:00:00+00:00',
        '9999-12-31T23:59:59.999999+00:00',
      ]),
      what: dice.pick(['booked', 'noted', 'sending', 'unknown', 'rejected', 'released', 'handed-over', '', null]),
      attempt: isUnread ? null : attempt,
      kind: isUnread ? null : kind,
      orderKey,
      shipmentNo: dice.pick([1, 1, 1, 2, 999_999_999, null]),
      account: dice.pick(['', 'main', 'x'.repeat(300), null]),
      state: isUnread ? null : state,
      orderNo: dice.chance(0.5) ? numbers[0]! : '',
      parcels: kind === 'pickup' ? [`b-${feed}`, attempt, attempt, ...parcels.keys()].slice(0, 4) : dice.pick([null, null, []]),
      joined,
      encrypted: encrypted ? Buffer.from(encrypted).toString('base64') : null,
    };
    sentFacts.push(fact);
    return fact;
  }

  return {
    parcels,
    /** Each bench sends a few more facts; one of them may start again from a restored journal. */
    sendMore(): void {
      for (const each of feeds) {
        if (each.sentFacts.length > 0 && dice.chance(0.1)) {
          each.sentFacts.length = 1 + dice.whole(each.sentFacts.length);
          each.era += 1;
        }
        for (let more = dice.whole(6); more > 0; more -= 1) draw(each);
      }
    },
    ends: () => Object.fromEntries(feeds.flatMap(({ feed, sentFacts }) => (sentFacts.length > 0 ? [[feed, sentFacts.length]] : []))),
    /** Returns the ledger's answer to a bench at these cursors, with the current state of each attempt. */
    behind(cursors: Readonly<Record<string, readonly [number, string]>>, most: number): readonly object[] {
      const found: StrangeFact[] = [];
      for (const { feed, sentFacts } of feeds) {
        const [seq = 0, link = ''] = cursors[feed] ?? [];
        const isNewFeed = seq > 0 && sentFacts[seq - 1]?.link !== link;
        if (!isNewFeed && seq === sentFacts.length) continue;
        found.push(...sentFacts.slice(isNewFeed ? 0 : seq));
      }
      return found.slice(0, 1 + dice.whole(most)).map((fact) => ({
        ...fact,
        state: (fact.attempt && parcels.get(fact.attempt)?.state) ?? fact.state,
      }));
    },
  };
}
