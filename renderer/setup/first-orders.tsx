import { allOrders } from '../../shared/order-list.ts';
import { type Intent, useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Key } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Primary } from '../ui/foot.tsx';
import { Tile } from '../ui/tile.tsx';
import { useWindowState, type WindowState } from '../window-state.ts';
import type { QuestionProps } from './first-question.ts';

const firstToShip = { search: '', offset: 0, limit: 1, filter: { ...allOrders, stage: 'to-ship', sort: 'turn' } } as const;

/** Opens the order that comes first on Ship, which asks for what it lacks. Nothing is bought. */
async function openFirst({ station, openScreen }: Pick<WindowState, 'openScreen' | 'station'>, intent: Intent): Promise<void> {
  const found = await intent.send(station.orders(firstToShip));
  const [row] = found?.rows ?? [];
  // Orders shows why nothing of the file can be shipped.
  if (!row) return openScreen('orders');
  if (await intent.send(station.scan({ code: row.order.key }))) openScreen('ship');
}

/** Asks for the source of the orders. As soon as a source brings one, Ship opens. */
export function OrdersQuestion({ draw, intent }: QuestionProps) {
  const windowState = useWindowState();
  const { station, openScreen, askFirstOrder } = windowState;
  const words = text.setup.steps.orders;
  const readFile = async () => {
    const report = await intent.send(station.chooseOrderFile({}));
    // The person chose no file.
    if (report === null) return;
    // Orders shows what is wrong with the file, and maps its columns.
    if (report) await openFirst(windowState, intent);
    else openScreen('orders');
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

/** All questions are answered: the first order of the list is opened on Ship. */
export function FirstOrder({ draw, intent }: QuestionProps) {
  const windowState = useWindowState();
  const { station } = windowState;
  const words = text.setup.steps.first;
  const first = useQuery('orders', () => station.orders(firstToShip), []).value?.rows[0];
  return draw(
    <Card className="col question" title={words.title}>
      <p className="muted">{words.hint}</p>
    </Card>,
    first && (
      <Primary means="accept" isDisabled={intent.isBusy} onPress={() => void openFirst(windowState, intent)}>
        {words.ship(first.order.key)}
      </Primary>
    ),
  );
}
