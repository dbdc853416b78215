import { readFileSync } from 'node:fs';
import type { Edit } from './wrong.ts';

/**
 * Returns the files that these edits change, with their new text. `root` ends with a slash. Throws if the text of an edit is not found
 * exactly once.
 */
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
