import { because } from '../../shared/failure.ts';
import { isThisComputer } from '../../shared/plain-http.ts';
import type { Reason } from '../../shared/reason.ts';
import { failed, ok, type Result } from '../../shared/result.ts';

/**
 * Validates the address of the service: https, or http on this computer only; no user, no query. Returns it without a slash at the end.
 * Refusals have no `ref`: nothing happened that a log could explain.
 */
export function readBaseUrl(text: string): Result<string, 'url-not-allowed'> {
  const refuse = (why: Reason) => failed({ code: 'url-not-allowed', ref: '', ...because(why) });
  const url = URL.parse(text.trim());
  if (!url) return refuse({ code: 'address-none' });
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisComputer(url.hostname)))
    return refuse({ code: 'address-not-https' });
  if (url.username || url.password) return refuse({ code: 'address-with-user' });
  if (url.search || url.hash) return refuse({ code: 'address-with-query' });
  return ok(url.origin + url.pathname.replace(/\/+$/, ''));
}
