import type { SettingReason } from '../../../shared/setting-reason.ts';
import type { Sentences } from '../sentences.ts';

/** `senders 1 houseNumber` as `Senders 1, house number`. */
const settingName = (path: string): string => {
  const words = path.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ (\d+) ?/, ' $1, ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/, $/, '');
};
const said = (value: string): string => (value === '' ? 'nothing' : `“${value}”`);

export const settingReasons: Sentences<SettingReason> = {
  'pin-not-digits': () => 'A PIN has 4 to 12 digits.',
  'time-zone-unknown': ({ name }) => `No time zone is called "${name}". One is called Europe/Amsterdam.`,
  'backup-folder-unusable': ({ folder }) => `Copies of the journal cannot be written to "${folder}". Name a whole path to a folder.`,
  'key-kept-for': ({ origin }) => `It was kept for ${origin}`,
  'sender-twice': ({ name }) => `Two senders are called ${name}: each needs a name of its own`,
  'account-not-latin': ({ account }) => `The service takes plain Latin letters only: ${account}`,
  'ledger-address-wrong': () => 'This is no address of a ledger. One reads postgres://user:password@server/database.',
  'ledger-token-wrong': () => 'This is no token of a bench. One has 43 letters, digits, dashes and underscores: copy it whole.',
  'join-code-wrong': () => 'This is no code of another bench, or not all of it. It begins with PBJOIN: scan it, or copy it whole.',
  'site-not-named': () => 'Another site was looked at since, or Packbench was restarted. Show the site again.',
  'join-word-wrong': () => 'This is not the word on the screen. Nothing was handed over.',
  'folder-elsewhere': ({ folder, host }) =>
    `"${folder}" is on another computer. Windows signs in to "${host}" as soon as this folder is used, and a stranger’s computer could misuse that. Nothing was looked at yet.`,
  'hot-folder-not-whole': ({ folder }) => `"${folder}" is no whole path to a folder.`,
  'write-back-folder-unusable': ({ folder }) => `Nothing can be written to "${folder}". Name a whole path to a folder that is there.`,
  'setting-elsewhere': ({ bench, name, theirs, yours }) =>
    `${settingName(name)}: ${bench > 0 ? `bench ${bench}` : 'the other bench'} has ${said(theirs)}, you typed ${said(yours)}.`,
  'mapping-incomplete': () => 'A mapping needs a name, one column for the order number, and two for the address.',
  'mappings-too-many': ({ most }) => `No more than ${most} mappings are kept: remove some first.`,
  'mapping-file-unreadable': () => 'This is no file of mappings that Packbench has exported, or one of another version.',
};
