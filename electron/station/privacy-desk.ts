import { type Zippable, zipSync } from 'fflate';
import type { CallArgs } from '../../shared/ipc.ts';
import type { OrderKey } from '../../shared/order.ts';
import type { PrivacyAct } from '../../shared/privacy.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { BenchContext } from '../bench/context.ts';
import type { PrivacyDesk } from '../calls/call-parts.ts';
import type { Retention } from './retention.ts';

type Asked = CallArgs<'exportPerson'>;

/** Stock on which a ZPL label is drawn for the person who asked: the usual size of a label. */
const stock = { widthMm: 102, heightMm: 152 };

/**
 * Finds, exports and erases what an environment has about one person. Each of the three is a line in the history. It names who did it,
 * and whose data it was only by a keyed digest of the search.
 */
export function createPrivacyDesk(context: BenchContext, { kept, erase }: Pick<Retention, 'kept' | 'erase'>): PrivacyDesk {
  const { journal, fail } = context;

  const note = (query: string, what: PrivacyAct, orders: number): void => {
    journal.record(null, what, `${journal.digestOfSearch(query)}: ${orders} orders`);
  };

  /** The chosen orders, if the search still finds all of them. */
  async function chosen({ query, keys }: Asked): Promise<Result<readonly OrderKey[], 'order-not-found'>> {
    const found = new Set<string>((await journal.ordersOfPerson(query)).map(({ key }) => key));
    return keys.every((key) => found.has(key)) ? ok(keys) : fail('order-not-found');
  }

  return {
    read: () => ok(kept()),

    async find({ query }) {
      const found = await journal.ordersOfPerson(query);
      note(query, 'person-searched', found.length);
      return ok([...found]);
    },

    async collect(asked) {
      const keys = await chosen(asked);
      if (!keys.ok) return keys;
      const bytes = zipSync(await filesOf(context, keys.value));
      note(asked.query, 'person-exported', keys.value.length);
      return ok({ name: `packbench-person-${journal.digestOfSearch(asked.query)}.zip`, bytes });
    },

    async erase(asked) {
      const keys = await chosen(asked);
      return keys.ok ? ok(await erase(keys.value, asked.query)) : keys;
    },
  };
}

/** The data of these orders as JSON, and each label and document as a file of its own. */
async function filesOf({ journal, paper }: BenchContext, keys: readonly OrderKey[]): Promise<Zippable> {
  const files: Zippable = { 'data.json': new TextEncoder().encode(JSON.stringify(journal.dataOfPerson(keys), null, 2)) };
  const add = (name: string, bytes: Uint8Array): void => void (files[name] = bytes);
  const { bookingIds, pickupIds } = journal.papersOfPerson(keys);
  for (const [at, id] of bookingIds.entries()) {
    const name = `shipment-${at + 1}`;
    const label = journal.label(id);
    if (label) {
      const drawn = await paper.drawables(label);
      const pages = drawn.ok ? drawn.value.map((_, page) => page + 1) : [];
      // Overprinted in every environment: a second label of a parcel must not be printable from an export.
      const sheets = await paper.documentSheets(label, pages, { stock, sample: true });
      if (sheets.ok) for (const [page, sheet] of sheets.value.entries()) add(`${name}-label-${page + 1}.pdf`, sheet.bytes);
      else add(`${name}-label-not-readable`, label.bytes);
    }
    const remarks = journal.remarks(id);
    if (remarks) add(`${name}-documents.${endingOf(remarks.format)}`, (await paper.asOneFile(remarks)).bytes);
    for (const [nth, { id: uploadId, name: given }] of journal.uploadsOf(id).entries()) {
      const bytes = journal.uploadBytes(uploadId);
      if (bytes) add(`${name}-uploaded-${nth + 1}-${given.replace(/[^\w.-]/g, '_')}`, bytes);
    }
  }
  for (const [at, id] of pickupIds.entries()) {
    const manifest = journal.manifest(id);
    if (manifest) add(`manifest-${at + 1}.${endingOf(manifest.format)}`, (await paper.asOneFile(manifest)).bytes);
  }
  return files;
}

const endingOf = (format: string): string => format.toLowerCase();
