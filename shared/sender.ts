import { z } from 'zod';
import { type Address, addressSchema } from './address.ts';

/** Maximum number of senders that a person can still choose from. */
export const mostSenders = 50;

export const senderNameSchema = z.string().min(1).max(40);

/** A place that parcels leave from, with the short name that rules and orders use. */
export const senderSchema = z.object({
  name: senderNameSchema,
  address: addressSchema,
  /** The account of the service that pays; empty for the one that Setup connects with. */
  account: z.string().max(100),
});
export type Sender = z.infer<typeof senderSchema>;

/** A sender without a name yet. */
export const senderAt = (address: Address): Sender => ({
  name: (address.company.trim() || address.name.trim() || address.city.trim() || '1').slice(0, 40),
  address,
  account: '',
});

/** Names are compared without case and outer blanks. */
export const bareName = (name: string): string => name.trim().toLowerCase();

export const senderNamed = (senders: readonly Sender[], name: string): Sender | undefined =>
  senders.find((sender) => bareName(sender.name) === bareName(name));

/** The first name that occurs twice in a list. */
export const nameTwice = (senders: readonly Pick<Sender, 'name'>[]): string | undefined =>
  senders.find(({ name }, index) => senders.findIndex((other) => bareName(other.name) === bareName(name)) !== index)?.name;

/** The default sender: the first of the list. */
export const usualSender = ({ senders: [first] }: { readonly senders: readonly Sender[] }): Address | null => first?.address ?? null;
