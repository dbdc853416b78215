// Loaded first in a utility process under Wine: it talks to its parent over a connection to the port in its last argument.
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { readMessages, writeMessage } from './messages.ts';

const socket = connect(Number(process.argv.pop()), '127.0.0.1');
await once(socket, 'connect');
const parentPort = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => writeMessage(socket, message) });
// Not before a listener exists.
parentPort.once('newListener', () => readMessages(socket, (data) => parentPort.emit('message', { data, ports: [] })));
socket.on('close', () => process.exit());
Object.assign(process, { parentPort });
