export interface HeldWatch {
  begin(): void;
  /** The longest since `begin` that the main thread worked without turning to anything else, in milliseconds of its processor time. */
  end(): number;
}

/** Watches the main thread of this process. Time of the processor, not of the clock: other programs may have the core. */
export function startHeldWatch(): HeldWatch {
  let longest = 0;
  let last = busyMs();
  setInterval(() => {
    const now = busyMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1).unref();
  return {
    begin() {
      last = busyMs();
      longest = 0;
    },
    // What is going on right now counts too.
    end: () => Math.max(longest, busyMs() - last),
  };
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
