import type { SettingReason } from '../../../shared/setting-reason.ts';
import type { Sentences } from '../sentences.ts';

export const settingReasons: Sentences<SettingReason> = {
  'pin-not-digits': () => 'A PIN has 4 to 12 digits.',
  'time-zone-unknown': ({ name }) => `No time zone is called "${name}". One is called Europe/Amsterdam.`,
  'backup-folder-unusable': ({ folder }) => `Copies of the journal cannot be written to "${folder}". Name a whole path to a folder.`,
  'key-kept-for': ({ origin }) => `It was kept for ${origin}`,
  'account-not-latin': ({ account }) => `The service takes plain Latin letters only: ${account}`,
};
