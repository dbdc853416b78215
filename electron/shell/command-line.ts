import { resolve } from 'node:path';

const valuesOf = (argv: readonly string[], name: string): string[] =>
  argv.filter((each) => each.startsWith(`--${name}=`)).map((each) => each.slice(name.length + 3));

/** The options that Packbench reads from a command line. */
export interface CommandLine {
  /** An absolute path, as Electron requires. So is `witnessDir`. */
  readonly dataDir: string | undefined;
  readonly witnessDir: string | undefined;
  /** Absolute paths of order files to import. */
  readonly orders: readonly string[];
  readonly fullScreen: boolean;
  /** Number of automatic restarts without a longer run in between. */
  readonly restarts: number;
}

/** Parses a command line. Relative paths start from the folder `cwd`. */
export function readCommandLine(argv: readonly string[], cwd: string): CommandLine {
  const folder = (name: string): string | undefined => valuesOf(argv, name).flatMap((path) => (path === '' ? [] : resolve(cwd, path)))[0];
  return {
    dataDir: folder('data-dir'),
    witnessDir: folder('witness-dir'),
    orders: valuesOf(argv, 'orders').map((file) => resolve(cwd, file)),
    fullScreen: argv.includes('--full-screen'),
    restarts: Number(valuesOf(argv, 'restarts')[0]) || 0,
  };
}

/** Returns the arguments for a restart: without order files, which are already imported, and with the new count. */
export const argsToRestart = (argv: readonly string[], restarts: number): string[] => [
  ...argv.slice(1).filter((each) => !/^--(?:orders|restarts)=/.test(each)),
  ...(restarts > 0 ? [`--restarts=${restarts}`] : []),
];
