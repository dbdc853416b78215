export interface PrinterTiming {
  /** Timeout for a connection. A printer on site answers in milliseconds; one that is off must not keep a packer waiting. */
  readonly connectMs: number;
  /** Restarts with every chunk that the printer takes. */
  readonly stallMs: number;
  /** Some printers never close their side; after this time the bytes count as taken, not as acknowledged. */
  readonly closeWaitMs: number;
  /** Maximum age of a printer's status when a label is bought for it. */
  readonly goodForMs: number;
  /** Maximum age of the status and count that are read just before a label: another bench may print meanwhile. */
  readonly aheadForMs: number;
  /** Timeout for one answer. A printer with an open head may not answer at all. */
  readonly answerMs: number;
  /** The same for a printer that is known to be mute. Long enough to detect one that starts to answer. */
  readonly muteAnswerMs: number;
  /**
   * A printer that closes each connection after its answer has closed it by then. Only a connection that stays open longer is reused for a
   * label.
   */
  readonly staysOpenMs: number;
  readonly pollMs: number;
  /** First pause before the label counter is read; each further pause is twice as long, up to `pollMs`. */
  readonly firstPollMs: number;
  /** Time that a printer may be busy with earlier labels before a new label is given up unsent. */
  readonly idleWaitMs: number;
  /** Time that one label may take to come out. */
  readonly confirmMs: number;
  /** A printer that is idle for this long without counting the label will not count it any more. */
  readonly settleMs: number;
  /** Time for the spooler of the operating system to take a job. */
  readonly spoolerMs: number;
  /** Time for a queued job to make progress: an office printer wakes up within a minute. */
  readonly queueStepMs: number;
  /** Time for the spooler to answer a query. */
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
  staysOpenMs: 100,
  pollMs: 250,
  firstPollMs: 15,
  idleWaitMs: 10_000,
  confirmMs: 20_000,
  settleMs: 3_000,
  spoolerMs: 30_000,
  queueStepMs: 60_000,
  queueAnswerMs: 5_000,
};
