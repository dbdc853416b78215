import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Interval of the check; one second is soon enough, because no one waits for it. */
const lookMs = 1000;

/** Except on Windows, an orphaned process gets another parent. A parent that cannot be seen from the start is not watched. */
const source = `
  const parent = process.ppid;
  function isThere() {
    try {
      return process.ppid === parent && process.kill(parent, 0);
    } catch (error) {
      return error.code === 'EPERM';
    }
  }
  require('node:worker_threads').parentPort.postMessage('watching');
  if (isThere())
    setInterval(() => {
      if (!isThere()) process.kill(process.pid, 'SIGKILL');
    }, ${lookMs});
`;

/**
 * Ends this process soon after its parent ends, even if the main thread is busy: a separate thread checks this. Resolves once the thread
 * runs; it cannot start while the main thread is in an endless loop.
 */
export async function endWithParent(): Promise<void> {
  const watching = new Worker(source, { eval: true, execArgv: [] });
  await once(watching, 'message');
  watching.unref();
}
