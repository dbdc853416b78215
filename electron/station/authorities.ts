import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemCertificates } from './system-certificates.ts';

/** With these variables, whoever starts a program can add authorities to it or turn off the certificate check. */
const variables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_USE_SYSTEM_CA', 'NODE_TLS_REJECT_UNAUTHORIZED'] as const;

/**
 * Returns the trusted certificate authorities, as PEM: those of the operating system and those bundled with the runtime.
 * SECURITY: authorities named in the environment are excluded, also for connections made without this list. So call it once, before
 * anything connects. It removes the variables from the environment.
 */
export function createAuthorities(): () => readonly string[] {
  const { env, execArgv, platform } = process;
  // On Linux, OpenSSL's search path is the system's store. If Node was told to use that store, it has read it before this line.
  const isRedirected = platform === 'linux' && Boolean(env['SSL_CERT_FILE'] || env['SSL_CERT_DIR']);
  const isReadAlready = env['NODE_USE_SYSTEM_CA'] === '1' || `${env['NODE_OPTIONS']} ${execArgv.join(' ')}`.includes('--use-system-ca');
  for (const name of variables) delete env[name];
  const bundled = getCACertificates('bundled');
  setDefaultCACertificates(bundled);
  if (isRedirected && isReadAlready) return () => bundled;
  let all: readonly string[] | undefined;
  return () => (all ??= [...new Set([...bundled, ...systemCertificates()])]);
}
