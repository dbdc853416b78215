import type { Address } from '../../shared/address.ts';
import type { ImportReport } from '../../shared/ipc.ts';
import { digitOf } from '../../shared/key-meanings.ts';
import { namesOf, type OrderKey } from '../../shared/order.ts';
import { allOrders } from '../../shared/order-list.ts';
import { useQuery } from '../query.ts';
import { recipientName } from '../text/format.ts';
import { rowReasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Button, Key } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Primary } from '../ui/foot.tsx';
import { Tile } from '../ui/tile.tsx';
import { useWindowState } from '../window-state.ts';
import type { QuestionProps } from './first-question.ts';

const shownAtOnce = 5;
const toShip = { search: '', offset: 0, limit: shownAtOnce, filter: { ...allOrders, stage: 'to-ship', sort: 'turn' } } as const;

/** Asks for the source of the orders. As soon as a source brings one, the page goes on. */
export function OrdersQuestion({ setup, draw, intent, onDone, onChoosePrinter }: QuestionProps) {
  const { station, openScreen, askFirstOrder } = useWindowState();
  const words = text.setup.steps.orders;
  const readFile = async () => {
    const report = await intent.send(station.chooseOrderFile({}));
    // The person chose no file.
    if (report === null) return;
    // Orders shows what is wrong with the file, maps its columns, and why nothing of it can be shipped.
    if (!report || report.inOrders === 0 || report.taken + report.unchanged <= report.held) return openScreen('orders');
    onDone();
  };
  return draw(
    <Card className="col question" title={words.title}>
      <p className="muted">{words.hint}</p>
      <div className="picks">
        <Tile digit="1" onPress={() => void readFile()}>
          <Key of="1" />
          <Way {...words.ways.file} />
        </Tile>
        <Tile digit="2" onPress={askFirstOrder}>
          <Key of="2" />
          <Way {...words.ways.hand} />
        </Tile>
        <Tile digit="3" onPress={() => openScreen('setup', 'shop')}>
          <Key of="3" />
          <Way {...words.ways.shop} />
        </Tile>
      </div>
      {setup.firstSteps.testLabel && (
        <p className="row muted connect-end">
          <span>{words.testLabel}</span>
          <Button kind="quiet" isSmall onPress={onChoosePrinter}>
            {words.choosePrinter}
          </Button>
        </p>
      )}
    </Card>,
    null,
  );
}

const Way = ({ name, hint }: { name: string; hint: string }) => (
  <span className="what">
    <b>{name}</b>
    <span>{hint}</span>
  </span>
);

/** All questions are answered: a person chooses the order that is on the table, and it opens on Ship. Nothing is bought. */
export function FirstOrder({ draw, intent }: QuestionProps) {
  const { station, openScreen } = useWindowState();
  const words = text.setup.steps.first;
  const found = useQuery('orders', () => station.orders(toShip), []).value;
  const report = useQuery('orders', () => station.lastImport({}), []).value?.report;
  if (!found) return draw(null, null);
  const { rows, total } = found;
  const [first] = rows;
  const ship = async (key: OrderKey) => {
    if (await intent.send(station.scan({ code: key }))) openScreen('ship');
  };
  return draw(
    <Card className="col question" title={words.title(total)}>
      {report && <p>{toldOf(report)}</p>}
      {report && <StaysBehind report={report} />}
      <div className="picks">
        {rows.map(({ order }, at) => (
          <Tile key={order.key} digit={digitOf(at)} onPress={() => void ship(order.key)}>
            <Key of={digitOf(at)} />
            <span className="what">
              <b>{`${order.key} · ${recipientName(order.recipient)}`}</b>
              <span>{[placeOf(order.recipient), namesOf(order.lines)].filter(Boolean).join(' · ')}</span>
            </span>
          </Tile>
        ))}
      </div>
      <p className="muted">
        {words.hint}
        {total > rows.length && ` ${words.more}.`}
      </p>
    </Card>,
    first && (
      <Primary means="accept" isDisabled={intent.isBusy} onPress={() => void ship(first.order.key)}>
        {words.ship(first.order.key)}
      </Primary>
    ),
  );
}

/** Held orders and unreadable rows that are named; Orders has all of them. */
const mostNamed = 3;

/** Names what of the file cannot be shipped, and why. */
function StaysBehind({ report: { problems, heldOrders = [], held } }: { report: ImportReport }) {
  const all = [
    ...heldOrders.map(({ key, hold }) => ({ name: key, why: text.orders.hold[hold] })),
    ...problems.map((problem) => ({ name: text.orders.line(problem.line, problem.orderKey), why: rowReasonText(problem) })),
  ];
  const more = held + problems.length - Math.min(mostNamed, all.length);
  if (all.length === 0) return null;
  return (
    <ul className="first-stays">
      {all.slice(0, mostNamed).map(({ name, why }, at) => (
        <li key={`${at} ${name}`}>
          <b translate="no">{name}</b> {why}
        </li>
      ))}
      {more > 0 && <li className="muted">{text.setup.steps.first.moreStay(more)}</li>}
    </ul>
  );
}

function toldOf({ file, taken, unchanged, problems, held }: ImportReport): string {
  const words = text.setup.steps.first;
  return [words.read(file, taken + unchanged), problems.length > 0 ? words.notRead(problems.length) : '', held > 0 ? words.held(held) : '']
    .filter(Boolean)
    .join(' ');
}

const placeOf = ({ city, country }: Address): string => [city, country].filter(Boolean).join(', ');
