import type { CallArgs } from '../../shared/ipc.ts';
import type { Setup } from '../../shared/settings.ts';

export type SettingsChange = CallArgs<'saveSettings'>['settings'];

/** Props of every tab: the current settings, and a function to change some of them. */
export interface TabProps {
  readonly setup: Setup;
  readonly isBusy: boolean;
  /** True after the last change was accepted. */
  readonly isSaved: boolean;
  readonly onSave: (change: SettingsChange) => void;
}
