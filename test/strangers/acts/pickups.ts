import type { CallArgs } from '../../../shared/ipc.ts';
import type { Dice } from '../../crash/dice.ts';
import { type Day } from '../lived-day.ts';
import { resolveAll } from '../resolve.ts';
import { type ServiceFault } from '../service.ts';
import type { Doing } from './act.ts';
import { pause, ship } from './shipping.ts';

/** Distinguishes one request of a person from another, also in the service's books. */
let tag = 0;
type Driver = Omit<CallArgs<'requestPickup'>, 'instructions' | 'withLeftOvers' | 'again'> & { readonly again?: string };

/** Asks for a driver as the screen does: gives a reason if the program needs one, and confirms a doubtful pickup if `isMeant`. */
async function askForDriver({ packer }: Day, driver: Driver, { isMeant = true }: { readonly isMeant?: boolean } = {}) {
  tag += 1;
  const asked = { withLeftOvers: true, again: '', instructions: `Dock ${tag}`, ...driver };
  const first = await packer.call('requestPickup', asked);
  const needsReason = !first.ok && ['pickup-already-requested', 'pickup-may-be-requested'].includes(first.failure.code);
  const withReason = needsReason && asked.again === '' ? { ...asked, again: 'One more parcel came' } : asked;
  const second = withReason === asked ? first : await packer.call('requestPickup', withReason);
  const isDoubted = !second.ok && second.failure.code === 'pickup-doubtful';
  return isDoubted && isMeant ? packer.call('requestPickup', { ...withReason, isSure: true }) : second;
}

/** Makes sure that a parcel waits for a courier and that nothing prevents a driver. Returns that courier. */
async function courierToAsk(day: Day, dice: Dice): Promise<string | undefined> {
  const { packer } = day;
  const waiting = async () => {
    const overview = await packer.call('pickups', {});
    return overview.ok ? overview.value.groups[0]?.courierKey : undefined;
  };
  await packer.clearBench();
  if (!(await waiting())) await ship(day, dice);
  await packer.clearBench();
  await resolveAll(day);
  if (packer.isPaused()) await packer.call('resumeBooking', {});
  return waiting();
}

const usualHours = { readyTime: '13:00', closingTime: '14:30' } as const;

async function pickUp(day: Day, dice: Dice, fault?: ServiceFault) {
  const courierKey = await courierToAsk(day, dice);
  if (!courierKey) return undefined;
  if (fault) day.service.meet('pickup', fault);
  const asking = askForDriver(day, { courierKey, date: day.service.collectionDate(), ...usualHours });
  if (fault?.startsWith('no answer')) await lookAtPickup(day);
  const asked = await asking;
  day.service.clear();
  return asked.ok ? asked.value : undefined;
}

/** Checks that the screen does not show READY while the answer is on its way. */
async function lookAtPickup({ window, found, truth }: Day): Promise<void> {
  await pause(250);
  const isOpen = (): boolean => truth.ledger.requests.some(({ action, endedAt }) => action === 'pickup' && endedAt === null);
  if (!isOpen()) return;
  const drawing = await window.open('pickup');
  // The program may have given up meanwhile; the service notices that a moment later.
  await pause(50);
  if (isOpen() && drawing.signal === 'ready')
    found({ counter: 'untrue_screens', what: 'Pickup shows READY while a driver is being ordered', detail: drawing.words.slice(-400) });
}

/** The driver of one of two collections did not come: another driver is requested for its parcels. */
export const secondDriver: Doing = async (day, dice) => {
  const first = await pickUp(day, dice);
  await ship(day, dice);
  await day.packer.clearBench();
  const second = await pickUp(day, dice);
  if (!first || !second || first.courierKey !== second.courierKey) return;
  // Another parcel waits, which is not part of the request.
  if (dice.chance(0.5)) await ship(day, dice);
  await day.packer.clearBench();
  const meant = dice.chance(0.5) ? first : second;
  const { pickups } = day.truth.ledger;
  const before = pickups.length;
  const orderNosOf = (collectionNo: string): readonly string[] =>
    pickups.find((pickup) => pickup.collectionNo === collectionNo)?.orderNos ?? [];
  await askForDriver(day, {
    courierKey: meant.courierKey,
    date: day.service.collectionDate(),
    ...usualHours,
    again: 'The driver did not come',
    secondOf: meant.id,
  });
  const asked = pickups[before];
  if (!asked) return;
  day.met('hands: a second driver for one of two collections');
  const forgotten = orderNosOf(meant.collectionNo).filter((orderNo) => !asked.orderNos.includes(orderNo));
  if (forgotten.length > 0)
    day.found({
      counter: 'lost',
      what: 'a second driver is asked for other parcels than those that were pressed',
      detail: `${forgotten.join(', ')} of ${meant.collectionNo} stay behind`,
    });
};

const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A day or an hour without drivers: not ordered before a person confirms it. */
export const impossiblePickup: Doing = async (day, dice) => {
  const courierKey = await courierToAsk(day, dice);
  if (!courierKey) return;
  const first = day.service.collectionDate();
  const today = day.now().toISOString().slice(0, 10);
  const sunday = dayBeside(first, 7 - new Date(`${first}T12:00:00Z`).getUTCDay());
  const driver = dice.pick([
    { date: sunday, ...usualHours },
    { date: dayBeside(today, -1), ...usualHours },
    { date: dayBeside(first, 400), ...usualHours },
    { date: first, readyTime: '13:00', closingTime: '23:30' },
    { date: first === today ? today : dayBeside(first, -1), readyTime: '00:05', closingTime: '00:30' },
  ]);
  const before = day.truth.ledger.pickups.length;
  await askForDriver(day, { courierKey, ...driver }, { isMeant: false });
  day.met('hands: a pickup at an impossible time');
  if (day.truth.ledger.pickups.length > before)
    day.found({
      counter: 'untrue_screens',
      what: 'a driver is reported to come when no driver comes',
      detail: `${driver.date} ${driver.readyTime} to ${driver.closingTime}; the service answered ${first}`,
    });
};

export const pickUpWith =
  (fault?: ServiceFault): Doing =>
  async (day, dice) =>
    void (await pickUp(day, dice, fault));
