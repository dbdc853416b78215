import { expect, test } from 'vitest';
import { remoteHost } from '../../shared/remote-folder.ts';

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
  ['\\\\?\\C:\\orders', undefined],
  ['C:\\orders', undefined],
  ['C:/orders', undefined],
  ['\\orders', undefined],
  ['/srv/orders', undefined],
  ['', undefined],
])('%s leads to %s', (path, host) => {
  expect(remoteHost(path)).toBe(host);
});
