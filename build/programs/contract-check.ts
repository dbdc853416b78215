// `npm run contract-check -- --url URL --key KEY --secret SECRET [--account NAME] [--proxy URL] [--ca FILE] [--book] [--out FILE]`
// Sandbox only. Determines what the service's document leaves open, and writes it to a dated capability file. `--book` books in the
// sandbox, and is never implied.
// Without `--proxy`, the proxy of HTTPS_PROXY is used, if there is one. The authorities of the operating system and that of `--ca` are
// trusted. Those of NODE_EXTRA_CA_CERTS and SSL_CERT_FILE are not, because the program does not trust them either.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTrust } from '../../electron/courier/client.ts';
import { ContractCheckStopped, checkContract, checkShipment, createCheckSender } from '../../electron/courier/contract-check.ts';
import { pacOf } from '../../electron/courier/proxy.ts';
import { createAuthorities } from '../../electron/station/authorities.ts';
import { messageText } from '../../renderer/text/messages.ts';
import { isAccountName } from '../../shared/settings.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    secret: { type: 'string' },
    account: { type: 'string', default: '' },
    proxy: { type: 'string' },
    ca: { type: 'string' },
    out: { type: 'string' },
    book: { type: 'boolean', default: false },
  },
});
const { url, key, secret } = values;
if (url === undefined || key === undefined || secret === undefined) throw new Error('Say where: --url URL --key KEY --secret SECRET');
if (!isAccountName(values.account)) throw new Error(`The service takes plain Latin letters only: ${values.account}`);
const authorities = createAuthorities();
const given = values.ca === undefined ? [] : [readFileSync(values.ca, 'utf8')];
const proxy = pacOf(values.proxy ?? process.env['HTTPS_PROXY'] ?? process.env['https_proxy'] ?? '');

try {
  const capabilities = await checkContract({
    send: createCheckSender(
      {
        baseUrl: url,
        credentials: () => ({ key, secret }),
        resolveProxy: async () => proxy,
        trust: createTrust(() => [...authorities(), ...given]),
        connectMs: 10_000,
      },
      sleep,
    ),
    baseUrl: url,
    account: values.account,
    now: () => new Date(),
    shipment: checkShipment,
    book: values.book,
    report: (line) => process.stdout.write(`${line}\n`),
    begin: () => undefined,
  });
  const file = values.out ?? `capabilities-${capabilities.checkedAt.slice(0, 10)}.json`;
  writeFileSync(file, `${JSON.stringify(capabilities, null, 2)}\n`);
  process.stdout.write(`written=${file}\n`);
} catch (error) {
  if (!(error instanceof ContractCheckStopped)) throw error;
  process.stdout.write(`stopped=${error.code}\n${messageText(error.why)}\nNothing was learnt and nothing was written.\n`);
  process.exitCode = 1;
}
