const longestLink = 2048;
// A public host has a name with a dot and a last part of letters. Numeric addresses and names of the local network are refused.
const publicHost = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const privateHost = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|home\.arpa|onion)$/;

/** Checks a courier's tracking page from the service before a browser opens it; undefined if it must not be opened. */
export function readTrackingLink(text: string): URL | undefined {
  if (text.length > longestLink || /[\s\p{Cc}\\]/u.test(text)) return undefined;
  const url = URL.parse(text);
  if (!url || url.protocol !== 'https:' || url.username || url.password || url.port) return undefined;
  return publicHost.test(url.hostname) && !privateHost.test(url.hostname) ? url : undefined;
}
