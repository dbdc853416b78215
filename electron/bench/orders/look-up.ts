import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { type Done, failed, ok, type Result } from '../../../shared/result.ts';
import { foreignCode, slotOf } from '../../../shared/scan.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import type { GivenFile } from './import.ts';
import { underKnownKeys } from './known-keys.ts';

interface LookUp {
  /** Whether a shop is asked for this code at all: a product's is none of an order, unless an order here has it. */
  asks(code: string, isOrder: boolean): boolean;
  /**
   * Asks a shop for the order of a code, and takes what it says as an import does: in the journal when it resolves. Fails where it is not
   * known what the shop says of it; an order it does not know is no failure.
   */
  ask(code: string): Promise<Done<'look-up-failed' | 'wait-stopped' | 'journal-unwritable'>>;
  /** Asks as a scan would and takes the answer as a file, whatever order it is of; null where the shop knows none. */
  tryIt(code: string): Promise<Answer<'tryLookUp'>>;
  /** What was wrong with the last answer, as long as Setup asks the same shop in the same way; null where nothing was. */
  trouble(): Failure | null;
}

const atOnce = 100;

export function createLookUp(context: BenchContext, takeFile: (file: GivenFile) => Promise<Answer<'importOrders'>>): LookUp {
  const { journal, orderSource } = context;
  /** Of the last answer, and how it was asked for. */
  let last: { readonly failure: Failure | null; readonly asked: string } | undefined;
  const asIsAsked = (): string => JSON.stringify(context.settings().lookUp);
  const trouble = (): Failure | null => (orderSource.isOn() && last?.asked === asIsAsked() ? last.failure : null);

  /** What a person stopped, and what a full disk did not take, says nothing of the shop. */
  function heard<R extends Result<unknown, FailureCode>>(answer: R): R {
    const isOfShop = answer.ok || answer.failure.code === 'look-up-failed' || answer.failure.code === 'order-file-unreadable';
    const before = trouble();
    if (isOfShop) last = { failure: answer.ok ? null : answer.failure, asked: asIsAsked() };
    if (JSON.stringify(before?.reasons) !== JSON.stringify(trouble()?.reasons)) context.changed();
    return answer;
  }

  /** Takes the one order of this code. A shop that answers with all of its orders brings none of the others. */
  async function take(code: string, file: GivenFile, since: number): Promise<Done<'look-up-failed' | 'journal-unwritable'>> {
    const { currency, mappings } = context.settings();
    const opened = await context.orderFiles.open({ ...file, currency, mappings });
    if (!opened.ok) return context.fail('look-up-failed', opened.failure.reasons ?? []);
    const isAsked = (key: string): boolean => slotOf(key) === slotOf(code);
    const others: string[] = [];
    let found = 0;
    try {
      for (let isLast = false; !isLast; ) {
        const slice = await opened.value.next(atOnce);
        ({ isLast } = slice);
        const { prepared } = slice;
        const { keys, clashes } = underKnownKeys(file.name, slice, journal);
        const asked = prepared.orders.map(({ key }, at) => (isAsked(key) ? (keys[at] ?? null) : null));
        for (const { key } of prepared.orders) if (!isAsked(key)) others.push(key);
        const problems = [...slice.problems, ...clashes].filter(({ orderKey }) => orderKey === '' || isAsked(orderKey));
        found += asked.filter((key) => key !== null).length + problems.length;
        if (asked.every((key) => key === null) && problems.length === 0) continue;
        const written = writeDown(context, () => journal.takePrepared(prepared, asked, problems, { since, isLast: true }));
        if (!written.ok) return failed(written.failure);
        const unnamed = problems.find(({ orderKey }) => orderKey === '');
        if (unnamed) return context.fail('look-up-failed', typeof unnamed.reason === 'string' ? unnamed.reason : [unnamed.reason]);
      }
    } finally {
      opened.value.close();
    }
    const mostNamed = 5;
    return found === 0 && others.length > 0
      ? context.fail('look-up-failed', [{ code: 'shop-other-order', asked: code, orders: others.slice(0, mostNamed) }])
      : ok({});
  }

  return {
    asks: (code, isOrder) => orderSource.isOn() && (isOrder || foreignCode(code) === 'unknown'),

    async ask(code) {
      const since = journal.head().sequence;
      const until = context.waits.until();
      const answered = await orderSource.ask(code, until);
      if (until.aborted) return context.fail('wait-stopped');
      if (!answered.ok) return heard(answered);
      return heard(answered.value ? await take(code, answered.value, since) : ok({}));
    },

    async tryIt(code) {
      const asked = await orderSource.ask(code, context.waits.until());
      if (!asked.ok) return heard(asked);
      return heard(asked.value ? await takeFile(asked.value) : ok(null));
    },

    trouble,
  };
}
