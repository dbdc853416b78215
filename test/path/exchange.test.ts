import { expect, test } from 'vitest';
import { createFail } from '../../electron/bench/context.ts';
import { createBenchLedger } from '../../electron/bench/exchange/bench-ledger.ts';
import {
  type Exchange,
  type ExchangeContext,
  recordIntent,
  recordOutcome,
  reserve,
  sendTaken,
  takeForSending,
} from '../../electron/bench/exchange/exchange.ts';
import type { Kind } from '../../electron/bench/exchange/kinds.ts';
import { createPendingWrites } from '../../electron/bench/exchange/pending-writes.ts';
import type { Courier, Sent } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Ledger } from '../../electron/bench/ports/ledger.ts';
import { codeOfJournalError, JournalError } from '../../electron/journal/journal-error.ts';
import type { Failure, FailureCode } from '../../shared/failure.ts';

const claimed = {
  what: { is: 'ship', orderKey: 'ORD-1', source: '', shipmentNo: 1 },
  digest: 'digest',
  account: 'account',
} as const;
const request = { action: 'ship', body: new Uint8Array() } as never;
const answered: Sent = { is: 'answered', answer: { status: 200, contentType: 'application/json', body: new Uint8Array() } };

interface Faults {
  readonly claim?: FailureCode;
  /** Number of the check that refuses, from 1. */
  readonly refusal?: number;
  readonly write?: 'intent' | 'take' | 'taken';
  readonly isTakenMeanwhile?: boolean;
}

/** One shipment in memory, with a list of everything that happened to it. */
function oneShipment(faults: Faults = {}) {
  const done: string[] = [];
  let state = 'quoted';
  let checks = 0;
  let isDiskBroken = false;
  const failIf = (isBroken: boolean): void => {
    if (isBroken) throw new JournalError('unwritable', 'disk I/O error');
  };
  const fail = createFail(
    () => 'REF',
    () => undefined,
  );
  const move = (to: string): void => {
    state = to;
    done.push(to);
  };
  const ledger: Ledger = {
    ...createBenchLedger({ fail }),
    // Then the reservation is checked between its two questions too.
    isShared: true,
    async claim() {
      done.push('claim');
      return faults.claim ? (fail(faults.claim) as never) : { ok: true, value: {} };
    },
    ended: () => void done.push('released'),
  };
  const log = (): void => undefined;
  const context: ExchangeContext = {
    breaker: { doubtful: () => undefined } as never,
    bug: () => fail('bug').failure,
    courier: {
      async sendOnce() {
        done.push('sent');
        return answered;
      },
    } as unknown as Courier,
    fail,
    journal: {
      drawAttempt: () => ({ id: 'attempt', secret: 'secret' }),
      soon: (work: () => unknown) => work(),
      async onDisk() {
        await Promise.resolve();
        failIf(isDiskBroken);
        done.push('on disk');
      },
    } as unknown as Journal,
    ledger,
    log,
    pendingWrites: createPendingWrites(log, codeOfJournalError),
    world: 'live',
  };
  const kind: Kind = {
    name: 'ship',
    troubleIfUnknown: 'unknown',
    about: () => ({}),
    stateOf: () => state,
    begun: () => [],
    take() {
      failIf(faults.write === 'take');
      if (faults.isTakenMeanwhile || state !== 'intent') return false;
      move('sending');
      return true;
    },
    returnUnsent: () => move('quoted'),
    writeAnswer: () => move('answered'),
    writeUnknown: () => move('unknown'),
  };
  const exchange: Exchange<FailureCode> = {
    kind,
    id: 'booking',
    refusal(): Failure | undefined {
      checks += 1;
      done.push('checked');
      return checks === faults.refusal ? fail('order-changed').failure : undefined;
    },
  };
  const intend = () =>
    recordIntent(context, exchange, claimed, () => {
      failIf(faults.write === 'intent');
      move('intent');
      return true;
    });
  const writeTaken = (): string => {
    failIf(faults.write === 'taken');
    return 'written';
  };
  return {
    context,
    done,
    state: () => state,
    breakDisk: (isBroken: boolean) => void (isDiskBroken = isBroken),
    intend,
    writeTaken,
    /** Every step up to the taking. */
    async taken() {
      const intended = await intend();
      if (intended.is !== 'intended') return intended;
      const reserved = await reserve(context, intended);
      return reserved.is === 'reserved' ? takeForSending(context, reserved, writeTaken) : reserved;
    },
  };
}

async function takenOf(shipment: ReturnType<typeof oneShipment>) {
  const taken = await shipment.taken();
  if (taken.is !== 'taken') throw new Error(taken.is);
  return taken;
}

test('a shipment goes through every step once, and its reservation is released last', async () => {
  const shipment = oneShipment();
  const taken = await takenOf(shipment);
  expect(taken.written).toBe('written');
  const sent = await sendTaken(shipment.context, taken, request);
  const settle = async (onDisk: Promise<void>): Promise<void> => {
    await onDisk;
    shipment.done.push('settled');
  };
  expect(await recordOutcome(shipment.context, taken, sent, settle, () => undefined)).toBe(true);
  expect(shipment.done).toEqual([
    'checked',
    'intent',
    'claim',
    'checked',
    'checked',
    'sending',
    'sent',
    'answered',
    'on disk',
    'settled',
    'released',
  ]);
});

test.each([
  ['it is refused before its intent', { refusal: 1 }, 'order-changed', []],
  ['its intent cannot be written', { write: 'intent' }, 'journal-unwritable', ['released']],
  ['another bench has the order', { claim: 'taken-elsewhere' }, 'taken-elsewhere', ['intent', 'quoted', 'released']],
  ['it is refused during the reservation', { refusal: 2 }, 'order-changed', ['intent', 'quoted', 'released']],
  ['it is refused after the reservation', { refusal: 3 }, 'order-changed', ['intent', 'quoted', 'released']],
  ['its taking cannot be written', { write: 'take' }, 'journal-unwritable', ['intent', 'quoted', 'released']],
  ['what belongs to the taking cannot be written', { write: 'taken' }, 'journal-unwritable', ['intent', 'sending', 'quoted', 'released']],
] as const)('nothing is sent and all is undone if %s', async (_title, faults, code, moves) => {
  const shipment = oneShipment(faults);
  expect(await shipment.taken()).toMatchObject({ is: 'refused', failure: { code } });
  expect(shipment.done.filter((each) => each !== 'checked' && each !== 'claim')).toEqual(moves);
  expect(shipment.state()).toBe('quoted');
});

test('a shipment that another attempt took is not touched, and its reservation is released', async () => {
  const shipment = oneShipment({ isTakenMeanwhile: true });
  expect(await shipment.taken()).toEqual({ is: 'taken-already' });
  expect(shipment.done.slice(-2)).toEqual(['checked', 'released']);
  expect(shipment.state()).toBe('intent');
});

test('a shipment is sent once, even if its caller sends it again', async () => {
  const shipment = oneShipment();
  const taken = await takenOf(shipment);
  await Promise.allSettled([sendTaken(shipment.context, taken, request), sendTaken(shipment.context, taken, request)]);
  await expect(sendTaken(shipment.context, taken, request)).rejects.toThrow('a second time');
  await expect(sendTaken(shipment.context, { ...taken }, request)).rejects.toThrow('a second time');
  expect(shipment.done.filter((each) => each === 'sent')).toHaveLength(1);
});

test('the request leaves in the tick of the last check', async () => {
  const { context, done, intend, writeTaken } = oneShipment();
  const intended = await intend();
  if (intended.is !== 'intended') throw new Error(intended.is);
  const reserved = await reserve(context, intended);
  if (reserved.is !== 'reserved') throw new Error(reserved.is);
  done.length = 0;
  queueMicrotask(() => done.push('something else'));
  const taken = takeForSending(context, reserved, writeTaken);
  if (taken instanceof Promise) throw new Error('not taken');
  await sendTaken(context, taken, request);
  expect(done).toEqual(['checked', 'sending', 'sent', 'something else']);
});

test('an outcome that the disk refuses stays owed, and is settled once it can be written', async () => {
  const shipment = oneShipment();
  const taken = await takenOf(shipment);
  const sent = await sendTaken(shipment.context, taken, request);
  const shown: string[] = [];
  const settle = async (onDisk: Promise<void>): Promise<void> => {
    await onDisk;
    shown.push('settled');
  };
  shipment.breakDisk(true);
  expect(await recordOutcome(shipment.context, taken, sent, settle, () => shown.push('broken'))).toBe(false);
  expect(shown).toEqual([]);
  expect(shipment.done).not.toContain('released');
  expect(shipment.context.pendingWrites.ids()).toEqual(['booking']);
  shipment.breakDisk(false);
  await shipment.context.pendingWrites.again();
  expect(shown).toEqual(['settled']);
  expect(shipment.done.filter((each) => each === 'answered')).toHaveLength(1);
  expect(shipment.done.at(-1)).toBe('released');
});

test('an outcome on which the program fails becomes unknown and is never sent again', async () => {
  const shipment = oneShipment();
  const taken = await takenOf(shipment);
  const sent = await sendTaken(shipment.context, taken, request);
  const shown: string[] = [];
  const settle = async (): Promise<never> => {
    throw new Error('a bug');
  };
  expect(await recordOutcome(shipment.context, taken, sent, settle, ({ code }) => shown.push(code))).toBe(true);
  expect(shown).toEqual(['bug']);
  expect(shipment.state()).toBe('unknown');
  expect(shipment.done.filter((each) => each === 'sent')).toHaveLength(1);
  expect(shipment.done.at(-1)).toBe('released');
});
