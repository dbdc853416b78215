export interface HeldWatch {
  begin(): void;
  /** The longest stretch since `begin` in which the main thread did one task, in milliseconds of its processor time. */
  end(): number;
}

/** Watches the main thread of this process. Counts processor time, not wall time, because other programs may have the core. */
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
    // The current task counts too.
    end: () => Math.max(longest, busyMs() - last),
  };
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
