import type { WorkflowAt } from '../../../shared/bench.ts';
import type { Extras } from '../../../shared/booking.ts';
import type { Message } from '../../../shared/message.ts';
import type { ExtraOffer, Service } from '../../../shared/quote.ts';
import { moneyDigits } from '../../../shared/units.ts';

/** True if any line of the choice costs more now, or is no longer offered. */
export function isDearer(now: Service, before: Service, extras: Extras): boolean {
  const lines = [
    [now.total, before.total] as const,
    ...(extras.co2 ? [[now.co2, before.co2] as const] : []),
    ...(extras.insurance ? [[now.insurance, before.insurance] as const] : []),
  ];
  return lines.some(([now, before]) => isMore(now, before));
}

/** An unstated price is as good as before only if it was unstated then too. */
function isMore(now: ExtraOffer, before: ExtraOffer): boolean {
  if (!now || !before || now === 'price-unknown' || before === 'price-unknown') return now !== before;
  // A price that fell to 0 is one that the service lost.
  return now.currency !== before.currency || now.minor > before.minor || (now.minor === 0 && before.minor > 0);
}

/** The choice, with the advice it was based on. */
export type Chosen = Pick<WorkflowAt<'choosing'>, 'advised' | 'serviceId' | 'extras' | 'sentAs' | 'printsAt'>;

/** Returns the choice and its reasons as one line of the history: with the rules that decided, and the sender if that was chosen too. */
export function chosenIn({ advised, serviceId, extras, sentAs, printsAt }: Chosen, service: Service): Message {
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
