import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import lock from '../../package-lock.json' with { type: 'json' };

/** One package that is shipped, with its licence. */
export interface Part {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  readonly text: string;
  readonly purl: string;
  readonly hash: { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string } | null;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
}

/** Licences under which parts may be shipped. Another one is first read by a person. */
const accepted = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'FTL',
  'GPL-3.0-or-later',
  'ISC',
  'MIT',
  'MIT AND OFL-1.1',
  'OFL-1.1',
]);

/** Packages whose `package.json` names no licence in the spelling of SPDX, read in their licence file. Of two, the chosen one. */
const licenceByFile: Readonly<Record<string, string>> = { 'png-js': 'MIT', unorm: 'MIT' };

const texts = join(import.meta.dirname, 'texts');

/** The usual text of a licence, for a part that comes without one. Throws if it is not known here. */
export function usualText(licence: string, copyright: string): string {
  const file = join(texts, `${licence}.txt`);
  if (!existsSync(file)) throw new Error(`${copyright}: there is no licence text, and build/parts/texts has none for ${licence}.`);
  return `Copyright (c) ${copyright}\n\n${readFileSync(file, 'utf8')}`;
}

export function requireLicence(name: string, licence: string | undefined): string {
  if (licence === undefined) throw new Error(`${name} is shipped and has no licence.`);
  if (!accepted.has(licence)) throw new Error(`${name} is shipped and has the licence ${licence}, which build/parts does not accept yet.`);
  return licence;
}

/** Reads a package in `node_modules`. `path` is relative to the project. Throws if it has no licence or is not in the lock file. */
export function packageFacts(project: string, path: string): Part {
  const folder = join(project, path);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version } = manifest;
  const licence = requireLicence(name, licenceByFile[name] ?? manifest.license);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
  const text =
    files.length > 0
      ? files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
      : usualText(licence, author ?? `the authors of ${name}`);
  return { name, version, licence, text, purl: npmPurl(name, version), hash: hashInLock(path) };
}

const npmPurl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The hash of the package as it was published. */
function hashInLock(path: string): Part['hash'] {
  const { integrity } = (lock.packages as Readonly<Record<string, { readonly integrity?: string }>>)[path] ?? {};
  if (!integrity?.startsWith('sha512-')) throw new Error(`${path} is shipped, and package-lock.json has no SHA-512 of it.`);
  return { alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') };
}
