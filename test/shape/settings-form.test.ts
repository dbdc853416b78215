import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { settingsForm } from '../../electron/station/settings.ts';
import { settingsSchema } from '../../shared/settings.ts';

/** The form of the settings, and the digest of their schema in it. */
const known = { form: 2, digest: 'cf36cbcc659fa5e7' };

test('changed settings get a new format number, so that an older program refuses them', () => {
  const shape = JSON.stringify(z.toJSONSchema(settingsSchema, { unrepresentable: 'any' }));
  const digest = createHash('sha256').update(shape).digest('hex').slice(0, 16);
  // Raise `settingsForm`, and write both here.
  expect({ form: settingsForm, digest }).toEqual(known);
});
