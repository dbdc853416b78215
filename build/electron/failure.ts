import { HTTPError } from '@electron/get';

/** The download stopped because no byte arrived for `afterMs`. `at` is the progress; undefined before the first byte. */
export class Stalled extends Error {
  readonly afterMs: number;
  readonly at: string | undefined;
  constructor(afterMs: number, at: string | undefined) {
    super('stalled');
    this.afterMs = afterMs;
    this.at = at;
  }
}

/** The cause of a failure. `why` is the end of a sentence, without a full stop. */
export interface Cause {
  readonly why: string;
  /** True if another source or a proxy would not help. */
  readonly isOfDisk: boolean;
}

/** Context of an error: which file from which source into which folder, and the progress. */
export interface Doing {
  readonly source: string;
  readonly zip: string;
  readonly folder: string;
  readonly at: string | undefined;
}

interface SystemError {
  readonly code?: string;
  readonly path?: string;
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
}

const disk: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user may not write more on that disk',
  EROFS: 'the disk is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EBUSY: 'another program holds a file there',
};

/** Error codes in the messages of the extractor, which is a native program: of Linux and macOS, then of Windows. */
const ofExtractor: readonly (readonly [RegExp, string])[] = [
  [/os error 28\b|os error 112\b|os error 39\b|ENOSPC/, 'ENOSPC'],
  [/os error 122\b|EDQUOT/, 'EDQUOT'],
  [/os error 30\b|EROFS/, 'EROFS'],
  [/os error 13\b|os error 5\b|EACCES|EPERM/, 'EACCES'],
  [/os error 32\b|EBUSY/, 'EBUSY'],
];

const isOfCertificate = (code: string): boolean => /CERT|TLS|SSL|SIGNED|SIGNATURE/.test(code);

/** Returns the cause of a failed download, without the name or password of a proxy. */
export function whyNotFetched(error: unknown, doing: Doing): Cause {
  const { code = '', path = doing.folder, address } = systemErrorOf(error);
  // A firewall refuses connections with the same codes.
  const ofDisk = address === undefined ? disk[code] : undefined;
  return ofDisk === undefined ? { why: ofNetwork(error, doing), isOfDisk: false } : { why: `${ofDisk}: ${path}`, isOfDisk: true };
}

const systemErrorOf = (error: unknown): SystemError => ((error instanceof Error ? error.cause : undefined) ?? error ?? {}) as SystemError;

function ofNetwork(error: unknown, { source, zip, at }: Doing): string {
  if (error instanceof Stalled) {
    const seconds = `${error.afterMs / 1000} s`;
    return error.at === undefined ? `${source} sent nothing within ${seconds}` : `no byte came for ${seconds}, at ${error.at}`;
  }
  if (error instanceof HTTPError) {
    const { status, statusText, url } = error.response;
    return `${new URL(url).host} answered ${status}${statusText && ` (${statusText})`} for ${url}`;
  }
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const trouble = systemErrorOf(error);
  const said = `${message} ${cause instanceof Error ? cause.message : ''}`;
  if (/Proxy (response \(407\)|Authentication Required)/.test(said)) return 'the proxy asks for a name and a password (407)';
  const [, refused] = /Proxy response \((\d+)\)/.exec(said) ?? [];
  if (refused !== undefined) return `the proxy answered ${refused}`;
  if (/did not match expected checksum/.test(said)) return `${zip} is not the file that was published (wrong checksum)`;
  if (/No checksum found/.test(said)) return `there is no ${zip}`;
  if (/Failed to parse URL|Invalid URL/.test(said)) return `ELECTRON_MIRROR is not an address: ${source}`;
  if (/includes credentials/.test(said)) return 'a name and a password in ELECTRON_MIRROR cannot be used';
  const { code = '' } = trouble;
  const place = trouble.address === undefined ? source : `${trouble.address}:${trouble.port}`;
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return `the name ${trouble.hostname ?? source} was not found`;
  if (code === 'ECONNREFUSED') return `${place} refused the connection`;
  if (/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/.test(code)) return `there is no way to ${place}`;
  if (/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(code)) return `${place} did not answer`;
  if (isOfCertificate(code)) return `the certificate of ${source} is not trusted here (${code})`;
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code) || message === 'terminated')
    return at === undefined ? `${source} closed the connection` : `the connection broke at ${at}`;
  return code === '' ? said.trim() : `${said.trim()} (${code})`;
}

/** Returns the cause of a failed extraction from its error output. */
export function whyNotUnpacked(text: string, folder: string): Cause {
  const known = ofExtractor.find(([pattern]) => pattern.test(text));
  const [line = 'it ended without a word'] = text.split('\n').filter((each) => each.trim() !== '');
  return { why: `it could not be unpacked, ${known === undefined ? line.trim() : disk[known[1]]}: ${folder}`, isOfDisk: true };
}
