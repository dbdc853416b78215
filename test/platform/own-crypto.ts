// Runs in Node (OpenSSL) and in Bun (BoringSSL, as in Electron). `make FILE`: writes everything the program encrypts, derives or hashes.
// `open FILE OUT`: reads a file that the other runtime made, and writes the results.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../../electron/bench/exchange/digest.ts';
import { createEncryption } from '../../electron/credentials/encryption.ts';
import { openPin } from '../../electron/credentials/pin.ts';
import { openRecoveryKey, writeRecoveryKey } from '../../electron/credentials/recovery-key.ts';
import { openWords } from '../../electron/journal/words.ts';
import { type BenchKey, drawBenchKey, isProven, packForBench, proofOf, unpackAsBench } from '../../electron/ledger/bench-key.ts';
import { createEncryption as createSiteEncryption, type EncryptedAt, type SiteKey } from '../../electron/ledger/encryption.ts';
import { packForCode, readJoinCode, ticketOf, unpackWithCode, writeJoinCode } from '../../electron/ledger/join-code.ts';

export interface Made {
  readonly library: string;
  /** The same bytes in every runtime. */
  readonly same: Readonly<Record<string, string>>;
  /** Different bytes each time, which the other runtime must be able to open. */
  readonly encrypted: Readonly<Record<string, string>>;
  readonly bench: Readonly<Record<keyof BenchKey, string>>;
}

const fixed = (length: number, first: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (first + 7 * at) % 256);
const hex = (bytes: Uint8Array | string | undefined): string =>
  bytes === undefined ? 'nothing' : Buffer.from(bytes as Uint8Array).toString('hex');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));
const plain = new TextEncoder().encode('Ada Żółć, Größe 42, 梱包台');

const key = fixed(32, 3);
const site: SiteKey = { number: 2, key: fixed(32, 11) };
const place = 'journal orders.encrypted ORD-1';
const at: EncryptedAt = { world: 'live', attempt: '0c4fe41f', kind: 'label' };
const siteEncryption = createSiteEncryption({ keys: () => [site], bench: () => 4 });
const joinCode = { url: 'postgres://ledger.example/site', secret: fixed(16, 5) };
const code = 'K7QHT-2MZRD-XWB8N-4CJFP-9VESG';

/** The word index of a journal, of which only the secret is read here. */
const words = openWords({ get: () => ({ encrypted_key: new Uint8Array() }), decryptBytes: () => fixed(32, 17) } as never, () => undefined);

function make(): Made {
  const recovery = join(tmpdir(), `packbench-recovery-${process.pid}`);
  writeRecoveryKey([recovery], { dataKey: key, code, salt: fixed(16, 9), madeAt: new Date(0) });
  const pins: Record<string, unknown> = {};
  const files = {
    has: (name: string) => name in pins,
    read: (name: string) => pins[name],
    write: (name: string, value: unknown) => void (pins[name] = value),
  };
  openPin({ name: 'lead-pin', files: files as never, mark: `${recovery}-mark`, now: () => new Date(0), elapsed: () => 0 }).set('4711');
  const bench = drawBenchKey();
  const made: Made = {
    library: process.versions['boringssl'] ? 'BoringSSL' : 'OpenSSL',
    same: {
      'proof of a bench key': hex(proofOf(site, 3, fixed(44, 1))),
      'mark of a site key': hex(siteEncryption.mark(plain, at)),
      'ticket of a join code': hex(ticketOf(joinCode)),
      'join code': writeJoinCode(joinCode),
      'token of a bar code': String(words.tokenOfCode('3SABCD0123456789')),
      'token of a value': String(words.tokenOfValue('country', 'NL')),
      'tokens of a search': JSON.stringify(words.finding('Kastanienallee 84', 'key')),
      'digest of an exchange': digestOf('ship', plain),
    },
    encrypted: {
      'encrypted value': hex(createEncryption(key).encrypt(plain, place)),
      'value of a site': hex(siteEncryption.encrypt(plain, at)),
      'keys by a join code': hex(packForCode(joinCode, [site])),
      'recovery key': hex(readFileSync(recovery)),
      'PIN of the shift lead': JSON.stringify(pins),
    },
    bench: { publicKey: hex(bench.publicKey), secret: hex(bench.secret) },
  };
  for (const file of [recovery, `${recovery}-mark`]) rmSync(file, { force: true });
  return made;
}

/** Opens the values that the other runtime made, by name; gives the error instead if one cannot be read. */
function open({ encrypted, bench }: Made): Record<string, string> {
  const of = (name: string): Uint8Array => bytesOf(encrypted[name] ?? '');
  const attempt = (read: () => Uint8Array | string | undefined): string => {
    try {
      return hex(read());
    } catch (error) {
      return String(error);
    }
  };
  const recovery = join(tmpdir(), `packbench-recovery-${process.pid}`);
  writeFileSync(recovery, of('recovery key'));
  const pins = JSON.parse(encrypted['PIN of the shift lead'] ?? '{}') as Record<string, unknown>;
  const files = { has: (name: string) => name in pins, read: (name: string) => pins[name], write: () => undefined };
  const pin = openPin({ name: 'lead-pin', files: files as never, mark: `${recovery}-mark`, now: () => new Date(0), elapsed: () => 0 });
  const theirs = { publicKey: bytesOf(bench.publicKey), secret: bytesOf(bench.secret) };
  const keysOf = (keys: readonly SiteKey[] | undefined): Uint8Array | undefined => keys?.[0]?.key;
  const opened = {
    'encrypted value': attempt(() => createEncryption(key).decrypt(of('encrypted value'), place)),
    'encrypted value, elsewhere': attempt(() => createEncryption(key).decrypt(of('encrypted value'), 'another place')),
    'value of a site': attempt(() => siteEncryption.decrypt(of('value of a site'), at)),
    'value of a site, elsewhere': attempt(() => siteEncryption.decrypt(of('value of a site'), { ...at, kind: 'order' })),
    'keys by a join code': attempt(() => keysOf(unpackWithCode(readJoinCode(writeJoinCode(joinCode))!, of('keys by a join code')))),
    'recovery key': attempt(() => openRecoveryKey(recovery, code.toLowerCase())),
    'recovery key, wrong code': attempt(() => openRecoveryKey(recovery, code.replace('K', 'L'))),
    'PIN of the shift lead': pin.guess('4711').is,
    // Their key opened here, and ours packed for theirs: X25519 both ways.
    'keys for a bench': attempt(() => keysOf(unpackAsBench(theirs, site, packForBench(theirs.publicKey, site, [site])))),
    'proof of their key': String(isProven(site, 4, theirs.publicKey, proofOf(site, 4, theirs.publicKey))),
  };
  rmSync(recovery, { force: true });
  return opened;
}

/** Results of `open` if everything was made correctly, beside the error of `encrypted value, elsewhere`. */
export const expected: Readonly<Record<string, unknown>> = {
  'encrypted value': hex(plain),
  'value of a site': hex(plain),
  'value of a site, elsewhere': 'nothing',
  'keys by a join code': hex(site.key),
  'recovery key': hex(key),
  'recovery key, wrong code': hex('wrong-code'),
  'PIN of the shift lead': 'right',
  'keys for a bench': hex(site.key),
  'proof of their key': 'true',
};

const [what, file = '', out = ''] = process.argv.slice(2);
if (what === 'make') writeFileSync(file, JSON.stringify(make()));
if (what === 'open') writeFileSync(out, JSON.stringify(open(JSON.parse(readFileSync(file, 'utf8')) as Made)));
