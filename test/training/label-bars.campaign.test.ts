import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawZpl } from '../../electron/training/picture.ts';
import { newFolder } from '../later.ts';
import { quoteServices, shipment, startDesk } from './desk.ts';

function has(tool: string, argument: string): boolean {
  try {
    execFileSync(tool, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const hasBarcodeReader = has('zbarimg', '--version');
const hasPdfRenderer = has('pdftoppm', '-v');

/** Text that the bars of a picture encode. */
const barsOf = (path: string): string =>
  execFileSync('zbarimg', ['--raw', '--quiet', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

test.skipIf(!hasBarcodeReader).each([203, 300] as const)(
  'The barcodes of every courier, drawn from ZPL for %i dpi, read as the tracking number',
  async (labelDpi) => {
    const dir = newFolder('labels');
    const desk = await startDesk({ mode: { labelDpi } });
    const couriers = new Map((await quoteServices(desk)).map((each) => [each.courier_keycode, each.service_id]));
    for (const serviceId of couriers.values()) {
      const { result } = await desk.call({ action: 'ship', service_id: serviceId, label_format: 'ZPL' });
      const pictures = await drawZpl(Buffer.from(result.label, 'base64'), {
        widthMm: 101.6,
        heightMm: 152.4,
        dpmm: labelDpi === 203 ? 8 : 12,
      });
      expect(pictures).toHaveLength(1);
      const path = join(dir, `${serviceId}.png`);
      writeFileSync(path, pictures[0] ?? new Uint8Array());
      expect(barsOf(path)).toBe(desk.service.orders().at(-1)?.trackingNos[0]);
    }
    await desk.service.stop();
  },
  30_000,
);

test.skipIf(!hasBarcodeReader || !hasPdfRenderer)(
  'All barcodes of a PDF label drawn at 203 dpi read as their tracking number, also on a return label',
  async () => {
    const dir = newFolder('labels');
    const desk = await startDesk({ dir: join(dir, 'service') });
    const items = [shipment.items[0], shipment.items[0]];
    const services = await quoteServices(desk, { items, return_service: '1' });
    for (const serviceId of new Map(services.map((each) => [each.courier_keycode, each.service_id])).values()) {
      const { result } = await desk.call({ action: 'ship', service_id: serviceId, label_format: 'PDF' });
      writeFileSync(join(dir, 'label.pdf'), Buffer.from(result.label, 'base64'));
      execFileSync('pdftoppm', ['-r', '203', '-png', '-mono', join(dir, 'label.pdf'), join(dir, 'page')]);
      const [order] = JSON.parse(readFileSync(join(dir, 'service', 'service.json'), 'utf8')).orders.slice(-1);
      expect([1, 2, 3].map((page) => barsOf(join(dir, `page-${page}.png`)))).toEqual([...order.trackingNos, order.returnTrackingNo]);
    }
    await desk.service.stop();
  },
  30_000,
);
