import type { WorkflowAt } from '../../shared/bench.ts';
import type { Declaration } from '../../shared/declaration.ts';
import type { Failure } from '../../shared/failure.ts';
import { moneyText } from '../../shared/units.ts';
import { useQuery } from '../query.ts';
import { inWords } from '../text/meanings.ts';
import { detailOf, say } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useWindowState } from '../window-state.ts';

/** What to do about the reason the tiles are shown again. Nothing was bought: the band says so. */
export function WhatNext({ notice }: { notice: Failure }) {
  const { means, code } = notice;
  const detail = detailOf(notice);
  return (
    <div className="card notice" data-state="look">
      <Icon name="look" className="i-s" />
      <p className="grow">
        {inWords(means) ?? text.failures[code].next} {detail && <q className="muted">{detail}</q>}
      </p>
    </div>
  );
}

/** More kinds of goods are counted: all of them stand in the order. */
const goodsInSight = 3;

/** What leaves its customs territory is read before it is bought: who pays duties, and what is said of it. */
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

/** The sentence that decided, or that asks because of what is not known; and those that leave services out. */
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
        {sentAs && <b>{say({ code: 'sent-as', ...sentAs })} </b>}
        {doubt && <b>{words.asks(doubt.by.no, doubt.fact)} </b>}
        {[...(by?.rule ? [by] : []), ...others]
          .map((mark) => `${words.ofVersion(mark.no, mark.version)} ${words.sentence(mark)}`)
          .join(' ')}
      </p>
    </div>
  );
}

/** As much as one line holds; all of it can be copied. */
const saidLength = 160;

/** What the service complained about beside the services it offers: what that means where it is known, else its own words. */
export function Said({ words }: { words: string }) {
  const { station } = useWindowState();
  const { value } = useQuery(null, () => station.explain({ said: words }), [words]);
  const shown = inWords(value) ?? words;
  return (
    <div className="card notice">
      <p className="grow">
        <span className="muted">{text.ship.serviceSays}</span> {shown.length > saidLength ? `${shown.slice(0, saidLength)}…` : shown}
      </p>
      <CopyButton copies={words} label={text.frame.copySaid} isAtEnd />
    </div>
  );
}
