// `Local State`: the file in which Chromium stores what belongs to no page. Electron stores window places there, and on Windows the key of
// safeStorage. The stand-in also stores the zoom levels there, for which Chromium has a file of its own.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rectangle } from 'electron';
import { getPath } from './paths.ts';

interface LocalState {
  readonly windows?: Readonly<Record<string, KeptWindow>>;
  readonly zoomLevels?: Readonly<Record<string, number>>;
  readonly os_crypt?: { readonly encrypted_key?: string };
}

interface KeptWindow {
  readonly bounds: Rectangle;
  readonly isMaximized: boolean;
  readonly isFullScreen: boolean;
}

const file = (): string => join(getPath('userData'), 'Local State');

export const readLocalState = (): LocalState => (existsSync(file()) ? (JSON.parse(readFileSync(file(), 'utf8')) as LocalState) : {});

export function changeLocalState(change: LocalState): void {
  writeFileSync(file(), JSON.stringify({ ...readLocalState(), ...change }));
}

export const keptWindow = (name: string): KeptWindow | undefined => readLocalState().windows?.[name];

export function keepWindow(name: string, kept: KeptWindow): void {
  changeLocalState({ windows: { ...readLocalState().windows, [name]: kept } });
}
