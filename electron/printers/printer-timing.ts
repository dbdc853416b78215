export interface PrinterTiming {
  /** A printer of this building answers in milliseconds; one that is off must not keep a packer waiting. */
  readonly connectMs: number;
  /** Given again for every chunk the printer takes. */
  readonly stallMs: number;
  /** Some printers never close their side; after this long the bytes count as taken, not as acknowledged. */
  readonly closeWaitMs: number;
  /** How old what a printer said may be when a label is bought for it. */
  readonly goodForMs: number;
  /** The same of what it says of itself and its count for a label that is about to come: another bench may print meanwhile. */
  readonly aheadForMs: number;
  /** For one answer to one question; a printer with an open head may not answer at all. */
  readonly answerMs: number;
  /** The same for a printer that is known to be mute, and one that begins to speak must still be heard. */
  readonly muteAnswerMs: number;
  /** A printer that closes each connection behind its answer has closed it by then: only one that did not is sent a label on it. */
  readonly surelyOpenMs: number;
  readonly pollMs: number;
  /** How soon a printer that counts is asked for its label; each pause is twice the one before, up to `pollMs`. */
  readonly firstPollMs: number;
  /** How long a printer may be busy with earlier labels before a new one is given up unsent. */
  readonly idleWaitMs: number;
  /** How long one label may take to come out. */
  readonly confirmMs: number;
  /** A printer that is idle for so long without counting the label will not count it any more. */
  readonly settleMs: number;
  /** For the spooler of the operating system to take a job. */
  readonly spoolerMs: number;
  /** For a job in a queue to make a step: a printer of an office wakes up within a minute. */
  readonly queueStepMs: number;
  /** For the spooler to answer a question. */
  readonly queueAnswerMs: number;
}

export const defaultTiming: PrinterTiming = {
  connectMs: 2_000,
  stallMs: 10_000,
  closeWaitMs: 3_000,
  goodForMs: 1_000,
  aheadForMs: 100,
  answerMs: 1_500,
  muteAnswerMs: 300,
  surelyOpenMs: 100,
  pollMs: 250,
  firstPollMs: 15,
  idleWaitMs: 10_000,
  confirmMs: 20_000,
  settleMs: 3_000,
  spoolerMs: 30_000,
  queueStepMs: 60_000,
  queueAnswerMs: 5_000,
};
