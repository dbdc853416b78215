import { ok, type Result, stackOf } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';

/**
 * Runs one write of the journal; if it fails, logs that and returns `journal-unwritable`. `ref`: of the failure that the write was about.
 */
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
