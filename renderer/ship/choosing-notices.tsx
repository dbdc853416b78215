import type { WorkflowAt } from '../../shared/bench.ts';
import { chosenByCustomer, namesSomething } from '../../shared/customer-choice.ts';
import type { Declaration } from '../../shared/declaration.ts';
import type { Failure } from '../../shared/failure.ts';
import { moneyText } from '../../shared/units.ts';
import { useQuery } from '../query.ts';
import { meaningText } from '../text/meanings.ts';
import { detailOf, reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { isOfService } from '../ui/failure-note.tsx';
import { Icon } from '../ui/icon.tsx';
import { KeptServiceMessage, ServiceWords } from '../ui/service-message.tsx';
import { useWindowState } from '../window-state.ts';

/** Remedy for the reason why the tiles are shown again. Nothing was bought, as the band states. */
export function RemedyNotice({ notice }: { notice: Failure }) {
  const { means, code } = notice;
  const detail = detailOf(notice);
  return (
    <div className="card notice" data-state="look">
      <Icon name="look" className="i-s" />
      <div className="grow">
        {meaningText(means) ?? text.failures[code].next}{' '}
        {isOfService(notice) && means === undefined ? (
          <KeptServiceMessage message={detail} />
        ) : (
          detail && (means ? <ServiceWords message={detail} meanings={means} /> : <q className="muted">{detail}</q>)
        )}
      </div>
    </div>
  );
}

/** The wish of the customer, if the selected service is another one or if no offered service has its name. */
export function CustomerNotice({ order, quote: { services }, serviceId }: Pick<WorkflowAt<'choosing'>, 'order' | 'quote' | 'serviceId'>) {
  const { shippingMethod = '' } = order;
  const wanted = chosenByCustomer(services, order);
  const selected = services.find((service) => service.serviceId === serviceId);
  const isOther = wanted.length > 0 && selected !== undefined && !wanted.includes(selected);
  if (!isOther && (wanted.length > 0 || !namesSomething(shippingMethod))) return null;
  return (
    <div className="card notice" data-state="look">
      <Icon name="look" className="i-s" />
      <p className="grow">
        {isOther ? text.ship.customerChoseOther(selected.courierName, shippingMethod) : text.ship.customerChoseNone(shippingMethod)}
      </p>
    </div>
  );
}

/** Further kinds of goods are only counted; all of them are in the order. */
const goodsInSight = 3;

/** Customs declaration of a parcel that leaves its territory, shown before it is bought: payer of the duties, and the declared goods. */
export function Declared({ declared: { incoterms, goods, senderEori, recipientEori, isToCompany } }: { declared: Declaration }) {
  const words = text.ship.declared;
  const more = goods.length - goodsInSight;
  return (
    <div className="card notice declared">
      <p>
        <b>{words.duties[incoterms]}</b>
      </p>
      <p className="grow">
        <span className="muted">{words.title}</span>{' '}
        {goods
          .slice(0, goodsInSight)
          .map(({ quantity, contents, value, hsCode }) => words.goods(quantity, contents, value ? moneyText(value) : '', hsCode))
          .join(' · ')}
        {more > 0 && ` · ${words.more(more)}`}
      </p>
      {senderEori === '' && <p className="look-ink">{words.noSenderEori}</p>}
      {recipientEori === '' && isToCompany && <p className="look-ink">{words.noRecipientEori}</p>}
    </div>
  );
}

/** The rule that decided, or that needs a decision because of an unknown fact; and the rules that exclude services. */
export function RuleNotice({
  advised: { by, doubt, nevers, point },
  sentAs,
  printsAt,
}: Pick<WorkflowAt<'choosing'>, 'advised' | 'sentAs' | 'printsAt'>) {
  const words = text.rules;
  const deciding = [...nevers, ...(point ? [point] : []), ...(printsAt ? [printsAt] : [])].map((each) => each.by);
  const others = [...new Map(deciding.map((mark) => [mark.no, mark])).values()].filter(({ no }) => no !== by?.no);
  if (!by?.rule && others.length === 0 && !sentAs) return null;
  return (
    <div className="card notice" {...(doubt && { 'data-state': 'look' })}>
      <Icon name={doubt ? 'look' : 'note'} className="i-s" />
      <p className="grow">
        {sentAs && <b>{reasonText({ code: 'sent-as', ...sentAs })} </b>}
        {doubt && <b>{words.asks(doubt.by.no, doubt.fact)} </b>}
        {[...(by?.rule ? [by] : []), ...others]
          .map((mark) => `${words.ofVersion(mark.no, mark.version)} ${words.sentence(mark)}`)
          .join(' ')}
      </p>
    </div>
  );
}

/** Fits one line; the full text can be copied. */
const longestMessage = 160;

/** Warnings of the service beside its offers: their meaning if it is known, else the original text. */
export function QuoteMessage({ words }: { words: string }) {
  const { station } = useWindowState();
  const { value } = useQuery(null, () => station.explain({ message: words }), [words]);
  const shown = meaningText(value) ?? words;
  return (
    <div className="card notice">
      <p className="grow">
        <span className="muted">{text.ship.serviceMessage}</span>{' '}
        {shown.length > longestMessage ? `${shown.slice(0, longestMessage)}…` : shown}
      </p>
      <CopyButton copies={words} label={text.frame.copyMessage} isAtEnd />
    </div>
  );
}
