import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Lists of the packages in each bundle, written with it. */
export const bundledFolder = 'out/parts';

/** Notes the folders of the packages of which this bundle contains code, styles or fonts. */
export function noteBundledPackages(bundle: string): Plugin {
  return {
    name: 'note-bundled-packages',
    apply: 'build',
    generateBundle(_options, files) {
      const sources = Object.values(files).flatMap((file) =>
        file.type === 'chunk'
          ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
          : file.originalFileNames.map((name) => resolve('renderer', name)),
      );
      const paths = new Set(sources.flatMap((source) => packagePath(source) ?? []));
      mkdirSync(bundledFolder, { recursive: true });
      writeFileSync(join(bundledFolder, `${bundle}.json`), JSON.stringify([...paths].sort()));
    },
  };
}

/** The folder of a package that a file belongs to, relative to the project; undefined for a file of ours. */
export function packagePath(file: string): string | undefined {
  return /^.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1];
}
