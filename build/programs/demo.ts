import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ShopKind, shopKinds } from '../../shared/shop.ts';
import { launchStation } from '../../test/e2e/launch.ts';
import { installedBrowsers } from '../../test/host/find-chromium.ts';
import { takeTour } from '../../test/tour/tour.ts';
import { chooseHost, standInNotice } from '../electron/choose-host.ts';
import { hasDisplay } from '../electron/why-not.ts';
import { packADay } from './pack-a-day.ts';
import { sellADay } from './sell-a-day.ts';
import { shipTogether } from './ship-together.ts';

// `npm run demo`: opens the window in the training environment if there is a display, else runs an automatic day. `-- --benches 3`: several
// benches ship one list together. `-- --day`: a day of 400 orders between a shop and a bench. `-- --shop shopify`: a day of 120 orders of
// a connected web shop.
const out = 'out/demo';
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const isShowable = hasDisplay(process.platform, process.env);
const { values } = parseArgs({
  options: { benches: { type: 'string' }, day: { type: 'boolean' }, shop: { type: 'string' }, tour: { type: 'boolean' } },
});

try {
  if (values.benches !== undefined) end(await shipTogether(Number(values.benches), say));
  else if (values.day) end(await packADay(say));
  else if (values.shop !== undefined) end(await sellADay(kindOf(values.shop), say));
  else await withWindow();
} catch (error) {
  // A missing browser has a message of its own; its stack trace does not help a user of the demo.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function kindOf(named: string): ShopKind {
  const kind = shopKinds.find((each) => each === named);
  if (!kind) throw new Error(`These shops can be played: ${shopKinds.map((each) => `--shop ${each}`).join(', ')}`);
  return kind;
}

/** Programs that open a window read the chosen host from HOST_STAND_IN. */
async function withWindow(): Promise<void> {
  if (!isShowable && process.env['HOST_STAND_IN'] !== '1') {
    process.env['HOST_STAND_IN'] = '1';
    say(`There is no display, so Electron is not fetched. ${standInNotice}`);
  }
  const host = await chooseHost([], { isForShow: true });
  if (host === undefined) {
    process.exitCode = 1;
    return;
  }
  process.env['HOST_STAND_IN'] = host.isElectron ? '0' : '1';
  const canShow = host.isElectron || installedBrowsers(process.env, process.platform).length > 0;
  if (isShowable && canShow && !values.tour) await show();
  else await tour();
}

async function show(): Promise<void> {
  const station = await launchStation({ dataDir: mkdtempSync(join(tmpdir(), 'packbench-demo-')), headed: true });
  say('Packbench is open in the training world. Scan or type ORD-1001. Close the window to end.');
  await new Promise<void>((resolve) => station.app.once('close', () => resolve()));
}

/** Prints the last line, after all other output on both streams. */
function end({ line, isGood }: { readonly line: string; readonly isGood: boolean }): void {
  process.exitCode = isGood ? 0 : 1;
  process.stderr.write('', () => process.stdout.write(`${line}\n`));
}

async function tour(): Promise<void> {
  const tally = await takeTour({ out, say });
  writeFileSync(join(out, 'tally.txt'), `${tally.line}\n`);
  end(tally);
}
