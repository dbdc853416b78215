import type { labelLines } from '../../../shared/address.ts';
import type { PlanReason } from '../../../shared/plan-reason.ts';
import { todayOrMoment } from '../format.ts';
import type { Sentences } from '../sentences.ts';

const lineNames: Record<(typeof labelLines)[number], string> = {
  name: 'name',
  company: 'company',
  street: 'street',
  houseNumber: 'house number',
  street2: 'second line',
  street3: 'third line',
  postalCode: 'postal code',
  city: 'city',
  province: 'province',
  country: 'country',
};

export const planReasons: Sentences<PlanReason> = {
  'held-here': ({ by, at, why }) => `Held by ${by || 'somebody'} since ${todayOrMoment(at)}${why ? `: ${why}` : ''}`,
  'change-unread': ({ bench, at }) => `Bench ${bench} changed it (${todayOrMoment(at)})`,
  'was-unread': ({ bench, at }) =>
    `Bench ${bench} changed it (${todayOrMoment(at)}), and the change never arrived here: ask that bench or the shop what changed, the address too`,
  'address-changed': ({ lines }) =>
    `Another address than before: ${lines.map(({ line, was, now }) => `${lineNames[line]} "${now}", was "${was}"`).join('; ')}`,
  'held-after-deletion': ({ by, at }) => `${by || 'Another bench'} deleted it (${todayOrMoment(at)}), and a file has brought it again`,
};
