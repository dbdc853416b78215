import type { Journal } from '../../electron/bench/ports/journal.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { openStation, whenInHand } from './plain-platform.ts';
import { labelPrinterAt, setUp } from './plain-station.ts';

// A station in a process of its own. With STOP_AT it buys one order and reports when it reaches that point, held there by a journal that
// does not return. Without it, the station recovers the state that it finds and reports it.
const { STATION_DIR = '', SERVICE_URL = '', PRINTER_URL = '', STOP_AT = '', WEBHOOK_PORT = '' } = process.env;
const say = (what: string): void => void process.send?.(what);

/** Blocks for ever right after the commit of this point: only a kill ends it. */
function holdAt(point: string): never {
  say(`at ${point}`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('unreachable');
}

const points: Partial<Record<keyof Journal, string>> = {
  writeIntent: 'intent',
  takeForSending: 'taken',
  writeAnswer: 'answered',
  writeBooked: 'booked',
  keepDelivery: 'delivered',
};

function heldJournal(options: Parameters<typeof openJournal>[0]): Journal {
  const journal = openJournal(options);
  let [isTogether, isThere] = [false, false];
  return new Proxy(journal, {
    get(target, name: keyof Journal) {
      const method = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        const isWithin = isTogether;
        isTogether ||= name === 'soon';
        const result = method.apply(target, args);
        isTogether = isWithin;
        isThere ||= STOP_AT !== '' && points[name] === STOP_AT;
        if (isThere && !isTogether) holdAt(STOP_AT);
        return result;
      };
    },
  });
}

const copyText = async (text: string): Promise<void> => say(text);
const station = await openStation(STATION_DIR, { copyText }, { openJournal: heldJournal });
const { handlers } = station;
if (STOP_AT) {
  const defaults = { boxId: 'M', weightGrams: 900, contents: '', value: null };
  await setUp(station, {
    service: { url: SERVICE_URL, key: 'kill', secret: 'secret' },
    settings: { printers: [labelPrinterAt(PRINTER_URL)], defaults },
    orders: sampleOrdersCsv,
  });
  await handlers.scan({ code: 'ORD-1001' });
  const { workflowNo, workflow } = station.snapshot().bench;
  if (workflow.step !== 'choosing') throw new Error(`not at the tiles but at ${workflow.step}`);
  await handlers.buy({ workflowNo, serviceId: workflow.serviceId });
  if (WEBHOOK_PORT) {
    await whenInHand(station, 'done');
    await handlers.saveWebhooks({
      isOn: true,
      port: Number(WEBHOOK_PORT),
      fromNetwork: false,
      acceptsPlain: false,
      reachedAt: '127.0.0.1',
      newAddress: false,
    });
    await handlers.copyWebhookAddress({});
  }
} else {
  const open = await handlers.toResolve({});
  say(`to resolve ${open.ok ? open.value.length : 'failed'}`);
  setTimeout(() => say('idle'), 800);
}
