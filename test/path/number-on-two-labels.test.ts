import { expect, test } from 'vitest';
import { shipLabel } from '../../renderer/text/en/ship-label.ts';
import { type Fields } from '../fakes/marking-service.ts';
import { startFront } from './front.ts';
import { counted, sent, startPlainStation } from './plain-station.ts';

const row = 'ORD-2,Anna Lehmann,Kastanienallee,7,10435,Berlin,DE,+49 30 5557 2101,1.2,40,30,20,Vase,64.00,EUR';
const orders = [
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency',
  row,
  row,
].join('\n');

/** Gives each label the number of the first one. */
function withOneNumber(label: string): string {
  const labels = Buffer.from(label, 'base64')
    .toString('latin1')
    .split(/(?<=\^XZ)/);
  const numberOn = (zpl: string | undefined): string => /\^BCN[^^]*\^FD([^^]+)\^FS/.exec(zpl ?? '')?.[1] ?? 'none';
  return Buffer.from(labels.map((zpl) => zpl.replaceAll(numberOn(zpl), numberOn(labels[0]))).join(''), 'latin1').toString('base64');
}

test('asks the packer before printing if two parcels have one tracking number on both labels', async () => {
  const bench = await startPlainStation({ orders });
  await startFront(bench, (_action, answer) => {
    const result = answer['result'] as Fields;
    return typeof result['label'] === 'string' ? { ...answer, result: { ...result, label: withOneNumber(result['label']) } } : answer;
  });
  await bench.buy('ORD-2');
  await expect.poll(() => bench.workflow().step).toBe('confirm-label');
  const { booking } = await bench.at('confirm-label');
  const { verdict } = booking;
  if (verdict?.kind !== 'wrong-number') throw new Error(`the verdict is ${verdict?.kind}`);
  expect(verdict).toMatchObject({ labels: 2, parcels: 2, numbers: 1 });
  expect(shipLabel.labelsToCount(verdict)).toBe('2 labels for 2 parcels carry only 1 number');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  expect(sent(bench, 'ship')).toBe(1);
});
