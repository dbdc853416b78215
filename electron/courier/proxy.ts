const schemes: Readonly<Record<string, 'http' | 'https'>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

/** The first usable entry of a PAC answer (`PROXY host:port; DIRECT`) as an address, or that there is none. */
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
