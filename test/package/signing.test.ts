import { expect, test } from 'vitest';
import config from '../../build/electron-builder.ts';
import { signing } from '../../build/signing.ts';

test('without a certificate nothing is signed, and a Mac gets an ad-hoc signature', () => {
  expect(signing({ WIN_CSC_LINK: '' })).toEqual({
    win: { forceCodeSigning: false },
    mac: { forceCodeSigning: false, hardenedRuntime: false, identity: '-' },
  });
});

test.each([
  ['CSC_LINK', true, true],
  ['WIN_CSC_LINK', true, false],
  ['CSC_NAME', false, true],
])('with %s a package that could not be signed is not made', (name, ofWindows, ofMac) => {
  const { win, mac } = signing({ [name]: 'certificate' });
  expect([win.forceCodeSigning, mac.forceCodeSigning, mac.hardenedRuntime]).toEqual([ofWindows, ofMac, ofMac]);
  expect('identity' in mac).toBe(!ofMac);
});

test('the packages are signed so, and no package asks an address for a newer version', () => {
  expect(config.win).toMatchObject(signing(process.env).win);
  expect(config.mac).toMatchObject(signing(process.env).mac);
  expect(config.publish).toBeNull();
});
