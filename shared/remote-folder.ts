/**
 * The computer or device of a Windows path; undefined for a folder on a drive of this computer, or for a relative path. As soon as such a
 * path is accessed, Windows signs in to the other computer with the user's own hashed credentials.
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
