import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { drawPaper } from '../papers.ts';
import { resolveAll } from '../resolve.ts';
import { type ServiceFault } from '../service.ts';
import type { Doing } from './act.ts';
import { aShipment } from './scans.ts';
import { freshOrder, ship } from './shipping.ts';

let tag = 0;

export const papers =
  (fault?: ServiceFault): Doing =>
  async (day, dice) => {
    const booking = await aShipment(day, dice);
    if (!booking) return;
    day.met('hands: papers attached');
    if (fault) day.service.meet('upload_documents', fault);
    tag += 1;
    const isGood = fault !== undefined || dice.chance(0.15);
    const bad = dice.pick([async () => Buffer.alloc(0), async () => drawPaper('PNG', ''), async () => drawPaper('HTML', 'Invoice')]);
    if (!isGood) day.met('hands: papers that cannot be read');
    await day.packer.call('attachDocument', {
      bookingId: booking.id,
      documentType: 'Customs Invoice',
      name: `invoice-${tag}.pdf`,
      mediaType: 'application/pdf',
      bytes: new Uint8Array(isGood ? await drawPaper('PDF', `Invoice ${booking.orderKey}`) : await bad()),
    });
    day.service.clear();
    if (dice.chance(0.5)) await resolveAll(day);
  };

export const closeAndOpen: Doing = async (day, dice) => {
  if (dice.chance(0.5)) await ship(day, dice);
  day.met('hands: closed and opened');
  await day.reopen();
};

/** A person restores yesterday's copy of the data folder after today's parcels were bought. */
export const oldFolder: Doing = async (day, dice) => {
  const { packer } = day;
  const [before, after] = [await freshOrder(day, dice), await freshOrder(day, dice)];
  if (!before || !after) return;
  await ship(day, dice, { order: before });
  await packer.clearBench();
  const data = join(day.dir, 'data');
  const copy = join(day.dir, 'copy');
  await day.reopen(() => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(data, copy, { recursive: true });
  });
  await ship(day, dice, { order: after });
  await packer.clearBench();
  await day.reopen(() => {
    if (!existsSync(copy)) return;
    rmSync(data, { recursive: true, force: true });
    cpSync(copy, data, { recursive: true });
  });
  day.met('hands: an old data folder put back');
  for (const { orderNo } of day.truth.bookingsOf(after.key)) day.forgotten.add(orderNo);
  // The packer does not know of that and scans the parcel again, which has no mark in the program.
  await packer.toTiles(after);
  const workflow = packer.workflow();
  if (workflow.step === 'choosing') {
    await packer.call('buy', { workflowNo: packer.workflowNo(), serviceId: workflow.serviceId });
    await packer.outcome();
  }
  await packer.clearBench();
};

export const revokedKey: Doing = async (day, dice) => {
  day.service.revoke(true);
  day.met('key revoked for a while');
  const order = await freshOrder(day, dice);
  if (order) await day.packer.toTiles(order);
  day.service.revoke(false);
  if (order) await ship(day, dice, { order });
  await day.packer.clearBench();
};
