import { type ChildProcess, spawn } from 'node:child_process';

const passedOn: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/** Runs a program in this terminal to its end. Forwards signals to it, and ends this process with its exit code. */
export function runToTheEnd(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const fail = (error: unknown): void => {
    process.stderr.write(`${command} could not be started: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  };
  let child: ChildProcess;
  try {
    child = spawn(command, args, { stdio: 'inherit', env });
  } catch (error) {
    // Some errors are thrown instead of emitted: on Windows, for example, if the file is not a program.
    return fail(error);
  }
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  child.once('error', fail);
  child.once('exit', (code, signal) => {
    if (signal !== null && !passedOn.includes(signal)) process.stderr.write(`${command} was ended by ${signal}.\n`);
    process.exitCode = code ?? 1;
  });
}
