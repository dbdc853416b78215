import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A second is soon enough for what nobody waits for. */
const lookMs = 1000;

/** Elsewhere than on Windows an orphan gets another parent. A parent that cannot be seen from the beginning is not watched. */
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
 * Ends this process soon after the one that started it, whatever it is doing then: a thread of its own sees to that. Resolves when the thread
 * is there; it cannot begin while the main one is in a loop without end.
 */
export async function endWithParent(): Promise<void> {
  const watching = new Worker(source, { eval: true, execArgv: [] });
  await once(watching, 'message');
  watching.unref();
}
