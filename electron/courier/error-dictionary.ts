import { z } from 'zod';
import type { FailureCode } from '../../shared/failure.ts';

/** What an error of the service means, and what a person can do about it. */
export interface Explanation {
  readonly cause: string;
  readonly remedy: string;
  /** The failure it is, where that says more than that the service refused. */
  readonly code?: FailureCode;
}

interface Entry extends Explanation {
  readonly pattern: RegExp;
}

const entry = (pattern: RegExp, cause: string, remedy: string, code?: FailureCode): Entry => ({
  pattern,
  cause,
  remedy,
  ...(code && { code }),
});

/** Most telling first: the first pattern that fits an error explains it. Unknown errors stay in the service's own words. */
const known: readonly Entry[] = [
  entry(
    /service[ _]?id.*(expired|outdated|too old)|(expired|outdated).*quote/i,
    'The quote is too old.',
    'Ask for prices again and choose anew.',
    'offer-expired',
  ),
  entry(
    /service[ _]?id.*(already )?(used|booked)/i,
    'This offer was already booked.',
    'Look in Resolve before anything is bought again.',
    'offer-used',
  ),
  entry(
    /service[ _]?id.*(invalid|unknown|not found)/i,
    'The service no longer knows this offer.',
    'Ask for prices again and choose anew.',
    'offer-expired',
  ),
  entry(
    /api[ _-]?(key|secret)|credential|unauthori[sz]ed|authenticat|\b(key|secret|token)\b.*(revoked|expired|disabled|blocked)|^\W*(access denied|forbidden)\W*$/i,
    'The key or the secret is not accepted.',
    'Check key and secret in Setup, and that they belong to this account.',
    'credentials-rejected',
  ),
  entry(
    /account.*(not|unknown|disabled|blocked)|no (such )?account/i,
    'The account is not known or not enabled.',
    'Check the account name in Setup.',
    'account-refused',
  ),
  entry(
    /(limit|quota|maximum).*(shipments?|month|plan)|plan.*(limit|exceeded)/i,
    'The plan takes no more shipments this month.',
    'Ask who holds the plan to raise it.',
    'plan-exhausted',
  ),
  entry(/too many requests|rate limit/i, 'The service is asked too often.', 'Wait a minute and try again.', 'service-busy'),
  entry(
    /only ascii|non-?ascii|invalid character/i,
    'A text has letters the service does not take.',
    'Write the named text in plain Latin letters.',
  ),
  entry(
    /[od]_postal|postal ?code|post ?code|zip/i,
    'The postal code is missing or not right for this country.',
    'Correct the postal code of the order.',
  ),
  entry(
    /[od]_province|province|state code/i,
    'The state or province is missing or not an official code.',
    'Correct the province: two letters, like NY or ON.',
  ),
  entry(/street_no|house ?number/i, 'The house number is missing or not taken.', 'Put the number of the house into its own field.'),
  entry(/[od]_phone|phone|telephone/i, 'The phone number is missing or not taken.', 'Correct the phone number, with its country code.'),
  entry(/[od]_country|country/i, 'The country is not known, or not served.', 'Check the country, or choose another courier.'),
  entry(/[od]_city|\bcity\b|town/i, 'The city does not fit.', 'Correct the city, and see that it fits the postal code.'),
  entry(/eori/i, 'An EORI number is missing or wrong.', 'Add the EORI number of the sender or the recipient.'),
  entry(/hs[ _-]?code|harmoni[sz]ed|tariff/i, 'An HS code is missing or wrong.', 'Correct the HS code: 6 to 10 digits.'),
  entry(
    /weight.*(exceed|max|too|limit)|too heavy|overweight/i,
    'The parcel is too heavy for this service.',
    'Choose another service, or send two parcels.',
  ),
  entry(
    /(request|payload|entity|body|content).*too (large|long|big)/i,
    'What was sent is larger than the service takes.',
    'Shorten the texts, or attach a smaller document, and try again.',
  ),
  entry(
    /(length|width|height|dimension|girth|size).*(exceed|max|too|limit)|too (large|long|big)/i,
    'The parcel is too large.',
    'Choose another service or another box.',
  ),
  entry(/insur/i, 'This shipment cannot be insured so.', 'Send it without insurance, or lower the value to 100,000 EUR.', 'choice-refused'),
  entry(
    /service ?point|d_sp_|o_sp_|parcel ?shop/i,
    'The service point is not available.',
    'Choose another service point or delivery to the door.',
    'choice-refused',
  ),
  entry(
    /collection.*(past|cut|late)|(r_time|c_time|o_date)|collection date|pickup date/i,
    'The day or the time of collection is not possible.',
    'Choose a later time or another day.',
  ),
  entry(
    /already (been )?(collected|picked up|requested)/i,
    'These parcels are already in a collection.',
    'Look at the pickups of today before asking again.',
  ),
  entry(
    /order.*(not found|unknown|does not exist)|unknown order/i,
    'The service has no order of this number.',
    'Check the number, and that this is the right world and account.',
    'number-not-found',
  ),
  entry(/no services? (available|found)|not served|no courier/i, 'No courier takes this parcel there.', 'Check address, size and weight.'),
  entry(/document|upload|media type|file type/i, 'The document was not taken.', 'Use a smaller PDF and try again.'),
  entry(
    /maintenance|temporar|unavailable|timeout|try again/i,
    'The service has a problem of its own.',
    'Try again in a few minutes.',
    'service-busy',
  ),
];

const adminSchema = z.array(
  z.object({ pattern: z.string().min(1).max(200), cause: z.string().min(1).max(300), remedy: z.string().min(1).max(300) }),
);

export interface ErrorDictionary {
  /** What each of these errors that is known means, each meaning once; empty where none is known. */
  explain(said: readonly string[]): readonly Explanation[];
}

/**
 * The dictionary with the admin's own entries before ours. `adminText` is the text of `error-dictionary.json`, a list of
 * `{ "pattern", "cause", "remedy" }`; `complain` is told which pattern in it cannot be used, or null where the whole file cannot. The
 * rest counts.
 */
export function createErrorDictionary(adminText?: string, complain: (pattern: string | null) => void = () => undefined): ErrorDictionary {
  const entries = [...adminEntries(adminText, complain), ...known];
  return {
    explain(said) {
      const found = said.flatMap((text) => entries.find(({ pattern }) => pattern.test(text.slice(0, 500))) ?? []);
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
      return [entry(new RegExp(pattern, 'i'), cause, remedy)];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      complain(pattern);
      return [];
    }
  });
}
