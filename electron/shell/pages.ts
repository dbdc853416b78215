import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Name of the only policy that may pass an address of a script: `renderer/ui/worker-address.ts`. */
export const workerPolicy = 'packbench-workers';

/** Content security policy of the page: only our own files; styles and scripts only with this answer's nonce or from our origin. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // The page cannot make HTML or script from text, not even by mistake.
    "require-trusted-types-for 'script'",
    `trusted-types ${workerPolicy}`,
  ].join('; ');

/** Only the label drawing worker may compile WebAssembly; a worker has the policy of its own file. */
const drawingPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'";
const isDrawingWorker = (path: string): boolean => /\/label-picture\.worker[\w.-]*\.js$/.test(path);

/**
 * Answers one request of the window from the folder of built pages. `nonce` is used once.
 * A path outside the folder, or a missing one, gives a 404; nothing else about the disk is revealed.
 */
export async function answerPage(url: string, root: string, nonce: string): Promise<Response> {
  const path = decodedPath(url);
  const file = path === undefined ? undefined : join(root, path);
  const type = file && mediaTypes[extname(file)];
  if (path === undefined || !file?.startsWith(root + sep) || !type) return new Response('Not found', { status: 404 });
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) return new Response('Not found', { status: 404 });
  const isPage = extname(file) === '.html';
  const body = isPage ? bytes.toString('utf8').replaceAll('__NONCE__', nonce) : new Uint8Array(bytes);
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-security-policy': isDrawingWorker(path) ? drawingPolicy : pagePolicy(nonce),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  });
}

function decodedPath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return /[\0\\]|\.\./.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}
