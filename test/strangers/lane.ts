import { type ChildProcess, fork } from 'node:child_process';
import { hang, startWatchdog } from '../watchdog.ts';
import type { DayReport } from './day.ts';
import type { DayPlan } from './day-plan.ts';
import type { LivedDay } from './life.ts';

/** A process that runs days one after another. */
export interface Lane {
  live(plan: DayPlan): Promise<DayReport>;
  close(): void;
}

const program = new URL('./life.ts', import.meta.url);

/** Opens a lane. `wrong`: slug of the bug that is reintroduced into the program of this lane. */
export function openLane(wrong = ''): Lane {
  let child: ChildProcess | undefined;
  let ready: Promise<void> | undefined;

  function start(): Promise<void> {
    const born = fork(program, {
      env: { ...process.env, NODE_ENV: 'production', WRONG: wrong },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child = born;
    let complaint = '';
    born.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4_000);
    });
    return new Promise((resolve, reject) => {
      born.once('message', () => resolve());
      born.once('exit', (code) => reject(new Error(`A lane ended with ${code}: ${complaint}`)));
    });
  }

  return {
    async live(plan) {
      ready ??= start();
      await ready;
      const lived = child;
      if (!lived) throw new Error('The lane is closed');
      return new Promise((resolve, reject) => {
        let doing = 'its first act';
        let why: string | undefined;
        const watchdog = startWatchdog(() => {
          why = hang('this day goes on', doing).message;
          lived.kill('SIGKILL');
        }, 2);
        const settle = (end: () => void): void => {
          watchdog.stop();
          lived.off('message', onDay);
          lived.off('exit', died);
          end();
        };
        const onDay = (day: LivedDay): void => {
          watchdog.fed();
          if ('doing' in day) ({ doing } = day);
          else settle(() => ('report' in day ? resolve(day.report) : reject(new Error(`${plan.seed}: ${day.broken}`))));
        };
        const died = (code: number | null): void => {
          ready = undefined;
          settle(() => reject(new Error(`${plan.seed}: ${why ?? `its process ended with ${code} during ${doing}`}`)));
        };
        lived.on('message', onDay);
        lived.once('exit', died);
        lived.send(plan);
      });
    },
    close() {
      child?.removeAllListeners('exit');
      child?.kill();
      child = undefined;
    },
  };
}
