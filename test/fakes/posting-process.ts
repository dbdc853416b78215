import { createTrust, post } from '../../electron/courier/client.ts';

// A process that posts once and writes the result. Tests set its environment.
const [baseUrl = '', proxy = '', ...certificates] = process.argv.slice(2);
// Time within which it may send, from its start.
const withinMs = Number(process.env['LEAVES_WITHIN_MS'] ?? '60000');
const leavesBefore = { elapsed: performance.now() + withinMs, wall: Date.now() + withinMs };
const posted = await post(
  new TextEncoder().encode('{}'),
  {
    baseUrl,
    credentials: () => ({ key: 'k', secret: 's' }),
    resolveProxy: async () => proxy,
    trust: createTrust(() => certificates),
    connectMs: 5000,
  },
  { headersMs: 5000, totalMs: 5000, maxBytes: 1000, leavesBefore },
);
const why = posted.is === 'answered' ? '' : posted.why;
const reason = typeof why === 'string' ? why : 'trouble' in why ? `${why.code} ${why.trouble}` : why.code;
process.stdout.write(reason ? `${posted.is}: ${reason}` : posted.is);
