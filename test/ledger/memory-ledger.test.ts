import { describe, expect } from 'vitest';
import { createFail } from '../../electron/bench/context.ts';
import type { Attempt } from '../../shared/attempt.ts';
import { type Asked, ledgerContract } from '../contract/ledger.ts';
import { createMemorySite } from './memory-ledger.ts';

describe('the ledger of a site in memory', () => {
  ledgerContract(async () => {
    const fail = createFail(
      () => 'LEDGER',
      () => undefined,
    );
    const site = createMemorySite();
    const asked = (): Asked => {
      const ledger = site.bench()({ fail });
      return {
        ledger,
        end: async (attempt: Attempt) => expect(await ledger.giveUp(attempt)).toEqual({ ok: true, value: 'released' }),
      };
    };
    return [asked(), asked()];
  });
});
