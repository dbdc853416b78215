import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchStation } from '../e2e/launch.ts';
import { fetchElectron, standInNotice } from '../host/electron-binary.ts';
import { installedBrowsers } from '../host/find-chromium.ts';
import { electronIsInstalled } from '../host/launch-app.ts';
import { takeTour } from './tour.ts';

// `npm run demo`: the window in the training world where there is a display, else a day that does itself.
const out = 'out/demo';
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
if (!(await fetchElectron())) say(standInNotice);
const canShow = electronIsInstalled() || installedBrowsers(process.env, process.platform).length > 0;

if (hasDisplay && canShow && !process.argv.includes('--tour')) {
  const station = await launchStation({ dataDir: mkdtempSync(join(tmpdir(), 'packbench-demo-')), headed: true });
  say('Packbench is open in the training world. Scan or type ORD-1001. Close the window to end.');
  await new Promise<void>((resolve) => station.app.once('close', () => resolve()));
} else {
  const tally = await takeTour({ out, say });
  writeFileSync(join(out, 'tally.txt'), `${tally.line}\n`);
  process.exitCode = tally.isGood ? 0 : 1;
  // The last line, after everything else on both streams.
  process.stderr.write('', () => process.stdout.write(`${tally.line}\n`));
}
