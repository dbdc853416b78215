import type { DecisionCode } from '../../shared/call-codes.ts';
import { because, type Failure, type FailureCode, failureRemedies } from '../../shared/failure.ts';
import { type Printer, type PrinterRole, type PrintJob, routedTo, type SheetAbout } from '../../shared/printer.ts';
import type { Reason } from '../../shared/reason.ts';
import { ok, type Result, stackOf } from '../../shared/result.ts';
import type { ContextParts } from './context-parts.ts';
import { createEvents, type Events } from './events.ts';
import { type Breaker, createBreaker } from './exchange/breaker.ts';
import { type Kinds, kindsOf } from './exchange/kinds.ts';
import { createLegibility, type Legibility } from './legibility.ts';
import type { Courier } from './ports/courier.ts';
import type { Log } from './ports/log.ts';
import { createSilence, type Silence } from './silence.ts';
import { createStandby, type Standby } from './standby.ts';
import { typedCode } from './typed-code.ts';
import { createWaits, type Waits } from './waits.ts';

/** Context of every workflow of the bench. One per environment. */
export interface BenchContext extends ContextParts {
  readonly kinds: Kinds;
  readonly events: Events;
  readonly breaker: Breaker;
  /** `courier.track` for look-ups that the program repeats by itself: a missing answer does not count for the circuit breaker. */
  readonly trackUncounted: Courier['track'];
  readonly waits: Waits;
  readonly silence: Silence;
  readonly legibility: Legibility;
  readonly standby: Standby;
  /** Returns the printer for new sheets of a role: the backup printer if it replaces the usual one. Undefined if Setup names none. */
  readonly printer: (role: PrinterRole, about?: Omit<SheetAbout, 'role'>) => Printer | undefined;
  /** Returns the printer of a sheet. If Setup no longer names it: the printer it was moved from, or the one for new sheets. */
  readonly printerOf: (job: Pick<PrintJob, 'printerId' | 'movedFrom' | 'role'>) => Printer | undefined;
  /** Logs a bug, with its origin, in work that no caller waits for; other work continues. */
  readonly bug: (step: string, error: unknown) => Failure<'bug'>;
  /** Returns the trimmed reason if it is not empty, not a known code, and the shift lead's PIN is correct. */
  readonly allowed: (reason: string, pin: string) => Result<string, DecisionCode>;
  /** Returns the packer's name, or the name of this bench if no packer is set. */
  readonly who: () => string;
}

/** `BenchContext.allowed` without an open environment. */
export function allowedBy(
  { fail, checkPin }: Pick<ContextParts, 'fail' | 'checkPin'>,
  reason: string,
  pin: string,
): Result<string, DecisionCode> {
  if (!reason.trim()) return fail('reason-missing');
  const checked = checkPin(pin);
  return checked.ok ? ok(reason.trim()) : checked;
}

export function createContext(parts: ContextParts): BenchContext {
  const { allPrinters, fail, log, settings } = parts;
  const standby = createStandby(parts);
  const named = (id: string | null, role: PrinterRole): Printer | undefined =>
    allPrinters().find((each) => each.id === id && each.route.role === role);
  const printer: BenchContext['printer'] = (role, about) => {
    const usual = routedTo(allPrinters(), { ...about, role });
    return usual && standby.inPlaceOf(usual);
  };
  const bug: BenchContext['bug'] = (step, error) => {
    const { failure } = fail('bug');
    log('bug', { step, ref: failure.ref, stack: stackOf(error) });
    return failure;
  };
  const events = createEvents(parts.journal, bug);
  events.on('lists-changed', ({ lists }) => parts.changed(lists));
  return {
    ...parts,
    ...createBreaker(parts),
    trackUncounted: parts.courier.track,
    events,
    printer,
    printerOf: ({ printerId, movedFrom, role }) => named(printerId, role) ?? named(movedFrom, role) ?? printer(role),
    kinds: kindsOf(parts.journal),
    waits: createWaits(),
    silence: createSilence(parts),
    legibility: createLegibility(parts),
    standby,
    bug,
    allowed(reason, pin) {
      const code = typedCode({ ...parts, bug }, [reason]);
      return code ? fail('reason-missing', [code]) : allowedBy(parts, reason, pin);
    },
    who: () => settings().packer || settings().benchName,
  };
}

/** Creates `fail` from a source of references. Separate, so that the station and tests build failures the same way. */
export function createFail(ref: () => string, log: Log): BenchContext['fail'] {
  return <C extends FailureCode>(code: C, why: string | Reason | readonly Reason[] = '') => {
    const failure: Failure<C> = { code, ref: ref(), ...because(why) };
    log('failed', { code, ref: failure.ref, action: failureRemedies[code] });
    return { ok: false, failure };
  };
}
