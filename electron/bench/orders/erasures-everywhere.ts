import type { BenchContext } from '../context.ts';
import type { ErasuresOfSite, OrdersOfSite } from '../ports/ledger.ts';

/** Erasures per request. */
const atOnce = 20;

/**
 * Reads the orders whose person was erased at another bench, and reports those that were erased here. Called often, before orders are sent;
 * never throws.
 */
export async function syncErasures({ journal, ledger, bug }: Pick<BenchContext, 'bug' | 'journal' | 'ledger'>): Promise<void> {
  const { orders, erasures } = ledger;
  if (!orders || !erasures || orders.siteKey() === 0) return;
  try {
    const site = { ...orders, ...erasures };
    if (await readAll(journal, site)) await sendAll(journal, site);
  } catch (error) {
    // Most likely the disk of the journal; the next call tries again.
    bug('erasures-everywhere', error);
  }
}

type Site = Pick<OrdersOfSite, 'mayAsk' | 'siteKey'> & ErasuresOfSite;

/** True if everything was read. */
async function readAll(journal: BenchContext['journal'], { mayAsk, read, siteKey }: Site): Promise<boolean> {
  while (mayAsk()) {
    const [cursor, key] = [journal.erasureCursor(), siteKey()];
    // With a new site key more of them are readable, so reading starts over.
    const answer = await read(cursor?.era ?? '', cursor?.key === key ? cursor.seq : 0);
    if (!answer.ok) return false;
    const { era, erasures } = answer.value;
    if (era !== cursor?.era) {
      journal.beginErasures(era);
      continue;
    }
    const last = erasures.at(-1);
    if (!last) return true;
    journal.takeErasures(
      erasures.flatMap(({ erasure }) => erasure ?? []),
      { era, key, seq: last.seq },
    );
  }
  return false;
}

async function sendAll(journal: BenchContext['journal'], { mayAsk, put }: Site): Promise<void> {
  while (mayAsk()) {
    const due = journal.erasuresToShare(atOnce);
    if (due.length === 0 || !(await put(due)).ok) return;
    journal.markErasuresShared(due.map(({ id }) => id));
  }
}
