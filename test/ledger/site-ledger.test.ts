import { expect, test } from 'vitest';
import { createFail } from '../../electron/bench/context.ts';
import { createSiteLedger, openSharedLedger } from '../../electron/station/site-ledger.ts';

test('a joined bench keeps its ledger if another address and token cannot be saved', async () => {
  const access = {
    has: () => true,
    read: () => ({ url: 'postgres://bench@127.0.0.1:1/ledger', token: 'dG9rZW4' }),
    save: () => {
      throw new Error('the disk is full');
    },
    forget: () => undefined,
  };
  const fail = createFail(
    () => 'SITE',
    () => undefined,
  );
  const platform = { now: () => new Date(), elapsed: () => performance.now(), trustedCertificates: () => [] };
  const site = createSiteLedger(
    { access, siteKeys: { read: () => [] }, platform, fail, log: () => undefined, ref: () => 'SITE' },
    openSharedLedger,
  );
  const before = site.current();
  expect(before).toBeDefined();
  expect(() => site.join({ url: 'postgres://bench@127.0.0.1:1/moved', token: 'b3RoZXI' })).toThrow('the disk is full');
  expect(site.current()).toBe(before);
  await site.close();
});
