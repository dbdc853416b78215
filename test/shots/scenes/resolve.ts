import type { ResolveItem } from '../../../shared/ipc.ts';
import { ok } from '../../../shared/result.ts';
import { exchange, papersDue, printUnknown, toResolve, unreadable } from '../open-items.ts';
import { lukasz, second, unknown, wrong } from '../orders-of-the-day.ts';
import { booking, labelOf, order, otherAccount, parcel, people } from '../people.ts';
import { toSwitzerland } from '../refused-orders.ts';
import { type Scene, scene } from '../scene.ts';
import { invoice } from '../tracked.ts';

export const resolveScenes: readonly Scene[] = [
  scene('resolve', 'resolve', { large: true }),
  scene('resolve-two-prints', 'resolve', {
    frame: { toResolve: 2 },
    answers: {
      toResolve: ok([
        { kind: 'print-unconfirmed', job: printUnknown, booking: booking(order('ORD-48198', people.inaki, [parcel(3300), parcel(900)])) },
        { kind: 'print-unconfirmed', job: { ...printUnknown, id: 'second', bookingId: second.id }, booking: second },
      ]),
      settlePrint: ok(printUnknown),
    },
  }),
  scene('resolve-other-key', 'resolve', {
    frame: { toResolve: 1 },
    answers: { toResolve: ok([{ kind: 'booking-unknown', booking: { ...unknown, otherAccount }, exchange }]) },
  }),
  scene('resolve-empty', 'resolve', { frame: { toResolve: 0 }, answers: { toResolve: ok([]) } }),
  ...toResolve.slice(1).map((item) =>
    scene(`resolve-${item.kind}`, 'resolve', {
      frame: { toResolve: 1 },
      answers: { toResolve: ok([item]) },
    }),
  ),
  ...papersDue.map((item) =>
    scene(`resolve-paper-due-${item.kind === 'paper-due' ? `${item.paper}-${item.format ?? 'none'}`.toLowerCase() : ''}`, 'resolve', {
      frame: { toResolve: 1 },
      answers: {
        toResolve: ok([item]),
        drawPaper: ok([{ format: 'ZPL', bytes: labelOf(toSwitzerland) }]),
        savePaper: ok({ file: '/home/packing/Documents/Packbench/documents/Manifest-GLS-2026-11-19.html' }),
      },
      act: async (page) => {
        if (item.kind === 'paper-due' && item.paper !== 'invoice') await page.getByRole('button', { name: 'Save as a file' }).click();
      },
    }),
  ),
  scene('resolve-unreadable', 'resolve', {
    answers: {
      toResolve: ok([
        { kind: 'item-unreadable', of: 'booking-unknown', id: 'b-1', ref: 'K7Q2' },
        { kind: 'item-unreadable', of: 'upload-open', id: '', ref: 'M4TX' },
        ...toResolve,
      ]),
    },
  }),
  scene('resolve-unreadable-list', 'resolve', {
    answers: { toResolve: ok([{ kind: 'item-unreadable', of: 'upload-open', id: '', ref: 'M4TX' }]) },
  }),
  scene('resolve-on-its-way', 'resolve', {
    answers: { toResolve: ok([{ kind: 'booking-on-its-way', booking: { ...unknown, state: 'sending' } }, ...toResolve]) },
  }),
  scene('resolve-evidence', 'resolve', { act: (page) => page.locator('.entry.is-on').getByRole('button', { name: 'Evidence' }).click() }),
  scene('resolve-many', 'resolve', {
    answers: {
      toResolve: ok(
        [...Array(20).keys()].flatMap((at): ResolveItem[] => [
          ...(at < 3 ? [{ kind: 'booking-unknown' as const, booking: { ...unknown, id: `u-${at}` }, exchange }] : []),
          { kind: 'print-unconfirmed', job: { ...printUnknown, id: `j-${at}` }, booking: second },
          ...unreadable.map((item) => (item.kind === 'row-unreadable' ? { ...item, id: `${item.id}-${at}` } : item)),
        ]),
      ),
    },
  }),
  scene('resolve-upload-explained', 'resolve', {
    frame: { toResolve: 1 },
    act: (page) => page.getByRole('button', { name: 'Evidence' }).click(),
    answers: {
      toResolve: ok([
        { kind: 'upload-open', upload: { ...invoice, state: 'rejected', message: 'media type image/webp not allowed' }, booking: second },
      ]),
      explain: ok(['document-not-taken']),
    },
  }),
  scene('resolve-label-missing', 'resolve', {
    answers: {
      toResolve: ok([
        {
          kind: 'label-doubtful',
          booking: { ...wrong, verdict: null, jobs: [] },
          missing: { instead: { form: 'link', begins: 'https://labels.example/shipments/48213/label.pdf?token=5c1e' } },
        },
      ]),
    },
  }),
  scene('resolve-label-of-another', 'resolve', {
    frame: { toResolve: 1 },
    answers: { toResolve: ok([{ kind: 'label-doubtful', booking: wrong }]), drawLabel: ok([{ format: 'ZPL', bytes: labelOf(lukasz) }]) },
  }),
];
