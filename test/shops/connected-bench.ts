import type { Order, OrderKey } from '../../shared/order.ts';
import type { ShopKind } from '../../shared/shop.ts';
import { type PlainOptions, type PlainStation, startPlainStation } from '../path/plain-station.ts';

/** Answers to what a played order leaves open. */
const answers = {
  box: 'M',
  weight: '1.25',
  value: '10',
  contents: 'Mugs',
  'house-number': '7',
  'hs-code': '691200',
  refunded: 'yes',
} as const;

/** The facts of a played shop that a bench needs. */
export interface ShopToConnect {
  readonly kind: ShopKind;
  readonly address: string;
  readonly key: string;
  readonly secret: string;
}

/** A time zone in which it is after eight in the morning, so that a test that goes hours ahead stays in its day. */
function zoneOfMorning(): string {
  const offset = 8 - new Date().getUTCHours();
  const east = offset < -12 ? offset + 24 : offset;
  return east === 0 ? 'Etc/GMT' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

/** A bench in the live environment with a clock that a test moves. It looks every few milliseconds. */
export async function startConnectedBench(shop: ShopToConnect, options: PlainOptions = {}) {
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const bench = await startPlainStation({
    world: 'live',
    orders: 'order,name,street,house_number,postal_code,city,country,phone\nX-1,Bo Krog,Weg,9,10115,Berlin,DE,+49 30 555 0171\n',
    ...options,
    settings: { timeZone: zoneOfMorning(), ...options.settings },
    platform: {
      now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms === 3000 ? 5 : ms)),
      ...options.platform,
    },
  });
  const connect = (change: object = {}) =>
    bench.station.handlers.connectShop({
      kind: shop.kind,
      address: shop.address,
      mailsCustomer: false,
      key: shop.key,
      secret: shop.secret,
      ...change,
    });
  const state = async () => {
    const own = (await bench.call('setup', {})).shops.find(({ kind }) => kind === shop.kind);
    if (!own) throw new Error('The shop is not connected.');
    return own;
  };
  return {
    bench,
    now,
    connect,
    state,
    later(ms: number): void {
      ahead += ms;
    },
    order: async (key: string): Promise<Order | null> => await orderOf(bench, key),
    /** Reads what changed now, and resolves when it has been taken. */
    async sync(): Promise<void> {
      while ((await state()).isReading) await new Promise((resolve) => setTimeout(resolve, 5));
      const before = (await state()).readAt;
      ahead += 1000;
      await bench.call('syncShop', { kind: shop.kind });
      for (let now = await state(); now.isReading || now.readAt === before; now = await state()) {
        if (!now.isReading && now.trouble) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async ship(code: string) {
      await bench.call('scan', { code });
      await bench.answerAll(answers);
      const { serviceId } = await bench.at('choosing');
      const { booking } = await bench.take(serviceId, 'done');
      await bench.call('next', { workflowNo: bench.workflowNo() });
      return booking;
    },
  };
}

async function orderOf({ station }: PlainStation, key: string): Promise<Order | null> {
  const found = await station.handlers.order({ key: key as OrderKey });
  return found.ok ? found.value : null;
}
