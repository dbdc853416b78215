import { expect, test } from 'vitest';
import { remoteHost, remoteHostOfPrinter } from '../../shared/remote-folder.ts';

test.each([
  ['\\\\srv\\orders', 'srv'],
  ['//SRV/orders', 'srv'],
  ['\\/srv\\orders', 'srv'],
  ['  \\\\srv\\orders', 'srv'],
  ['\\\\\\srv\\orders', 'srv'],
  ['\\\\10.0.0.7\\x', '10.0.0.7'],
  ['\\\\evil.example@SSL@443\\DavWWWRoot\\x', 'evil.example'],
  ['\\\\fe80--1.ipv6-literal.net\\x', 'fe80--1.ipv6-literal.net'],
  ['\\\\?\\UNC\\srv\\orders', 'srv'],
  ['\\\\.\\unc\\srv\\orders', 'srv'],
  ['//?/UNC/srv/orders', 'srv'],
  ['\\??\\UNC\\srv\\orders', 'srv'],
  ['\\\\?\\GLOBALROOT\\Device\\Mup\\srv\\orders', 'globalroot'],
  ['\\\\.\\pipe\\x', 'pipe'],
  ['\\\\localhost\\c$', 'localhost'],
  // Windows takes the steps back, and is at the other computer then.
  ['\\\\.\\C:\\..\\UNC\\srv\\orders', 'srv'],
  ['\\\\?\\C:\\x\\..\\..\\UNC\\srv\\orders', 'srv'],
  ['//./C:/.. /UNC/srv/orders', 'srv'],
  ['\\\\?\\C:\\orders\\..\\x', undefined],
  ['\\\\?\\C:\\orders', undefined],
  ['C:\\orders', undefined],
  ['C:/orders', undefined],
  ['\\orders', undefined],
  ['/srv/orders', undefined],
  ['', undefined],
])('%s leads to %s', (path, host) => {
  expect(remoteHost(path)).toBe(host);
});

test.each([
  ['folder:\\\\srv\\orders', 'srv'],
  ['device:\\\\srv\\share\\printer', 'srv'],
  ['device:\\\\.\\UNC\\srv\\share', 'srv'],
  ['queue:\\\\SRV\\Zebra', 'srv'],
  ['device:\\\\.\\COM3', undefined],
  ['device:\\\\?\\usb#vid_0a5f#1#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}', undefined],
  ['device:LPT1', undefined],
  ['queue:Zebra ZD421', undefined],
  ['tcp://10.0.4.30:9100', undefined],
])('the printer at %s is on the computer %s', (address, host) => {
  expect(remoteHostOfPrinter(address)).toBe(host);
});
