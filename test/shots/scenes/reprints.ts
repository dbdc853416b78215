import type { Page } from 'playwright-core';
import type { CallReply } from '../../../shared/ipc.ts';
import type { Reason } from '../../../shared/reason.ts';
import type { OldLabel, Reprint, ReprintReason } from '../../../shared/reprint.ts';
import { failed, ok } from '../../../shared/result.ts';
import { scan } from '../../e2e/scan.ts';
import { openTab } from '../open-tab.ts';
import { shipped } from '../orders-of-the-day.ts';
import { at } from '../people.ts';
import { failure, type Scene, scene } from '../scene.ts';

const isOut: Extract<Reason, { code: 'label-is-out' }> = {
  code: 'label-is-out',
  bookingId: shipped.id,
  orderKey: shipped.orderKey,
  shipmentNo: 1,
  labels: 1,
  isPrinted: true,
  at: at('14:02:09'),
};
/** Main asks for the reason of a reprint. */
export const needsReason = (change: Partial<typeof isOut> = {}) => failed(failure('reprint-needs-reason', [{ ...isOut, ...change }]));

const asks = async (page: Page) => {
  await page.keyboard.press('F8');
  await page.getByText('printed again?').first().waitFor();
};
const asksForOldLabel = async (page: Page) => {
  await asks(page);
  await page.keyboard.press('2');
  await page.getByText('tear the label up').first().waitFor();
};

const reprint = (
  time: string,
  orderKey: string,
  why: ReprintReason,
  by: string,
  more: Partial<Reprint> & { oldLabel?: OldLabel } = {},
) => ({
  at: at(time),
  orderKey,
  shipmentNo: 1,
  bench: null,
  courier: 'DHL Express',
  printerId: 'label',
  why,
  by,
  ...more,
});

const week: CallReply<'reprints'> = {
  from: '2026-11-16',
  until: '2026-11-22',
  reprints: [
    reprint('08:41', 'ORD-48009', 'badly-printed', 'Marta Oliveira', { courier: 'GLS', oldLabel: 'scanned' }),
    reprint('09:12', 'ORD-48027', 'nothing-came', 'Tomáš Říha'),
    reprint('10:30', 'ORD-48051', 'damaged', 'Marta Oliveira', { courier: 'UPS', oldLabel: 'unreadable' }),
    reprint('11:05', 'ORD-48077', 'badly-printed', 'Marta Oliveira', { courier: 'GLS', oldLabel: 'scanned', bench: 3 }),
    reprint('12:48', 'ORD-48140', 'lost', 'Zoë Kranjčar'),
    reprint('13:20', 'ORD-48166', 'other', 'Tomáš Říha', { courier: 'UPS', oldLabel: 'not-here', shipmentNo: 2 }),
  ],
};

const workflow = { step: 'already-shipped', booking: shipped, failure: null } as const;

/** A label that is printed again, and the list of the week. */
export const reprintScenes: readonly Scene[] = [
  scene('reprint-why', 'ship', { large: true, workflow, answers: { reprint: needsReason() }, act: asks }),
  scene('reprint-why-several', 'ship', { workflow, answers: { reprint: needsReason({ labels: 3, isPrinted: false }) }, act: asks }),
  scene('reprint-old-label', 'ship', { workflow, answers: { reprint: needsReason() }, act: asksForOldLabel }),
  scene('reprint-not-its-label', 'ship', {
    workflow,
    answers: { reprint: needsReason() },
    act: async (page) => {
      await asksForOldLabel(page);
      await page.evaluate((refused) => window.fakeStation.answer('reprint', refused), failed(failure('not-its-label', 'ORD-48213')));
      await scan(page, 'ORD-48213');
      await page.getByText('not on the old label').first().waitFor();
    },
  }),
  scene('setup-reprints', 'setup', { answers: { reprints: ok(week) }, act: (page) => openTab(page, 'Reprints') }),
  scene('setup-reprints-none', 'setup', {
    answers: { reprints: ok({ ...week, reprints: [] }) },
    act: (page) => openTab(page, 'Reprints'),
  }),
];
