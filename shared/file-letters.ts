import { z } from 'zod';

/** Encodings of an order file that is not Unicode: names of the WHATWG Encoding Standard, in display order. */
export const fileEncodings = [
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export const fileEncodingSchema = z.enum(fileEncodings);
export type FileEncoding = z.infer<typeof fileEncodingSchema>;

/** The chosen encoding, which is used for every file that begins like this one. */
export const fileLettersSchema = z.object({ beginning: z.string(), encoding: fileEncodingSchema });
export type FileLetters = z.infer<typeof fileLettersSchema>;
