import { subscribe } from 'node:diagnostics_channel';
import { DatabaseSync } from 'node:sqlite';
import { createBenchLedger } from '../../electron/bench/exchange/bench-ledger.ts';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Printers } from '../../electron/bench/ports/printers.ts';
import { createCourier } from '../../electron/courier/courier.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { openWitness } from '../../electron/journal/witness.ts';
import { nameSite } from '../../electron/ledger/accept-invite.ts';
import { leaveLedger } from '../../electron/ledger/leave-ledger.ts';
import { createOrderSource } from '../../electron/orders/look-up.ts';
import { createShops } from '../../electron/orders/shops/shops.ts';
import { createShopBack } from '../../electron/orders/write-back.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import type { Rooms } from '../../electron/station/station.ts';
import { startDisplacement } from './displacement.ts';

/** Stages that a station reached on one way from scan to paper. */
export interface Way {
  /** Milliseconds since the scan, by the stage reached then. */
  readonly stages: ReadonlyMap<string, number>;
  /** Syncs to disk that the station waited for. */
  readonly commits: number;
  /** The longest time during which nothing else could run here, if it was watched for. */
  readonly pause: Pause | undefined;
}

/** One turn of the event loop. */
export interface Pause {
  /** Time spent working or waiting for the disk. */
  readonly ms: number;
  /** Additional time during which the thread was ready to run but another program had the core. */
  readonly displacedMs: number;
  /** The stage that was reached last when it ended. */
  readonly after: string;
}

/** Rooms for the station that record when each stage is reached. */
export interface Stages {
  readonly rooms: Rooms;
  /** Records stages until the returned function is called. `watched`: also records how long nothing else could run, which costs a core. */
  begin(watched: boolean): (firstByteAt: number) => Way;
}

const stageOfWrite: Partial<Record<keyof Journal, string>> = {
  writeQuote: 'quote written',
  writeIntent: 'intent written',
  takeForSending: 'sending written',
  writeAnswer: 'answer written',
  writeBooked: 'booking written',
  writeVerdict: 'label compared',
  addPrintJobs: 'label queued',
};

export function createStages(): Stages {
  let startedAt = 0;
  let stages = new Map<string, number>();
  let commits = 0;
  let commitsBefore = 0;
  const reach = (stage: string): void => {
    if (!stages.has(stage)) stages.set(stage, wallMs() - startedAt);
  };
  const around = async <T>(from: string, to: string, act: () => Promise<T>): Promise<T> => {
    reach(from);
    const result = await act();
    reach(to);
    return result;
  };

  subscribe('undici:client:sendHeaders', (message) => {
    const { request } = message as { readonly request: { readonly method: string } };
    if (request.method === 'POST' && stages.has('sending written')) reach('ship left');
  });
  const exec = DatabaseSync.prototype.exec;
  let isEachSynced = true;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    if (sql.startsWith('PRAGMA synchronous = ')) isEachSynced = sql.endsWith('FULL');
    if (sql === 'COMMIT' && isEachSynced) commits += 1;
    exec.call(this, sql);
  };

  return {
    rooms: {
      openJournal(options) {
        return new Proxy(openJournal(options), {
          get(target, name: keyof Journal) {
            const method = target[name] as (...args: unknown[]) => unknown;
            if (name === 'onDisk')
              return () => {
                commits += 1;
                return target.onDisk();
              };
            const stage = stageOfWrite[name];
            if (stage === undefined) return method;
            return (...args: unknown[]) => {
              const result = method.apply(target, args);
              reach(stage);
              return result;
            };
          },
        });
      },
      openWitness(options) {
        const witness = openWitness(options);
        return {
          ...witness,
          write(head) {
            commits += 1;
            witness.write(head);
          },
        };
      },
      createCourier(options) {
        const courier = createCourier(options);
        return {
          ...courier,
          quote: (shipment, until) => around('quote asked', 'quote answered', () => courier.quote(shipment, until)),
          sendOnce: (request) => around('ship asked', 'ship answered', () => courier.sendOnce(request)),
        } satisfies Courier;
      },
      createLedger: createBenchLedger,
      createOrderSource,
      createShopBack,
      createShops,
      openSharedLedger: () => undefined,
      leaveLedger,
      nameSite,
      createPrinters(options) {
        const printers = createPrinters(options);
        return {
          ...printers,
          prepare: (printer) => around('printer asked', 'printer answered', () => printers.prepare(printer)),
          print(printer, sheet, title, aboutToSend, taken) {
            reach('print begun');
            return printers.print(
              printer,
              sheet,
              title,
              (mark) => {
                aboutToSend(mark);
                reach('mark written');
                commitsBefore = commits;
              },
              taken,
            );
          },
        } satisfies Printers;
      },
    },
    begin(watched) {
      startedAt = wallMs();
      stages = new Map();
      commits = 0;
      const pauses = watched ? watchPauses(() => [...stages.keys()].at(-1) ?? 'scan') : undefined;
      return (firstByteAt) => ({
        stages: new Map([...stages, ['first byte', firstByteAt - startedAt] as const].filter(([, ms]) => ms <= firstByteAt - startedAt)),
        commits: commitsBefore,
        pause: pauses?.(firstByteAt),
      });
    },
  };
}

export const wallMs = (): number => performance.timeOrigin + performance.now();

/** Turns the event loop without pause. The returned function gives the longest turn that ended until a moment. */
function watchPauses(stage: () => string): (until: number) => Pause | undefined {
  const displaced = startDisplacement();
  const turns: (Pause & { readonly endedAt: number })[] = [];
  let last = wallMs();
  let lastDisplacedMs = displaced.ms();
  let isOver = false;
  const turn = (): void => {
    const now = wallMs();
    const displacedMs = displaced.ms() - lastDisplacedMs;
    const ms = now - last - displacedMs;
    if (ms > 1) turns.push({ ms, displacedMs, after: stage(), endedAt: now });
    last = wallMs();
    lastDisplacedMs += displacedMs;
    if (isOver) displaced.close();
    else setImmediate(turn);
  };
  setImmediate(turn);
  return (until) => {
    isOver = true;
    return turns.filter(({ endedAt }) => endedAt <= until).toSorted((a, b) => b.ms - a.ms)[0];
  };
}
