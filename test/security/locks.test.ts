import { anything, sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shellMutants } from '../mutants/locks.ts';
import { openedLinks, refusedLinks } from './links.ts';
import { calls, foreignFrames, hostileArguments, lockReport, permissions } from './lock-report.ts';
import { openShell, type ShellCopy } from './shell-copy.ts';
import { hostilePaths } from './traversal.ts';

type Report = Awaited<ReturnType<typeof lockReport>>;

const policy = [
  "default-src 'none'",
  "script-src 'self' 'nonce-n0nce'",
  "style-src 'self' 'nonce-n0nce'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types packbench-workers',
].join('; ');

const headers = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const shut: Report = {
  preferences: {
    preload: 'preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    spellcheck: false,
    devTools: false,
  },
  everySandbox: true,
  switches: ['--webrtc-ip-handling-policy=disable_non_proxied_udp'],
  proxy: 'PROXY 127.0.0.1:9',
  webRtc: 'disable_non_proxied_udp',
  leaves: [],
  stays: true,
  webview: true,
  opens: Array.from({ length: 7 }, () => 'deny'),
  grants: { requested: [], checked: [], devices: [] },
  requests: [false, false, false, false, false, false, false, false, true],
  callers: Object.keys(foreignFrames).map((name) => (name === 'disposed' ? 'refused arguments' : 'refused sender')),
  entered: 0,
  ours: 'answered',
  unfit: 'refused arguments',
  pages: {
    page: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    worker: {
      ...headers,
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
    },
    answered: [],
    types: 404,
  },
  opened: [...openedLinks],
  accepted: [],
  refused: [],
};

describe('the locks of a packaged window', () => {
  let report: Report;
  beforeAll(async () => {
    report = await lockReport();
  });

  test.each(Object.keys(shut) as (keyof Report)[])('%s', (name) => {
    expect(report[name]).toEqual(shut[name]);
  });

  test('the lists behind them are long enough', () => {
    expect(Object.keys(report)).toEqual(
      Object.keys(shut).toSorted((a, b) => Object.keys(report).indexOf(a) - Object.keys(report).indexOf(b)),
    );
    expect(permissions.length).toBeGreaterThan(40);
    expect(hostilePaths.length).toBeGreaterThan(300);
    expect(openedLinks.length + refusedLinks.length).toBeGreaterThan(100);
    expect(hostileArguments.length).toBeGreaterThan(180);
  });
});

describe('with one lock removed the report is another', () => {
  test.each(shellMutants)('mutant: $title', async ({ edits }) => {
    expect(await lockReport(edits)).not.toEqual(shut);
  });
});

describe('calls of frames that are not our page', () => {
  let shell: ShellCopy;
  const { stackTraceLimit } = Error;
  beforeAll(async () => {
    shell = await openShell();
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  const payloads = sample(anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true, maxDepth: 3 }), {
    numRuns: 1000,
    seed: 32,
  });
  const frames = ['inside our page', 'null', 'disposed', 'https://example.com/'];

  test.each(frames)('4 frames, every call, 1,000 arguments: no handler runs for the frame %s', async (name) => {
    const frame = foreignFrames[name]!;
    let tried = 0;
    for (const call of calls) {
      for (const payload of payloads) {
        if ((await shell.call(call, frame, payload)) === 'answered') expect.unreachable(`${call} was answered`);
        tried += 1;
      }
    }
    expect(shell.entered()).toBe(0);
    expect(tried).toBe(calls.length * 1000);
  });
});
