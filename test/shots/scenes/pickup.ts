import { failed, ok } from '../../../shared/result.ts';
import type { Answers } from '../fake-station.ts';
import { pickup, pickups, pickupUnknown, waits } from '../pickups.ts';
import { failure, neverAnswered, type Scene, scene, training } from '../scene.ts';
import { dropOffPoints } from '../service-points.ts';

export const refused: Answers = { requestPickup: failed(failure('pickup-already-requested')) };

export const pickupScenes: readonly Scene[] = [
  scene('pickup', 'pickup', { large: true }),
  scene('pickup-empty', 'pickup', { answers: { pickups: ok({ today: '2026-11-19', groups: [], requested: [], ofOtherKeys: 0 }) } }),
  scene('pickup-of-other-keys', 'pickup', { answers: { pickups: ok({ ...pickups, ofOtherKeys: 12 }) } }),
  scene('pickup-unknown', 'pickup', { answers: { pickups: ok({ ...pickups, requested: [pickupUnknown, ...pickups.requested] }) } }),
  scene('pickup-under-way', 'pickup', {
    answers: { pickups: ok({ ...pickups, groups: [], requested: [pickup({ state: 'sending', collectionNo: '', manifestFormat: null })] }) },
  }),
  scene('pickup-many', 'pickup', {
    answers: {
      pickups: ok({
        ...pickups,
        groups: ['DHL', 'DHL Express', 'DPD', 'GLS', 'PostNL', 'TNT', 'UPS', 'FedEx', 'bpost'].map((name) =>
          waits(name, name, { days: ['2026-11-20'], leftOver: 1, leftOverSince: '2026-11-18' }),
        ),
      }),
    },
  }),
  scene('pickup-doubtful', 'pickup', {
    answers: { pickups: ok({ ...pickups, groups: [waits('dpd', 'DPD', { days: ['2026-11-20'], notOut: ['ORD-48190'] })] }) },
    act: (page) => page.getByLabel('Date').fill('2027-11-21'),
  }),
  scene('pickup-two-doors', 'pickup', {
    answers: {
      pickups: ok({
        ...pickups,
        groups: [
          waits('dpd', 'DPD', { days: ['2026-11-20'], from: 'Houtman Keramiek' }),
          waits('dpd', 'DPD', { days: ['2026-11-20'], place: 'other', from: 'South (houtman-zuid)', today: 2 }),
        ],
      }),
    },
  }),
  scene('pickup-details', 'pickup', { act: (page) => page.getByRole('button', { name: 'Details' }).click() }),
  scene('pickup-requested', 'pickup', { act: (page) => page.keyboard.press('F12') }),
  scene('pickup-saved', 'pickup', {
    frame: training,
    answers: {
      requestPickup: ok(
        pickup({
          id: 'p-3',
          courierKey: 'dpd',
          courierName: 'DPD',
          collectionNo: 'DPD-305611',
          manifestOutcome: '/home/packing/Documents/Packbench/documents/Manifest-DPD-2026-11-19-DPD-305611.pdf',
        }),
      ),
    },
    act: (page) => page.keyboard.press('F12'),
  }),
  scene('pickup-second-driver', 'pickup', { act: (page) => page.getByRole('option', { name: 'GLS' }).click() }),
  scene('pickup-asked-again', 'pickup', {
    act: async (page) => {
      await page.getByRole('option', { name: 'GLS' }).click();
      await page.getByLabel('Closing time').fill('15:30');
      await page.getByLabel('Why is a second driver needed?').fill('The van was full');
    },
  }),
  scene('pickup-waiting', 'pickup', { act: (page) => neverAnswered(page, 'requestPickup', () => page.keyboard.press('F12')) }),
  scene('pickup-manifest-as-text', 'pickup', {
    answers: {
      requestPickup: ok(pickup({ id: 'p-3', courierKey: 'dpd', courierName: 'DPD', manifestFormat: 'OTHER', manifestOutcome: '' })),
    },
    act: (page) => page.keyboard.press('F12'),
  }),
  scene('pickup-rejected', 'pickup', {
    answers: {
      requestPickup: failed({ ...failure('pickup-rejected', 'c_time must be before the cut-off of 16:30'), means: ['collection-time'] }),
    },
    act: (page) => page.keyboard.press('F12'),
  }),
  scene('pickup-drop-off-points', 'pickup', {
    answers: { dropOffPoints: ok(dropOffPoints) },
    act: async (page) => {
      await page.keyboard.press('V');
      await page.getByText('Drop-off points near the sender').waitFor();
    },
  }),
  scene('pickup-drop-off-none', 'pickup', { answers: { dropOffPoints: ok([]) }, act: (page) => page.keyboard.press('V') }),
  scene('pickup-drop-off-chosen', 'pickup', {
    answers: { dropOffPoints: ok(dropOffPoints) },
    act: async (page) => {
      await page.keyboard.press('V');
      await page.getByText('Drop-off points near the sender').waitFor();
      await page.keyboard.press('2');
    },
  }),
  scene('pickup-dropped-off', 'pickup', {
    answers: {
      requestPickup: ok(
        pickup({
          id: 'p-3',
          courierKey: 'dpd',
          courierName: 'DPD',
          collectionNo: 'DPD-305611',
          instructions: '',
          dropOffPoint: dropOffPoints[1] ?? null,
        }),
      ),
    },
    act: (page) => page.keyboard.press('F12'),
  }),
  scene('pickup-text-refused', 'pickup', {
    answers: {
      requestPickup: failed(
        failure('text-not-sendable', [{ code: 'not-in-latin-letters', which: 'pickupInstructions', written: 'שלום', spelt: 'shlvm' }]),
      ),
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Details' }).click();
      await page.getByLabel('Instructions').fill('שלום');
      await page.keyboard.press('F12');
    },
  }),
  scene('pickup-refused-twice', 'pickup', { answers: refused, act: (page) => page.keyboard.press('F12') }),
  scene('pickup-after-restore', 'pickup', {
    answers: { requestPickup: failed(failure('pickup-may-be-requested')) },
    act: (page) => page.keyboard.press('F12'),
  }),
];
