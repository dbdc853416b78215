import { createConnection, type Reply } from './connection.ts';
import type { DatabaseAddress } from './database-address.ts';
import { ledgerLimits } from './shared-ledger.ts';

/** Calls one function of the ledger over a connection of its own, before this bench joins or when it leaves. */
export async function askOnce(
  address: DatabaseAddress,
  name: 'name_site' | 'accept' | 'leave',
  values: readonly unknown[],
): Promise<Reply> {
  const connection = createConnection(() => address, ledgerLimits);
  try {
    const opened = await connection.open();
    return opened.is === 'refused' ? opened : await connection.ask(connection.current(), name, values);
  } finally {
    await connection.close();
  }
}
