// Loaded first in a program under Wine: setting the keep-alive of a connection fails there, and breaks the whole connection.
import { Socket } from 'node:net';

Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
