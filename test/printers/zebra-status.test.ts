import { expect, test } from 'vitest';
import {
  firstFault,
  labelsAskedFor,
  parseErrors,
  parseHostStatus,
  parseIdentity,
  parseVariable,
} from '../../electron/printers/zebra-status.ts';

const hostStatus = (first: string, second: string): string => [first, second, '1234,0'].map((frame) => `\x02${frame}\x03\r\n`).join('');
const ready = hostStatus('030,0,0,1218,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,4,0,00000000,1,000');

test('a printer without faults and without work is ready', () => {
  expect(parseHostStatus(ready)).toEqual({ faults: [], busy: false, partial: false });
});

test('the host status is read only if all three frames are there', () => {
  for (let length = 0; length < ready.length - 3; length += 1) expect(parseHostStatus(ready.slice(0, length))).toBeUndefined();
});

test('frames of the wrong size are no host status', () => {
  expect(parseHostStatus('\x02a,b\x03\r\n\x02c\x03\r\n\x02d\x03\r\n')).toBeUndefined();
});

test.each([
  ['030,1,0,1218,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,4,0,00000000,1,000', 'out-of-labels'],
  ['030,0,1,1218,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,4,0,00000000,1,000', 'paused'],
  ['030,0,0,1218,000,1,0,0,000,0,0,0', '001,0,0,0,1,2,4,0,00000000,1,000', 'buffer-full'],
  ['030,1,1,1218,000,0,0,0,000,0,0,0', '001,0,1,0,1,2,4,0,00000000,1,000', 'head-open'],
  ['030,0,1,1218,000,0,0,0,000,0,0,0', '001,0,0,1,1,2,4,0,00000000,1,000', 'out-of-ribbon'],
  ['030,0,0,1218,000,0,0,0,000,0,0,1', '001,0,0,0,1,2,4,0,00000000,1,000', 'not-ready'],
])('the fault to fix first is named first (%#)', (first, second, fault) => {
  const state = parseHostStatus(hostStatus(first, second));
  expect(state && firstFault(state)).toBe(fault);
});

test('formats in the buffer, remaining labels and an unfinished label are detected', () => {
  expect(parseHostStatus(hostStatus('030,0,0,1218,002,0,0,0,000,0,0,0', '001,0,0,0,1,2,4,0,00000000,1,000'))?.busy).toBe(true);
  expect(parseHostStatus(hostStatus('030,0,0,1218,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,4,0,00000003,1,000'))?.busy).toBe(true);
  expect(parseHostStatus(hostStatus('030,0,0,1218,000,0,0,1,000,0,0,0', '001,0,0,0,1,2,4,0,00000000,1,000'))?.partial).toBe(true);
});

test('the errors of a printer that does not answer host status are read', () => {
  const errors = (line: string): string =>
    `\x02\r\n\r\n  PRINTER STATUS     \r\n   ERRORS:         ${line}      \r\n   WARNINGS:       0 00000000 00000000      \r\n\x03`;
  expect(parseErrors(errors('0 00000000 00000000'))?.faults).toEqual([]);
  expect(parseErrors(errors('1 00000000 00010005'))?.faults).toEqual(['out-of-labels', 'head-open', 'paused']);
  expect(parseErrors(errors('1 00000000 00001000'))?.faults).toEqual(['not-ready']);
  expect(parseErrors('   ERRORS:         1 0000')).toBeUndefined();
});

test('model and resolution are read from the identification', () => {
  expect(parseIdentity('\x02ZD421-300dpi,V93.21.26Z,12,8192KB\x03\r\n')).toEqual({
    model: 'ZD421-300dpi',
    firmware: 'V93.21.26Z',
    dotsPerMm: 12,
  });
  expect(parseIdentity('\x02nonsense\x03')).toBeUndefined();
});

test('a variable is its text, null if the printer does not have it, and undefined until it is complete', () => {
  expect(parseVariable('"1234"\r\n')).toBe('1234');
  expect(parseVariable('"?"')).toBeNull();
  expect(parseVariable('"12')).toBeUndefined();
});

test('a label is one sheet unless it asks for more', () => {
  expect(labelsAskedFor(Buffer.from('^XA^FDx^FS^XZ'))).toBe(1);
  expect(labelsAskedFor(Buffer.from('^XA^FDx^FS^PQ3,0,1,Y^XZ'))).toBe(3);
  expect(labelsAskedFor(Buffer.from('^XA^FDx^FS^PQ0^XZ'))).toBe(1);
  expect(labelsAskedFor(Buffer.from('^XA^pq 4^XZ^XA^PQ^XZ'))).toBe(4);
});
