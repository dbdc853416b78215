import { z } from 'zod';

/** How the bytes of an order file that is no Unicode may be read: names of the WHATWG Encoding Standard, in the order they are offered. */
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

/** A person's answer: files that begin like this one are read so. */
export const fileLettersSchema = z.object({ beginning: z.string(), encoding: fileEncodingSchema });
export type FileLetters = z.infer<typeof fileLettersSchema>;
