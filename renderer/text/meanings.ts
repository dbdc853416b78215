import type { Meaning } from '../../shared/meaning.ts';
import { language } from './language.ts';

/** One line each. Undefined if none is known: then only the service's own message is shown. */
export const meaningText = (some: readonly Meaning[] | undefined): string | undefined =>
  some
    ?.map((meaning) => (typeof meaning === 'string' ? language.meanings[meaning] : meaning))
    .map(({ cause, remedy }) => `${cause} ${remedy}`.trim())
    .join('\n') || undefined;
