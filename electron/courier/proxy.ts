const schemes: Readonly<Record<string, 'http' | 'https'>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

/** Returns the first usable entry of a PAC answer (`PROXY host:port; DIRECT`) as an address, or that there is none. */
export function proxyOf(pac: string): 'direct' | 'unsupported' | `${'http' | 'https'}://${string}` {
  const entries = pac
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) return 'direct';
  for (const entry of entries) {
    const [, kind = '', place = ''] = /^(\w+)(?:\s+(\S+))?$/.exec(entry) ?? [];
    if (kind.toUpperCase() === 'DIRECT') return 'direct';
    const scheme = schemes[kind.toUpperCase()];
    if (scheme && place && URL.canParse(`${scheme}://${place}`)) return `${scheme}://${place}`;
  }
  return 'unsupported';
}

/**
 * Converts a proxy's address to the equivalent PAC answer: `http://host:8080` to `PROXY host:8080`. An empty address is `DIRECT`; throws
 * for any other scheme.
 */
export function pacOf(address: string): string {
  if (address.trim() === '') return 'DIRECT';
  const url = new URL(address.includes('://') ? address.trim() : `http://${address.trim()}`);
  const kind = { 'http:': 'PROXY', 'https:': 'HTTPS' }[url.protocol];
  if (!kind) throw new Error(`A proxy is http:// or https://, not ${url.protocol}//`);
  return `${kind} ${url.host.includes(':') ? url.host : `${url.host}:${url.protocol === 'http:' ? 80 : 443}`}`;
}
