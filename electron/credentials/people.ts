import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type Person, roles } from '../../shared/person.ts';
import { writeDurably } from '../files/durable-file.ts';
import { removeHeld } from '../files/held-file.ts';
import type { EncryptedFiles } from './encrypted-files.ts';
import { createGuessWait, guessesSchema, noGuesses, openPin, type PinClock, type PinGuess } from './pin.ts';

/** The people who sign in at this bench. Badges are kept as digests, PINs in files of their own with the count of wrong guesses. */
export interface People {
  /** True if anybody is listed, or the list is lost: then nobody works here without signing in. */
  readonly isUsed: () => boolean;
  /** True if there was a list and it is gone or cannot be read. */
  readonly isLost: () => boolean;
  readonly list: () => readonly Person[];
  /** The owner of a badge; undefined if nobody has it. */
  readonly byBadge: (code: string) => Person | undefined;
  /** Compares the code that a person signs in with. The wait is that of the whole bench, because an unknown badge has no owner. */
  readonly guessBadge: (code: string) => PinGuess;
  /** `wrong` also for a name without a PIN, and for one whose file is gone. */
  readonly guess: (id: string, pin: string) => PinGuess;
  /** Adds or replaces a person. An omitted badge or PIN stays, an empty one is removed. */
  readonly save: (person: Pick<Person, 'id' | 'name' | 'role'>, proof: { readonly badge?: string; readonly pin?: string }) => void;
  readonly remove: (id: string) => void;
  /** Removes everybody, and the mark of the list. */
  readonly clear: () => void;
}

const listName = 'people';
const listSchema = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(roles),
      /** SHA-256 of its code. */
      badge: z.string().nullable(),
      hasPin: z.boolean(),
    }),
  ),
  badgeGuesses: guessesSchema.default(noGuesses),
});
type Kept = z.infer<typeof listSchema>;

const digestOf = (code: string): string => createHash('sha256').update(`badge ${code.trim()}`).digest('hex');

/** `mark`: a file outside the data folder which shows that there is a list, so that deleting the list opens nothing. */
export function openPeople({ files, mark, ...clock }: PinClock & { readonly files: EncryptedFiles; readonly mark: string }): People {
  /** Once read, also that there is none: only this program changes the file, and each line of the log asks. */
  let known: Kept | undefined;
  const badgeWait = createGuessWait(clock);
  const pins = new Map<string, ReturnType<typeof openPin>>();

  function read(): Kept | undefined {
    if (known === undefined && files.has(listName)) known = files.read(listName, listSchema);
    else if (known === undefined && !existsSync(mark)) known = { people: [], badgeGuesses: noGuesses };
    return known;
  }
  function write(list: Kept): void {
    const { people } = list;
    // First the mark: without the list it opens nothing, while a list without it could be deleted.
    if (people.length > 0 && !existsSync(mark)) writeDurably(mark, new TextEncoder().encode('people are listed\n'));
    if (people.length > 0) files.write(listName, list);
    else {
      files.remove(listName);
      removeHeld(mark);
    }
    known = list;
  }
  function pinOf(id: string): ReturnType<typeof openPin> {
    const found = pins.get(id) ?? openPin({ ...clock, files, name: `pin-${id}`, mark: null });
    pins.set(id, found);
    return found;
  }
  const shown = ({ badge, ...person }: Kept['people'][number]): Person => ({ ...person, hasBadge: badge !== null });

  function byBadge(code: string): Person | undefined {
    const digest = digestOf(code);
    const found = code.trim() === '' ? undefined : read()?.people.find(({ badge }) => badge === digest);
    return found && shown(found);
  }

  return {
    isUsed: () => read()?.people.length !== 0,
    isLost: () => read() === undefined,
    list: () => (read()?.people ?? []).map(shown),
    byBadge,
    guessBadge(code) {
      const list = read();
      // A lost list is not written again: it lets no one in.
      if (!list || list.people.length === 0) return { is: 'wrong' };
      return badgeWait.guess(
        list.badgeGuesses,
        (badgeGuesses) => write({ ...list, badgeGuesses }),
        () => byBadge(code) !== undefined,
      );
    },
    guess(id, pin) {
      const found = read()?.people.find((each) => each.id === id);
      return found?.hasPin && pinOf(id).isSet() ? pinOf(id).guess(pin) : { is: 'wrong' };
    },
    save({ id, name, role }, { badge, pin }) {
      const { people, badgeGuesses } = read() ?? { people: [], badgeGuesses: noGuesses };
      const before = people.find((each) => each.id === id);
      if (pin !== undefined) pinOf(id).set(pin);
      const person = {
        id,
        name,
        role,
        badge: badge === undefined ? (before?.badge ?? null) : badge.trim() === '' ? null : digestOf(badge),
        hasPin: pin === undefined ? (before?.hasPin ?? false) : pin !== '',
      };
      write({ people: before ? people.map((each) => (each.id === id ? person : each)) : [...people, person], badgeGuesses });
    },
    remove(id) {
      const list = read();
      // SECURITY: the id is part of a file name, so only one of the list is used.
      if (!list?.people.some((each) => each.id === id)) return;
      write({ ...list, people: list.people.filter((each) => each.id !== id) });
      pinOf(id).set('');
    },
    clear() {
      const people = read()?.people ?? [];
      write({ people: [], badgeGuesses: noGuesses });
      for (const { id } of people) pinOf(id).set('');
    },
  };
}
