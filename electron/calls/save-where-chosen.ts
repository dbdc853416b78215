import type { FailureCode } from '../../shared/failure.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { CallParts } from './call-parts.ts';

/** Saves a file in the place that the user chooses. Not inside `inWorld`: an open dialog would keep the environment from closing. */
export async function saveWhereChosen<C extends FailureCode>(
  { desktop, fail }: CallParts,
  made: Result<{ readonly name: string; readonly bytes: Uint8Array }, C>,
): Promise<Result<{ file: string } | null, C | 'file-not-written'>> {
  if (!made.ok) return made;
  try {
    const file = await desktop.saveFile(made.value.name, made.value.bytes);
    return ok(file === undefined ? null : { file });
  } catch (error) {
    return fail('file-not-written', error instanceof Error ? error.message : String(error));
  }
}
