import type { Role } from '../../../shared/person.ts';
import type { SettingReason } from '../../../shared/setting-reason.ts';
import type { Sentences } from '../sentences.ts';

/** `senders 1 houseNumber` as `Senders 1, house number`. */
const settingName = (path: string): string => {
  const words = path.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ (\d+) ?/, ' $1, ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/, $/, '');
};
const rolesThatMay: Record<Role, string> = {
  packer: 'anybody who is signed in',
  'shift-lead': 'a shift lead or an admin',
  admin: 'an admin',
};
const quoted = (value: string): string => (value === '' ? 'nothing' : `“${value}”`);

export const settingReasons: Sentences<SettingReason> = {
  'pin-not-digits': () => 'A PIN has 4 to 12 digits.',
  'person-gone': () => 'This person is no longer on the list. Close the form, and add the person again.',
  'needs-role': ({ role }) => `At this bench ${rolesThatMay[role]} may do it.`,
  'person-without-name': () => 'This person has no name yet.',
  'person-twice': ({ name }) => `Somebody on the list already has the name ${name}. Add a letter or a surname.`,
  'person-without-proof': () => 'A badge or a PIN is needed. Without one this person cannot sign in.',
  'person-last-admin': () => 'At least one admin with a badge or a PIN has to stay on the list.',
  'badge-of-another': ({ name }) => `This badge already belongs to ${name}.`,
  'badge-unusable': () => 'This code cannot be a badge. A badge has at least 4 characters, and is no command of Packbench.',
  'passphrase-short': () => 'A passphrase has at least 12 characters. Several words are easy to remember.',
  'time-zone-unknown': ({ name }) => `There is no time zone "${name}". Example: Europe/Amsterdam.`,
  'backup-folder-unusable': ({ folder }) => `Backups cannot be written to "${folder}". Enter the full path of a folder.`,
  'key-kept-for': ({ origin }) => `It was kept for ${origin}`,
  'sender-twice': ({ name }) => `Two senders have the name ${name}: each needs its own name`,
  'account-not-latin': ({ account }) => `The service accepts plain Latin letters only: ${account}`,
  'ledger-address-wrong': () => 'This is not the address of a shared database. Example: postgres://user:password@server/database.',
  'ledger-token-wrong': () => 'This is not the token of a bench. A token has 43 letters, digits, dashes and underscores. Copy all of it.',
  'join-code-wrong': () =>
    'This is not the code of another bench, or a part is missing. It begins with PBJOIN. Scan it, or copy all of it.',
  'site-not-named': () => 'Another site was shown meanwhile, or Packbench was restarted. Show the site again.',
  'join-word-wrong': () => 'This is not the word on the screen. Nothing was handed over.',
  'folder-elsewhere': ({ folder, host }) =>
    `"${folder}" is on another computer. Windows signs in to "${host}" as soon as it is used, and a stranger’s computer could misuse that. It was not opened yet.`,
  'picture-host-unusable': ({ host }) => `"${host}" is not the name of a server. Use a name such as cdn.example.com.`,
  'hot-folder-not-whole': ({ folder }) => `"${folder}" is not the full path of a folder.`,
  'write-back-folder-unusable': ({ folder }) => `Nothing can be written to "${folder}". Enter the full path of an existing folder.`,
  'setting-elsewhere': ({ bench, name, theirs, yours }) =>
    `${settingName(name)}: ${bench > 0 ? `bench ${bench}` : 'the other bench'} has ${quoted(theirs)}, you typed ${quoted(yours)}.`,
  'mapping-incomplete': () => 'A mapping needs a name, one column for the order number, and two for the address.',
  'mappings-too-many': ({ most }) => `At most ${most} mappings are kept: remove some first.`,
  'explanation-not-kept': () =>
    'The explanation was not saved: it is empty, or error-dictionary.json in the data folder is full or not a list.',
  'mapping-file-unreadable': () => 'This is not a mappings file of this version of Packbench.',
};
