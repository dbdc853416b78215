import { answerQuestions } from '../workers/answer-questions.ts';
import { openWinspool, WindowsRefusal, type Winspool } from './winspool.ts';

/** One call and its arguments. */
export interface SpoolerCall {
  readonly call: keyof Winspool;
  readonly args: readonly unknown[];
}
export type SpoolerAnswer = { readonly is: 'answered'; readonly value: unknown } | { readonly is: 'refused'; readonly why: string };

// Windows' own libraries, unless the arguments name others.
const [spooler = 'winspool.drv', errors = 'kernel32.dll', registry = 'advapi32.dll'] = process.argv.slice(2);
let winspool: Winspool | undefined;

await answerQuestions<SpoolerCall, SpoolerAnswer>(({ call, args }) => {
  try {
    winspool ??= openWinspool({ spooler, errors, registry });
    return { is: 'answered', value: (winspool[call] as (...given: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    if (error instanceof WindowsRefusal) return { is: 'refused', why: `${error.call} ${error.number}` };
    return { is: 'refused', why: error instanceof Error ? error.message : String(error) };
  }
});
