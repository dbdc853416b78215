import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { settingsForm } from '../../electron/station/settings.ts';
import { settingsSchema } from '../../shared/settings.ts';

/** The form of the settings, and the digest of their schema in it. */
const known = { form: 1, digest: 'eaba3d3c7705114e' };

test('changed settings get a new format number, so that an older program refuses them', () => {
  const shape = JSON.stringify(z.toJSONSchema(settingsSchema, { unrepresentable: 'any' }));
  const digest = createHash('sha256').update(shape).digest('hex').slice(0, 16);
  // Raise `settingsForm`, and write both here.
  expect({ form: settingsForm, digest }).toEqual(known);
});
