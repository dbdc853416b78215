import { describe } from 'vitest';
import { createFail } from '../../electron/bench/context.ts';
import { createBenchLedger } from '../../electron/bench/exchange/bench-ledger.ts';
import { type Asked, ledgerContract } from '../contract/ledger.ts';

describe('the local ledger of one bench', () => {
  ledgerContract(async () => {
    const fail = createFail(
      () => 'LEDGER',
      () => undefined,
    );
    const ledger = createBenchLedger({ fail });
    const asked: Asked = { ledger, end: ({ id }) => ledger.ended(id) };
    return [asked, asked];
  });
});
