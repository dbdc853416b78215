export interface PrinterTiming {
  /** A printer of this building answers in milliseconds; one that is off must not keep a packer waiting. */
  readonly connectMs: number;
  /** Given again for every chunk the printer takes. */
  readonly stallMs: number;
  /** Some printers never close their side; after this long the bytes count as taken, not as acknowledged. */
  readonly closeWaitMs: number;
  /** For one answer to one question; a printer with an open head may not answer at all. */
  readonly answerMs: number;
  /** The same for a printer that is known to be mute, and one that begins to speak must still be heard. */
  readonly muteAnswerMs: number;
  readonly pollMs: number;
  /** How long a printer may be busy with earlier labels before a new one is given up unsent. */
  readonly idleWaitMs: number;
  /** How long one label may take to come out. */
  readonly confirmMs: number;
  /** A printer that is idle for so long without counting the label will not count it any more. */
  readonly settleMs: number;
  /** For the spooler of the operating system to take a job or to answer. */
  readonly spoolerMs: number;
}

export const defaultTiming: PrinterTiming = {
  connectMs: 2_000,
  stallMs: 10_000,
  closeWaitMs: 3_000,
  answerMs: 1_500,
  muteAnswerMs: 300,
  pollMs: 250,
  idleWaitMs: 10_000,
  confirmMs: 20_000,
  settleMs: 3_000,
  spoolerMs: 30_000,
};
