import type { Configuration } from 'electron-builder';

/** SECURITY: signing is off until electron-builder's own variables name a certificate. Then a package that cannot be signed is not made. */
export function signing(env: Readonly<Record<string, string | undefined>>) {
  const hasCertificate = { win: Boolean(env['WIN_CSC_LINK'] || env['CSC_LINK']), mac: Boolean(env['CSC_LINK'] || env['CSC_NAME']) };
  return {
    win: { forceCodeSigning: hasCertificate.win },
    mac: {
      forceCodeSigning: hasCertificate.mac,
      hardenedRuntime: hasCertificate.mac,
      // arm64 runs no unsigned program, and the hardened runtime refuses an ad-hoc signature.
      ...(!hasCertificate.mac && { identity: '-' }),
    },
  } satisfies Pick<Configuration, 'win' | 'mac'>;
}
