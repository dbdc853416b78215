import { expect, test } from 'vitest';
import { noWriteBack } from '../../shared/write-back.ts';
import { startPlainStation } from './plain-station.ts';

const elsewhere = (folder: string) => ({
  ok: false,
  failure: { code: 'setting-invalid', reasons: [{ code: 'folder-elsewhere', folder, host: 'srv' }] },
});
const printer = (address: string) =>
  ({
    id: 'kept',
    address,
    dpi: 203,
    widthMm: 210,
    heightMm: 297,
    route: { role: 'document', format: null, labelSize: null, isStandby: false },
  }) as const;

test('on Windows a folder of another computer is not accessed before the computer is accepted', async () => {
  const { station, call } = await startPlainStation({ platform: { os: 'win32' } });
  const { saveSettings, saveWriteBack, recover } = station.handlers;
  const folder = '\\\\srv\\orders';
  expect(await saveSettings({ settings: { hotFolder: folder } })).toMatchObject(elsewhere(folder));
  expect(await saveSettings({ settings: { backupFolder: '//SRV/backups' } })).toMatchObject(elsewhere('//SRV/backups'));
  expect(await saveSettings({ settings: { printers: [printer(`folder:${folder}`)] } })).toMatchObject(elsewhere(`folder:${folder}`));
  for (const way of ['device', 'queue'])
    expect(await saveSettings({ settings: { printers: [printer(`${way}:\\\\srv\\Zebra`)] } })).toMatchObject(
      elsewhere(`${way}:\\\\srv\\Zebra`),
    );
  expect(await saveWriteBack({ ...noWriteBack, folder, token: null })).toMatchObject(elsewhere(folder));
  expect(await recover({ folder, code: 'A' })).toMatchObject(elsewhere(folder));
  expect((await call('setup', {})).settings).toMatchObject({ hotFolder: '', backupFolder: '' });
  await call('trustHost', { host: 'SRV' });
  // The host is trusted now, so the path is checked; this computer does not have it.
  for (const answer of [
    await saveSettings({ settings: { hotFolder: folder } }),
    await saveWriteBack({ ...noWriteBack, folder, token: null }),
    await recover({ folder, code: 'A' }),
  ])
    expect(answer).not.toMatchObject({ failure: { reasons: [{ code: 'folder-elsewhere' }] } });
  expect((await saveSettings({ settings: { printers: [printer(`folder:${folder}`)] } })).ok).toBe(true);
  expect(await saveSettings({ settings: { hotFolder: '\\\\other\\orders' } })).toMatchObject({ failure: { reasons: [{ host: 'other' }] } });
});

test('a system without network paths asks about no other computer', async () => {
  const { station } = await startPlainStation({ platform: { os: 'linux' } });
  expect(await station.handlers.saveSettings({ settings: { hotFolder: '//srv/orders' } })).toMatchObject({ ok: true });
});
