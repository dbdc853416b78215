/** Calls through a port: one step before and one after it. The power may fail at either. */
export type Port = <T>(work: () => T) => Promise<T>;
