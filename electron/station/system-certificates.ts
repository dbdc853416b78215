import { getCACertificates } from 'node:tls';

let trouble = '';

/**
 * The authorities that the operating system trusts, in PEM. Node reads its store as a whole: one certificate in it that is not as the
 * rules have it makes all of them unreadable. None then, and `certificateTrouble` is why.
 */
export function systemCertificates(): readonly string[] {
  try {
    return getCACertificates('system');
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
    return [];
  }
}

/** Why the system's certificates could not be read; empty if they could, or were not needed yet. */
export const certificateTrouble = (): string => trouble;
