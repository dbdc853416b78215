// Loaded first in a program under Wine: the keep-alive of a connection cannot be set there, and fails the whole connection.
import { Socket } from 'node:net';

Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
