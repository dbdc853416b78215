import type { Oversize } from '../../../shared/oversized.ts';
import { wholeNumber } from '../format.ts';
import type { Sentences } from '../sentences.ts';

const taken = (most: number): string => `at most ${wholeNumber(most)} are allowed`;

export const oversizes: Sentences<Oversize> = {
  'too-many-characters': ({ name, characters, most }) => `${name || 'It'} has ${wholeNumber(characters)} characters, ${taken(most)}`,
  'too-many-characters-together': ({ most }) => `Its texts have more than ${wholeNumber(most)} characters together`,
  'too-many-entries': ({ name, entries, most }) => `${name || 'It'} has ${wholeNumber(entries)} entries, ${taken(most)}`,
};
