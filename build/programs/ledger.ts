// `npm run ledger -- init|upgrade|check|bench|forget-pin URL [--accept-async] [--ca FILE]` (for tests `init URL --durations 'held=2 s,settle=5 s'`):
// manages the database that several benches share. URL must name a user who may create tables, and for `init` also a role:
// postgres://user:password@host/database. Its password is never printed. `init` and `bench` print the token of a bench once, and it is
// stored nowhere.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client, DatabaseError } from 'pg';
import { readDatabaseAddress } from '../../electron/ledger/database-address.ts';
import { createAuthorities } from '../../electron/station/authorities.ts';
import { whatIsMissing, whatSpeaksAgainst, whatStaysOpen } from '../../ledger/check.ts';
import {
  addBench,
  durationNames,
  forgetLead,
  install,
  installedSchema,
  readDurations,
  renewSharedPassword,
  schemaNumber,
  sqlOf,
} from '../../ledger/install.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'accept-async': { type: 'boolean', default: false }, ca: { type: 'string' }, durations: { type: 'string' } },
});
const [command = '', url = ''] = positionals;
const say = (...lines: readonly string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(''));

function stop(...lines: readonly string[]): void {
  say(...lines, 'Nothing was changed.');
  process.exitCode = 1;
}

const acts: Readonly<Record<string, (client: Client) => Promise<void>>> = {
  async init(client) {
    const against = await whatSpeaksAgainst(client, options);
    if (against.length > 0) return stop(...against);
    if ((await installedSchema(client)) > 0)
      return stop('There is a ledger in this database already. For one more bench: npm run ledger -- bench URL');
    const durations = readDurations(values.durations ?? '');
    if (!durations) return stop(`Durations are written as held=2 s,settle=5 s: ${durationNames.join(', ')}.`);
    const password = await install(client, sqlOf, durations);
    say(`The ledger is made, with schema ${schemaNumber}.`);
    await showBench(client);
    say(...(await whatStaysOpen(client)));
    say(
      password === undefined
        ? 'Benches connect as packbench_bench, with the password that this role had before.'
        : `Benches connect as packbench_bench with the password ${password}, which is shown this once.`,
    );
  },
  async bench(client) {
    const missing = await whatIsMissing(client);
    if (missing.length > 0) return stop(...missing);
    const password = await renewSharedPassword(client);
    await showBench(client);
    if (password !== undefined) say(`It connects as packbench_bench with the password ${password}, which is shown this once.`);
  },
  async upgrade(client) {
    const schema = await installedSchema(client);
    if (schema === 0) return stop('There is no ledger in this database. Create it: npm run ledger -- init URL');
    if (schema > schemaNumber) return stop(...(await whatIsMissing(client)));
    await install(client);
    say(
      schema === schemaNumber ? `The ledger has schema ${schema} already.` : `The ledger has schema ${schemaNumber} now; it had ${schema}.`,
    );
  },
  async 'forget-pin'(client) {
    const missing = await whatIsMissing(client);
    if (missing.length > 0) return stop(...missing);
    await forgetLead(client);
    say('The ledger asks for no PIN of the shift lead any more, until one is used at a bench again.');
  },
  async check(client) {
    const found = [...(await whatSpeaksAgainst(client, options)), ...(await whatIsMissing(client))];
    if (found.length > 0) return stop(...found);
    say(`The ledger is in order, with schema ${schemaNumber}.`, ...(await whatStaysOpen(client)));
  },
};
const options = { acceptsAsync: values['accept-async'], now: () => new Date() };

async function showBench(client: Client): Promise<void> {
  const { bench, token } = await addBench(client);
  say(`Bench ${bench} is let in with this token, which is shown this once: ${token}`);
}

/** Returns the cause of an error, without any part of the URL. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = error instanceof DatabaseError ? error.code : (error as NodeJS.ErrnoException).code;
  if (code === '28P01' || code === '28000') return 'The server does not accept this user with this password.';
  if (code === '3D000')
    return "There is no database of this name on the server. Create it: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0";
  if (code === '42501') return `This user may not do that: ${error.message}.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') return 'No server answers at this address.';
  return `It did not work: ${error.message}${code === undefined ? '' : ` (${code})`}.`;
}

const act = acts[command];
const authorities = createAuthorities();
const address = readDatabaseAddress(url, values.ca === undefined ? authorities() : [readFileSync(values.ca, 'utf8')]);
if (!act) stop('Name a command: npm run ledger -- init|upgrade|check|bench|forget-pin postgres://user:password@host/database');
else if (!address) stop('This is not the address of a database. It looks like this: postgres://user:password@host/database');
else {
  const client = new Client({ ...address, connectionTimeoutMillis: 10_000 });
  // If the connection breaks, every pending call fails with this error.
  client.on('error', (error) => stop(whyOf(error)));
  try {
    await client.connect();
    await act(client);
    await client.end();
  } catch (error) {
    stop(whyOf(error));
    client.connection.stream.destroy();
  }
}
