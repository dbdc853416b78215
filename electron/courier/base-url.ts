import { failed, ok, type Result } from '../../shared/result.ts';

const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The service's address as it may be used: https, or http on this computer only; no user, no query. Without a slash at the end.
 * Refusals carry no `ref`: nothing happened that a log could explain.
 */
export function readBaseUrl(text: string): Result<string, 'url-not-allowed'> {
  const refuse = (detail: string) => failed({ code: 'url-not-allowed', ref: '', detail });
  const url = URL.parse(text.trim());
  if (!url) return refuse('This is not an address. It looks like https://api.example.com');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname)))
    return refuse('The address must begin with https://');
  if (url.username || url.password) return refuse('The address must not hold a user name or a password');
  if (url.search || url.hash) return refuse('The address must not hold ? or #');
  return ok(url.origin + url.pathname.replace(/\/+$/, ''));
}
