import { expect, test } from 'vitest';
import { advance, type BenchEvent, type BenchState, type Workflow, workflowSchema } from '../../shared/bench.ts';
import { events, walks } from './bench-steps.ts';

const stateAt = (workflow: Workflow): BenchState => ({ workflowNo: 7, workflow, waiting: [] });

const pairs = walks.flatMap((workflow) => events.map(([event, to]) => ({ workflow, event, to })));
const isRefused = (workflow: Workflow, event: BenchEvent): boolean => advance(stateAt(workflow), event) === 'unfitting';

test('every step of the parcel is tested with every event', () => {
  expect(walks.map(({ step }) => step).toSorted()).toEqual(workflowSchema.options.map(({ shape }) => shape.step.value).toSorted());
  expect(pairs).toHaveLength(19 * 28);
});

test('an event leads to the expected step, or is refused and changes nothing', () => {
  for (const { workflow, event, to } of pairs) {
    const before = stateAt(workflow);
    const copy = structuredClone(before);
    const after = advance(before, event);
    const name = `${event.is} at ${workflow.step}`;
    expect(before, name).toEqual(copy);
    if (after !== 'unfitting') expect(after.workflow.step, name).toBe(to === 'stays' ? workflow.step : to);
  }
});

test('no scan hides a parcel that is being booked or printed, and only its own events move it', () => {
  const at = (step: Workflow['step']): string[] =>
    pairs.filter(({ workflow, event }) => workflow.step === step && !isRefused(workflow, event)).map(({ event }) => event.is);
  expect(at('printing')).toEqual(['print-moved', 'next-waits', 'finished', 'printer-moved', 'put-down', 'broke']);
  expect(at('unpacked')).toEqual(['scanned', 'finished', 'printer-moved', 'put-down', 'broke']);
  expect(at('booking')).not.toContain('scanned');
  expect(at('ready')).toEqual(['scanned', 'printer-moved', 'put-down', 'broke']);
  expect(at('stuck')).toEqual(['scanned', 'printer-moved', 'put-down', 'broke']);
  expect(at('which-order')).toEqual(['scanned', 'printer-moved', 'put-down', 'broke']);
});

test.each([
  ['booking-moved', ['ready', 'asking', 'printing', 'done', 'may-be-shipped', 'stuck']],
  ['quoted', ['ready', 'looking-up', 'asking', 'choosing', 'printing', 'done', 'unknown', 'wrong-label']],
  ['print-moved', ['ready', 'asking', 'choosing', 'which-order', 'may-be-shipped', 'stuck']],
  ['finished', ['ready', 'asking', 'choosing', 'which-order', 'may-be-shipped', 'stuck']],
  ['next-waits', ['ready', 'choosing', 'done']],
  ['scanned', ['booking', 'printing']],
])('"%s" cannot have happened at %j', (is, steps) => {
  const refused = pairs.filter(({ workflow, event }) => event.is === is && isRefused(workflow, event)).map(({ workflow }) => workflow.step);
  expect(refused).toEqual(expect.arrayContaining(walks.map(({ step }) => step).filter((step) => steps.includes(step))));
});

test('the bench always has a next step: a parcel can always be put down', () => {
  for (const workflow of walks)
    expect(advance(stateAt(workflow), { is: 'put-down' })).toEqual({ workflowNo: 8, workflow: { step: 'ready' }, waiting: [] });
});
