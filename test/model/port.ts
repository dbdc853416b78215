/** Calls through a port: a step before and one behind it, at either of which the power may go. */
export type Port = <T>(work: () => T) => Promise<T>;
