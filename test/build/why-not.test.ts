import { expect, test } from 'vitest';
import { type Surroundings, whyElectronWouldNotStart } from '../../build/electron/why-not.ts';

const appArmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const desktop: Surroundings = {
  platform: 'linux',
  userId: 1000,
  args: [],
  env: { DISPLAY: ':0' },
  binary: '/home/jo/packbench/node_modules/electron/dist/electron',
  setting: () => undefined,
  isSetuidRoot: () => false,
};
const why = (differing: Partial<Surroundings>): string | undefined => whyElectronWouldNotStart({ ...desktop, ...differing });
const withSetting = (named: string, value: string): Partial<Surroundings> => ({
  setting: (path) => (path === named ? `${value}\n` : undefined),
});

test('nothing speaks against an ordinary user of Debian', () => {
  expect(why({})).toBeUndefined();
  expect(why(withSetting(appArmor, '0'))).toBeUndefined();
});

test('Ubuntu 24.04 gets the two commands that let the sandbox work', () => {
  expect(why(withSetting(appArmor, '1'))).toBe(
    `This Linux does not let Electron build its sandbox (${appArmor} is 1). Run these once, then start again:\n` +
      "  sudo chown root:root '/home/jo/packbench/node_modules/electron/dist/chrome-sandbox'\n" +
      "  sudo chmod 4755 '/home/jo/packbench/node_modules/electron/dist/chrome-sandbox'",
  );
});

test('the two commands are enough', () => {
  const helper = '/home/jo/packbench/node_modules/electron/dist/chrome-sandbox';
  expect(why({ ...withSetting(appArmor, '1'), isSetuidRoot: (path) => path === helper })).toBeUndefined();
});

test.each([
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/user/max_user_namespaces', '0'],
])('a kernel with %s at %s is explained too', (path, value) => {
  expect(why(withSetting(path, value))).toContain(`(${path} is ${value})`);
});

test('root gets a reason, unless root switched the sandbox off', () => {
  expect(why({ userId: 0 })).toMatch(/^Electron does not run as root/);
  expect(why({ userId: 0, args: ['--no-sandbox'] })).toBeUndefined();
});

test('Wayland is a display', () => {
  expect(why({ env: {} })).toMatch(/^Electron needs a display/);
  expect(why({ env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeUndefined();
});

test('nothing speaks against Windows and macOS', () => {
  for (const platform of ['win32', 'darwin'] as const) expect(why({ platform, userId: undefined, env: {} })).toBeUndefined();
});
