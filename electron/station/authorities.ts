import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemCertificates } from './system-certificates.ts';

/** By these variables anybody who starts a program adds authorities to it, or turns the check of certificates off. */
const variables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_USE_SYSTEM_CA', 'NODE_TLS_REJECT_UNAUTHORIZED'] as const;

/**
 * Returns the authorities that a certificate may come from, as PEM: those of the operating system, and those that come with the runtime.
 * SECURITY: what the environment names is not among them, also where a connection is made without this list, so call it once, before
 * anything connects. It takes the variables out of the environment.
 */
export function createAuthorities(): () => readonly string[] {
  const { env, execArgv, platform } = process;
  // On Linux the store of the system is where OpenSSL looks for it. Asked to use it, Node has read it before this line.
  const isRedirected = platform === 'linux' && Boolean(env['SSL_CERT_FILE'] || env['SSL_CERT_DIR']);
  const isReadAlready = env['NODE_USE_SYSTEM_CA'] === '1' || `${env['NODE_OPTIONS']} ${execArgv.join(' ')}`.includes('--use-system-ca');
  for (const name of variables) delete env[name];
  const bundled = getCACertificates('bundled');
  setDefaultCACertificates(bundled);
  if (isRedirected && isReadAlready) return () => bundled;
  let all: readonly string[] | undefined;
  return () => (all ??= [...new Set([...bundled, ...systemCertificates()])]);
}
