import { comparedLength, comparedMessage, type Explanation } from '../../shared/explanation.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Meaning } from '../../shared/meaning.ts';

/** Meaning of an error of the service. */
interface Understood {
  readonly meaning: Meaning;
  /** The failure code, if it is more specific than a refusal. */
  readonly code?: FailureCode;
}

interface Entry extends Understood {
  readonly pattern: RegExp;
}

const entry = (pattern: RegExp, meaning: Meaning, code?: FailureCode): Entry => ({
  pattern,
  meaning,
  ...(code && { code }),
});

/** Most specific first: the first pattern that matches an error explains it. Unknown errors keep the service's message. */
const known: readonly Entry[] = [
  entry(/service[ _]?id.*(expired|outdated|too old)|(expired|outdated).*quote/i, 'offer-too-old', 'offer-expired'),
  entry(/service[ _]?id.*(already )?(used|booked)/i, 'offer-booked', 'offer-used'),
  entry(/service[ _]?id.*(invalid|unknown|not found)/i, 'offer-unknown', 'offer-expired'),
  entry(
    /api[ _-]?(key|secret)|credential|unauthori[sz]ed|authenticat|\b(key|secret|token)\b.*(revoked|expired|disabled|blocked)|^\W*(access denied|forbidden)\W*$/i,
    'key-not-accepted',
    'credentials-rejected',
  ),
  entry(/account.*(not|unknown|disabled|blocked)|no (such )?account/i, 'account-unknown', 'account-refused'),
  entry(/(limit|quota|maximum).*(shipments?|month|plan)|plan.*(limit|exceeded)/i, 'plan-full', 'plan-exhausted'),
  entry(/too many requests|rate limit/i, 'asked-too-often', 'service-busy'),
  entry(/only ascii|non-?ascii|invalid character/i, 'letters-not-taken'),
  entry(/[od]_postal|postal ?code|post ?code|zip/i, 'postal-code'),
  entry(/[od]_province|province|state code/i, 'province'),
  entry(/street_no|house ?number/i, 'house-number'),
  entry(/[od]_phone|phone|telephone/i, 'phone'),
  entry(/[od]_country|country/i, 'country'),
  entry(/[od]_city|\bcity\b|town/i, 'city'),
  entry(/eori/i, 'eori'),
  entry(/hs[ _-]?code|harmoni[sz]ed|tariff/i, 'hs-code'),
  entry(/weight.*(exceed|max|too|limit)|too heavy|overweight/i, 'too-heavy'),
  entry(/(request|payload|entity|body|content).*too (large|long|big)/i, 'request-too-large'),
  entry(/(length|width|height|dimension|girth|size).*(exceed|max|too|limit)|too (large|long|big)/i, 'parcel-too-large'),
  entry(/insur/i, 'not-insurable', 'choice-refused'),
  entry(/service ?point|d_sp_|o_sp_|parcel ?shop/i, 'service-point-gone', 'choice-refused'),
  entry(/collection.*(past|cut|late)|(r_time|c_time|o_date)|collection date|pickup date/i, 'collection-time'),
  entry(/already (been )?(collected|picked up|requested)/i, 'already-collected'),
  entry(/order.*(not found|unknown|does not exist)|unknown order/i, 'order-unknown', 'number-not-found'),
  entry(/no services? (available|found)|not served|no courier/i, 'no-courier'),
  entry(/document|upload|media type|file type/i, 'document-not-taken'),
  entry(/maintenance|temporar|unavailable|timeout|try again/i, 'service-trouble', 'service-busy'),
];

export interface ErrorDictionary {
  /** Returns the meanings of the known errors among these, each once; empty if none is known. */
  explain(messages: readonly string[]): readonly Understood[];
}

/** An explanation of the shop, and the messages that it is for. */
interface Own {
  readonly meaning: Meaning;
  readonly explains: (message: string) => boolean;
}

/**
 * Creates the dictionary. The words of `own` go before the built-in ones, the first that fits; the failure code always comes from the
 * built-in entries, so that an explanation changes nothing but words. Calls `complain` with each pattern that cannot be used.
 */
export function createErrorDictionary(
  own: readonly Explanation[] = [],
  complain: (pattern: string) => void = () => undefined,
): ErrorDictionary {
  const ours = own.flatMap((each) => readOwn(each, complain));
  return {
    explain(messages) {
      const found = messages.map((message) => ({
        ours: ours.find(({ explains }) => explains(message)),
        known: known.find(({ pattern }) => pattern.test(message.slice(0, comparedLength))),
      }));
      const isFirst = (at: number): boolean =>
        found.findIndex((each) => each.ours === found[at]?.ours && each.known === found[at]?.known) === at;
      return found.flatMap((each, at) => {
        const meaning = each.ours?.meaning ?? each.known?.meaning;
        return meaning && isFirst(at) ? [{ meaning, ...(each.known?.code && { code: each.known.code }) }] : [];
      });
    },
  };
}

function readOwn({ cause, remedy, ...about }: Explanation, complain: (pattern: string) => void): Own[] {
  const meaning = { cause, remedy };
  if ('message' in about)
    return [{ meaning, explains: (message) => message.split('\n').some((line) => comparedMessage(line) === about.message) }];
  try {
    const pattern = new RegExp(about.pattern, 'i');
    return [{ meaning, explains: (message) => pattern.test(message.slice(0, comparedLength)) }];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    complain(about.pattern);
    return [];
  }
}
