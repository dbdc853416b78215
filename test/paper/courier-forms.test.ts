import { afterAll, describe, expect, test } from 'vitest';
import { createPaper } from '../../electron/paper/paper.ts';
import { compareZplLabel, readZplLabel } from '../../electron/paper/zpl-label.ts';
import type { Address } from '../../shared/address.ts';
import { workers } from '../fakes/workers.ts';
import { block, courierForms, labelOfPdf, labelOfZpl, lines, type Mark, street, type Trio, town, trios } from './courier-forms.ts';

const expected = { parcels: 1, returnAsked: false };
const [ours, theirs] = ['43416109401234', '99887766554433'];
const paper = createPaper({ ref: () => 'REF', log: () => undefined, workers });
afterAll(() => paper.close());

type Sheets = readonly (readonly Mark[])[];
const inZpl = (sheets: Sheets, { customer, shop }: Trio): string =>
  compareZplLabel(readZplLabel(labelOfZpl(...sheets)), customer, shop, expected).kind;
const inPdf = async (sheets: Sheets, { customer, shop }: Trio): Promise<string> =>
  (await paper.compare({ format: 'PDF', bytes: await labelOfPdf(...sheets) }, customer, shop, expected)).kind;

/** Adds a shop in the street of its customer, and one in the customer's house. */
function neighbours(trio: Trio): readonly Trio[] {
  const { street, postalCode, city, houseNumber } = trio.customer;
  return ['2', houseNumber].map((number) => ({ ...trio, shop: { ...trio.shop, street, postalCode, city, houseNumber: number } }));
}
const movedTo = (address: Address, { street, houseNumber }: Address): Address => ({ ...address, street, houseNumber });

describe.each(Object.entries(courierForms))('in the form of %s', (_courier, form) => {
  const own = ({ customer, shop }: Trio): Sheets => [form(customer, shop, ours)];
  const label = (to: Address, from: Address): readonly Mark[] => form(to, from, theirs);

  /** Labels that are not for the customer, although most name the customer. */
  const others = ({ customer, shop, other }: Trio): Readonly<Record<string, Sheets>> => {
    const beside = (...marks: readonly Mark[]): Sheets => [[...label(other, shop), ...marks]];
    const note = (words: string): Sheets => beside(...block(30, 1130, 18, [words]));
    const centre = { ...other, name: 'Returns Centre' };
    return {
      'to somebody else': [label(other, shop)],
      'sent back': [label(shop, customer)],
      'sent back to a place of ours that no order knows': [label(centre, customer)],
      'to a namesake in another street': [label(movedTo(customer, other), shop)],
      'to a namesake in another house': [label({ ...customer, houseNumber: `${customer.houseNumber}1` }, shop)],
      'to a namesake in another town': [label({ ...other, name: customer.name }, shop)],
      'to somebody else, paid by the customer': beside(...block(30, 1100, 18, ['BILL TO', ...lines(customer)])),
      'to somebody else, sold to the customer': beside(...block(430, 1100, 18, ['Sold to:', ...lines(customer)])),
      'to somebody else, with the customer as its reference': note(`Ref: ${customer.name} ${town(customer)}`),
      'to somebody else, ordered by the customer': note(`Ordered by: ${customer.name}, ${street(customer)}, ${town(customer)}`),
      "ours, and somebody else's behind": [form(customer, shop, ours), label(other, shop)],
      "ours, and somebody else's before": [label(other, shop), form(customer, shop, ours)],
      "ours, and a namesake's behind": [form(customer, shop, ours), label(movedTo(customer, other), shop)],
    };
  };
  const kindsOf = (trio: Trio, kinds: (sheets: Sheets) => string): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(others(trio)).map(([what, sheets]) => [what, kinds(sheets)]));

  test.each(Object.entries(trios))('a label in %s is for its order alone', (_country, trio) => {
    for (const each of [trio, ...neighbours(trio)]) {
      expect(inZpl(own(each), each)).toBe('match');
      expect(Object.entries(kindsOf(each, (sheets) => inZpl(sheets, each))).filter(([, kind]) => kind === 'match')).toEqual([]);
    }
  });

  test('a label in PDF is for its order alone too', async () => {
    const { Germany: trio } = trios;
    expect(await inPdf(own(trio), trio)).toBe('match');
    for (const [what, sheets] of Object.entries(others(trio)))
      expect({ what, kind: await inPdf(sheets, trio) }).not.toEqual({ what, kind: 'match' });
  });
});
