import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export const fontNames = { regular: 'text', bold: 'text-bold' } as const;

const styles = { regular: '400Regular', bold: '700Bold' } as const;
type Style = keyof typeof styles;

/** A font file, by the name under which a PDF registers it. */
export type Fonts = Readonly<Record<Style, Buffer>>;

/** Reads Noto Sans: Latin, Greek, Cyrillic and Devanagari. The fonts inside every PDF reader have Western European letters only. */
export async function readFonts(): Promise<Fonts> {
  const [regular, bold] = await Promise.all([fileOf('regular'), fileOf('bold')]);
  return { regular, bold };
}

const fileOf = (style: Style): Promise<Buffer> =>
  readFile(createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${styles[style]}/NotoSans_${styles[style]}.ttf`));
