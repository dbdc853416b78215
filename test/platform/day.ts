// Loaded first in the built program without a browser: the page is this script. It trains, buys and prints two parcels, waits for a backup,
// saves settings three times, and closes the window. Its last line is the result.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { app } from '../host/app.ts';
import { BrowserWindow } from '../host/browser-window.ts';
import { pageOf } from '../host/script-surface.ts';
import { plainOrder } from '../path/plain-order.ts';
import { until } from '../watchdog.ts';

export interface Day {
  readonly node: string;
  readonly platform: string;
  readonly dataDir: string;
  readonly states: readonly (readonly string[])[];
  readonly backups: number;
  readonly warnings: readonly string[];
}

type Station = Readonly<Record<string, (args: object) => Promise<any>>>;

const orders = ['PLATFORM-1', 'PLATFORM-2'];

async function pack(): Promise<Day> {
  const station = await stationOf();
  await call(station, 'enterWorld', { world: 'training' });
  const bytes = new TextEncoder().encode(JSON.stringify(orders.map((key, at) => ({ ...plainOrder(key), house_number: String(184 + at) }))));
  await call(station, 'importOrders', { name: 'orders.json', bytes });
  for (const key of orders) await ship(station, key);
  const dataDir = app.getPath('userData');
  const backupsOf = (): string[] =>
    existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.backup')) : [];
  await until('a backup is made', () => backupsOf().length > 0);
  if (backupsOf().some((name) => statSync(join(dataDir, 'backups', name)).size === 0)) throw new Error('a backup is empty');
  // Further apart than the gaps in which the other program releases the file: at least one of them comes while it is held.
  for (const packer of ['Ana', 'Bo', 'Ana']) {
    await call(station, 'saveSettings', { settings: { packer } });
    await wait(200);
  }
  const shipped = await call(station, 'lastShipments', { limit: 5 });
  const { computer } = await call(station, 'setup', {});
  return {
    node: process.version,
    platform: process.platform,
    dataDir,
    states: shipped.map(({ state, jobs }: any) => [
      state,
      ...jobs.filter(({ role }: any) => role === 'label').map((job: any) => job.state),
    ]),
    backups: backupsOf().length,
    warnings: computer.map(({ code }: any) => code),
  };
}

async function stationOf(): Promise<Station> {
  const page = (): any => BrowserWindow.getAllWindows().flatMap((window) => pageOf(window) ?? [])[0];
  await until('the page of the window is loaded', () => page()?.world()['station']);
  return page().world()['station'];
}

async function call(station: Station, name: string, args: object): Promise<any> {
  const answer = await station[name]!(args);
  if (!answer.ok) throw new Error(`${name} answered ${JSON.stringify(answer.failure)}`);
  return answer.value;
}

async function ship(station: Station, key: string): Promise<void> {
  const bench = async (): Promise<any> => (await call(station, 'snapshot', {})).bench;
  const at = async (step: string): Promise<any> => {
    let last = '';
    await until(
      `${key} is at ${step}`,
      async () => {
        last = JSON.stringify((await bench()).workflow).slice(0, 300);
        return (await bench()).workflow.step === step;
      },
      () => last,
    );
    return bench();
  };
  await call(station, 'scan', { code: key });
  const { workflowNo, workflow } = await at('choosing');
  await call(station, 'buy', { workflowNo, serviceId: workflow.serviceId });
  await at('done');
  await call(station, 'next', { workflowNo });
}

app.once('ready', () => {
  pack().then(
    (day) => {
      console.log(`DAY ${JSON.stringify(day)}`);
      BrowserWindow.getAllWindows()[0]?.close();
    },
    (error: unknown) => {
      console.error('DAY FAILED', error);
      process.exit(3);
    },
  );
});
