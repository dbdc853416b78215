import { expect, test } from 'vitest';
import { commandCode, commandOf, commandPrefix, commands, reservedPrefixOf, testLabelCode } from '../../shared/command-keys.ts';
import { isOnlyScanned, itemCode, readScan } from '../../shared/scan.ts';

const codes = [...commands.map(commandCode), testLabelCode];

test('command codes use letters that are on the same key in every layout', () => {
  for (const code of codes) expect(code).toMatch(/^[B-LN-PR-VX]+$/);
});

test('a command is read in upper case, in lower case and with its bar code identifier', () => {
  for (const command of commands) {
    const code = commandCode(command);
    for (const sent of [code, code.toLowerCase(), `]C0${code}`, `${code}\r`]) expect(readScan(sent)).toEqual({ kind: 'command', command });
  }
});

test('one wrong letter never turns a command into another command', () => {
  const distance = (one: string, other: string) => Array.from(one).filter((letter, at) => letter !== other[at]).length;
  for (const one of codes) {
    expect(codes.filter((other) => other !== one && (other.length !== one.length || distance(one, other) < 2))).toEqual([]);
    expect(codes.filter((other) => other !== one && other.includes(one))).toEqual([]);
  }
});

test('a part of a command is nothing, and not an order key', () => {
  for (const part of [commandPrefix, commandCode('BUY').slice(0, -1), `${commandCode('BUY')}X`, 'xpbx-1001'])
    expect([readScan(part), reservedPrefixOf(part)]).toEqual([{ kind: 'nothing' }, 'XPBX']);
});

test('command sheets from earlier versions still work', () => {
  expect([commandOf('PB!BUY'), commandOf('pb!standby'), commandOf('PB!SELL'), reservedPrefixOf('PB!SELL')]).toEqual([
    'BUY',
    'STANDBY',
    undefined,
    'PB!',
  ]);
});

test('only a scanner sends commands, the test label and codes with an identifier', () => {
  expect([commandCode('NEXT'), testLabelCode, ']E04006381333931', ']d2010400'].map(isOnlyScanned)).toEqual([true, true, true, true]);
  expect(['ORD-1001', '5230', ']E', '', ' ', 'C1-77'].map(isOnlyScanned)).toEqual([false, false, false, false, false, false]);
});

test('UPC and EAN codes of the same item are the same code', () => {
  expect(['416000336108', ']E00416000336108', '00416000336108', '4006381333931', 'HK-MUG/01'].map(itemCode)).toEqual([
    '00416000336108',
    '00416000336108',
    '00416000336108',
    '04006381333931',
    'HKMUG01',
  ]);
});
