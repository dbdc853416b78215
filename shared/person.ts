import { z } from 'zod';

/** Lowest first: each role may do everything that the ones before it may do. */
export const roles = ['packer', 'shift-lead', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The rights of a person: sign in, look at data, pack, decide doubtful cases, change the setup of the bench. Everybody may sign in. */
export const rights = ['sign-in', 'look', 'pack', 'decide', 'set-up'] as const;
export type Right = (typeof rights)[number];

/** The rights of each role. Without a list of people, everybody at the bench has all of them. */
export const rightsOf: Readonly<Record<Role, readonly Right[]>> = {
  packer: ['sign-in', 'look', 'pack'],
  'shift-lead': ['sign-in', 'look', 'pack', 'decide'],
  admin: rights,
};

export const longestName = 60;
/** Longest bar code of a badge; a shorter one than `shortestBadge` is typed too easily by chance. */
export const longestBadge = 200;
export const shortestBadge = 4;
/** More people than work at one bench, and few enough for one screen that scrolls. */
export const mostPeople = 60;

/** A person who signs in at this bench. Badge and PIN never leave the main process. */
export const personSchema = z.object({
  id: z.string(),
  name: z.string().min(1).max(longestName),
  role: z.enum(roles),
  hasBadge: z.boolean(),
  hasPin: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;

/** A proof of who somebody is: the code of a badge, or a name of the list with its PIN. */
export const proofSchema = z.union([
  z.object({ badge: z.string().max(longestBadge) }),
  z.object({ id: z.string().max(40), pin: z.string().max(20) }),
]);
export type Proof = z.infer<typeof proofSchema>;

/** The sign-in of a bench whose people are listed. */
export const signInSchema = z.object({
  /** The person at the bench; null while it is locked. */
  person: personSchema.pick({ id: true, name: true, role: true }).nullable(),
  people: z.array(personSchema),
  /** Since when it is locked, and after how many idle minutes; null minutes if a person signed out or the program started. */
  locked: z.object({ at: z.iso.datetime(), afterMinutes: z.int().nullable() }).nullable(),
  /** The last person at this bench since the program started, or null. */
  lastId: z.string().nullable(),
  /** True if the list is lost or cannot be read: nobody can sign in until a proof of the account removes it. */
  isLost: z.boolean(),
});
export type SignIn = z.infer<typeof signInSchema>;

/** Limits of the minutes without a key or a touch after which the bench locks. */
export const lockMinutes = { least: 1, usual: 5, most: 240 } as const;
