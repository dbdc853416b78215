import { z } from 'zod';

/** Ports below 1024 belong to the operating system. */
export const portSchema = z.int().min(1024).max(65535);

/** Settings for connections to a port of this computer. */
export const reachSettingsSchema = z.object({
  port: portSchema,
  /** Allows connections from other computers, not only from this one. */
  fromNetwork: z.boolean(),
  /** The admin accepted that others on the network can read what is sent there: it is plain HTTP. */
  acceptsPlain: z.boolean(),
});
export type ReachSettings = z.infer<typeof reachSettingsSchema>;

/** State of a port at which others reach this computer: the service with its deliveries, a shop with its orders. */
export const portStateSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('shut') }),
  z.object({ is: z.literal('open'), port: z.int() }),
  z.object({
    is: z.literal('blocked'),
    why: z.enum(['port-in-use', 'port-not-allowed', 'plain-http-not-accepted', 'other']),
    port: z.int(),
  }),
]);
export type PortState = z.infer<typeof portStateSchema>;

const whyBlocked: Readonly<Record<string, Extract<PortState, { is: 'blocked' }>['why']>> = {
  EADDRINUSE: 'port-in-use',
  EACCES: 'port-not-allowed',
};

/** A port that the operating system did not open, by its error code. */
export const blockedPort = (port: number, errorCode: string): PortState => ({
  is: 'blocked',
  why: whyBlocked[errorCode] ?? 'other',
  port,
});
