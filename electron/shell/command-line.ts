import { resolve } from 'node:path';

const valuesOf = (argv: readonly string[], name: string): string[] =>
  argv.filter((each) => each.startsWith(`--${name}=`)).map((each) => each.slice(name.length + 3));

/** What Packbench takes from a command line. */
export interface CommandLine {
  /** A whole path, as Electron asks for. So is `witnessDir`. */
  readonly dataDir: string | undefined;
  readonly witnessDir: string | undefined;
  /** Whole paths of order files to import. */
  readonly orders: readonly string[];
  readonly fullScreen: boolean;
  /** How often the program was started again by itself without a longer run between. */
  readonly restarts: number;
}

/** `cwd`: the folder that relative paths start from. */
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

/** The arguments that start the program again: order files are taken already, and the count is another one. */
export const argsToRestart = (argv: readonly string[], restarts: number): string[] => [
  ...argv.slice(1).filter((each) => !/^--(?:orders|restarts)=/.test(each)),
  ...(restarts > 0 ? [`--restarts=${restarts}`] : []),
];
