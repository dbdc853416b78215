import type { Wrong } from '../wrong.ts';

/** A wrong that strangers of shops must find: those who send, those who are told, or those who take files. */
export interface ShopWrong extends Wrong {
  readonly met: 'pushes' | 'tellings' | 'layings';
  /** Whatever else is found is not it. */
  readonly says: RegExp;
}
