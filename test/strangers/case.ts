import { expect, type TestContext, test } from 'vitest';
import { known } from './known.ts';

/** A named case that the strangers found: red if it fails, and red if it is listed as known and passes. */
export function strangerCase(title: string, body: (context: TestContext) => Promise<void> | void): void {
  test(title, async (context) => {
    if (!(title in known)) return body(context);
    await expect((async () => body(context))(), `“${title}” is fixed: take it off the list in test/strangers/known.ts`).rejects.toThrow();
  });
}
