import { writeFileSync } from 'node:fs';

/** Options of a packaged program. Those with `=` take a value. The last two are for a PC on which the window stays black. */
const packagedOptions = [
  'data-dir=',
  'orders=',
  'restarts=',
  'full-screen',
  'self-check',
  'self-check=',
  'worker-ends=',
  'disable-gpu',
  'ozone-platform=',
];

/**
 * The arguments that a packaged program must not start with, without their values. Everything that is not listed is refused: switches of
 * Chromium, Node and Electron can open a debugger, switch the sandbox off, trust another certificate or record what is sent.
 */
export function refusedArguments(argv: readonly string[], os: NodeJS.Platform): readonly string[] {
  // Chromium accepts one dash too, and on Windows a slash. A file that is dropped on the icon has neither.
  const isSwitch = os === 'win32' ? /^[-/]/ : /^-/;
  const isKnown = (argument: string): boolean =>
    packagedOptions.some((option) => (option.endsWith('=') ? argument.startsWith(`--${option}`) : argument === `--${option}`));
  return argv.slice(1).flatMap((argument) => (isSwitch.test(argument) && !isKnown(argument) ? [argument.replace(/=.*$/s, '')] : []));
}

/**
 * SECURITY: keeps keys and addresses out of core files. If the program or one of its processes crashes, Linux writes no part of its
 * memory. Other systems write none unless an administrator asks for it.
 */
export function emptyCoreFiles(os: NodeJS.Platform): void {
  if (os !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A kernel without core files has no such setting.
  }
}
