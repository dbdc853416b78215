import { readFileSync } from 'node:fs';
import type { Edit } from './wrong.ts';

/** The files these edits touch, as they read afterwards. `root` ends with a slash. An edit whose text is not found exactly once throws. */
export function editedFiles(edits: readonly Edit[], root: URL): ReadonlyMap<string, string> {
  const edited = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const source = edited.get(file) ?? readFileSync(new URL(file, root), 'utf8');
    const found = source.split(find).length - 1;
    if (found !== 1) throw new Error(`${file} holds the text to edit ${found} times: ${find}`);
    edited.set(
      file,
      source.replace(find, () => replace),
    );
  }
  return edited;
}
