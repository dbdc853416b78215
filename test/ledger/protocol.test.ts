import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { protocol } from '../../electron/ledger/protocol.ts';
import { schemaNumber } from '../../ledger/install.ts';
import { bookingSchema } from '../../shared/booking.ts';
import { orderContentSchema } from '../../shared/elsewhere.ts';
import { pickupSchema } from '../../shared/pickup.ts';
import { siteSettingsSchema } from '../../shared/site-settings.ts';

/**
 * Digest of the data that benches exchange. If it changes, raise `protocol` and `schemaNumber` and take the new digest: a bench of the
 * previous version would drop fields it does not know, such as a part of an address or of a rule. Before 0.1.0 only take the new digest.
 */
test('the protocol version is raised if the messages between benches change', () => {
  const packed = [orderContentSchema, bookingSchema, pickupSchema, siteSettingsSchema].map((schema) =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  );
  const digest = createHash('sha256').update(JSON.stringify(packed)).digest('hex').slice(0, 16);
  expect({ protocol, digest }).toEqual({ protocol: schemaNumber, digest: '402765a6e9289843' });
});
