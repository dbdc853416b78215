import { expect, test } from 'vitest';
import { type Printer, type PrinterRoute, routedTo, withPrinter } from '../../shared/printer.ts';

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

test('a sheet goes to the first printer whose route accepts it', () => {
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

test('a backup printer takes only sheets that no other printer takes', () => {
  const printers = [printer('spare', { isStandby: true }), printer('first')];
  expect(routedTo(printers, { role: 'label' })?.id).toBe('first');
  expect(routedTo(printers.slice(0, 1), { role: 'label' })?.id).toBe('spare');
});

test('a label goes to the printer whose rules name its size or courier, otherwise to the usual one', () => {
  const printers = [
    printer('any'),
    printer('small', { labelSize: small }),
    printer('post', { couriers: ['PostNL', 'DHL'] }),
    printer('small-post', { labelSize: small, couriers: ['PostNL'] }),
  ];
  const to = (couriers: string[], labelSize?: typeof small) =>
    routedTo(printers, { role: 'label', couriers, labelSize: labelSize ?? null })?.id;
  expect(to(['UPS'])).toBe('any');
  expect(to(['dhl', 'DHL Express'])).toBe('post');
  expect(to(['postnl'], large)).toBe('post');
  expect(to(['postnl'], { widthMm: 31, heightMm: 57.2 })).toBe('small-post');
  expect(to(['UPS'], small)).toBe('small');
  expect(to(['UPS'], { widthMm: 80, heightMm: 32 })).toBe('any');
  expect(routedTo([printer('small', { labelSize: small }), printer('post', { couriers: ['DHL'] })], { role: 'label' })?.id).toBe('small');
});

test('a printer with rules takes only what they name, not what is still unknown', () => {
  expect(routedTo([printer('small', { labelSize: small }), printer('any')], { role: 'label' })?.id).toBe('any');
});

test('a printer added in Setup replaces the one that took the same labels, and takes over its waiting labels', () => {
  const at = (address: string, route: Partial<PrinterRoute> = {}) => {
    const { id: _id, ...rest } = printer('', route);
    return { ...rest, address };
  };
  const first = withPrinter([], at('queue:A'));
  expect(first.map(({ id, address }) => [id, address])).toEqual([['label', 'queue:A']]);
  const withSpare = withPrinter(first, at('queue:B', { isStandby: true }));
  expect(withSpare.map(({ id }) => id)).toEqual(['label', 'label-2']);
  const withSmall = withPrinter(withSpare, at('queue:C', { labelSize: small }));
  expect(withSmall.map(({ id }) => id)).toEqual(['label', 'label-2', 'label-3']);
  const swapped = withPrinter(withSmall, at('queue:D'));
  expect(swapped.map(({ id, address }) => `${id} ${address}`).toSorted()).toEqual(['label queue:D', 'label-2 queue:B', 'label-3 queue:C']);
  const promoted = withPrinter(withSpare, at('queue:B'));
  expect(promoted.map(({ id, address }) => [id, address])).toEqual([['label', 'queue:B']]);
  expect(withPrinter(first, at('queue:E', { role: 'document' })).map(({ id }) => id)).toEqual(['label', 'document']);
});

test('a printer saved without a change sends no label elsewhere', () => {
  const printers = [
    { ...printer('label', { couriers: ['DHL'] }), address: 'queue:A' },
    { ...printer('label-2', { couriers: ['UPS'] }), address: 'queue:B' },
  ];
  const [first] = printers;
  if (!first) throw new Error('no printer');
  const { id: _id, ...same } = first;
  expect(withPrinter(printers, same)).toEqual(printers);
  expect(routedTo(withPrinter(printers, same), { role: 'label', couriers: ['GLS'] })?.id).toBe('label');
});
