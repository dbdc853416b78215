import { failed, ok, type Result } from '../../shared/result.ts';

const longestLink = 2048;
// A public host has a name with a dot and a last part of letters; addresses of numbers and names of the own network are refused.
const publicHost = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const privateHost = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|home\.arpa|onion)$/;

/** A courier's tracking page as the service gave it, judged before a browser is opened with it: it comes from outside. */
export function readTrackingLink(text: string): Result<string> {
  const refuse = (detail: string) => failed({ code: 'link-not-allowed', ref: '', detail });
  if (text.length > longestLink) return refuse('The link is too long');
  if (/[\s\p{Cc}\\]/u.test(text)) return refuse('The link holds characters that no link has');
  const url = URL.parse(text);
  if (!url || url.protocol !== 'https:') return refuse('Only links that begin with https:// are opened');
  if (url.username || url.password) return refuse('The link holds a user name');
  if (url.port) return refuse('The link names a port');
  if (!publicHost.test(url.hostname) || privateHost.test(url.hostname)) return refuse('The link does not lead to a public web page');
  return ok(url.href);
}
