import type { CallArgs } from '../../shared/ipc.ts';
import type { Setup } from '../../shared/settings.ts';

export type SettingsChange = CallArgs<'saveSettings'>['settings'];

/** What every tab gets: the settings as they are, and how to change some of them. */
export interface TabProps {
  readonly setup: Setup;
  readonly isBusy: boolean;
  /** True after the last change was taken. */
  readonly isSaved: boolean;
  readonly onSave: (change: SettingsChange) => void;
}
