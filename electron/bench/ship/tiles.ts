import type { WorkflowAt } from '../../../shared/bench.ts';
import { serviceMark } from '../../../shared/booking.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { Service } from '../../../shared/quote.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import { extrasProblems } from '../../../shared/shipment-check.ts';
import { isNever, isNeverToPoint } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import type { InHand } from './in-hand.ts';

/** Choices on the tiles before anything is bought. Each is refused with `not-now` if the tiles of this workflow are gone. */
export interface Tiles {
  /** Refuses a service that a rule excludes. */
  selectService(workflowNo: number, serviceId: string): Promise<Answer<'selectService'>>;
  /** Refuses insurance if the parcel cannot be insured for its value. */
  toggleExtra(workflowNo: number, extra: 'co2' | 'insurance'): Promise<Answer<'toggleExtra'>>;
  listServicePoints(workflowNo: number): Promise<Answer<'listServicePoints'>>;
  /** Chooses one of the listed points, or none. */
  chooseServicePoint(workflowNo: number, keycode: string | null): Promise<Answer<'chooseServicePoint'>>;
}

type TilesDeps = Pick<BenchContext, 'courier' | 'waits' | 'fail'>;

export function createTiles({ courier, waits, fail }: TilesDeps, hand: Pick<InHand, 'at' | 'fold' | 'whole'>): Tiles {
  const { fold } = hand;
  const choosing = (workflowNo: number): Result<WorkflowAt<'choosing'>, 'not-now'> => hand.at(workflowNo, 'choosing');

  return {
    async selectService(workflowNo, serviceId) {
      const here = choosing(workflowNo);
      if (!here.ok) return here;
      if (isNever(here.value.advised, serviceId)) return fail('rule-refuses');
      fold({ is: 'service-selected', serviceId });
      return ok({});
    },

    async toggleExtra(workflowNo, extra) {
      const here = choosing(workflowNo);
      if (!here.ok) return here;
      const service = serviceOf(here.value);
      const { extras, wish } = here.value;
      const isOn = !extras[extra];
      const stopping = extrasProblems(here.value.order, { ...extras, [extra]: isOn }).find((problem) => problem.stops);
      if (stopping) return fail('insurance-refused', [stopping.why]);
      if (service?.[extra]) fold({ is: 'extras-changed', wish: { ...wish, [extra]: isOn } });
      return ok({});
    },

    async listServicePoints(workflowNo) {
      const here = choosing(workflowNo);
      if (!here.ok) return here;
      if (isNeverToPoint(here.value.advised)) return fail('rule-refuses');
      const service = serviceOf(here.value);
      if (!service?.destinationServicePoints) return fail('not-now');
      const ask = { type: 'destination', serviceId: service.serviceId } as const;
      const account = hand.whole().parcel.priced?.from.account;
      const points = await courier.servicePoints(ask, waits.until(), account);
      if (!points.ok) return failed(points.failure);
      const stillHere = choosing(workflowNo);
      if (stillHere.ok && stillHere.value.serviceId === service.serviceId) fold({ is: 'points-listed', points: [...points.value] });
      return ok({});
    },

    async chooseServicePoint(workflowNo, keycode) {
      const here = choosing(workflowNo);
      if (!here.ok) return here;
      const point = keycode === null ? null : here.value.points?.find((each) => each.keycode === keycode);
      if (point === undefined) return fail('not-now');
      const service = serviceOf(here.value);
      const pointOf = service && point ? serviceMark(service) : '';
      fold({ is: 'extras-changed', wish: { ...here.value.wish, servicePoint: point, pointOf } });
      return ok({});
    },
  };
}

const serviceOf = (workflow: WorkflowAt<'choosing'>): Service | undefined =>
  workflow.quote.services.find((service) => service.serviceId === workflow.serviceId);
