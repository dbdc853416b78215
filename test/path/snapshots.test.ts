import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSnapshots } from '../../electron/station/snapshots.ts';
import type { Snapshot } from '../../shared/bench.ts';
import { lists, listsOfParcels } from '../../shared/lists.ts';
import { startPlainStation } from './plain-station.ts';

test('a scan and its effects cause few pushes, each numbered, only to current listeners', async () => {
  const { station, call } = await startPlainStation();
  const pushed: Snapshot[] = [];
  const left: Snapshot[] = [];
  station.onSnapshot((snapshot) => void pushed.push(snapshot));
  station.onSnapshot((snapshot) => void left.push(snapshot))();
  const before = station.snapshot();
  await call('scan', { code: 'ORD-1001' });
  await expect.poll(() => pushed.at(-1)?.bench.workflow.step).toBe('asking');
  expect(pushed.map(({ seq }) => seq)).toEqual(pushed.map((_push, index) => before.seq + 1 + index));
  expect(left).toEqual([]);
});

/** Snapshots that push at most every 40 ms, by a clock that only this test moves; records the times of their pushes. */
async function startPaced() {
  const { station } = await startPlainStation();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const snapshots = createSnapshots(station.snapshot, neverBroken, () => Promise.reject(new Error('nothing is tried again')), 40);
  const startedAt = performance.now();
  const pushedAt: number[] = [];
  snapshots.listen(() => void pushedAt.push(Math.round(performance.now() - startedAt)));
  return { snapshots, pushedAt };
}

test("continuous changes are pushed at once, and then at most at the screen's frame rate", async () => {
  const { snapshots, pushedAt } = await startPaced();
  for (let ms = 0; ms < 100; ms += 1) {
    snapshots.changed();
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(200);
  const [first = 0, ...later] = pushedAt;
  expect(first).toBeLessThanOrEqual(1);
  expect(later).toEqual([first + 40, first + 80, first + 120]);
});

test('a change between two frames is pushed before an answer, and not once more after it', async () => {
  const { snapshots, pushedAt } = await startPaced();
  snapshots.changed();
  vi.advanceTimersByTime(1);
  snapshots.changed();
  expect(pushedAt).toHaveLength(1);
  snapshots.flush();
  snapshots.flush();
  expect(pushedAt).toHaveLength(2);
  vi.advanceTimersByTime(100);
  expect(pushedAt).toHaveLength(2);
});

test('an answer contains nothing newer than the last push before it', async () => {
  const { station, call } = await startPlainStation();
  const pushed: Snapshot[] = [];
  station.onSnapshot((snapshot) => void pushed.push(snapshot));
  for (const code of ['ORD-1001', 'ORD-1002', 'ORD-1003']) {
    await call('scan', { code });
    expect(pushed.at(-1)).toEqual(station.snapshot());
  }
});

test('a scan invalidates the parcel lists, and neither Setup nor the printers', async () => {
  const { station, call } = await startPlainStation();
  const { revisions: before } = station.snapshot().frame;
  await call('scan', { code: 'ORD-1001' });
  await expect.poll(() => station.snapshot().bench.workflow.step).toBe('asking');
  const { revisions } = station.snapshot().frame;
  expect(lists.filter((list) => revisions[list] > before[list])).toEqual(listsOfParcels);
});

test('a printer event invalidates no list; saving in Setup invalidates all of them', async () => {
  const { station, printer, call } = await startPlainStation();
  await expect.poll(() => station.snapshot().frame.labelPrinter.kind).toBe('ready');
  const { revisions: before } = station.snapshot().frame;
  printer.set({ paused: true });
  await call('askPrinter', { role: 'label' });
  expect(station.snapshot().frame.labelPrinter).toMatchObject({ kind: 'not-ready', reason: 'paused' });
  expect(station.snapshot().frame.revisions).toEqual(before);
  await call('saveSettings', { settings: { benchName: 'Bench 9' } });
  const { revisions } = station.snapshot().frame;
  expect(lists.filter((list) => revisions[list] > before[list])).toEqual(lists);
});

const neverBroken = (error: unknown): never => {
  throw error;
};

/** Snapshots that fail until they are fixed, and whose pauses the test ends. */
async function startBreaking() {
  const { station } = await startPlainStation();
  let isBroken = true;
  const broken: unknown[] = [];
  const pushed: number[] = [];
  const pauses: (() => void)[] = [];
  const snapshots = createSnapshots(
    () => {
      if (isBroken) throw new Error('disk I/O error');
      return station.snapshot();
    },
    (error) => broken.push(error),
    () => new Promise((resolve) => pauses.push(resolve)),
    0,
  );
  snapshots.listen(({ seq }) => pushed.push(seq));
  snapshots.changed();
  await turn();
  expect(broken).toEqual([new Error('disk I/O error')]);
  return {
    snapshots,
    broken,
    pushed,
    pauses,
    repair: () => void (isBroken = false),
    endPause: async () => {
      pauses.at(-1)?.();
      await turn();
      await turn();
    },
  };
}

test('a state that cannot be drawn is reported and pushed after a pause, even without another change', async () => {
  const { broken, pushed, pauses, repair, endPause } = await startBreaking();
  await endPause();
  expect(broken).toHaveLength(2);
  expect(pauses).toHaveLength(2);
  repair();
  await endPause();
  expect(pushed).toHaveLength(1);
  expect(pauses).toHaveLength(2);
});

test('a state that could not be drawn is pushed once with the next change, and changes until then share one pause', async () => {
  const { snapshots, broken, pushed, pauses, repair, endPause } = await startBreaking();
  snapshots.changed();
  await turn();
  expect(broken).toHaveLength(2);
  expect(pauses).toHaveLength(1);
  repair();
  snapshots.changed();
  await turn();
  expect(pushed).toHaveLength(1);
  await endPause();
  expect(pushed).toHaveLength(1);
  expect(pauses).toHaveLength(1);
});

test('a state that could not be drawn is not drawn again after closing', async () => {
  const { snapshots, broken, pushed, pauses, repair, endPause } = await startBreaking();
  repair();
  snapshots.close();
  await endPause();
  expect([broken, pushed, pauses].map(({ length }) => length)).toEqual([1, 0, 1]);
});

test('after closing nothing is drawn or pushed, not even earlier changes', async () => {
  const { station } = await startPlainStation();
  let drawn = 0;
  const snapshots = createSnapshots(
    () => {
      drawn += 1;
      return station.snapshot();
    },
    neverBroken,
    () => Promise.reject(new Error('nothing is tried again')),
    0,
  );
  snapshots.listen(() => undefined);
  snapshots.changed();
  await turn();
  expect(drawn).toBe(1);
  snapshots.changed();
  snapshots.close();
  snapshots.changed();
  await turn();
  expect(drawn).toBe(1);
});
