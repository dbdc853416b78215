import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listPackage } from '@electron/asar';
import checksums from 'electron/checksums.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { bundledFolder, packagePath } from './collect.ts';
import { insideCompiled, partsInside } from './inside.ts';
import { type Part, packageFacts, usualText } from './package-facts.ts';

export const sbomFile = 'sbom.cdx.json';
export const licencesFile = 'LICENCES.txt';

/** Names of the bundles that `npm run build` makes. */
const bundles = ['main', 'preload', 'renderer', 'label-worker'];

interface PackedFolder {
  readonly project: string;
  readonly resources: string;
  /** As Electron's downloads are named: `linux-x64`. */
  readonly system: string;
}

/** Third-party parts of a packed folder. Throws if a part has no licence, or if its content is unknown. */
export function shippedParts({ project, resources, system }: PackedFolder): readonly Part[] {
  const files = listPackage(join(resources, 'app.asar'), { isPack: false }).map((file) => file.replaceAll('\\', '/'));
  const paths = files.flatMap((file) => (file.endsWith('/package.json') ? (packagePath(file) ?? []) : []));
  const installed = [...new Set(paths)].map((path) => packageFacts(project, path));
  const bundled = bundledParts(project);
  const programs = readdirSync(resources, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(exe|dll)$/.test(file));
  const packages = [...installed, ...bundled];
  requireKnownFiles([...files, ...programs], packages);
  const inside = packages.flatMap((each) => partsInside(each));
  const ofPrograms = programs.flatMap((file) => partsInside({ name: basename(file), version: '' }, hashOf(join(resources, file))));
  const all = [...packages, ...inside, ...ofPrograms, addressData, electron(system)];
  return [...new Map(all.map((part) => [part.purl, part])).values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
}

/** The packages that the bundles were made from. They are installed in this checkout, even if another folder is packed. */
export function bundledParts(project: string): readonly Part[] {
  const lists = bundles.map((bundle) => join(project, bundledFolder, `${bundle}.json`));
  const missing = lists.find((list) => !existsSync(list));
  if (missing !== undefined) throw new Error(`${missing} is missing. Run "npm run build" first: it notes what the bundles contain.`);
  const paths = lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8')) as readonly string[]);
  return [...new Set(paths)].map((path) => packageFacts(join(import.meta.dirname, '../..'), path));
}

/** A compiled file or a font may contain the work of somebody whom no `package.json` names. */
export function requireKnownFiles(files: readonly string[], packages: readonly Pick<Part, 'name'>[]): void {
  for (const file of files.filter((each) => /\.(wasm|node|exe|dll|so|dylib|ttf|otf|woff2?)$/.test(each))) {
    const path = packagePath(file);
    const name = path?.replace(/^.*node_modules\//, '').replace(/^(@koromix\/koffi)-.*/, '$1') ?? basename(file);
    // The bundler gives fonts names of its own; they come from the packages of its list.
    if (file.startsWith('/out/renderer/assets/inter-') && packages.some((each) => each.name === '@fontsource-variable/inter')) continue;
    if (insideCompiled[name] === undefined)
      throw new Error(`${file} is shipped, and build/parts/inside.ts does not name what is inside it.`);
  }
}

function hashOf(file: string): Part['hash'] {
  return { alg: 'SHA-256', content: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

/** The source of the table of postal codes and countries: build/country-rules.ts. */
const addressData: Part = {
  name: 'Address metadata of libaddressinput',
  version: 'as of shared/country-rules.ts',
  licence: 'CC-BY-4.0',
  text: 'Copyright (c) Google. Licensed under Creative Commons Attribution 4.0 International: https://creativecommons.org/licenses/by/4.0/. Packbench ships a small table that was made from it and corrected.',
  purl: 'pkg:github/google/libaddressinput',
  hash: null,
};

function electron(system: string): Part {
  const version = manifest.devDependencies.electron;
  const content = (checksums as Readonly<Record<string, string>>)[`electron-v${version}-${system}.zip`];
  return {
    name: 'electron',
    version,
    licence: 'MIT',
    text: `${usualText('MIT', 'Electron contributors, 2013-2020 GitHub Inc.')}\nIt contains Chromium and Node.js: LICENSES.chromium.html in this package has their licences.`,
    purl: `pkg:npm/electron@${version}`,
    hash: content === undefined ? null : { alg: 'SHA-256', content },
  };
}

/** A list of parts as CycloneDX, which scanners for known faults read. The same parts give the same bytes. */
export function sbom(parts: readonly Part[]): string {
  const components = parts.map(({ name, version, licence, purl, hash }) => ({
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    licenses: [{ expression: licence }],
    purl,
    ...(hash && { hashes: [hash] }),
  }));
  const component = { type: 'application', 'bom-ref': 'packbench', name: manifest.productName, version: manifest.version };
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components }, null, 1)}\n`;
}

export function licences(parts: readonly Part[]): string {
  const line = '='.repeat(100);
  const each = parts.map(({ name, version, licence, text }) => `${line}\n${name} ${version}\n${licence}\n\n${text.trim()}\n`);
  return `${manifest.productName} ${manifest.version} contains the parts below. Each belongs to its authors and has the licence that follows its name.\n\n${each.join('\n')}`;
}

/** Writes both lists beside the archive of a packed folder. */
export function writeParts(folder: PackedFolder): void {
  const parts = shippedParts(folder);
  writeFileSync(join(folder.resources, sbomFile), sbom(parts));
  writeFileSync(join(folder.resources, licencesFile), licences(parts));
}
