import type { PrinterTrouble } from '../printers.ts';
import { resolveAll } from '../resolve.ts';
import type { Doing } from './act.ts';
import { freshOrder, pause, ship } from './shipping.ts';

export const printerIs =
  (trouble: PrinterTrouble): Doing =>
  async (day, dice) => {
    const { printer, packer } = day;
    const isEarly = dice.chance(0.4);
    const order = await freshOrder(day, dice);
    if (!order) return;
    await ship(day, dice, {
      order,
      async atTiles() {
        if (isEarly) await printer.change(trouble);
        if (isEarly && dice.chance(0.5)) await pause(900);
      },
      async meanwhile(isAnswered) {
        if (!isEarly) {
          await packer.until('the parcel is booked', () => ['printing', 'done'].includes(packer.workflow().step) || isAnswered());
          await printer.change(trouble);
        }
        await pause(500 + dice.whole(700));
        if (dice.chance(0.6)) await printer.change('none');
      },
    });
    await pause(dice.chance(0.4) ? 900 : 100);
    await printer.change('none');
    // Once the printer works again, the parcel is bought from the same tiles, and no old message is left.
    const workflow = packer.workflow();
    if (workflow.step === 'choosing') {
      await packer.until('the printer is ready again', () => packer.frame().labelPrinter.kind !== 'not-ready');
      await packer.call('buy', { workflowNo: packer.workflowNo(), serviceId: workflow.serviceId });
      await packer.outcome();
    }
    await packer.until('the printer has printed what it holds', () => printer.holds() === 0);
    await packer.clearBench();
    if (dice.chance(0.4)) await resolveAll(day);
  };

export const jam: Doing = async (day, dice) => {
  const { printer, packer } = day;
  await printer.change('jamming');
  await ship(day, dice);
  await pause(300);
  await printer.change('none');
  await packer.until('the printer has printed what it holds', () => printer.holds() === 0);
  await packer.clearBench();
  await resolveAll(day);
};

export const swallow: Doing = async (day, dice) => {
  await day.printer.change('swallowing');
  await ship(day, dice);
  await day.printer.change('none');
  await day.packer.clearBench();
  await resolveAll(day);
};
