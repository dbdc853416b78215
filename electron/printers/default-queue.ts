import { cupsServer } from './cups-queues.ts';
import { askIpp } from './ipp.ts';

const getDefault = 0x4001;
const firstError = 0x0400;
const answerMs = 10_000;

/** True if the operating system has a default queue; undefined if it did not answer. Packbench itself never prints to it. */
export async function hasDefaultQueue(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Promise<boolean | undefined> {
  if (platform === 'win32') {
    const { default: pdfToPrinter } = await import('pdf-to-printer');
    return (await pdfToPrinter.getDefaultPrinter()) !== null;
  }
  const result = await askIpp(cupsServer(env), '/', { operation: getDefault, attributes: [] }, { timeoutMs: answerMs, user: 'packbench' });
  return result.is === 'answered' ? result.answer.status < firstError : undefined;
}
