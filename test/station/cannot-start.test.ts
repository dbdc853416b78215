import { expect, test } from 'vitest';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { cannotStart } from '../../electron/station/cannot-start.ts';
import { SettingsTooNew } from '../../electron/station/settings.ts';

test('a journal that cannot be opened is reported with what to do and with the technical message below', () => {
  const { text } = cannotStart(new JournalError('other-version', 'version 2, this program reads version 1'));
  expect(text).toMatch(/^The records of this bench were written by another version of Packbench\. Install that version again/);
  expect(text).toMatch(/\n\njournal other-version: version 2, this program reads version 1$/);
});

test('settings of a newer program are reported in the same way', () => {
  expect(cannotStart(new SettingsTooNew(9)).text).toMatch(
    /^Setup was saved by a newer Packbench\. Install that version .*\n\nsettings of form 9/,
  );
});

test.each([new Error('port taken'), 'port taken'])(
  'any other error that keeps the program from starting is reported with its own message and no further text: %s',
  (error) => {
    expect(cannotStart(error)).toEqual({ title: 'Packbench cannot start', text: 'port taken' });
  },
);
