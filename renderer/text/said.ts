import type { FailureCode } from '../../shared/failure.ts';
import type { Remark } from '../../shared/remark.ts';
import type { Said } from '../../shared/said.ts';
import { failures } from './failures.ts';
import { say } from './reasons.ts';

/** The words of others as they came, ours in sentences. */
export const saidText = (said: Said): string => (typeof said === 'string' ? said : say(said));

/** A remark may be a failure's short name; then its sentence is shown. */
export function remarkText(remark: Remark): string {
  if (typeof remark === 'string') return remark in failures ? failures[remark as FailureCode].what : remark;
  if (remark.code === 'manifest-not-printed') return `Not printed: ${saidText(remark.why)}`;
  if (remark.code === 'paper-due') return `${remark.paper}: ${saidText(remark.why)}`;
  return say(remark);
}
