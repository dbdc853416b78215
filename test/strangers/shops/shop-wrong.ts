import type { Wrong } from '../wrong.ts';

/** A bug that strangers of shops must find: senders of orders, receivers of reports, or readers of files. */
export interface ShopWrong extends Wrong {
  readonly met: 'pushes' | 'reports' | 'files';
  /** Text of the finding; any other finding does not count. */
  readonly matches: RegExp;
}
