import { text } from '../../../renderer/text/text.ts';
import type { Booking } from '../../../shared/booking.ts';
import { shipmentLayouts } from '../../../shared/shipment-table.ts';
import { noWriteBack } from '../../../shared/write-back.ts';
import { createDice } from '../../crash/dice.ts';
import type { ShopReport } from './shop-report.ts';
import { openStrangeShare, type ShareFault, shareFaults } from './strange-share.ts';
import { startTellingBench } from './telling-bench.ts';

const kinds = Object.keys(shareFaults) as [ShareFault, ...ShareFault[]];

/** A live bench lays files on a share that fails; what its reader got is held against what was shipped. */
export async function liveLayings(seed: string, parcels: number): Promise<ShopReport> {
  const findings = new Set<string>();
  const met = new Map<string, number>();
  const complain = (what: string): void => void findings.add(`${seed}: ${what}`);
  const dice = createDice(`${seed} layings`);
  const share = openStrangeShare();
  const { bench, ship, quiet, later } = await startTellingBench(parcels, () => false);
  const layout = dice.pick(shipmentLayouts as readonly [(typeof shipmentLayouts)[number], ...(typeof shipmentLayouts)[number][]]);
  await bench.call('saveWriteBack', { ...noWriteBack, folder: share.folder, layout, token: null });
  const state = async () => (await bench.call('setup', {})).writeBack;
  const shipped: Booking[] = [];
  const rowsTaken = (): string[] => share.taken.flatMap(({ text: words }) => words.replace('\uFEFF', '').trim().split('\r\n').slice(1));
  let fault: ShareFault | undefined;

  async function judge(): Promise<void> {
    await quiet();
    share.take();
    const { file, waiting } = await state();
    const rows = rowsTaken();
    const laid = shipped.filter(({ orderKey }) => rows.some((row) => row.split(',').includes(orderKey)));
    for (const { name, text: words } of share.taken) if (!words.endsWith('\r\n')) complain(`${name} was taken before it was whole`);
    const isTold = shipped.length - waiting;
    if (isTold !== laid.length) complain(`${isTold} are said to be told and ${laid.length} were taken, while it is ${fault ?? 'well'}`);
    if (rows.length !== new Set(rows).size || rows.length !== laid.length)
      complain(`${rows.length} rows were taken of ${laid.length} parcels`);
    if (waiting > 0 && file === null) complain(`${waiting} wait and nothing is said of a share that is ${fault ?? 'well'}`);
    if (fault === undefined && (waiting > 0 || file)) complain(`the share is well, ${waiting} wait, and it is said to be ${file}`);
    if (fault && file && waiting > 0 && !shareFaults[fault].test(text.setup.writeBack.fileTroubles[file]))
      complain(`the share is ${fault}, and Setup says: ${text.setup.writeBack.fileTroubles[file]}`);
    if (share.litter().length > 1) complain(`${share.litter().length} unfinished files lie on a share that is ${fault ?? 'well'}`);
  }

  for (let at = 0; at < parcels; at += 1) {
    if (dice.chance(0.8)) {
      fault = dice.chance(0.3) ? undefined : dice.pick(kinds);
      share.put(fault);
      met.set(fault ?? 'well', (met.get(fault ?? 'well') ?? 0) + 1);
    }
    shipped.push(await ship());
    if (dice.chance(0.5)) later(dice.pick([3000, 60_000, 3_600_000]));
    await judge();
    if (dice.chance(0.1)) await bench.reopen();
  }
  fault = undefined;
  share.put(fault);
  later(130_000);
  await judge();
  if (share.litter().length > 0) complain(`left behind: ${share.litter().join(' ')}`);
  share.stop();
  return { findings: [...findings], met, counted: rowsTaken().length };
}
