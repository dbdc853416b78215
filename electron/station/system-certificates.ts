import { getCACertificates } from 'node:tls';

let trouble = '';

/**
 * The authorities that the operating system trusts, in PEM. Node reads the store as a whole: one invalid certificate makes all of them
 * unreadable. Then the list is empty, and `certificateTrouble` returns the reason.
 */
export function systemCertificates(): readonly string[] {
  try {
    return getCACertificates('system');
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
    return [];
  }
}

/** Error from reading the system's certificates; empty if there was none, or they were not needed yet. */
export const certificateTrouble = (): string => trouble;
