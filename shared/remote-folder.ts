/**
 * The computer or device that a folder of Windows leads to; undefined for a folder on a drive of this computer, or below the one in use.
 * Windows answers a sign-in of another computer with the user's own credentials, hashed, as soon as such a path is looked at.
 */
export function remoteHost(path: string): string | undefined {
  const steps = path.trim().replaceAll('/', '\\');
  // `\\?\` and `\\.\` name devices, `\??\` does the same within Windows itself.
  const device = /^\\(?:\\[?.]|\?\?)\\(.*)$/s.exec(steps)?.[1];
  if (device === undefined) return /^\\\\+([^\\]*)/.exec(steps)?.[1]?.replace(/@.*$/s, '').toLowerCase();
  if (/^[a-z]:(?:\\|$)/i.test(device)) return undefined;
  const [first = '', second = ''] = device.split('\\');
  return (/^unc$/i.test(first) ? second.replace(/@.*$/s, '') : first).toLowerCase();
}
