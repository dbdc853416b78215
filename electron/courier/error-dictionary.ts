import { z } from 'zod';
import type { FailureCode } from '../../shared/failure.ts';
import type { Meaning } from '../../shared/meaning.ts';

/** Meaning of an error of the service. */
interface Explanation {
  readonly meaning: Meaning;
  /** The failure code, if it is more specific than a refusal. */
  readonly code?: FailureCode;
}

interface Entry extends Explanation {
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

const adminSchema = z.array(
  z.object({ pattern: z.string().min(1).max(200), cause: z.string().min(1).max(300), remedy: z.string().min(1).max(300) }),
);

export interface ErrorDictionary {
  /** Returns the meanings of the known errors among these, each once; empty if none is known. */
  explain(messages: readonly string[]): readonly Explanation[];
}

/**
 * Creates the dictionary, with the admin's entries before the built-in ones. `adminText`: the text of `error-dictionary.json`, a list of `{
 * "pattern", "cause", "remedy" }`. Calls `complain` with each pattern that cannot be used, or with null if the whole file cannot; all other
 * entries apply.
 */
export function createErrorDictionary(adminText?: string, complain: (pattern: string | null) => void = () => undefined): ErrorDictionary {
  const entries = [...adminEntries(adminText, complain), ...known];
  return {
    explain(messages) {
      const found = messages.flatMap((text) => entries.find(({ pattern }) => pattern.test(text.slice(0, 500))) ?? []);
      return [...new Set(found)].map(({ pattern: _pattern, ...explanation }) => explanation);
    },
  };
}

function adminEntries(text: string | undefined, complain: (pattern: string | null) => void): Entry[] {
  if (text === undefined) return [];
  let list: z.infer<typeof adminSchema>;
  try {
    list = adminSchema.parse(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    complain(null);
    return [];
  }
  return list.flatMap(({ pattern, cause, remedy }) => {
    try {
      return [entry(new RegExp(pattern, 'i'), { cause, remedy })];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      complain(pattern);
      return [];
    }
  });
}
