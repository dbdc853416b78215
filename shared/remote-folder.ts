/**
 * The computer or device of a Windows path; undefined for a folder on a drive of this computer, or for a relative path. As soon as such a
 * path is accessed, Windows signs in to the other computer with the user's own hashed credentials.
 */
export function remoteHost(path: string): string | undefined {
  const steps = path.trim().replaceAll('/', '\\');
  // `\\?\` and `\\.\` name devices, `\??\` does the same within Windows itself.
  const device = /^\\(?:\\[?.]|\?\?)\\(.*)$/s.exec(steps)?.[1];
  if (device === undefined) return /^\\\\+([^\\]*)/.exec(steps)?.[1]?.replace(/@.*$/s, '').toLowerCase();
  const [first = '', second = ''] = withoutBack(device.split('\\'));
  if (/^[a-z]:$/i.test(first)) return undefined;
  return (/^unc$/i.test(first) ? second.replace(/@.*$/s, '') : first).toLowerCase();
}

/** The steps that are left after Windows took those back that `..` follows: even a drive. It ignores dots and blanks at their ends. */
function withoutBack(steps: readonly string[]): readonly string[] {
  const left: string[] = [];
  for (const step of steps) {
    if (/^\.\.[. ]*$/.test(step)) left.pop();
    else if (!/^\.? *$/.test(step)) left.push(step);
  }
  return left;
}

/** The computer of a printer's address, by the same rule: a folder, a queue that another computer shares, or a device file. */
export function remoteHostOfPrinter(address: string): string | undefined {
  const [, kind, path = ''] = /^(folder|queue|device):(.+)$/s.exec(address) ?? [];
  // A name without steps is a device of this computer: `\\.\COM3`.
  return kind === 'device' && /^\\\\[.?]\\[^\\/]+$/.test(path) ? undefined : remoteHost(path);
}
