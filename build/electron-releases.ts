/** Days on which the majors of Electron were released, from its registry. Add the new one when the version in package.json changes. */
const released: Readonly<Record<number, string>> = {
  42: '2026-05-06',
  43: '2026-07-01',
  44: '2026-08-25',
  45: '2026-10-21',
};

/** Electron releases a major every eight weeks, and supports the three newest. */
const daysBetween = 56;
const supported = 3;

/** Newest major of Electron on a day: by the list, and by the calendar after its end. So no network is needed. */
export function newestElectron(now: Date): number {
  const known = Object.keys(released).map(Number);
  const out = known.filter((major) => Date.parse(released[major] ?? '') <= now.getTime());
  const last = Math.max(...out);
  if (last < Math.max(...known)) return last;
  return last + Math.floor((now.getTime() - Date.parse(released[last] ?? '')) / (daysBetween * 86_400_000));
}

/** True if a version of Electron still gets its security fixes on this day. */
export const isElectronSupported = (version: string, now: Date): boolean => Number.parseInt(version, 10) > newestElectron(now) - supported;
