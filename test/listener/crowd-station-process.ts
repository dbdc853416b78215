// A station in a process of its own, so that its memory and its pauses are its own. It takes orders and webhooks, and answers the calls
// of a window. `node --expose-gc crowd-station-process.ts FOLDER SERVICE_URL`
import type { CallName } from '../../shared/ipc.ts';
import { noPush } from '../../shared/order-push.ts';
import { freePort } from '../fakes/free-port.ts';
import { openStation } from '../path/plain-platform.ts';
import { setUp } from '../path/plain-station.ts';

export type Asked =
  | { readonly no: number; readonly call: CallName; readonly args: unknown }
  | { readonly no: number; readonly memory: true };

/** After a garbage collection. */
export interface Memory {
  readonly rssMb: number;
  readonly heapMb: number;
}

const [dataDir = '', url = ''] = process.argv.slice(2);
let copied = '';
const station = await openStation(dataDir, {
  async copyText(text) {
    copied = text;
  },
});
const { handlers } = station;
const orders = 'order,name,street,city,country\nORD-1,Anna Lehmann,Kastanienallee 84,Berlin,DE\n';
await setUp(station, { service: { url, key: 'crowd', secret: 'secret' }, world: 'live', orders });
const webhooks = { isOn: true, fromNetwork: false, acceptsPlain: false, reachedAt: '', newAddress: false };
const called = await handlers.saveWebhooks({ ...webhooks, port: await freePort() });
const pushed = await handlers.savePush({ ...noPush, isOn: true, port: await freePort(), newToken: false });
const copying = await handlers.copyWebhookAddress({});
if (!called.ok || !pushed.ok || !copying.ok) throw new Error('a port does not open');

process.on('message', (asked: Asked) => {
  if ('memory' in asked) {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ no: asked.no, answer: { rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20 } satisfies Memory });
    return;
  }
  void (handlers[asked.call] as (args: unknown) => Promise<unknown>)(asked.args).then((answer) => process.send?.({ no: asked.no, answer }));
});
process.on('disconnect', () => void station.close());
process.send?.({
  webhooks: copied,
  orders: pushed.value.setup.push.address,
  token: pushed.value.token ?? '',
});
