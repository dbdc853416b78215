import type { TriedOutcome, TriedRules } from '../../shared/tried-rules.ts';
import { moneyText } from '../../shared/units.ts';
import { dateText, sumDigits } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Card, Empty } from '../ui/card.tsx';
import { Table } from '../ui/table.tsx';

/** Result of unsaved rules for a past day. */
export function RulesTrial({ tried }: { tried: TriedRules }) {
  const words = text.rules.trial;
  if (tried.day === null)
    return (
      <Card className="col">
        <Empty icon="calendar" title={words.noneTitle}>
          {words.none}
        </Empty>
      </Card>
    );
  const offered = ({ service, price, isBought, point, printer }: TriedOutcome): string =>
    [
      service === '' ? words.nothing : words.outcome(service, price ? moneyText(price) : '', isBought),
      point && words.point(point),
      printer && words.printsAt(printer),
    ]
      .filter(Boolean)
      .join(', ');
  const outcome = (tried: TriedOutcome): string => {
    if (tried.sender === undefined) return offered(tried);
    return [words.sentAs(tried.sender), tried.service === '' ? words.notPriced : offered(tried)].join(', ');
  };
  return (
    <Card className="col trial">
      <p className="trial-big">
        {words.changed(tried.changed.length)} <small>{words.of(tried.orders)}</small>
      </p>
      <p className="muted">{words.on(dateText(tried.day))}</p>
      {tried.sums.length > 0 && (
        <Table
          label={words.sums}
          rows={tried.sums}
          keyOf={({ of, was }) => `${of} ${was.currency}`}
          columns={[
            { name: words.sums, cell: ({ of, was }) => words.kinds(of, was.currency) },
            { name: words.was, isNumber: true, cell: ({ was }) => sumDigits(was) },
            { name: words.wouldBe, isNumber: true, cell: ({ wouldBe }) => <b>{sumDigits(wouldBe)}</b> },
          ]}
        />
      )}
      <ul className="list trial-changes">
        {tried.changed.map(({ orderKey, city, was, wouldBe }) => (
          <li key={orderKey}>
            <span className="what">
              <b>
                {orderKey}, {city}
              </b>
              <span>{words.before(outcome(was))}</span>
              <span>{words.after(outcome(wouldBe))}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
