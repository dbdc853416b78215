import { describe, expect, test } from 'vitest';
import type { ContextParts } from '../../electron/bench/context-parts.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { runModel } from './acts.ts';
import type { Spoil } from './small-world.ts';

const seed = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test(`150 random days keep every rule of money and paper (seed ${seed})`, async () => {
  const totals = await runModel(150, seed);
  // A model without activity breaks no rule.
  for (const [what, count] of Object.entries(totals)) expect(count, what).toBeGreaterThan(0);
});

const withJournal =
  (change: (journal: Journal) => Partial<Journal>): Spoil =>
  (parts) => ({ ...parts, journal: { ...parts.journal, ...change(parts.journal) } });
const withParts =
  (change: (parts: ContextParts) => Partial<ContextParts>): Spoil =>
  (parts) => ({ ...parts, ...change(parts) });

const spoils: Record<string, { readonly spoil: Spoil; readonly breaks: RegExp }> = {
  'that sends every booking twice': {
    spoil: withParts(({ courier }) => ({
      courier: {
        ...courier,
        async sendOnce(request) {
          await courier.sendOnce(request);
          return courier.sendOnce(request);
        },
      },
    })),
    breaks: /was booked twice|was sent|by nobody/,
  },
  'that takes a lost answer for a request that never left': {
    spoil: withJournal((journal) => ({ writeUnknown: (id, why) => journal.returnUnsent(id, why) })),
    breaks: /was booked|is lost|cannot become|an answer came for a booking that is quoted/,
  },
  'that sends before it writes down what it is about to buy': {
    spoil: withJournal((journal) => {
      const late: (() => void)[] = [];
      const write = (): void => {
        for (const each of late.splice(0)) each();
      };
      return {
        writeIntent: (id, intent) => void late.push(() => journal.writeIntent(id, intent)),
        takeForSending: (id) => late.push(() => journal.takeForSending(id)) > 0,
        returnUnsent(id, why) {
          write();
          journal.returnUnsent(id, why);
        },
        writeAnswer(id, answer) {
          write();
          journal.writeAnswer(id, answer);
        },
        writeUnknown(id, why) {
          write();
          journal.writeUnknown(id, why);
        },
      };
    }),
    breaks: /is lost|an answer came for a booking that is quoted/,
  },
  'that prints again what may have come out': {
    spoil: withJournal((journal) => ({
      moveJob: (id, from, to, detail) => journal.moveJob(id, from, to === 'print-unknown' ? 'queued' : to, detail),
    })),
    breaks: /came out 2 times/,
  },
  'that calls printed what the printer did not speak of': {
    spoil: withParts(({ printers }) => ({
      printers: {
        ...printers,
        async print(...asked) {
          const outcome = await printers.print(...asked);
          return outcome.is === 'unknown' ? { is: 'printed', detail: '' } : outcome;
        },
      },
    })),
    breaks: /called printed/,
  },
  'that finds every label fitting': {
    spoil: withParts(({ paper }) => ({ paper: { ...paper, compare: async () => ({ kind: 'match' }) } })),
    breaks: /label of M-9 came out/,
  },
  'that lets an unknown booking go by itself': {
    spoil: withJournal((journal) => ({
      bookingsInState(states) {
        if (states[0] === 'intent') for (const { id } of journal.bookingsInState(['unknown'])) journal.release(id, 'at the start', '');
        return journal.bookingsInState(states);
      },
    })),
    breaks: /nobody settled it|was booked 2 times/,
  },
};

describe('the rules are broken by a bench', () => {
  test.each(Object.entries(spoils))('%s', async (_what, { spoil, breaks }) => {
    await expect(runModel(400, 7, { spoil, endOnFailure: true })).rejects.toThrow(breaks);
  });
});
