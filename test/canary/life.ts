import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { createCourier } from '../../electron/courier/courier.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { openSharedLedger } from '../../electron/station/site-ledger.ts';
import { openStation, shortLooks } from '../path/plain-platform.ts';
import { watchdogMs } from '../watchdog.ts';

// A bench in a process of its own, which another process drives and kills. It takes one request after the other.

export interface LifePlan {
  readonly dir: string;
  /** Folder for files that a person saves. */
  readonly exports: string;
  /** Text that is added to each answer of the service that is sent once. */
  readonly inAnswers: string;
  /** Days that its clock is ahead. */
  readonly daysAhead: number;
}

export type Asked =
  | { readonly do: 'call'; readonly name: string; readonly args: unknown }
  | { readonly do: 'snapshot' | 'copied' | 'data key' | 'close' }
  | { readonly do: 'fact'; readonly name: string }
  | { readonly do: 'days ahead'; readonly days: number };

const plan = JSON.parse(process.env['CANARY_LIFE'] ?? '') as LifePlan;
const dayMs = 24 * 3_600_000;
let { daysAhead } = plan;
let copied = '';
let dataKey: Uint8Array | null = null;
let journal: Journal | undefined;
/** The key store of this computer: a program that reads the disk does not have the key. */
const turned = (key: Uint8Array): Uint8Array => key.map((byte) => byte ^ 0x5a);

const station = await openStation(
  plan.dir,
  {
    now: () => new Date(Date.now() + daysAhead * dayMs),
    sleep: shortLooks,
    wrapKey: async (key) => turned((dataKey = Uint8Array.from(key))),
    unwrapKey: async (bytes) => (dataKey = turned(bytes)),
    copyText: async (text) => void (copied = text),
    saveFile: async (name, bytes) => {
      mkdirSync(plan.exports, { recursive: true });
      const path = join(plan.exports, name);
      writeFileSync(path, bytes);
      return path;
    },
  },
  {
    openJournal: (where) => (journal = openJournal(where)),
    openSharedLedger: (parts) => openSharedLedger({ ...parts, limits: { connectMs: watchdogMs, answerMs: watchdogMs } }),
    createPrinters: (about) => createPrinters({ ...about, timing: { goodForMs: 0 } }),
    createCourier: (about) => {
      const courier = createCourier(about);
      return {
        ...courier,
        async sendOnce(...request) {
          const sent = await courier.sendOnce(...request);
          if (sent.is !== 'answered') return sent;
          const text = new TextDecoder().decode(sent.answer.body).replace(/^\{/, `{"remark":${JSON.stringify(plan.inAnswers)},`);
          return { ...sent, answer: { ...sent.answer, body: new TextEncoder().encode(text) } };
        },
      };
    },
  },
);

async function answer(asked: Asked): Promise<unknown> {
  switch (asked.do) {
    case 'call': {
      const handler = station.handlers[asked.name as keyof typeof station.handlers] as (args: unknown) => Promise<unknown>;
      return await handler(asked.args);
    }
    case 'snapshot':
      return station.snapshot();
    case 'copied':
      return copied;
    case 'data key':
      return dataKey;
    case 'fact':
      return journal?.fact(asked.name) ?? null;
    case 'days ahead':
      daysAhead = asked.days;
      return null;
    case 'close':
      await station.close();
      return null;
  }
}

process.on('message', ({ id, asked }: { id: number; asked: Asked }) => {
  answer(asked).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.send?.({ id: 0, value: null });
