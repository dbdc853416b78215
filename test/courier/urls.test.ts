import { expect, test } from 'vitest';
import { readTrackingLink } from '../../electron/bench/tracking/tracking-link.ts';
import { readBaseUrl } from '../../electron/courier/base-url.ts';
import { pacOf, proxyOf } from '../../electron/courier/proxy.ts';
import { parts } from '../words.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  [' https://api.example.com/v1/ ', 'https://api.example.com/v1'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('takes %s as the address of the service', (text, value) => {
  expect(readBaseUrl(text)).toEqual({ ok: true, value });
});

test.each([
  '',
  ...parts('api.example.com | http://api.example.com | http://127.0.0.1.example.com | ftp://127.0.0.1'),
  ...parts('https://k:s@api.example.com | https://api.example.com/?a=1 | https://api.example.com/#a | http://192.168.1.4'),
  ...parts('file:///etc/passwd'),
])('refuses %s as the address of the service', (text) => {
  expect(readBaseUrl(text)).toMatchObject({ ok: false, failure: { code: 'url-not-allowed' } });
});

test.each(['https://track.example.com/T1?x=1#y', 'https://xn--mller-kva.example/T1', 'https://müller.example.com/'])('opens %s', (link) => {
  expect(readTrackingLink(link)).toEqual(new URL(link));
});

test.each([
  '',
  ...parts('track.example.com | http://track.example.com | javascript:alert(1) | file:///c:/x | ms-msdt:/id'),
  ...parts('smb://host/share | https://a@track.example.com | https://a:b@track.example.com | https://127.0.0.1/'),
  ...parts('https://[::1]/ | https://0x7f.1/ | https://2130706433/ | https://localhost/ | https://printer.local/'),
  ...parts('https://intranet/ | https://track.example.com:8443/ | https://router.lan/ | https://track.example.com/\r\nX: y'),
  ...parts('https:\\\\track.example.com'),
  ` https://track.example.com`,
  `https://track.example.com/${'a'.repeat(2050)}`,
])('does not open %j', (link) => {
  expect(readTrackingLink(link)).toBeUndefined();
});

test.each([
  ['DIRECT', 'direct'],
  ['', 'direct'],
  ['PROXY proxy.example.com:3128; DIRECT', 'http://proxy.example.com:3128'],
  ['HTTPS proxy.example.com:443', 'https://proxy.example.com:443'],
  ['SOCKS5 a:1; PROXY b:2', 'http://b:2'],
  ['SOCKS a:1', 'unsupported'],
])('reads the proxy answer "%s" as %s', (pac, proxy) => {
  expect(proxyOf(pac)).toBe(proxy);
});

test.each([
  ['', 'DIRECT'],
  ['http://proxy.example.com:3128', 'PROXY proxy.example.com:3128'],
  ['proxy.example.com:3128', 'PROXY proxy.example.com:3128'],
  ['http://proxy.example.com/', 'PROXY proxy.example.com:80'],
  ['https://proxy.example.com', 'HTTPS proxy.example.com:443'],
])('a proxy given as %s is %s', (address, pac) => {
  expect(pacOf(address)).toBe(pac);
});

test('refuses a proxy of another kind with an error', () => {
  expect(() => pacOf('socks5://proxy.example.com:1080')).toThrow('socks5');
});
