// Loaded first in a utility process: Electron gives such a process its way home as `process.parentPort`.
import { EventEmitter } from 'node:events';

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: object) => process.send?.(message),
  start: () => {},
});
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }));
Object.assign(process, { parentPort });
