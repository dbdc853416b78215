import { isAbsolute } from 'node:path';
import type { PaperReason } from '../../shared/paper-reason.ts';
import { readForeignFile } from '../files/foreign-file.ts';
import { paperLimitMegabytes } from './sniff.ts';

const mostBytes = paperLimitMegabytes * 1024 * 1024;

/** The bytes of a PDF of the shop, or why they cannot be had. Follows no link and waits for no pipe. Never rejects. */
export async function readEnclosure(path: string): Promise<Uint8Array<ArrayBuffer> | PaperReason> {
  if (!isAbsolute(path)) return { code: 'enclosure-not-whole', path };
  try {
    const read = await readForeignFile(path, mostBytes);
    if (typeof read === 'string') return { code: 'enclosure-not-read', path, why: read };
    if (read.length > mostBytes) return { code: 'paper-too-large', megabytes: paperLimitMegabytes };
    const isPdf = Buffer.from(read.subarray(0, 1024)).includes('%PDF-');
    return isPdf ? read : { code: 'enclosure-no-pdf', path };
  } catch (error) {
    return { code: 'enclosure-not-read', path, why: whyOf((error as NodeJS.ErrnoException).code) };
  }
}

function whyOf(code: string | undefined): 'gone' | 'not-allowed' | 'other' {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone';
  return code === 'EACCES' || code === 'EPERM' ? 'not-allowed' : 'other';
}
