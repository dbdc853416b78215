import { parentPort } from 'node:worker_threads';
import { finished } from './finish-copy.ts';

parentPort?.once('message', (file: string) => {
  parentPort?.postMessage(finished(file));
});
