import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { insideCompiled } from '../../build/parts/inside.ts';
import { packageFacts } from '../../build/parts/package-facts.ts';
import { bundledParts, licences, requireKnownFiles, sbom } from '../../build/parts/shipped.ts';
import { newFolder } from '../later.ts';

/** A project with one package in `node_modules/fflate`, whose hash is in the lock file. */
function projectWith(manifest: object, files: Readonly<Record<string, string>> = {}): string {
  const project = newFolder('parts');
  const folder = join(project, 'node_modules/fflate');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'fflate', version: '0.8.3', ...manifest }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return project;
}
const factsOf = (...given: Parameters<typeof projectWith>) => packageFacts(projectWith(...given), 'node_modules/fflate');

test('each package in the bundles has a version, a licence with its text, and a hash', () => {
  const parts = bundledParts('.');
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'undici', 'zod', 'pg', 'mysql2', 'tedious']));
  for (const { name, version, licence, text, hash } of parts) {
    expect([version, licence, text], name).toEqual(Array(3).fill(expect.stringMatching(/./)));
    expect(hash?.content, name).toMatch(/^[\da-f]{128}$/);
  }
});

test('development tools are not in the bundles', () => {
  const names = bundledParts('.').map(({ name }) => name);
  for (const name of ['vitest', 'axe-core', 'playwright-core', 'electron-builder', 'vite']) expect(names).not.toContain(name);
});

test('an alias is listed by the name of the package behind it', () => {
  const names = bundledParts('.').map(({ name }) => name);
  expect(names).toContain('native-duplexpair');
  expect(names).not.toContain('@azure/identity');
});

test('a part without a licence stops the packing', () => {
  expect(() => factsOf({})).toThrow('fflate is shipped and has no licence.');
});

test('a licence that nobody has read yet stops the packing', () => {
  expect(() => factsOf({ license: 'AGPL-3.0' })).toThrow('has the licence AGPL-3.0, which build/parts does not accept yet');
});

test('the licence file of a package is used, or else the usual text with its author', () => {
  expect(factsOf({ license: 'MIT' }, { 'LICENSE.md': 'our terms' }).text).toBe('our terms');
  expect(factsOf({ license: 'MIT', author: { name: 'Ann' } }).text).toMatch(/^Copyright \(c\) Ann\n\nPermission is hereby granted/);
  expect(() => factsOf({ license: 'BSD-2-Clause' })).toThrow('there is no licence text');
});

test('a package that the lock file does not know stops the packing', () => {
  const project = newFolder('parts');
  const folder = join(project, 'node_modules/stranger');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"stranger","version":"1.0.0","license":"MIT"}');
  expect(() => packageFacts(project, 'node_modules/stranger')).toThrow('package-lock.json has no SHA-512 of it');
});

test.each(['/node_modules/stranger/engine.wasm', 'helper.exe', '/out/renderer/assets/comic-latin.woff2'])(
  'a compiled file or font of unknown content stops the packing: %s',
  (file) => {
    expect(() => requireKnownFiles([file], [{ name: '@fontsource-variable/inter' }])).toThrow(`${file} is shipped`);
  },
);

test('the font of the window is not accepted without the package that it comes from', () => {
  const font = '/out/renderer/assets/inter-latin-wght-normal-Dx4kXJAl.woff2';
  expect(() => requireKnownFiles([font], [{ name: 'react' }])).toThrow('is shipped');
  expect(() => requireKnownFiles([font], [{ name: '@fontsource-variable/inter' }])).not.toThrow();
});

test('each Go module inside the engine that draws labels is listed with its version', () => {
  const source = readFileSync('node_modules/zpl-renderer-js/dist/index.esm.js', 'latin1');
  const start = source.indexOf('AGFzbQ');
  const encoded = source.slice(start, start + source.slice(start).search(/[^A-Za-z0-9+/=]/));
  const engine = Buffer.from(encoded, 'base64').toString('latin1');
  const modules = new Set(
    [...engine.matchAll(/dep\t([^\t\n]+)\t([^\t\n]+)\t/g)].map(([, path, version]) => `pkg:golang/${path}@${version}`),
  );
  const listed = new Set((insideCompiled['zpl-renderer-js'] ?? []).map(({ purl }) => purl));
  expect(modules.size).toBeGreaterThan(3);
  expect([...modules].filter((purl) => !listed.has(purl))).toEqual([]);
  expect(engine).toContain(`go${insideCompiled['zpl-renderer-js']?.find(({ name }) => name === 'Go')?.version}`);
});

test('the same parts give the same lists, in which each part has its licence', () => {
  const parts = bundledParts('.');
  expect(sbom(parts)).toBe(sbom(bundledParts('.')));
  const { bomFormat, specVersion, components } = JSON.parse(sbom(parts)) as Record<string, unknown> & {
    components: readonly { purl: string }[];
  };
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.6']);
  expect(components).toContainEqual(expect.objectContaining({ purl: 'pkg:npm/%40fontsource-variable/inter@5.3.0' }));
  const text = licences(parts);
  for (const { name, version, text: terms } of parts) {
    expect(text).toContain(`${name} ${version}\n`);
    expect(text).toContain(terms.trim());
  }
});
