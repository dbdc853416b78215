// Loaded first in a utility process: Electron gives such a process `process.parentPort` for messages to its parent.
import { EventEmitter } from 'node:events';

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: object) => process.send?.(structuredClone(message)),
  start: () => {},
});
// Messages wait for the first listener.
parentPort.once('newListener', () => process.on('message', (data) => parentPort.emit('message', { data, ports: [] })));
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort });
