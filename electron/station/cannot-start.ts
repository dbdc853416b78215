import { JournalError, type JournalErrorCode } from '../journal/journal-error.ts';
import { SettingsTooNew } from './settings.ts';

const ofJournal: Readonly<Record<JournalErrorCode, string>> = {
  'in-use':
    'Another program has the records of this bench open. Close it, or end a Packbench that still runs on this computer. Then start Packbench again.',
  damaged: 'The records of this bench cannot be read, and there is no good backup. They were left unchanged. Call the shift lead.',
  'other-version':
    'The records of this bench were written by another version of Packbench. Install that version again. This one changed nothing.',
  'old-sqlite': 'This Packbench contains a SQLite that can damage the records of this bench. Install Packbench again.',
  unsafe: 'The records of this bench could not be opened safely, so nothing was opened. Call the shift lead.',
  unwritable:
    'The records of this bench cannot be written: the disk is full, read-only or failing. Free some space, or call the shift lead. Then start Packbench again.',
};

const tooNewSettings = 'Setup was saved by a newer Packbench. Install that version or a later one. This one changed nothing.';

export interface CannotStart {
  readonly title: string;
  readonly text: string;
}

/** Text of the dialog that appears if no window can open. Nothing was booked and nothing was printed. */
export function cannotStart(error: unknown): CannotStart {
  const message = error instanceof Error ? error.message : String(error);
  const meant = error instanceof JournalError ? ofJournal[error.code] : error instanceof SettingsTooNew ? tooNewSettings : undefined;
  const why = meant === undefined ? message : `${meant}\n\n${message}`;
  return { title: 'Packbench cannot start', text: why };
}

/** Text of the dialog for a package that was started with such arguments. */
export function whyRefused(refused: readonly string[]): string {
  const first = `Packbench was started with ${refused.join(' and ')}, which it does not accept.`;
  const meaning = 'It could let other programs read addresses and buy labels. Nothing was opened.';
  const next = refused.includes('--no-sandbox')
    ? 'The AppImage adds it on a Linux that allows no sandbox. Install the .deb package instead, or ask the administrator.'
    : 'Remove it from the shortcut or the command, and start Packbench again.';
  return [first, meaning, next].join('\n\n');
}
