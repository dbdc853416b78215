import { ok, type Result, stackOf } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';

/** One write of the journal; refused with `journal-unwritable` where it fails, which the log says. `ref`: of the failure it was about. */
export function writeDown<T>(
  { fail, log }: Pick<ContextParts, 'fail' | 'log'>,
  write: () => T,
  ref?: string,
): Result<T, 'journal-unwritable'> {
  try {
    return ok(write());
  } catch (error) {
    log('journal', { state: 'unwritable', ...(ref !== undefined && { ref }), stack: stackOf(error) });
    return fail('journal-unwritable');
  }
}
