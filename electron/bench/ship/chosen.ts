import type { WorkflowAt } from '../../../shared/bench.ts';
import type { Extras } from '../../../shared/booking.ts';
import type { ExtraOffer, Service } from '../../../shared/quote.ts';
import type { Said } from '../../../shared/said.ts';
import { moneyDigits } from '../../../shared/units.ts';

/** Whether any line of what was chosen costs more now, or is not offered any more. */
export function isDearer(now: Service, before: Service, extras: Extras): boolean {
  const lines = [
    [now.total, before.total] as const,
    ...(extras.co2 ? [[now.co2, before.co2] as const] : []),
    ...(extras.insurance ? [[now.insurance, before.insurance] as const] : []),
  ];
  return lines.some(([now, before]) => isMore(now, before));
}

/** A price that is not said is as good as before only where it was not said then either. */
function isMore(now: ExtraOffer, before: ExtraOffer): boolean {
  if (!now || !before || now === 'not-said' || before === 'not-said') return now !== before;
  // A price that fell to 0 is one that the service lost.
  return now.currency !== before.currency || now.minor > before.minor || (now.minor === 0 && before.minor > 0);
}

/** What was chosen, beside what was advised. */
export type Chosen = Pick<WorkflowAt<'choosing'>, 'advised' | 'serviceId' | 'extras' | 'sentAs' | 'printsAt'>;

/** What was chosen and why, as one line of the history: with the rules that decided, and who sends it where that was chosen too. */
export function chosenIn({ advised, serviceId, extras, sentAs, printsAt }: Chosen, service: Service): Said {
  const isAdvised = serviceId === advised.serviceId;
  const chosen = [
    `${service.courierName} ${service.serviceName}`,
    `${moneyDigits(service.total)} ${service.total.currency}`,
    isAdvised ? `advised as ${advised.why}` : 'chosen by the packer',
    extras.co2 ? 'CO2' : '',
    extras.insurance ? 'insurance' : '',
    extras.servicePoint ? `service point ${extras.servicePoint.name}` : '',
    sentAs ? `sent as ${sentAs.name}` : '',
    sentAs?.account ? `account ${sentAs.account}` : '',
    sentAs?.by ? `by rule ${sentAs.by.no} of version ${sentAs.by.version}` : '',
    printsAt ? `label printer ${printsAt.name}` : '',
  ]
    .filter(Boolean)
    .join(', ');
  const { point } = advised;
  const [by, doubt] = isAdvised && advised.by ? [advised.by, advised.doubt?.fact ?? null] : [null, null];
  const ruled = { printer: printsAt ?? null, point: point?.by ?? null };
  if (ruled.printer || ruled.point) return { code: 'chosen-by-rules', chosen, by, doubt, ...ruled };
  return by ? { code: 'chosen-by-rule', chosen, by, doubt } : chosen;
}
