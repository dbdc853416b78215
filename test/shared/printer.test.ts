import { expect, test } from 'vitest';
import { type Printer, type PrinterRoute, routedTo } from '../../shared/printer.ts';

const printer = (id: string, route: Partial<PrinterRoute> = {}): Printer => ({
  id,
  address: 'tcp://10.0.4.30:9100',
  dpi: 203,
  widthMm: 102,
  heightMm: 152,
  route: { role: 'label', format: null, labelSize: null, isStandby: false, ...route },
});
const large = { widthMm: 102, heightMm: 152 };
const small = { widthMm: 57, heightMm: 32 };

test('a sheet goes to the first printer whose route takes it', () => {
  const printers = [
    printer('office', { role: 'document' }),
    printer('small', { labelSize: small }),
    printer('pdf', { format: 'PDF' }),
    printer('any'),
  ];
  expect(routedTo(printers, { role: 'document' })?.id).toBe('office');
  expect(routedTo(printers, { role: 'label', labelSize: small })?.id).toBe('small');
  expect(routedTo(printers, { role: 'label', labelSize: large, format: 'PDF' })?.id).toBe('pdf');
  expect(routedTo(printers, { role: 'label', labelSize: large, format: 'ZPL' })?.id).toBe('any');
  expect(routedTo(printers.slice(0, 1), { role: 'label' })).toBeUndefined();
});

test('a printer that stands by takes only what no other one takes', () => {
  const printers = [printer('spare', { isStandby: true }), printer('first')];
  expect(routedTo(printers, { role: 'label' })?.id).toBe('first');
  expect(routedTo(printers.slice(0, 1), { role: 'label' })?.id).toBe('spare');
});
