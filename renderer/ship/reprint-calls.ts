import type { Answer, CallArgs, Station } from '../../shared/ipc.ts';
import type { Reason } from '../../shared/reason.ts';

/** The label that is out, so that another one needs a reason. */
export type LabelIsOut = Extract<Reason, { code: 'label-is-out' }>;
type AtUsual = CallArgs<'reprint'>['atUsual'];
type AnyCall = (args: unknown) => Promise<Answer<'reprint'> | undefined>;

/** Calls that may print a label again. A scan may be the command *Reprint*. */
const printing: readonly string[] = ['reprint', 'scan'];

/**
 * The same calls; a reprint that was refused because it has no reason waits for `ask`, which makes it again with one. A refusal without an
 * answer is returned.
 */
export function withReprintReason(
  station: Station,
  ask: (label: LabelIsOut, atUsual: AtUsual) => Promise<Answer<'reprint'> | undefined>,
): Station {
  const calls = station as unknown as Readonly<Record<string, AnyCall>>;
  const askingCall =
    (name: string): AnyCall =>
    async (args) => {
      const answer = await calls[name]?.(args);
      const refused = answer?.ok === false && answer.failure.code === 'reprint-needs-reason' ? answer.failure : undefined;
      const label = refused?.reasons?.find((reason) => reason.code === 'label-is-out');
      if (!label) return answer;
      return (await ask(label, name === 'reprint' ? (args as CallArgs<'reprint'>).atUsual : undefined)) ?? answer;
    };
  // An object of its own: tests replace calls on it.
  return new Proxy({} as Record<string, unknown>, {
    get: (own, name) => own[String(name)] ?? (printing.includes(String(name)) ? askingCall(String(name)) : calls[String(name)]),
  }) as unknown as Station;
}
