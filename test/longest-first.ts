import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests that take longest, by parts of their file names. Started last, they would keep one core busy while the others are idle. */
const longest = [
  // In `npm run campaigns`.
  'crash/kills',
  'model/model.campaign',
  'journal/power-cut',
  'paper/printed-labels',
  'strangers/strangers.campaign',
  'path/full-disk',
  'package/package',
  'path/orders-everywhere',
  'printers/windows-spooler',
  'path/leaving',
  'path/printer-faults',
  // In `npm test`.
  'path/forms',
  'calls/table',
  'path/passphrase',
  'path/sign-in',
  'e2e/ship.test',
  'path/batch',
  'paper/paper',
  'renderer/orders',
  'renderer/setup',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const file = relative(import.meta.dirname, moduleId);
  const found = longest.findIndex((each) => file.startsWith(each));
  return found < 0 ? longest.length : found;
};

/** Needed because a fresh clone has no recorded durations. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
