import type { PrintJob } from '../../shared/printer.ts';
import { because } from '../reprint-reason.ts';
import { until } from '../watchdog.ts';
import { type Day, jobsIn, printed, sheetsUnderWay } from './day.ts';
import { resolve } from './settle.ts';
import { aBooking } from './ship.ts';

/** Waits until the first waiting label of each printer shows a reason and no job is being sent. */
const comesToRest = (day: Day): Promise<void> =>
  until(
    'the printer has the label, or cannot take it',
    () => {
      const queued = jobsIn(day, ['queued']);
      const isNext = ({ printerId }: PrintJob, at: number): boolean => queued.findIndex((each) => each.printerId === printerId) === at;
      return queued.filter(isNext).every(({ detail }) => detail !== '') && jobsIn(day, ['sending']).length === 0;
    },
    () => sheetsUnderWay(day),
  );

export async function reprintOne(day: Day): Promise<boolean> {
  const booking = await aBooking(day);
  return booking !== undefined && (await day.station.handlers.reprint({ bookingId: booking.id, because })).ok;
}

export async function reprintWithoutPaper(day: Day): Promise<void> {
  const booking = await aBooking(day);
  if (!booking) return;
  await day.world.printer('out of paper');
  // The program relies on the printer's last status for a moment, and a label would be sent on it.
  await day.station.handlers.askPrinter({ role: 'label' });
  const asked = await day.station.handlers.reprint({ bookingId: booking.id, because });
  if (asked.ok) await comesToRest(day);
  await day.world.printer('ready');
  await resolve(day);
}

export async function reprintAndRunOut(day: Day): Promise<void> {
  const booking = await aBooking(day);
  if (!booking) return;
  await day.world.printer('out of paper at the next label');
  if ((await day.station.handlers.reprint({ bookingId: booking.id, because })).ok) await comesToRest(day);
  await day.world.printer('ready');
  await resolve(day);
}

export async function moveToStandby(day: Day): Promise<void> {
  const booking = await aBooking(day);
  if (!booking) return;
  await day.world.printer(day.dice.pick(['out of paper', 'out of paper at the next label']));
  const asked = await day.station.handlers.reprint({ bookingId: booking.id, because });
  if (asked.ok) await comesToRest(day);
  await day.station.handlers.standBy({ isOn: true });
  await printed(day);
  await day.world.printer('ready');
  if (day.dice.chance(0.5)) await day.station.handlers.reprint({ bookingId: booking.id, because });
  await day.station.handlers.standBy({ isOn: false });
  await printed(day);
  await resolve(day);
}
