// Loaded before the program: the certificate store of this computer also holds an authority of the company that owns it.
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';

const ofCompany = readFileSync(new URL('../fixtures/tls/courier-cert.pem', import.meta.url), 'utf8');
const read = tls.getCACertificates;

Object.assign(tls, {
  getCACertificates: (kind?: 'system') => (kind === 'system' ? [...read(kind), ofCompany] : read(kind)),
});
syncBuiltinESMExports();
