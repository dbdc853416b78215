// Chromium's debugging port cannot register a new scheme, so `app://bundle/x` is `https://bundle.app.invalid/x` inside the browser. Main
// and preload see only the app's own form.
const privilegedSchemes = new Set<string>();

export function addPrivilegedScheme(scheme: string): void {
  privilegedSchemes.add(scheme);
}

/** Returns the scheme behind a mapped https URL; undefined for every other URL. */
export function schemeOf(chromiumUrl: string): string | undefined {
  const scheme = /^https:\/\/[^/]+\.([a-z][a-z0-9+-]*)\.invalid(?:\/|$)/.exec(chromiumUrl)?.[1];
  return scheme !== undefined && privilegedSchemes.has(scheme) ? scheme : undefined;
}

export function toChromiumUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+-]*):\/\/([^/?#]+)/i, (whole, scheme: string, host: string) =>
    privilegedSchemes.has(scheme) ? `https://${host}.${scheme}.invalid` : whole,
  );
}

export function toAppUrl(url: string): string {
  const scheme = schemeOf(url);
  return scheme === undefined ? url : url.replace(/^https:\/\/([^/]+)\.[a-z][a-z0-9+-]*\.invalid/, `${scheme}://$1`);
}

/** Returns the origin in Electron's form; Node's URL gives 'null' for schemes it does not know. */
export function toAppOrigin(url: string): string {
  const { protocol, host } = new URL(toAppUrl(url));
  return host === '' ? 'null' : `${protocol}//${host}`;
}
