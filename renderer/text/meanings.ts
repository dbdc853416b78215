import type { Meaning } from '../../shared/meaning.ts';
import { language } from './language.ts';

/** A line for each. Undefined where nothing is known: then only the service's own words are true. */
export const inWords = (some: readonly Meaning[] | undefined): string | undefined =>
  some
    ?.map((meaning) => (typeof meaning === 'string' ? language.meanings[meaning] : meaning))
    .map(({ cause, remedy }) => `${cause} ${remedy}`)
    .join('\n') || undefined;
