// Loaded first in a utility process: Electron gives such a process its way home as `process.parentPort`.
import { EventEmitter } from 'node:events';

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: object) => process.send?.(structuredClone(message)),
  start: () => {},
});
// Messages wait until somebody listens.
parentPort.once('newListener', () => process.on('message', (data) => parentPort.emit('message', { data, ports: [] })));
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort });
