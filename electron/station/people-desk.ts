import type { Answer, CallArgs } from '../../shared/ipc.ts';
import { type Person, shortestBadge } from '../../shared/person.ts';
import { type Done, ok } from '../../shared/result.ts';
import { readScan } from '../../shared/scan.ts';
import { isLeadPin, type Setup } from '../../shared/settings.ts';
import type { BenchContext } from '../bench/context.ts';
import type { SignInDesk } from '../calls/call-parts.ts';
import type { People } from '../credentials/people.ts';
import type { LeadAccess } from './lead-access.ts';
import type { Platform } from './platform.ts';

export interface PeopleDeskParts {
  readonly platform: Pick<Platform, 'id'>;
  readonly people: People;
  readonly lead: Pick<LeadAccess, 'check' | 'proven'>;
  readonly fail: BenchContext['fail'];
  /** Writes one line to the history, in the name of the person at the bench. */
  readonly note: (what: string) => void;
  readonly changed: () => void;
  readonly setup: () => Setup;
  /** Called with the first person of a new list. */
  readonly listed: (person: Person) => void;
  readonly removed: (id: string) => void;
}

/** Changes the list of the people who sign in at this bench. */
export function createPeopleDesk({
  platform,
  people,
  lead,
  fail,
  note,
  changed,
  setup,
  listed,
  removed,
}: PeopleDeskParts): Pick<SignInDesk, 'savePerson' | 'removePerson' | 'removeEverybody'> {
  return {
    savePerson(given) {
      const wrong = flawOf(given);
      if (wrong) return wrong;
      const isFirst = !people.isUsed();
      const id = given.id ?? platform.id();
      people.save({ id, name: given.name.trim(), role: given.role }, proofOf(given));
      note('person-saved');
      // Whoever makes the list must not be shut out by it.
      const saved = people.list().find((each) => each.id === id);
      if (isFirst && saved) listed(saved);
      changed();
      return ok(setup());
    },
    removePerson(id) {
      const rest = people.list().filter((each) => each.id !== id);
      if (rest.length > 0 && !rest.some(isAbleAdmin)) return fail('setting-invalid', [{ code: 'person-last-admin' }]);
      people.remove(id);
      note('person-removed');
      removed(id);
      changed();
      return ok(setup());
    },
    async removeEverybody(proof) {
      const proven = await lead.proven(proof);
      if (!proven.ok) return proven;
      people.clear();
      note('sign-in-removed');
      changed();
      return ok({});
    },
  };

  /** Why this person cannot be saved. */
  function flawOf(given: CallArgs<'savePerson'>): Exclude<Answer<'savePerson'>, { ok: true }> | undefined {
    const isFirst = !people.isUsed();
    // Without a list, the shift lead's PIN keeps passers-by from making one.
    const checked: Done<'pin-wrong' | 'pin-too-soon'> = isFirst ? lead.check(given.leadPin) : ok({});
    if (!checked.ok) return checked;
    const before = people.list().find(({ id }) => id === given.id);
    // SECURITY: the id is part of a file name, so only one of the list is used. Another admin may have removed this person meanwhile.
    if (given.id !== null && !before) return fail('setting-invalid', [{ code: 'person-gone' }]);
    const others = people.list().filter(({ id }) => id !== given.id);
    if (given.name.trim() === '') return fail('setting-invalid', [{ code: 'person-without-name' }]);
    if (others.some(({ name }) => name.toLowerCase() === given.name.trim().toLowerCase()))
      return fail('setting-invalid', [{ code: 'person-twice', name: given.name.trim() }]);
    if (given.pin && !isLeadPin(given.pin)) return fail('setting-invalid', [{ code: 'pin-not-digits' }]);
    if (given.badge) {
      const owner = people.byBadge(given.badge);
      if (owner && owner.id !== given.id) return fail('setting-invalid', [{ code: 'badge-of-another', name: owner.name }]);
      if (given.badge.trim().length < shortestBadge || readScan(given.badge).kind !== 'number')
        return fail('setting-invalid', [{ code: 'badge-unusable' }]);
    }
    const { badge, pin } = proofOf(given);
    const after = {
      role: given.role,
      hasBadge: badge === undefined ? before?.hasBadge === true : badge !== '',
      hasPin: pin === undefined ? before?.hasPin === true : pin !== '',
    };
    if (!after.hasBadge && !after.hasPin) return fail('setting-invalid', [{ code: 'person-without-proof' }]);
    if (![...others, after].some(isAbleAdmin)) return fail('setting-invalid', [{ code: 'person-last-admin' }]);
    return undefined;
  }
}

/** Null: stays as it is. */
const proofOf = ({ badge, pin }: CallArgs<'savePerson'>): { readonly badge?: string; readonly pin?: string } => ({
  ...(badge !== null && { badge: badge.trim() }),
  ...(pin !== null && { pin }),
});

/** An admin without a PIN is one whose badge may be lost. */
const isAbleAdmin = ({ role, hasPin, hasBadge }: Pick<Person, 'role' | 'hasBadge' | 'hasPin'>): boolean =>
  role === 'admin' && (hasPin || hasBadge);
