import type { PlanReason } from '../../../shared/plan-reason.ts';
import { todayOrMoment } from '../format.ts';
import type { Sentences } from '../sentences.ts';

export const planReasons: Sentences<PlanReason> = {
  'held-here': ({ by, at, why }) => `${by || 'Somebody'} holds it since ${todayOrMoment(at)}${why ? `: ${why}` : ''}`,
  'held-after-deletion': ({ by, at }) => `${by || 'Another bench'} deleted it (${todayOrMoment(at)}), and a file has brought it again`,
};
