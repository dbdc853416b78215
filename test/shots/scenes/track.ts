import { failed, ok } from '../../../shared/result.ts';
import { failure, neverAnswered, type Scene, scene } from '../scene.ts';
import { invoice, justBooked, oneOfTwo, tracked } from '../tracked.ts';

const nothing = failed(failure('number-not-found'));

export const trackScenes: readonly Scene[] = [
  scene('track-start', 'track'),
  scene('track', 'track', { large: true, act: (page) => page.keyboard.type('9031 5528 0098\n', { delay: 60 }) }),
  scene('track-two-parcels', 'track', {
    answers: { track: ok(oneOfTwo) },
    act: (page) => page.keyboard.type('9031 5528 0098\n', { delay: 60 }),
  }),
  scene('track-attaching', 'track', {
    act: async (page) => {
      await page.keyboard.type('9031 5528 0098\n', { delay: 60 });
      await page.getByRole('button', { name: 'Attach a document' }).click();
    },
    answers: {
      track: ok({ ...tracked, uploads: [invoice, { ...invoice, id: 'u-2', state: 'accepted', message: '', name: 'origin-48204.docx' }] }),
    },
  }),
  scene('track-of-another-bench', 'track', {
    answers: { track: ok({ ...oneOfTwo, booking: null }), printForeignLabel: failed(failure('label-not-compared')) },
    act: async (page) => {
      await page.keyboard.type('ZC7Q 41KE\n', { delay: 60 });
      await page.getByText('This bench did not book it.').waitFor();
      await page.keyboard.press('F8');
    },
  }),
  scene('track-printer-gone', 'track', {
    answers: { reprint: failed(failure('label-printer-gone', 'Back room')) },
    act: async (page) => {
      await page.keyboard.type('9031 5528 0098\n', { delay: 60 });
      await page.getByText('Order').first().waitFor();
      await page.keyboard.press('F8');
      await page.getByText('Back room').waitFor();
    },
  }),
  scene('track-just-booked', 'track', {
    answers: { track: ok(justBooked) },
    act: (page) => page.keyboard.type('9031 5528 0098\n', { delay: 60 }),
  }),
  scene('track-looking-up', 'track', {
    act: (page) => neverAnswered(page, 'track', () => page.keyboard.type('9031 5528 0098\n', { delay: 60 })),
  }),
  scene('track-printing-foreign', 'track', {
    answers: { track: ok({ ...oneOfTwo, booking: null }) },
    act: async (page) => {
      await page.keyboard.type('ZC7Q 41KE\n', { delay: 60 });
      await page.getByText('This bench did not book it.').waitFor();
      await neverAnswered(page, 'printForeignLabel', () => page.keyboard.press('F8'));
    },
  }),
  scene('track-not-found', 'track', { answers: { track: nothing }, act: (page) => page.keyboard.type('12345\n', { delay: 60 }) }),
  scene('track-empty', 'track', { answers: { underWay: ok({ total: 0, rows: [] }) } }),
];
