import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates } from 'node:tls';
import { downloadArtifact } from '@electron/get';
import { Dispatcher1Wrapper, EnvHttpProxyAgent } from 'undici';
import { electronIsInstalled, electronPackage } from './binary.ts';
import { type Cause, Stalled, whyNotFetched, whyNotUnpacked } from './failure.ts';
import { takeLock } from './lock.ts';
import { type ProgressLine, progressLine, type Screen, sizeText } from './progress.ts';

export interface FetchOptions {
  readonly screen: Screen;
  /** The download stops if nothing arrived for this time: before its first byte, and after it. There is no limit for the total. */
  readonly firstByteMs?: number;
  readonly nextByteMs?: number;
  /** Folder of the npm package `electron`: its version, its checksums, and where the program is unpacked. */
  readonly folder?: string;
}

/** The reason why Electron is missing, as a sentence, and the possible fixes. */
export interface NotFetched {
  readonly why: string;
  readonly waysOut: string;
}

/**
 * Fetches and unpacks Electron's program if it is missing; returns undefined once it is present. Only one process at a time does this for a
 * checkout: others wait for it. Respects ELECTRON_MIRROR and related variables, HTTPS_PROXY, HTTP_PROXY, NO_PROXY, the proxy of npm, and
 * the certificates of the operating system. Sizes are shown in 10^6 bytes.
 */
export async function fetchElectron({
  screen,
  firstByteMs = 60_000,
  nextByteMs = 30_000,
  folder = electronPackage,
}: FetchOptions): Promise<NotFetched | undefined> {
  if (electronIsInstalled(folder)) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  const zip = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const named = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (named) return { why: `ELECTRON_OVERRIDE_DIST_PATH names ${named}, which holds no Electron.`, waysOut: `Unpack ${zip} there.` };
  const line = progressLine(screen, `Electron ${version}`);
  const cause = await whyNotThere({ line, firstByteMs, nextByteMs, folder, version, zip });
  line.end();
  if (cause === undefined) return undefined;
  return {
    why: `Electron ${version} could not be fetched: ${cause.why}.`,
    waysOut:
      (cause.isOfDisk
        ? 'Put that right and start again.'
        : 'Name a proxy in HTTPS_PROXY or another source in ELECTRON_MIRROR and start again.') +
      ` Or unpack ${zip} by hand and name that folder in ELECTRON_OVERRIDE_DIST_PATH.`,
  };
}

interface Fetching {
  readonly line: ProgressLine;
  readonly firstByteMs: number;
  readonly nextByteMs: number;
  readonly folder: string;
  readonly version: string;
  readonly zip: string;
}

async function whyNotThere(fetching: Fetching): Promise<Cause | undefined> {
  const { line, folder } = fetching;
  const source = nameSource();
  const own = join(folder, '../.cache/packbench-electron');
  let at: string | undefined;
  try {
    mkdirSync(own, { recursive: true });
    const unlock = await takeLock(join(own, 'lock'), () => line.step('another start of Packbench is fetching it, this one waits'));
    try {
      if (electronIsInstalled(folder)) return undefined;
      // Left by starts that were killed. While this process holds the lock, no other process uses the folder.
      const downloads = join(own, 'downloads');
      rmSync(downloads, { recursive: true, force: true, maxRetries: 3 });
      mkdirSync(downloads);
      line.step(`connecting to ${source}`);
      await download(fetching, downloads, (size) => {
        at = size;
      });
      line.step('unpacking');
      rmSync(join(folder, 'dist'), { recursive: true, force: true, maxRetries: 3 });
      return await unpack(folder);
    } finally {
      unlock();
    }
  } catch (error) {
    return whyNotFetched(error, { source, zip: fetching.zip, folder: own, at });
  }
}

/** Downloads the zip into the cache of `@electron/get`, unless it is there, and verifies its checksum. */
async function download(
  { line, firstByteMs, nextByteMs, folder, version }: Fetching,
  downloads: string,
  onSize: (size: string) => void,
): Promise<void> {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const allow = (ms: number, at?: string): void => {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp.abort(new Stalled(ms, at)), ms);
  };
  const dispatcher = proxyAwareDispatcher(firstByteMs);
  allow(firstByteMs);
  try {
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums: JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')) as Record<string, string>,
      ...cacheRoot(),
      tempDirectory: downloads,
      downloadOptions: {
        quiet: true,
        signal: giveUp.signal,
        dispatcher: new Dispatcher1Wrapper(dispatcher),
        getProgressCallback: ({ transferred, total, percent }: { transferred: number; total: number | null; percent: number }) => {
          const at = sizeText(transferred, total);
          onSize(at);
          line.received(transferred, total);
          // The download is complete: the rest is disk work without a time limit.
          if (percent === 1) clearTimeout(timer);
          else allow(nextByteMs, at);
        },
      },
    });
  } finally {
    clearTimeout(timer);
    await dispatcher.destroy();
  }
}

/** Uses npm's own proxy too, because the packages came through it. */
function proxyAwareDispatcher(connectTimeout: number): EnvHttpProxyAgent {
  const { env } = process;
  const address = (...names: readonly string[]): string | undefined => {
    const name = names.find((each) => env[each]);
    if (name === undefined) return undefined;
    const given = env[name] ?? '';
    const url = given.includes('://') ? given : `http://${given}`;
    if (!URL.canParse(url)) throw new Error(`${name} is not an address`);
    return url;
  };
  const httpProxy = address('http_proxy', 'HTTP_PROXY', 'npm_config_proxy');
  const httpsProxy = address('https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy') ?? httpProxy;
  const tls = { ca: trustedCertificates(), timeout: connectTimeout };
  return new EnvHttpProxyAgent({
    ...(httpProxy && { httpProxy }),
    ...(httpsProxy && { httpsProxy }),
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    connectTimeout,
    // The only limit for silence is the one in `download`.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** A company that inspects TLS adds its authority to the store of the operating system. */
function trustedCertificates(): string[] {
  const usual = getCACertificates('default');
  try {
    return [...new Set([...usual, ...getCACertificates('system')])];
  } catch {
    return usual; // one certificate that Node cannot read makes the whole store unreadable
  }
}

const cacheRoot = (): { cacheRoot?: string } => {
  const root = process.env['electron_config_cache'];
  return root ? { cacheRoot: root } : {};
};

/** Returns the host of the download. Adds the final slash to the mirror that @electron/get expects. */
function nameSource(): string {
  const mirrors = Object.entries(process.env).filter(([name, value]) => /(^|_)electron_mirror$/i.test(name) && value);
  for (const [name, value = ''] of mirrors) if (!value.endsWith('/')) process.env[name] = `${value}/`;
  const mirror = mirrors[0]?.[1] ?? 'https://github.com/';
  return URL.canParse(mirror) ? new URL(mirror).host : mirror;
}

/**
 * Runs Electron's own installer, which finds the zip in the cache. The installer ends with this process, because it must not run on after
 * the lock is free.
 */
async function unpack(folder: string): Promise<Cause | undefined> {
  const script = "process.stdin.resume().on('end', () => process.exit(1)).unref(); require(process.argv[1]);";
  const { force_no_cache: _, ...env } = process.env;
  const installer = spawn(process.execPath, ['--eval', script, join(folder, 'install.js')], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...env, ELECTRON_INSTALL_PLATFORM: process.platform, ELECTRON_INSTALL_ARCH: process.arch },
  });
  const [said] = await Promise.all([text(installer.stderr), once(installer, 'close')]);
  return electronIsInstalled(folder) ? undefined : whyNotUnpacked(said, join(folder, 'dist'));
}
