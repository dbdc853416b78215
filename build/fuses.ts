import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseState, FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

type FuseName = keyof typeof FuseV1Options;

/** SECURITY: the switches inside a packaged Electron program, all nine. Nobody can change one without changing the program's file. */
export const fuses: Readonly<Record<FuseName, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // Electron checks this on macOS and Windows. On Linux it has no effect.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  // The pages come from app://, so file:// needs no rights.
  GrantFileProtocolExtraPrivileges: false,
  // WebAssembly draws labels and reads PDFs; without trap handlers it is several times slower.
  WasmTrapHandlers: true,
};

/** Sets every fuse in the file that contains them. Throws if its Electron has a fuse that this list does not name. */
export async function setFuses(file: string): Promise<void> {
  const states = Object.entries(fuses).map(([name, isOn]) => [FuseV1Options[name as FuseName], isOn]);
  const wire = Object.fromEntries(states) as Record<FuseV1Options, boolean>;
  await flipFuses(file, { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...wire });
}

/** The file of a packed folder that contains the fuses: the program, or on macOS its framework. Throws if there is none. */
export function fuseFileIn(folder: string): string {
  const names = ['Packbench.app/Contents/Frameworks/Electron Framework.framework/Electron Framework', 'Packbench.exe', 'packbench'];
  const found = names.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`There is no packed Packbench in ${folder}.`);
  return found;
}

const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');

/**
 * Compares the fuses of a program's file with the list above and returns each difference as a sentence; an empty list means that all are
 * right. Reads the file itself, and every copy of the fuses in it: a program for two kinds of processor has two.
 */
export function wrongFuses(file: string): readonly string[] {
  const bytes = readFileSync(file);
  const wrong: string[] = [];
  let copies = 0;
  for (let at = bytes.indexOf(sentinel); at >= 0; at = bytes.indexOf(sentinel, at + 1)) {
    copies += 1;
    const [version, length = 0] = bytes.subarray(at + sentinel.length);
    const wire = bytes.subarray(at + sentinel.length + 2, at + sentinel.length + 2 + length);
    if (version !== Number(FuseVersion.V1)) wrong.push(`The fuses have version ${version}, and this program knows only version 1.`);
    for (const [name, isOn] of Object.entries(fuses)) {
      const state = wire[FuseV1Options[name as FuseName]];
      if (state !== (isOn ? FuseState.ENABLE : FuseState.DISABLE)) wrong.push(`${name} is ${wordOf(state)} instead of ${onOrOff(isOn)}.`);
    }
    if (length > Object.keys(fuses).length) wrong.push(`This Electron has ${length} fuses, and ${Object.keys(fuses).length} are set.`);
  }
  return copies === 0 ? [`${file} has no fuses: it is not a program of Electron.`] : wrong;
}

const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

function wordOf(state: number | undefined): string {
  if (state === FuseState.ENABLE || state === FuseState.DISABLE) return onOrOff(state === FuseState.ENABLE);
  return state === undefined ? 'missing' : `neither on nor off (${state})`;
}
