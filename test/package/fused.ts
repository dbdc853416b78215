/** The fuses of Electron 45 as it is downloaded, in the sequence of their numbers. */
const asDownloaded = '101100011';

/**
 * Bytes that hold fuses as Electron's program does: a text that nothing else contains, the version, their number, and one character for
 * each. `0`: off, `1`: on, `r`: removed from Electron.
 */
export const fused = (states: string, version = 1): Buffer =>
  Buffer.concat([
    Buffer.from('other bytes of the program'),
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([version, states.length]),
    Buffer.from(states),
    Buffer.from('more of them'),
  ]);

export const usualFuses = (): Buffer => fused(asDownloaded);
