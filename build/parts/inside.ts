import { type Part, requireLicence, usualText } from './package-facts.ts';

/** Something that a compiled file or a table contains, and that no `package.json` names. */
interface Inside {
  readonly name: string;
  /** Undefined if the package that contains it does not state it. */
  readonly version?: string;
  readonly licence: string;
  readonly purl: string;
  readonly copyright: string;
  readonly note?: string;
}

const github = (path: string, version: string): string => `pkg:github/${path}@${version}`;
const golang = (path: string, version: string): string => `pkg:golang/${path}@${version}`;

const goAuthors = 'The Go Authors';

/**
 * Compiled files by their package or their own name. A shipped file of this kind that has no entry here stops the packing: look what is
 * inside it first. An empty list: nothing but the package itself.
 */
export const insideCompiled: Readonly<Record<string, readonly Inside[]>> = {
  '@hyzyla/pdfium': [
    {
      name: 'PDFium',
      licence: 'BSD-3-Clause',
      purl: 'pkg:generic/pdfium',
      copyright: '2014 The PDFium Authors',
      note: 'It contains Abseil, AGG, fast_float, FreeType, ICU, Little CMS, libjpeg-turbo, OpenJPEG and zlib. Electron contains the same libraries: LICENSES.chromium.html in this package has their licences.',
    },
  ],
  'zxing-wasm': [
    {
      name: 'zxing-cpp',
      licence: 'Apache-2.0',
      purl: 'pkg:github/zxing-cpp/zxing-cpp',
      copyright: 'the authors of zxing-cpp',
    },
    {
      name: 'libzint',
      licence: 'BSD-3-Clause',
      purl: 'pkg:github/zint/zint',
      copyright: '2008-2025 Robin Stuart and others',
    },
  ],
  'zpl-renderer-js': [
    {
      name: 'zebrash',
      version: 'v1.38.0',
      licence: 'MIT',
      purl: golang('github.com/ingridhq/zebrash', 'v1.38.0'),
      copyright: '2024 Ingrid',
    },
    { name: 'gg', version: 'v1.4.2', licence: 'MIT', purl: golang('github.com/ingridhq/gg', 'v1.4.2'), copyright: '2016 Michael Fogleman' },
    {
      name: 'maxicode',
      version: 'v1.5.1',
      licence: 'MIT',
      purl: golang('github.com/ingridhq/maxicode', 'v1.5.1'),
      copyright: '2022 Ingrid',
    },
    {
      name: 'freetype-go',
      version: 'v0.0.0-20170609003504-e2365dfdc4a0',
      licence: 'FTL',
      purl: golang('github.com/golang/freetype', 'v0.0.0-20170609003504-e2365dfdc4a0'),
      copyright: 'The Freetype-Go Authors',
      note: 'Portions of this software are copyright The FreeType Project (www.freetype.org). All rights reserved.',
    },
    { name: 'x/image', version: 'v0.35.0', licence: 'BSD-3-Clause', purl: golang('golang.org/x/image', 'v0.35.0'), copyright: goAuthors },
    { name: 'x/text', version: 'v0.33.0', licence: 'BSD-3-Clause', purl: golang('golang.org/x/text', 'v0.33.0'), copyright: goAuthors },
    { name: 'Go', version: '1.25.8', licence: 'BSD-3-Clause', purl: 'pkg:golang/std@1.25.8', copyright: goAuthors },
  ],
  '@koromix/koffi': [],
  '@fontsource-variable/inter': [],
  '@expo-google-fonts/noto-sans': [],
  'SumatraPDF-3.4.6-32.exe': [
    {
      name: 'SumatraPDF',
      version: '3.4.6',
      licence: 'GPL-3.0-or-later',
      purl: github('sumatrapdfreader/sumatrapdf', '3.4.6rel'),
      copyright: 'the authors of SumatraPDF',
      note: 'A program of its own that prints PDFs. Its source: https://github.com/sumatrapdfreader/sumatrapdf, tag 3.4.6rel.',
    },
  ],
};

/** The parts inside a package, or inside the program whose name is given. */
export function partsInside({ name, version }: Pick<Part, 'name' | 'version'>, hash: Part['hash'] = null): readonly Part[] {
  return (insideCompiled[name] ?? []).map((inside) => ({
    name: inside.name,
    version: inside.version ?? `in ${name} ${version}`,
    licence: requireLicence(inside.name, inside.licence),
    text: [inside.note, usualText(inside.licence.replace('-or-later', ''), inside.copyright)].filter(Boolean).join('\n\n'),
    purl: inside.purl,
    hash,
  }));
}
