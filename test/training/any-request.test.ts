import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actions } from '../../electron/training/action.ts';
import { type Desk, shipment, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(async () => await desk.service.stop());

const nasty = ['__proto__', 'toString', 'constructor'];
const outer =
  'environment shipment service_id order_no order_numbers shipments documents type date d_sp_keycode o_sp_country co2 third_party customs'.split(
    ' ',
  );
const inner = [...Object.keys(shipment), 'products', 'content', 'document_type', 'name', ...nasty, ...nasty, ...nasty];
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'json' },
    fc.constantFrom<unknown>('', '1', 0, 1, null, true, 'Parcel', 'NL', 'US', 1e300, -1, '0x10', 'destination', 'origin', '2026-11-24'),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'json' }),
    fc.dictionary(fc.constantFrom(...inner), tie('value'), { maxKeys: 6, depthIdentifier: 'json' }),
  ),
}));

test('Any JSON object is answered in the envelope', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...actions),
      fc.dictionary(fc.constantFrom(...outer, ...Object.keys(shipment)), value),
      async (action, fields) => {
        const changed = action === 'quote' ? { shipment: { ...shipment, ...fields } } : fields;
        const answer = await desk.call({ ...changed, action });
        expect([answer.status, Array.isArray(answer.errors)]).toEqual([200, true]);
      },
    ),
    { numRuns: 500, seed: 7 },
  );
});
