import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Snapshot } from '../../shared/bench.ts';
import type { CallArgs, CallName, CallReply } from '../../shared/ipc.ts';
import { type Headless, type HeadlessOptions, launchHeadless } from '../host/launch-headless.ts';

/** Temporary folder of one test file; it contains every data folder. */
export const temp = mkdtempSync(join(tmpdir(), 'packbench-shell-'));
process.once('exit', () => rmSync(temp, { recursive: true, force: true }));

/** The programs of the current test, oldest first. */
export const running: Headless[] = [];
/** Other resources to stop after the test. */
export const stops: (() => Promise<unknown>)[] = [];

/** For `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const program of running.splice(0)) {
    program.kill();
    await program.ended;
  }
  for (const stop of stops.splice(0)) await stop();
}

let lastDir = 0;
export const newDir = (): string => join(temp, String(++lastDir));

/** The built program without a browser. It writes dialogs and restarts as lines instead of showing or doing them. */
export async function start(dir = newDir(), options: Partial<HeadlessOptions> = {}): Promise<Headless> {
  const { args = [], ...others } = options;
  const program = launchHeadless({ userData: dir, args: [`--data-dir=${dir}`, `--witness-dir=${dir}.witness`, ...args], ...others });
  running.push(program);
  await program.evaluate(async ({ electron, page }) => {
    Object.assign(electron.app, { relaunch: (given: unknown) => console.log('RELAUNCH', JSON.stringify(given)) });
    Object.assign(electron.dialog, {
      async showMessageBox(...given: { message: string; detail: string }[]) {
        const box = given.at(-1)!;
        console.log('BOX', box.message, '|', box.detail.replaceAll('\n', ' '));
        return { response: Number(process.env['BOX_ANSWER'] ?? 0), checkboxChecked: false };
      },
    });
    await page();
  });
  return program;
}

/** Resolves once the station answers. */
export const ready = (program: Headless): Promise<Snapshot> => call(program, 'snapshot', {});

export async function call<N extends CallName>(program: Headless, name: N, args: CallArgs<N>): Promise<CallReply<N>> {
  const answer = await program.evaluate(async ({ page }, [which, given]) => (await page()).world()['station'][which](given), [
    name,
    args,
  ] as [string, unknown]);
  if (!answer.ok) throw new Error(`${name} answered ${JSON.stringify(answer.failure)}`);
  return answer.value;
}

export const linesOf = (program: Headless, word: string): string[] =>
  program
    .output()
    .split('\n')
    .filter((line) => line.startsWith(word));

export const loads = (program: Headless): Promise<number> => program.evaluate(async ({ page }) => (await page()).loads());

export const logOf = (dir: string): Record<string, unknown>[] =>
  readFileSync(join(dir, 'log/station.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
