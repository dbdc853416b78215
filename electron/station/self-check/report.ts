import { setTimeout as wait } from 'node:timers/promises';

export type Fact = string | number | boolean | null | readonly string[];

/** The result of a check. `failed` or `notChecked` hold the reason as a sentence; without either, the check is ok. */
export interface Found {
  readonly failed?: string;
  readonly notChecked?: string;
  readonly facts?: Readonly<Record<string, Fact>>;
}

/** One check of this computer. If it throws, it failed. */
export interface Check {
  readonly name: string;
  /** After this time the check fails, and the next one begins. */
  readonly limitMs: number;
  /** The part that the stand-in for Electron replaces: passing on the stand-in proves nothing. */
  readonly onStandIn?: string;
  run(): Promise<Found> | Found;
}

export interface CheckResult {
  readonly name: string;
  readonly status: 'ok' | 'failed' | 'not-checked';
  /** Empty if it is ok. */
  readonly why: string;
  /** Duration in milliseconds. */
  readonly ms: number;
  readonly facts: Readonly<Record<string, Fact>>;
}

export interface Report {
  readonly selfCheck: 1;
  readonly madeAt: string;
  readonly host: 'Electron' | 'stand-in';
  /** False while checks are still to come. */
  readonly isComplete: boolean;
  readonly ok: number;
  readonly failed: number;
  readonly notChecked: number;
  readonly checks: readonly CheckResult[];
}

export interface RunOptions {
  readonly isStandIn: boolean;
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  /** Receives the report before and after each check, so that after a crash the report names the check that was running. */
  readonly keep: (report: Report) => void;
  /** Receives each result as it arrives. */
  readonly onResult: (result: CheckResult) => void;
}

/** Runs checks one after the other. A check cannot end another one, unless it ends the whole program. */
export async function runChecks(checks: readonly Check[], options: RunOptions): Promise<Report> {
  const done: CheckResult[] = [];
  const madeAt = options.now().toISOString();
  const keep = (isComplete: boolean): Report => {
    const ahead = checks.slice(done.length).map(({ name }, at) => notReached(name, at === 0));
    const all = [...done, ...ahead];
    const count = (status: CheckResult['status']): number => all.filter((each) => each.status === status).length;
    const report: Report = {
      selfCheck: 1,
      madeAt,
      host: options.isStandIn ? 'stand-in' : 'Electron',
      isComplete,
      ok: count('ok'),
      failed: count('failed'),
      notChecked: count('not-checked'),
      checks: all,
    };
    options.keep(report);
    return report;
  };
  for (const check of checks) {
    keep(false);
    const result = await resultOf(check, options);
    done.push(result);
    options.onResult(result);
  }
  return keep(true);
}

const notReached = (name: string, isUnderWay: boolean): CheckResult => ({
  name,
  status: isUnderWay ? 'failed' : 'not-checked',
  why: isUnderWay ? 'The program ended during this check.' : 'The program ended before this check.',
  ms: 0,
  facts: {},
});

async function resultOf(check: Check, { isStandIn, elapsed }: RunOptions): Promise<CheckResult> {
  const began = elapsed();
  const { failed, notChecked, facts = {} } = await withinLimit(check);
  const only = isStandIn && check.onStandIn !== undefined ? `On the stand-in it passed. ${check.onStandIn}` : undefined;
  const why = failed ?? notChecked ?? only ?? '';
  const status = failed !== undefined ? 'failed' : why === '' ? 'ok' : 'not-checked';
  return { name: check.name, status, why, ms: Math.round(elapsed() - began), facts };
}

async function withinLimit({ run, limitMs }: Check): Promise<Found> {
  const over = new AbortController();
  const late = wait(limitMs, undefined, { signal: over.signal }).then(
    () => ({ failed: `No answer within ${limitMs / 1000} s.` }),
    // The check was faster.
    () => ({}),
  );
  // A check that throws at once is caught too.
  const answer = Promise.resolve()
    .then(run)
    .catch((error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }));
  const found = await Promise.race([answer, late]);
  over.abort();
  return found;
}
