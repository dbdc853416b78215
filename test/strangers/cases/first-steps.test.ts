import { expect, test } from 'vitest';
import { startPlainStation } from '../../path/plain-station.ts';

test('a first step is ticked after its test print or its scan on this bench, even after a restart', async () => {
  const { call, reopen } = await startPlainStation();
  const ticked = async () => (await call('setup', {})).firstSteps;
  expect(await ticked()).toEqual({ testLabel: false, commandSheet: false });
  await call('scan', { code: 'ORD-1001' });
  expect(await ticked()).toEqual({ testLabel: false, commandSheet: false });
  await call('scan', { code: 'XPBXNEX' });
  expect(await ticked()).toEqual({ testLabel: false, commandSheet: true });
  await call('printTest', { role: 'label' });
  expect(await ticked()).toEqual({ testLabel: true, commandSheet: true });
  await reopen();
  expect(await ticked()).toEqual({ testLabel: true, commandSheet: true });
});
