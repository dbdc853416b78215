// Loaded first: a certificate store of the operating system with one certificate that Node cannot read.
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';

const { getCACertificates } = tls;
Object.assign(tls, {
  getCACertificates(type?: Parameters<typeof getCACertificates>[0]) {
    if (type === 'system') throw new Error('X509 to PEM conversion');
    return getCACertificates(type);
  },
});
syncBuiltinESMExports();
