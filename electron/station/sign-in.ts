import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProofCode } from '../../shared/call-codes.ts';
import type { CallName } from '../../shared/ipc.ts';
import { type Person, type Proof, rights, rightsOf, type SignIn } from '../../shared/person.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import { rightFor } from '../calls/authorize.ts';
import type { SignInDesk } from '../calls/call-parts.ts';
import type { Actors } from '../calls/handlers.ts';
import { createPeopleDesk, type PeopleDeskParts } from './people-desk.ts';
import type { Platform } from './platform.ts';
import type { SettingsStore } from './settings.ts';

interface SignInParts extends Omit<PeopleDeskParts, 'listed' | 'removed'> {
  readonly platform: Pick<Platform, 'now' | 'elapsed' | 'id'>;
  readonly settings: SettingsStore;
  readonly record: (bookingId: null, what: string, detail: string) => void;
  /** True while the data key of this computer cannot be read: then no list can be read either, and nothing can be shipped. */
  readonly isLocked: () => boolean;
}

/** Knows who is at the bench, and what each person may do. */
export interface SignInRoom extends SignInDesk, Actors {
  /** Name of the person that an action now belongs to; empty if nobody is named. */
  readonly who: () => string;
  /** These settings, with that name as the packer's. */
  readonly named: (settings: Settings) => Settings;
  /** Null if nobody is listed. */
  readonly state: () => SignIn | null;
  /** Locks the bench if nobody used it for a while. */
  readonly look: () => void;
}

/** How long an approval waits for the call that it was given for. */
const approvalMs = 20_000;

export function createSignIn(parts: SignInParts): SignInRoom {
  const { platform, people, settings, isLocked, fail, note, record, changed } = parts;
  const acting = new AsyncLocalStorage<string>();
  let personId: string | null = null;
  let lastId: string | null = null;
  let lastName = '';
  let locked: NonNullable<SignIn['locked']> = { at: platform.now().toISOString(), afterMinutes: null };
  const instant = (): Instant => ({ elapsed: platform.elapsed(), wall: platform.now().getTime() });
  let usedAt = instant();
  let approval: { readonly call: CallName; readonly by: Person; readonly at: number } | undefined;
  let renamed: { readonly from: Settings; readonly to: Settings } | undefined;

  const prove = proverOf(parts, acting);
  const isUsed = (): boolean => !isLocked() && people.isUsed();
  const person = (): Person | undefined => people.list().find(({ id }) => id === personId);

  function enter(entered: Person): void {
    personId = entered.id;
    lastId = entered.id;
    lastName = entered.name;
    usedAt = instant();
    // An approval was given to the person before.
    approval = undefined;
    acting.run(entered.name, () => note('signed-in'));
    changed();
  }
  function leave(afterMinutes: number | null): void {
    if (!personId) return;
    acting.run(lastName, () => note(afterMinutes === null ? 'signed-out' : 'locked'));
    personId = null;
    approval = undefined;
    locked = { at: platform.now().toISOString(), afterMinutes };
    changed();
  }
  function look(): void {
    const minutes = settings.read().lockAfterMinutes;
    if (isUsed() && longest(usedAt, instant()) > minutes * 60_000) leave(minutes);
  }

  const who = (): string => acting.getStore() ?? (isUsed() ? lastName : settings.read().packer);

  return {
    actorFor(call, right) {
      if (!isUsed()) return { name: settings.read().packer, may: people.isUsed() ? ['sign-in', 'look'] : rights };
      look();
      const here = person();
      if (!here) return { name: lastName, may: ['sign-in'] };
      if (right !== 'look') usedAt = instant();
      const own = { name: here.name, may: rightsOf[here.role] };
      const given = approval;
      if (
        own.may.includes(right) ||
        given?.call !== call ||
        !rightsOf[given.by.role].includes(right) ||
        platform.elapsed() - given.at > approvalMs
      )
        return own;
      approval = undefined;
      return { name: here.name, may: rightsOf[given.by.role], approvedBy: given.by.name };
    },
    as: ({ name, approvedBy }, act) => acting.run(approvedBy === undefined ? name : `${name}, approved by ${approvedBy}`, act),
    noted: ({ name, approvedBy = '' }, call, what) => record(null, what, [name, call, approvedBy].filter(Boolean).join(': ')),
    who,
    named(from) {
      const packer = who();
      if (packer === from.packer) return from;
      if (renamed?.from !== from || renamed.to.packer !== packer) renamed = { from, to: { ...from, packer } };
      return renamed.to;
    },
    state() {
      if (!isUsed()) return null;
      const here = person();
      return {
        person: here ? { id: here.id, name: here.name, role: here.role } : null,
        people: [...people.list()],
        locked: here ? null : locked,
        lastId,
        isLost: people.isLost(),
      };
    },
    look,

    takeBadge(code) {
      const owner = isUsed() ? people.byBadge(code) : undefined;
      if (owner) enter(owner);
      return owner !== undefined;
    },
    signIn(proof) {
      const proven = prove(proof);
      if (!proven.ok) return proven;
      enter(proven.value);
      return ok({});
    },
    signOut() {
      leave(null);
      return ok({});
    },
    stillHere() {
      look();
      if (personId !== null) usedAt = instant();
      return ok({});
    },
    approve({ call, proof }) {
      const proven = prove(proof);
      if (!proven.ok) return proven;
      if (!isCall(call) || !mayApprove(proven.value, call)) return fail('not-allowed');
      approval = { call, by: proven.value, at: platform.elapsed() };
      return ok({});
    },
    ...createPeopleDesk({
      ...parts,
      listed: enter,
      removed(id) {
        if (personId === id && isUsed()) leave(null);
      },
    }),
  };
}

/** Milliseconds by two clocks. */
interface Instant {
  readonly elapsed: number;
  readonly wall: number;
}

/** SECURITY: while a computer sleeps, only its wall clock goes on; a wall clock that is set back locks nothing later. */
const longest = (from: Instant, to: Instant): number => Math.max(to.elapsed - from.elapsed, to.wall - from.wall);

const isCall = (name: string): name is CallName => Object.hasOwn(rightFor, name);

/** An approval is more than what every packer may do. */
const mayApprove = ({ role }: Pick<Person, 'role'>, call: CallName): boolean =>
  rightsOf[role].includes(rightFor[call]) && rightsOf[role].includes('decide');

/** Returns the person that a proof stands for, and writes each wrong PIN and each unknown badge to the history. */
function proverOf({ platform, people, fail, note }: SignInParts, acting: AsyncLocalStorage<string>) {
  const nextAt = (waitMs: number): string => new Date(platform.now().getTime() + waitMs).toISOString();
  return (proof: Proof): Result<Person, ProofCode> => {
    if ('badge' in proof) {
      const guess = people.guessBadge(proof.badge);
      if (guess.is === 'too-soon') return fail('badge-too-soon', nextAt(guess.waitMs));
      const owner = people.byBadge(proof.badge);
      if (guess.is === 'right' && owner) return ok(owner);
      acting.run('', () => note('badge-unknown'));
      return fail('badge-unknown');
    }
    const guess = people.guess(proof.id, proof.pin);
    if (guess.is === 'too-soon') return fail('pin-too-soon', nextAt(guess.waitMs));
    const found = people.list().find(({ id }) => id === proof.id);
    if (guess.is === 'right' && found) return ok(found);
    acting.run(found?.name ?? '', () => note('person-pin-wrong'));
    return fail('person-pin-wrong');
  };
}
