import { text } from '../../../renderer/text/text.ts';
import type { Booking } from '../../../shared/booking.ts';
import { shipmentLayouts } from '../../../shared/shipment-table.ts';
import { noWriteBack } from '../../../shared/write-back.ts';
import { createDice } from '../../crash/dice.ts';
import { startReportingBench, type Unnumbered } from './reporting-bench.ts';
import type { ShopReport } from './shop-report.ts';
import { momentsOfWrite, openStrangeShare, type ShareFault, shareFaults } from './strange-share.ts';

const kinds = Object.keys(shareFaults) as [ShareFault, ...ShareFault[]];
/** Time for which a parcel waits for its tracking number. */
const numbersWithinMs = 121_000;

interface Parcel {
  readonly booking: Booking;
  readonly at: number;
  /** Empty until the tracking number comes. */
  number: string;
}

/** Runs a bench in the live environment that writes files to a share that fails. Compares what the reader got with what was shipped. */
export async function liveFiles(seed: string, parcels: number): Promise<ShopReport> {
  const findings = new Set<string>();
  const met = new Map<string, number>();
  const complain = (what: string): void => void findings.add(`${seed}: ${what}`);
  const dice = createDice(`${seed} layings`);
  const share = openStrangeShare();
  const unnumbered = (): Unnumbered => (dice.chance(0.5) ? dice.pick(['no number', 'a consignment'] as const) : undefined);
  const { bench, now, ship, numbersCome, quiet, later } = await startReportingBench(parcels, share.isBusy, unnumbered);
  const layout = dice.pick(shipmentLayouts as readonly [(typeof shipmentLayouts)[number], ...(typeof shipmentLayouts)[number][]]);
  await bench.call('saveWriteBack', { ...noWriteBack, folder: share.folder, layout, token: null });
  const state = async () => (await bench.call('setup', {})).writeBack;
  const shipped: Parcel[] = [];
  const rowsTaken = (event: 'shipped' | 'tracking'): string[] =>
    share.taken
      .filter(({ name }) => name.startsWith(`${event}-`))
      .flatMap(({ text: words }) => words.replace('\uFEFF', '').trim().split('\r\n').slice(1));

  async function judge(): Promise<void> {
    await quiet();
    share.take();
    const fault = share.fault();
    const { file, waiting } = await state();
    const [rows, lateRows] = [rowsTaken('shipped'), rowsTaken('tracking')];
    const rowOf = (among: readonly string[], { booking }: Parcel) => among.find((row) => row.split(',').includes(booking.orderKey));
    const laid = shipped.filter((parcel) => rowOf(rows, parcel) !== undefined);
    const late = laid.filter((parcel) => !rowOf(rows, parcel)?.includes(parcel.number));
    const lateLaid = shipped.filter((parcel) => rowOf(lateRows, parcel) !== undefined);
    for (const { name, text: words } of share.taken) if (!words.endsWith('\r\n')) complain(`${name} was taken before it was whole`);
    // If a file was begun and is not there, only the program knows whether it contains the number.
    const maybeLate = shipped.filter((parcel) => parcel.number !== '' && !laid.includes(parcel)).length;
    const reported = shipped.length + late.length - waiting;
    const taken = laid.length + lateLaid.length;
    if (reported > taken || reported < taken - maybeLate)
      complain(`${reported} are reported as sent and ${taken} were taken, while it is ${fault ?? 'well'}`);
    if (rows.length !== new Set(rows).size || rows.length !== laid.length)
      complain(`${rows.length} rows were taken of ${laid.length} parcels`);
    for (const parcel of lateLaid)
      if (!late.includes(parcel)) complain(`${parcel.booking.orderKey} came once more, and its number is not new`);
    if (lateRows.length !== lateLaid.length || lateLaid.some((parcel) => !rowOf(lateRows, parcel)?.includes(parcel.number)))
      complain(`of ${lateLaid.length} parcels whose number came later these rows were taken: ${lateRows.join(' | ')}`);
    const untimely = shipped.filter((each) => !laid.includes(each) && each.number === '' && now().getTime() - each.at < numbersWithinMs);
    const isDue = waiting > untimely.length;
    if (isDue && file === null) complain(`${waiting} wait and nothing is reported of a share that is ${fault ?? 'well'}`);
    if (fault === undefined && (isDue || file)) complain(`the share is well, ${waiting} wait, and it is reported to be ${file}`);
    if (fault && file && isDue && !shareFaults[fault].test(text.setup.writeBack.fileTroubles[file]))
      complain(`the share is ${fault}, and Setup shows: ${text.setup.writeBack.fileTroubles[file]}`);
    if (share.litter().length > 1) complain(`${share.litter().length} unfinished files lie on a share that is ${fault ?? 'well'}`);
  }

  async function numbersMayCome(chance: number): Promise<void> {
    for (const parcel of shipped)
      if (parcel.number === '' && dice.chance(chance)) parcel.number = (await numbersCome(parcel.booking)).join();
  }

  for (let at = 0; at < parcels; at += 1) {
    if (dice.chance(0.8)) {
      const next = dice.chance(0.3) ? undefined : dice.pick(kinds);
      const moment = dice.chance(0.4) ? dice.pick(momentsOfWrite) : undefined;
      if (moment) share.putAt(moment, next);
      else share.put(next);
      const name = [next ?? 'well', ...(moment ? [moment] : [])].join(', ');
      met.set(name, (met.get(name) ?? 0) + 1);
    }
    const booking = await ship();
    shipped.push({ booking, at: now().getTime(), number: booking.trackingNos.join() });
    if (dice.chance(0.5)) later(dice.pick([3000, 60_000, 3_600_000]));
    await judge();
    await numbersMayCome(0.15);
    if (dice.chance(0.1)) await bench.reopen();
  }
  share.put(undefined);
  later(130_000);
  await judge();
  await numbersMayCome(0.7);
  await judge();
  if (share.litter().length > 0) complain(`left behind: ${share.litter().join(' ')}`);
  share.stop();
  return { findings: [...findings], met, counted: rowsTaken('shipped').length + rowsTaken('tracking').length };
}
